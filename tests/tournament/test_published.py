"""A real stage, replayed game by game: its tables end as the public pages say that it ended."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tournament.vocabulary import DIRECTOR, Desk
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.format_reading import changed_format, shipped_format
from wordwaiter.tournament.standings import half_text, standings

PUBLISHED = Path(__file__).parent / "data" / "published"


@pytest.fixture(scope="module")
def stage() -> dict[str, Any]:
    with (PUBLISHED / "world-2016-semi-finals.toml").open("rb") as file:
        return tomllib.load(file)


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
            told = {line.name: half_text(line.values[0][0]) for line in table.lines}
            assert [told[name] for name in match["players"]] == list(map(str, wins))
