"""Tiles that a Hare team takes out before the clock starts: shown, done, or drawn by the team itself."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

import bees
from web.desk import Desk
from wordwaiter.errors import WordwaiterError
from wordwaiter.game.hare import commands as h
from wordwaiter.game.hare.round import tally_of
from wordwaiter.game.holdings import count_of
from wordwaiter.lexicon.judge import Judge
from wordwaiter.roles import Role
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.tables.kind import BOARDS
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


def test_a_word_waiter_who_stays_at_the_last_board_sees_them_there(context: Context) -> None:
    board = bees.boards(context, BEE)["Owls"]
    with TestClient(create_app(context)) as client:
        keeper = Desk.of(client, context, Grant(Role.TABLE_SCOREKEEPER, BEE, table=1), name="Wim")
        assert "Take out" not in keeper.open(f"/hare/{board}")
        announce(context)
        assert "Take out these 20 tiles" in keeper.open(f"/hare/{board}")
        judge = Desk.of(client, context, Grant(Role.JUDGE, BEE), name="Judith")
        assert "Take out" not in judge.open(f"/hare/{board}")
        keeper.press("done")
        assert "/hare/" in keeper.address
        assert "Take out" not in keeper.text


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
        assert waiter.alerts == ["This round takes out 20 tiles. You entered 6: draw 14 more rule."]
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


@pytest.mark.clause("bee-hare-7", IN_ROUND_2)
def test_a_judge_puts_right_which_tiles_are_out_and_the_tally_follows(context: Context) -> None:
    announce(context)
    give(context, c.TakeTilesOut("", OWLS, 2, TWENTY), c.StartRound("", bees.HARE))
    board = bees.boards(context, BEE, 2)["Owls"]
    # Out are 8 A, 11 E and a blank: 19 points. READ takes 5 more of 187.
    assert tally_of(bees.built(context, board)).unplayed.points == 187 - 19 - 5
    with TestClient(create_app(context)) as client:
        waiter = Desk.of(client, context, Grant(Role.TABLE_SCOREKEEPER, BEE, table=1), name="Wim")
        waiter.open(f"/hare/{board}")
        assert not waiter.forms("tiles-out")
        judge = Desk.of(client, context, Grant(Role.JUDGE, BEE), name="Judy")
        judge.open(f"/hare/{board}")
        judge.press("tiles-out", letters="q" + "e" * 11 + "a" * 7, count="", reason="a Q, not an A")
        assert "You entered 19: draw 1 more" in judge.alerts[0]
        judge.press("tiles-out", letters="q?" + "e" * 11 + "a" * 7, count="", reason="a Q, not an A")
        assert judge.status == 200
    # The Q counts 10 and the A that is in play again 1.
    assert tally_of(bees.built(context, board)).unplayed.points == 187 - 28 - 5
    assert second(context).removed[OWLS] == tuple("A" * 7 + "E" * 11 + "Q?")
    # Of tiles that were bought back none can be out.
    give(context, c.BuyTiles("", OWLS, 20))
    for command, code in (
        (c.CorrectTilesOut("", OWLS, 2, "why not", "Q"), "wrong-number-removed"),
        (c.CorrectTilesOut("", OWLS, 2, "", "Q"), "no-reason"),
    ):
        with pytest.raises(WordwaiterError) as refused:
            give(context, command)
        assert refused.value.code == code
    give(context, c.CallRoundTime("", bees.HARE))
    foxes = bees.boards(context, BEE, 2)["Foxes"]
    give(context, c.CorrectTilesOut("", FOXES, 2, "nobody noted them", count=20))
    bees.hand_in_all(context, BEE, 2)
    with pytest.raises(WordwaiterError) as refused:
        give(context, c.CorrectTilesOut("", FOXES, 2, "too late", count=20))
    assert refused.value.code == "board-submitted"
    with pytest.raises(WordwaiterError) as refused:
        execute(context, bees.DORA, BOARDS, foxes, h.CorrectRemoved("", ("Q",), "past the tournament"))
    assert refused.value.code == "corrected-elsewhere"


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
