"""Real tournaments, replayed game by game: they stand and end as public sources say that they did."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tournament.vocabulary import DIRECTOR, Desk
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import PublicNames
from wordwaiter.tournament.evolve import fold
from wordwaiter.tournament.files.t_file import parse_t, t_text
from wordwaiter.tournament.files.t_import import DIVISION, facts_of_t
from wordwaiter.tournament.formats.reading import changed_format, shipped_format
from wordwaiter.tournament.rounds.rounds import Rest, RestKind, Seating
from wordwaiter.tournament.standings.standings import half_text, standings
from wordwaiter.tournament.state import Tournament

PUBLISHED = Path(__file__).parent.parent / "data" / "published"
WHOLE_DIVISIONS = ("lagos-2022", "february-2023")


def told(name: str) -> dict[str, Any]:
    with (PUBLISHED / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


# ---------------------------------------------------------------- whole divisions


def played(source: dict[str, Any]) -> Desk:
    """A division from its first round to its last, by the director's own commands."""
    desk = Desk(source["name"])
    count = len(source["round"])
    desk.open(DIVISION, changed_format(shipped_format("club"), "as many as were played", rounds_count=count))
    names = [f"{initials} {number}" for number, initials in enumerate(source["players"], start=1)]
    assert desk.players(DIVISION, *names) == list(range(1, len(names) + 1))
    for number, facts in enumerate(source["round"], start=1):
        _leave(desk, facts["ranks"])
        games = list(enumerate(facts["games"], start=1))
        seatings = tuple(Seating(table, (one, two), first=one) for table, (one, _, two, _) in games)
        rests = tuple(_rest(who, spread) for who, spread in facts.get("rests", ()))
        desk.do(c.PublishRound(DIRECTOR, DIVISION, seatings, rests))
        desk.do(c.StartRound(DIRECTOR, DIVISION))
        for table, (one, ones, two, twos) in games:
            desk.do(c.HandInSheet(DIRECTOR, DIVISION, number, table, (ones, twos), (one, two)))
        desk.do(c.CloseRound(DIRECTOR, DIVISION))
    return desk


def _leave(desk: Desk, ranks: list[int]) -> None:
    for who, rank in enumerate(ranks, start=1):
        if not rank and who not in desk.tournament.departures:
            desk.do(c.Withdraw(DIRECTOR, who, "went home"))


def _rest(who: int, spread: int) -> Rest:
    return Rest(who, RestKind.BYE if spread > 0 else RestKind.FORFEIT, spread)


@pytest.fixture(scope="module", params=WHOLE_DIVISIONS)
def division(request: pytest.FixtureRequest) -> tuple[dict[str, Any], Tournament]:
    source = told(request.param)
    return source, played(source).tournament


def check_ranks(source: dict[str, Any], tournament: Tournament) -> None:
    """After every round, those who had not left stand where the source says."""
    for number, facts in enumerate(source["round"], start=1):
        counted = {who: rank for who, rank in enumerate(facts["ranks"], start=1) if rank}
        values = {line.entrant: line.values for line in standings(tournament, DIVISION, number).lines}
        ours = {who: 1 + sum(values[other] > values[who] for other in counted) for who in counted}
        assert ours == counted, f"after round {number}"


def test_a_whole_division_stands_as_published_after_every_round(
    division: tuple[dict[str, Any], Tournament],
) -> None:
    check_ranks(*division)


def test_a_whole_division_has_the_published_table(division: tuple[dict[str, Any], Tournament]) -> None:
    source, tournament = division
    table = standings(tournament, DIVISION, source["published_after"])
    ours = [[line.entrant, line.values[0][0], line.values[1][0]] for line in table.lines]
    assert ours == source["published"]
    ranks = source["round"][source["published_after"] - 1]["ranks"]
    assert {line.entrant: line.rank for line in table.lines} == dict(enumerate(ranks, start=1))


def test_a_whole_division_stands_the_same_when_its_t_file_is_read_again(
    division: tuple[dict[str, Any], Tournament],
) -> None:
    source, tournament = division
    players = parse_t(t_text(tournament, DIVISION).encode(), Path("a.t"))
    opened = c.OpenTournament(DIRECTOR, source["name"], names=PublicNames.FULL)
    check_ranks(source, fold(facts_of_t(players, opened, shipped_format("club"), 0)))


# ---------------------------------------------------------------- two matches


@pytest.fixture(scope="module")
def stage() -> dict[str, Any]:
    return told("world-2016-semi-finals")


@pytest.fixture(scope="module")
def replayed(stage: dict[str, Any]) -> Desk:
    """Both matches side by side, a division each, a game a round."""
    desk = Desk(stage["name"])
    for number, match in enumerate(stage["match"], start=1):
        count = len(match["games"])
        five = changed_format(shipped_format("club"), "a match of five games", rounds_count=count)
        desk.open(f"Match {number}", five)
        desk.players(f"Match {number}", *match["players"])
    for number, match in enumerate(stage["match"], start=1):
        for scores in match["games"]:
            desk.publish(f"Match {number}", [tuple(match["players"])])
            desk.do(c.StartRound(DIRECTOR, f"Match {number}"))
            desk.sheet(f"Match {number}", 1, tuple(scores), match["players"])
            desk.do(c.CloseRound(DIRECTOR, f"Match {number}"))
    return desk


def test_both_matches_end_as_they_were_published(stage: dict[str, Any], replayed: Desk) -> None:
    for number, match in enumerate(stage["match"], start=1):
        table = standings(replayed.tournament, f"Match {number}")
        assert {line.name: half_text(line.values[0][0]) for line in table.lines} == {
            name: str(wins) for name, wins in match["published"]["wins"].items()
        }
        assert (table.lines[0].rank, table.lines[0].name) == (1, match["published"]["goes_on"])


def test_the_points_add_up_to_what_the_games_say(replayed: Desk) -> None:
    # By hand: -49 +71 -39 +86 +167, and -21 +5 -165 +36 +43: who goes on may have made fewer points.
    assert replayed.values("Match 1", "Mark Nyman") == ((6,), (236,))
    assert replayed.values("Match 2", "Brett Smitheram") == ((6,), (-102,))
    assert replayed.values("Match 2", "Lewis MacKay") == ((4,), (102,))


def test_after_every_game_the_matches_stood_as_the_games_say(stage: dict[str, Any], replayed: Desk) -> None:
    for number, match in enumerate(stage["match"], start=1):
        wins = [0, 0]
        for game, (first, second) in enumerate(match["games"], start=1):
            wins[first < second] += 1
            table = standings(replayed.tournament, f"Match {number}", game)
            ours = {line.name: half_text(line.values[0][0]) for line in table.lines}
            assert [ours[name] for name in match["players"]] == list(map(str, wins))
