"""From the signal to the board that is handed in."""

import pytest

from game.hare.rounds import Round, board_of, opening
from wordwaiter.game.hare.commands import (
    CorrectPoints,
    PaintBoard,
    ReopenBoard,
    SignalEnd,
    SubmitBoard,
    TellUnplayed,
    WithdrawSignal,
)
from wordwaiter.game.hare.decide import RoundStage, score_of, tally_of
from wordwaiter.game.hare.score import LineCause

EVENING = ("8H LITERACY", "J8 TURTLE", "L8 ROTARY", "N7 ACME")


def entered(*plays: str, number: int = 1, removed: str | None = None) -> Round:
    """A round that has ended, with its board entered."""
    played = Round(opening(number, surprise="TURTLE", sponsors=("ROTARY", "ACME"), removed=removed))
    played.does(SignalEnd("emcee"))
    played.paints(*plays)
    return played


def submitted(*plays: str) -> Round:
    played = entered(*plays)
    played.does(SubmitBoard("Waiter", "Ann"))
    return played


@pytest.mark.clause("bee-hare-5-6")
@pytest.mark.clause("bee-12")
def test_the_score_of_the_evenings_board_is_told_line_by_line() -> None:
    # Words 84 + 8 + 20 + 10, and 31 of 187 points on the board.
    score = score_of(entered(*EVENING).state)
    assert [(line.cause, line.points, line.clause) for line in score.lines] == [
        (LineCause.WORDS, 122, "bee-7"),
        (LineCause.BONUS, 100, "bee-sponsor"),
        (LineCause.BONUS, 100, "bee-sponsor"),
        (LineCause.BONUS, 50, "bee-surprise"),
        (LineCause.UNPLAYED, -156, "bee-12"),
    ]
    assert score.total == 216
    assert score.explain() == (
        "4 words: +122",
        "sponsor ROTARY: +100",
        "sponsor ACME: +100",
        "surprise TURTLE: +50",
        "unplayed tiles: -156",
        "together 216",
    )


@pytest.mark.clause("bee-hare-5-6")
def test_the_board_is_entered_and_handed_in() -> None:
    played = submitted(*EVENING)
    assert (played.state.stage, played.state.checked_by) == (RoundStage.SUBMITTED, "Ann")
    assert score_of(played.state).total == 216


@pytest.mark.clause("bee-hare-5-6")
def test_steps_come_in_their_order() -> None:
    played = Round(opening())
    assert played.refuses(SubmitBoard("Waiter", "Ann")).code == "round-building"
    played.does(SignalEnd("emcee"))
    assert played.refuses(ReopenBoard("scoring table", "why not")).code == "round-entering"
    played.does(SubmitBoard("Waiter", "Ann"))
    assert played.refuses(PaintBoard("Waiter", board_of(*EVENING))).code == "board-submitted"
    assert played.refuses(WithdrawSignal("emcee", "oh")).code == "round-submitted"
    assert played.refuses(SubmitBoard("Waiter", "Ann")).code == "round-submitted"


def test_a_member_of_the_team_checks_the_board() -> None:
    assert entered(*EVENING).refuses(SubmitBoard("Waiter", " ")).code == "no-member"


def test_a_board_that_was_handed_in_can_be_reopened_with_a_reason() -> None:
    played = submitted(*EVENING)
    assert played.refuses(ReopenBoard("scoring table", "")).code == "no-reason"
    played.does(ReopenBoard("scoring table", "row 9 is missing"))
    assert played.state.checked_by is None
    played.paints(*EVENING, "9N MA")
    played.does(SubmitBoard("Waiter", "Ben"))


@pytest.mark.clause("bee-12")
def test_where_the_removed_tiles_are_unknown_the_word_waiter_adds_up_what_is_left() -> None:
    played = entered(*EVENING, number=2)
    assert played.refuses(SubmitBoard("Waiter", "Ann")).code == "unplayed-unknown"
    played.does(TellUnplayed("Waiter", 120))
    assert tally_of(played.state).total == 122 + 250 - 120
    assert played.refuses(TellUnplayed("Waiter", -1)).code == "bad-points"
    played.does(TellUnplayed("Waiter", 117))
    played.does(SubmitBoard("Waiter", "Ann"))
    assert score_of(played.state).total == 122 + 250 - 117


UNPLAYED = "Any unplayed tiles will have their value subtracted from the total score at the end of each game."


@pytest.mark.clause("bee-12", UNPLAYED)
def test_a_value_that_the_tiles_left_over_cannot_have_is_refused_with_both_bounds() -> None:
    # LITERACY takes 13 of 187 points and 8 of 100 tiles; of the 92 unseen, 20 are out and 72 left. The 20
    # dearest: Q and Z 10, J and X 8, K 5, of value 4 two each of F, H, V, W and one Y, of value 3 two each of
    # B, M, P and one C make 15 of 5 + 9 + 6: 36 + 5 + 36 + 18 = 95. The 20 cheapest: 2 blanks and 18 of 1.
    played = entered("8H LITERACY", number=2)
    for wrong in (0, 999, 78, 157):
        refused = played.refuses(TellUnplayed("Waiter", wrong))
        assert refused.code == "unplayed-impossible", wrong
        assert "72 tiles are left over, worth 79 to 156 points" in str(refused), str(refused)
    played.does(TellUnplayed("Waiter", 79))
    played.does(TellUnplayed("Waiter", 156))
    # Five more tiles are on the board, and 67 are left over: the board is not handed in with the value of 72.
    played.paints("8H LITERACY", "N8 CHEESE")
    assert played.refuses(SubmitBoard("Waiter", "Ann")).code == "unplayed-impossible"


@pytest.mark.clause("bee-12")
def test_the_value_is_not_asked_for_where_the_removed_tiles_are_known() -> None:
    played = entered(*EVENING, number=3, removed="QEEEEEEEEE")
    assert played.refuses(TellUnplayed("Waiter", 5)).code == "unplayed-known"
    # Removed: Q 10 and nine E.
    assert tally_of(played.state).unplayed.points == 156 - 19


def test_a_value_told_before_the_signal_was_taken_back_is_forgotten() -> None:
    played = entered(*EVENING, number=2)
    played.does(TellUnplayed("Waiter", 120))
    played.does(WithdrawSignal("emcee", "the wrong button"))
    assert played.refuses(TellUnplayed("Waiter", 120)).code == "round-building"
    assert "unplayed-unknown" in {problem.code.value for problem in tally_of(played.state).problems}


def test_points_are_corrected_with_a_reason_after_the_signal() -> None:
    running = Round(opening())
    assert running.refuses(CorrectPoints("judge", 5, "too early")).code == "round-running"
    played = submitted(*EVENING)
    assert played.refuses(CorrectPoints("judge", 5, "")).code == "no-reason"
    assert played.refuses(CorrectPoints("judge", 0, "nothing")).code == "bad-points"
    played.does(CorrectPoints("director", 3, "a tile was misread"))
    assert score_of(played.state).total == 219
    assert "director: a tile was misread: +3" in score_of(played.state).explain()
