"""Absence on the director's pages: told before the round starts, noted at a table, and taken back."""

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from litestar.testing import TestClient

from web.room import bearer, join
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import HOUSE, Grant, director_of_everything
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.service.tournaments.tournaments import RoundRequest, begin_tournament, publish_next_round
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, PublicNames, pair_of
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.pairing.by_hand import ByHand
from wordwaiter.tournament.state import Screen, Tournament
from wordwaiter.web.http.app import create_app

Client = TestClient[Any]
DORA = director_of_everything("Dora")
PAIRS = (("Ann", "Abe"), ("Bea", "Bob"), ("Cat", "Cy"))


@pytest.fixture
def context(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    """Three pairs, of whom Bob has not come, and their first round published."""
    judge = Judge((Lexicon.of_words("house", ["QUOTES"]),))
    with Context.open(tmp_path_factory.mktemp("day") / "wordwaiter.db", ContextParts(judge=judge)) as context:
        opened = [c.OpenDivision("", "Open", shipped_format("ontario"))]
        stream = begin_tournament(
            context, DORA, c.OpenTournament("", "Doubles", names=PublicNames.FULL), opened
        ).stream
        pairs = tuple(pair_of(Profile(one, age=60), Profile(other, age=61)) for one, other in PAIRS)
        execute(context, DORA, TOURNAMENTS, stream, c.Register("", "Open", pairs))
        numbers = {each.name: each.number for each in day_of(context).contenders_of("Open")}
        execute(
            context,
            DORA,
            TOURNAMENTS,
            stream,
            c.CheckIn("", tuple(numbers[name] for name in numbers if name != "Bob")),
        )
        games = ((numbers["Ann"], numbers["Bea"]), (numbers["Abe"], numbers["Cat"]))
        told = ByHand(tuple((str(one), str(other)) for one, other in games), (str(numbers["Cy"]),))
        publish_next_round(context, DORA, stream, RoundRequest("Open", "Dora", told))
        yield context


def day_of(context: Context) -> Tournament:
    return snapshot_of(context, "tournament-1").tournament


def test_who_is_not_there_is_told_before_the_start_and_noted_at_the_table(context: Context) -> None:
    headers = bearer(join(context, Grant(Role.DIRECTOR, HOUSE), name="Dora")[0])
    address = "/director/tournament-1/rounds/1"
    with TestClient(create_app(context)) as client:

        def shown() -> str:
            return plain(client.get(address, headers=headers).text)

        assert "Not here, so they default when it starts rule : Bob." in shown()
        room = plain(client.get("/director/tournament-1", headers=headers).text)
        assert "they default when it starts rule : Bob." in room
        client.post(address, data={"do": "start-round"}, headers=headers)
        assert [day_of(context).contender(each).name for each in day_of(context).departures] == ["Bob"]
        assert "A no-show defaults rule" in shown()
        assert 'id="absent-2-1"' in client.get(address, headers=headers).text

        number = {each.name: each.number for each in day_of(context).contenders_of("Open")}["Cat"]
        absent = {"do": "absent", "table": "2", "board": "1", "absent": str(number), "reason": ""}
        assert client.post(address, data=absent, headers=headers).status_code == 422
        client.post(address, data=absent | {"reason": "not seen since lunch"}, headers=headers)
        assert "Not played: Cat absent" in shown()
        assert number in day_of(context).departures
        # The default is taken back where all are, on the page of entrants, and the game with it.
        back = {"do": "reinstate", "contender": str(number), "reason": "she was next door"}
        client.post("/director/tournament-1/entrants", data=back, headers=headers)
        assert number not in day_of(context).departures
        assert len(day_of(context).round("Open", 1).outstanding) == 2
    # Whoever enters sheets may not put anybody in default.
    keeper = bearer(join(context, Grant(Role.SCOREKEEPER, "tournament-1"), name="Sam")[0])
    with TestClient(create_app(context)) as client:
        assert 'id="absent-2-1"' not in client.get(address, headers=keeper).text
        refused = client.post(address, data=absent | {"reason": "gone"}, headers=keeper)
        assert refused.status_code == 403


def test_a_default_in_a_published_round_is_told_on_every_page_and_the_round_can_be_paired_again(
    context: Context,
) -> None:
    number = {each.name: each.number for each in day_of(context).contenders_of("Open")}
    director = bearer(join(context, Grant(Role.DIRECTOR, HOUSE), name="Dora")[0])
    bea = bearer(join(context, _plays(context, "Bea"))[0])
    execute(context, DORA, TOURNAMENTS, "tournament-1", c.DeclareDefault("", number["Ann"], "went home"))
    execute(context, DORA, TOURNAMENTS, "tournament-1", c.CheckIn("", (number["Bob"],)))
    day, table = "/director/tournament-1", "/tables/tournament-1/1/1/1.1"
    with TestClient(create_app(context)) as client:

        def shown(address: str, headers: dict[str, str] | None = None) -> str:
            return plain(client.get(address, headers=headers or {}).text)

        for address in (day, f"{day}/rounds/1"):
            seen = shown(address, director)
            assert "Ann has left, so table 1 has no game and the opponent gets a bye." in seen
            assert "Pair round 1 again" in seen
            assert "Not played: Ann absent" in seen
        signals = shown("/emcee/tournament-1", director)
        assert "Ann has left since the round was published, so table 1 has no game." in signals
        assert "Bye: Cy, Bea" in shown(day, director)
        assert "Bye: Cy, Bea" in shown("/live/tournament-1")
        assert "You have a bye this round: Ann has left." in shown("/me/tournament-1", bea)
        assert "Bea Bye" in shown("/screen/tournament-1")

        client.post(f"{day}/rounds/1", data={"do": "start-round"}, headers=director)
        assert "You have a bye: Ann was not there." in shown("/me/tournament-1", bea)
        own = shown(f"/me/tournament-1?who={number['Ann']}")
        assert "You are no longer in the next rounds" in own
        assert "against" not in own.split("Follow a table")[0]
        for address in (day, f"{day}/rounds/1", "/live/tournament-1", table, "/sheets/tournament-1"):
            assert "Not played: Ann absent" in shown(address, director), address
        fields = "/overlay/tournament-1"
        assert shown(f"{fields}/scores?table=1") == "Not played"
        assert shown(f"{fields}/tables").count("Not played") == 1
        assert "Not played" in shown(f"{fields}/scores/page?table=1")
        assert 'id="draw-0"' not in client.get(table, headers=director).text
        drawn = client.post(table, data={"do": "draw", "seat": "0", "tile": "A"}, headers=director)
        assert drawn.status_code == 409
        assert "This game is off" in plain(drawn.text)

        # Taken back, the game is played after all.
        execute(context, DORA, TOURNAMENTS, "tournament-1", c.Reinstate("", number["Ann"], "she is back"))
        assert 'id="draw-0"' in client.get(table, headers=director).text
        assert "against Ann" in shown("/me/tournament-1", bea)

        execute(context, DORA, TOURNAMENTS, "tournament-1", c.HaltRound("", "Open", "too early"))
        execute(context, DORA, TOURNAMENTS, "tournament-1", c.DeclareDefault("", number["Ann"], "went home"))
        again = {"do": "withdraw-round", "reason": "Ann has left"}
        assert "Publish round 1" in client.post(f"{day}/rounds/1", data=again, headers=director).text


@pytest.mark.clause("ontario-2")
def test_the_page_says_that_a_no_show_would_leave_the_bye_to_a_contender_and_pairs_again(
    context: Context,
) -> None:
    number = {each.name: each.number for each in day_of(context).contenders_of("Open")}
    more = (pair_of(Profile("Dot", age=60), Profile("Des", age=61)),)
    give = partial(execute, context, DORA, TOURNAMENTS, "tournament-1")
    give(c.WithdrawRound("", "Open", "another pair has come"))
    give(c.Register("", "Open", more))
    number |= {each.name: each.number for each in day_of(context).contenders_of("Open")}
    give(c.CheckIn("", (number["Bob"], number["Dot"], number["Des"])))
    first = ("Ann 400 Dot 300", "Abe 390 Bea 310", "Cat 380 Des 290", "Cy 370 Bob 320")
    second = ("Ann Cat", "Abe Dot", "Cy Bea", "Bob Des")
    publish(context, number, [(one, other) for one, _, other, _ in map(str.split, first)])
    give(c.StartRound("", "Open"))
    for table, (_, high, _, low) in enumerate(map(str.split, first), start=1):
        give(c.DecideResult("", "Open", 1, table, (int(high), int(low)), "from paper"))
    give(c.CloseRound("", "Open"))
    publish(context, number, [(one, other) for one, other in map(str.split, second)])
    give(c.DeclareDefault("", number["Dot"], "went home"))
    director = bearer(join(context, Grant(Role.DIRECTOR, HOUSE), name="Dora")[0])
    with TestClient(create_app(context)) as client:
        page = client.get("/director/tournament-1", headers=director).text
        told = "Dot has left. Abe, a medal contender, would get the bye, but Des can take it."
        assert told in plain(page)
        assert 'value="start-round"' not in page
        assert "Start it when everyone is seated" not in plain(page)
        again = {"do": "withdraw-round", "reason": "Dot has left"}
        proposed = client.post("/director/tournament-1/rounds/1", data=again, headers=director).text
        assert "Des cannot be ranked, so that the bye decides no medal" in plain(proposed)


def publish(context: Context, number: dict[str, int], games: list[tuple[str, str]]) -> None:
    told = ByHand(tuple((str(number[one]), str(number[other])) for one, other in games), ())
    publish_next_round(context, DORA, "tournament-1", RoundRequest("Open", "Dora", told))


def test_a_cancelled_game_is_told_to_everybody(context: Context) -> None:
    execute(context, DORA, TOURNAMENTS, "tournament-1", c.StartRound("", "Open"))
    execute(context, DORA, TOURNAMENTS, "tournament-1", c.CancelGame("", "Open", 1, 2, "fire alarm"))
    execute(context, DORA, TOURNAMENTS, "tournament-1", c.ChooseScreen("", Screen.PAIRINGS))
    with TestClient(create_app(context)) as client:
        assert "Table 2 Abe Cat Does not count" in plain(client.get("/live/tournament-1").text)
        assert "2 Does not count" in plain(client.get("/screen/tournament-1").text)
        for field in ("scores?table=2", "tables", "scores/page?table=2"):
            assert "Does not count" in plain(client.get(f"/overlay/tournament-1/{field}").text), field


def _plays(context: Context, name: str) -> Grant:
    entrants = day_of(context).entrants.values()
    own = next(each.number for each in entrants if any(one.name == name for one in each.contenders))
    return Grant(Role.PLAYER, "tournament-1", entrant=own)


def plain(text: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())
