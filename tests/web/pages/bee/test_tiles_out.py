"""Tiles that a Hare team takes out before the clock starts: shown, done, or drawn by the team itself."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

import bees
from web.desk import Desk
from wordwaiter.game.holdings import count_of
from wordwaiter.lexicon.judge import Judge
from wordwaiter.roles import Role
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.rounds.rounds import Round, Seating
from wordwaiter.web.http.app import create_app

OWLS, FOXES = 1, 2
BEE = "tournament-1"


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    """A Bee whose second round, which takes twenty tiles out, is published with its words."""
    with Context.open(tmp_path / "wordwaiter.db", ContextParts(judge=Judge((bees.FEW,)))) as context:
        assert bees.evening(context) == BEE
        bees.begin(context, BEE)
        for team, table in ((OWLS, 1), (FOXES, 2)):
            give(context, c.DecideResult("", bees.HARE, 1, table, (100 + team,), "on paper"))
        give(
            context,
            c.CloseRound("", bees.HARE),
            c.PublishRound("", bees.HARE, (Seating(1, (OWLS,)), Seating(2, (FOXES,)))),
        )
        yield context


def give(context: Context, *commands: c.Command) -> None:
    for command in commands:
        execute(context, bees.DORA, TOURNAMENTS, BEE, command)


def announce(context: Context, word: str = "read") -> None:
    give(context, c.AnnounceWords("", bees.HARE, 2, word, without=tuple(AnnouncedKind)))


def second(context: Context) -> Round:
    return snapshot_of(context, BEE).tournament.round(bees.HARE, 2)


@pytest.mark.clause("bee-hare-7")
def test_the_team_sees_its_twenty_tiles_before_the_clock_starts_and_says_done(context: Context) -> None:
    with TestClient(create_app(context)) as client:
        team = Desk.of(client, context, Grant(Role.PLAYER, BEE, entrant=OWLS), name="Ann")
        assert "Take out" not in team.open(f"/me/{BEE}")  # the words decide what can be drawn
        announce(context)
        assert "Take out these 20 tiles" in team.open(f"/me/{BEE}")
        drawn = second(context).removed[OWLS]
        assert count_of(drawn) == 20
        team.press("done")
        assert "Take out" not in team.text
        rival = Desk.of(client, context, Grant(Role.PLAYER, BEE, entrant=FOXES), name="Bo")
        assert "Take out these 20 tiles" in rival.open(f"/me/{BEE}")
    give(context, c.StartRound("", bees.HARE, draw_tiles=True))
    # What was shown is out of play, also for the team that has not said so.
    assert second(context).removed[OWLS] == drawn
    assert count_of(second(context).removed[FOXES]) == 20


def test_tiles_are_drawn_where_a_later_round_has_no_starting_word(context: Context) -> None:
    without = (AnnouncedKind.SURPRISE, AnnouncedKind.SPONSORS)
    give(context, c.AnnounceWords("", bees.HARE, 2, without=without))
    assert count_of(second(context).removed[OWLS]) == 20


def test_other_words_draw_other_tiles_and_ask_again(context: Context) -> None:
    announce(context)
    give(context, c.TakeTilesOut("", OWLS, 2))
    announce(context, "area")
    assert second(context).taken_out == {}
    assert count_of(second(context).removed[OWLS]) == 20


IN_ROUND_2 = (
    "In Round 2, 20 letter tiles will be randomly removed. "
    "In Round 3, 10 letter tiles will be randomly removed."
)
"""Of the starting word READ the set has 11 E, 5 R, 8 A and 3 D left."""
TWENTY = "aaaaaaaa eeeeeeeeeee ?"


@pytest.mark.clause("bee-hare-7", IN_ROUND_2)
def test_a_team_that_drew_its_own_says_exactly_twenty(context: Context) -> None:
    announce(context)
    with TestClient(create_app(context)) as client:
        waiter = Desk.of(client, context, Grant(Role.TABLE_SCOREKEEPER, BEE, table=1), name="Wim")
        assert "Take out these 20 tiles" in waiter.open(f"/keep/{BEE}")
        waiter.press("own", letters="aei ou?", count="")
        assert waiter.alerts == ["This round takes out 20 tiles. You have told 6: draw 14 more rule."]
        waiter.press("own", letters=TWENTY, count="")
        team = Desk.of(client, context, Grant(Role.PLAYER, BEE, entrant=FOXES), name="Bo")
        team.open(f"/me/{BEE}")
        team.press("own", letters="", count="")
        assert team.alerts == ["Enter how many tiles you took out, from 0 to 30."]
        team.press("own", letters="9!", count="")
        assert team.alerts == ["Write the letters of the tiles, such as AEIOU, and ? for a blank."]
        for count, advice in (("0", "20 more"), ("18", "2 more"), ("30", "10 back")):
            team.press("own", letters="", count=count)
            assert advice in team.alerts[0], count
        team.press("own", letters="", count="20")
    assert second(context).taken_out == {OWLS: tuple("A" * 8 + "E" * 11 + "?"), FOXES: 20}
    give(context, c.StartRound("", bees.HARE, draw_tiles=True))
    assert second(context).removed[FOXES] == 20


@pytest.mark.clause("bee-hare-7", IN_ROUND_2)
@pytest.mark.parametrize(
    ("letters", "told"),
    [
        # The set has one Z and one Q.
        ("ZZZZZQQQQQ" + "E" * 10, "5 × Q, and only 1"),
        # Of four D one lies in READ.
        ("DDDD" + "E" * 8 + "A" * 8, "4 × D, and only 3"),
    ],
)
def test_a_team_cannot_take_out_what_the_set_lacks_or_the_starting_word_needs(
    context: Context, letters: str, told: str
) -> None:
    announce(context)
    with TestClient(create_app(context)) as client:
        team = Desk.of(client, context, Grant(Role.PLAYER, BEE, entrant=FOXES), name="Bo")
        team.open(f"/me/{BEE}")
        team.press("own", letters=letters, count="")
        assert told in team.alerts[0]
    assert second(context).taken_out == {}


def test_a_team_speaks_for_itself_alone(context: Context) -> None:
    announce(context)
    with TestClient(create_app(context)) as client:
        rival = Desk.of(client, context, Grant(Role.PLAYER, BEE, entrant=FOXES), name="Bo")
        rival.open(f"/me/{BEE}")
        rival.press("done", team=str(OWLS))
        assert rival.status == 403
    assert second(context).taken_out == {}


def test_a_start_that_was_a_mistake_keeps_the_tiles(context: Context) -> None:
    announce(context)
    drawn = second(context).removed
    give(
        context,
        c.StartRound("", bees.HARE, draw_tiles=True),
        c.HaltRound("", bees.HARE, "too early"),
        c.StartRound("", bees.HARE, draw_tiles=True),
    )
    assert second(context).removed == drawn
