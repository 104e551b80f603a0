"""One path from a board to the standings, whoever corrected the board and wherever."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import bees
from service.houses import DORA, Computer, holder, serving
from wordwaiter.errors import ConflictError, IllegalError
from wordwaiter.game.hare import commands as h
from wordwaiter.game.hare.facts import BoardSubmitted
from wordwaiter.game.hare.round import score_of
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tables.kind import BOARDS
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.service.tournaments.tournaments import take_back
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.rounds.rounds import Scored
from wordwaiter.tournament.standings.standings import standings

TALLY = (
    "The WORD WAITER will tally up the total points on the team score sheet for each round. Only the final "
    "words on the board will be counted."
)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Context]:
    with serving(tmp_path / "house.db", Computer()) as context:
        yield context


@pytest.fixture
def bee(house: Context) -> str:
    """Round 1 has ended, and both boards are handed in."""
    bee = bees.evening(house)
    bees.begin(house, bee)
    bees.hand_in(house, bee)
    return bee


def total(context: Context, bee: str, name: str = "Owls") -> int:
    lines = standings(snapshot_of(context, bee).tournament, bees.HARE).lines
    return next(line.values[0][0] for line in lines if line.name == name)


def judith(bee: str) -> Caller:
    return holder("Judith", Role.JUDGE, bee)


def agree(context: Context, bee: str) -> None:
    """The board says the same as the standings."""
    built = bees.built(context, bees.boards(context, bee)["Owls"])
    assert score_of(built, ()).total == total(context, bee)


@pytest.mark.clause("bee-hare-5-6", TALLY)
def test_a_judges_correction_reaches_the_standings_also_when_the_round_is_closed(
    house: Context, bee: str
) -> None:
    owls, before = bees.boards(house, bee)["Owls"], total(house, bee)
    execute(house, judith(bee), BOARDS, owls, h.CorrectPoints("Judith", 10, "a tile was misread"))
    assert total(house, bee) == before + 10
    execute(house, DORA, TOURNAMENTS, bee, c.CloseRound("", bees.HARE))
    execute(house, judith(bee), BOARDS, owls, h.CorrectPoints("Judith", -3, "and another"))
    assert total(house, bee) == before + 7
    agree(house, bee)
    outcome = snapshot_of(house, bee).tournament.round(bees.HARE, 1).sittings[0].outcome
    assert isinstance(outcome, Scored)
    assert outcome.reason == "Judith: and another"


@pytest.mark.clause("bee-hare-5-6", TALLY)
def test_a_board_that_a_judge_reopens_counts_again_when_it_is_handed_in_again(
    house: Context, bee: str
) -> None:
    owls, before = bees.boards(house, bee)["Owls"], total(house, bee)
    execute(house, judith(bee), BOARDS, owls, h.ReopenBoard("Judith", "row 7 is missing"))
    with pytest.raises(ConflictError) as refused:
        execute(house, DORA, TOURNAMENTS, bee, c.CloseRound("", bees.HARE))
    assert refused.value.code == "results-missing"
    # ZED: Z 10 × 2, E 1, D 2 × 2 = 25. Z and D, 12 points, are no longer unplayed.
    bees.paint(house, owls, "I7 ZED")
    execute(house, DORA, BOARDS, owls, h.SubmitBoard("", "Ann"))
    assert total(house, bee) == before + 25 + 12
    agree(house, bee)
    execute(house, DORA, TOURNAMENTS, bee, c.CloseRound("", bees.HARE))
    with pytest.raises(ConflictError) as refused:
        execute(house, judith(bee), BOARDS, owls, h.ReopenBoard("Judith", "again"))
    assert refused.value.code == "round-closed"


def test_a_directors_correction_is_on_the_board_and_later_ones_come_on_top(house: Context, bee: str) -> None:
    owls, before = bees.boards(house, bee)["Owls"], total(house, bee)
    table = int(owls.rpartition("/")[2].partition(".")[0])
    correct = c.CorrectResult("", bees.HARE, 1, table, (before + 40,), "ROTARY was overlooked")
    execute(house, DORA, TOURNAMENTS, bee, correct)
    assert total(house, bee) == before + 40
    agree(house, bee)
    execute(house, judith(bee), BOARDS, owls, h.CorrectPoints("Judith", 5, "a tile"))
    assert total(house, bee) == before + 45
    agree(house, bee)


def test_the_undo_of_a_directors_correction_is_on_the_board_too(house: Context, bee: str) -> None:
    owls, before = bees.boards(house, bee)["Owls"], total(house, bee)
    table = int(owls.rpartition("/")[2].partition(".")[0])
    execute(house, DORA, TOURNAMENTS, bee, c.CorrectResult("", bees.HARE, 1, table, (999,), "a slip"))
    take_back(house, DORA, bee, None, "the other table")
    assert total(house, bee) == before
    agree(house, bee)


def test_a_correction_that_the_program_did_not_live_to_hand_on_counts_after_the_next_start(
    tmp_path: Path,
) -> None:
    place, computer = tmp_path / "house.db", Computer()
    with serving(place, computer) as context:
        bee = bees.evening(context)
        bees.begin(context, bee)
        bees.close(context, bee)
        owls, before = bees.boards(context, bee)["Owls"], total(context, bee)
        vars(context)["follow_ups"] = {}
        execute(context, judith(bee), BOARDS, owls, h.CorrectPoints("Judith", 10, "a tile was misread"))
        assert total(context, bee) == before
    with serving(place, computer) as context:
        assert total(context, bee) == before + 10
        agree(context, bee)


def test_points_are_not_corrected_where_they_could_not_count(house: Context) -> None:
    bee = bees.evening(house)
    bees.begin(house, bee)
    execute(house, DORA, TOURNAMENTS, bee, c.CallRoundTime("", bees.HARE))
    owls = bees.boards(house, bee)["Owls"]
    table = int(owls.rpartition("/")[2].partition(".")[0])
    execute(house, DORA, TOURNAMENTS, bee, c.HandInSheet("", bees.HARE, 1, table, (700,), (1,)))
    with pytest.raises(ConflictError) as refused:
        execute(house, judith(bee), BOARDS, owls, h.CorrectPoints("Judith", 10, "a tile"))
    assert refused.value.code == "total-on-paper"
    # The board itself comes later, and counts.
    execute(house, DORA, BOARDS, owls, h.SubmitBoard("", "Ann"))
    agree(house, bee)


@pytest.mark.clause("bee-teams")
def test_a_board_is_signed_off_by_a_member_of_the_team_and_by_the_word_waiter(house: Context) -> None:
    bee = bees.evening(house)
    bees.begin(house, bee)
    execute(house, DORA, TOURNAMENTS, bee, c.CallRoundTime("", bees.HARE))
    owls = bees.boards(house, bee)["Owls"]
    walt = holder("Walt", Role.TABLE_SCOREKEEPER, bee)
    with pytest.raises(IllegalError) as refused:
        execute(house, walt, BOARDS, owls, h.SubmitBoard("Walt", "Somebody"))
    assert (refused.value.code, refused.value.clause) == ("not-a-member", "bee-teams")
    assert "Somebody is not a member of Owls" in refused.value.sentence
    (signed,) = execute(house, walt, BOARDS, owls, h.SubmitBoard("Walt", "Ann")).facts
    assert isinstance(signed, BoardSubmitted)
    assert (signed.by, signed.member) == ("Walt", "Ann")
