"""Boards that break a rule go to the judges, and no round closes over them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import bees
from service.houses import DORA, Computer, serving
from wordwaiter.errors import ConflictError, IllegalError
from wordwaiter.game.hare import commands as h
from wordwaiter.game.hare.challenge import PlacedWord
from wordwaiter.rules.layout import parse_start
from wordwaiter.service.bee.board_challenges import ChallengeRequest, challenge_board_word
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.judging.board_faults import ruled_faults, undo_fault_ruling
from wordwaiter.service.judging.queue import Matter, judge_queue
from wordwaiter.service.tables.kind import BOARDS
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.rounds.rounds import Scored
from wordwaiter.tournament.state import Tournament

CONNECT = "Connect ALL words! When adding a word to the board, it must connect to another word."
FAULT = "not-connected 1A CAT"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Context]:
    with serving(tmp_path / "house.db", Computer()) as context:
        yield context


@pytest.fixture
def bee(house: Context) -> str:
    """The Owls have CAT in a corner: C 3, A 1, T 1 tripled is 15 points."""
    bee = bees.evening(house)
    bees.begin(house, bee)
    execute(house, DORA, TOURNAMENTS, bee, c.CallRoundTime("", bees.HARE))
    bees.paint(house, owls(house, bee), "1A CAT")
    bees.hand_in_all(house, bee)
    return bee


def owls(context: Context, bee: str) -> str:
    return bees.boards(context, bee)["Owls"]


def result(context: Context, bee: str) -> int | None:
    tournament: Tournament = snapshot_of(context, bee).tournament
    sitting = tournament.round(bees.HARE, 1).sitting_of(1)
    assert sitting is not None
    return sitting.outcome.scores[0] if isinstance(sitting.outcome, Scored) else None


def cat() -> PlacedWord:
    return PlacedWord("CAT", *parse_start("1A"))


@pytest.mark.clause("bee-1", CONNECT)
def test_a_faulty_board_waits_for_the_judges_and_the_round_cannot_be_closed_over_it(
    house: Context, bee: str
) -> None:
    (waiting,) = judge_queue(house, DORA)
    assert (waiting.matter, waiting.who) == (Matter.FAULT, "Owls")
    assert waiting.fault is not None
    assert [str(word) for word in waiting.fault.words] == ["1A CAT"]
    assert result(house, bee) is None
    table = int(owls(house, bee).rpartition("/")[2].partition(".")[0])
    for command in (
        c.CloseRound("", bees.HARE),
        c.DecideResult("", bees.HARE, 1, table, (500,), "it is late"),
        c.HandInSheet("", bees.HARE, 1, table, (500,), (1,)),
    ):
        with pytest.raises(IllegalError) as refused:
            execute(house, DORA, TOURNAMENTS, bee, command)
        assert (refused.value.code, refused.value.clause) == ("board-faulty", "bee-1")
        assert "the judges must rule on the board of Owls first" in refused.value.sentence


@pytest.mark.clause("bee-1", CONNECT)
def test_a_ruling_gives_the_result_and_its_undo_takes_it_back(house: Context, bee: str) -> None:
    strike = h.StrikeWords("Dora", FAULT, (cat(),), "not connected")
    execute(house, DORA, BOARDS, owls(house, bee), strike)
    struck = result(house, bee)
    assert struck is not None
    (ruled,) = ruled_faults(house, DORA)
    assert undo_fault_ruling(house, DORA, ruled.id, "a slip") == "Owls"
    assert result(house, bee) is None
    assert bees.built(house, owls(house, bee)).is_handed_in, "it waits for the judges"
    execute(house, DORA, BOARDS, owls(house, bee), h.AcceptFault("Dora", FAULT, "CAT was pushed"))
    accepted = result(house, bee)
    assert accepted is not None
    assert accepted - struck == 15
    execute(house, DORA, TOURNAMENTS, bee, c.CloseRound("", bees.HARE))
    with pytest.raises(ConflictError) as refused:
        undo_fault_ruling(house, DORA, ruled.id, "too late")
    assert refused.value.code == "round-closed"


def test_a_total_from_paper_does_not_hide_a_faulty_board_that_comes_later(house: Context) -> None:
    bee = bees.evening(house)
    bees.begin(house, bee)
    execute(house, DORA, TOURNAMENTS, bee, c.CallRoundTime("", bees.HARE))
    for number in (1, 2):
        sheet = c.HandInSheet("", bees.HARE, 1, number, (500,), (number,))
        execute(house, DORA, TOURNAMENTS, bee, sheet)
    bees.paint(house, owls(house, bee), "1A CAT")
    execute(house, DORA, BOARDS, owls(house, bee), h.SubmitBoard("", "Ann"))
    with pytest.raises(IllegalError) as refused:
        execute(house, DORA, TOURNAMENTS, bee, c.CloseRound("", bees.HARE))
    assert refused.value.code == "board-faulty"


@pytest.mark.clause("bee-challenge")
def test_the_points_of_a_word_are_lost_once(house: Context, bee: str) -> None:
    challenge_board_word(house, DORA, bee, ChallengeRequest(2, 1, "Ann", "1A", "cat"))
    execute(house, DORA, TOURNAMENTS, bee, c.RuleBoardWord("", 1, 2, good=False))
    strike = h.StrikeWords("Dora", FAULT, (cat(),), "not connected")
    with pytest.raises(ConflictError) as refused:
        execute(house, DORA, BOARDS, owls(house, bee), strike)
    assert refused.value.code == "already-ruled"
    execute(house, DORA, TOURNAMENTS, bee, c.UndoBoardRuling("", 1, 2, "a slip"))
    with pytest.raises(ConflictError) as refused:
        execute(house, DORA, BOARDS, owls(house, bee), strike)
    assert refused.value.code == "challenge-awaited"
    assert "Foxes challenged 1A CAT; rule on that challenge first" in refused.value.sentence
    execute(house, DORA, TOURNAMENTS, bee, c.VoidBoardChallenge("", 1, 2, "withdrawn"))
    execute(house, DORA, BOARDS, owls(house, bee), strike)
    # A struck word counts nothing, so there is nothing to win.
    with pytest.raises(IllegalError) as refused_again:
        challenge_board_word(house, DORA, bee, ChallengeRequest(2, 1, "Ann", "1A", "cat"))
    assert refused_again.value.code == "no-such-word"
