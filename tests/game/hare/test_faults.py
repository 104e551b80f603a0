"""Boards with which something is wrong: no result before a judge has ruled, and every ruling undone."""

import pytest

from game.hare.rounds import Round, opening
from wordwaiter.game.hare.challenge import PlacedWord
from wordwaiter.game.hare.commands import (
    AcceptFault,
    ReopenBoard,
    SignalEnd,
    StrikeWords,
    SubmitBoard,
    UndoFaultRuling,
)
from wordwaiter.game.hare.decide import has_result, score_of
from wordwaiter.game.hare.faults import words_to_strike
from wordwaiter.game.hare.round import open_faults
from wordwaiter.rules.layout import parse_start

CONNECT = "Connect ALL words! When adding a word to the board, it must connect to another word."
SPONSOR = (
    "Any team choosing to incorporate one or more of these names on their board will receive 100 additional "
    "points for EACH sponsor word per round."
)
AT_MOST_TEN = "The maximum word length is 10 letters."
OUT = "In Round 3, 10 letter tiles will be randomly removed."
STARTING = (
    "Letters must be placed horizontally on the board with the first letter of the word placed on the "
    "scrabble board's center, pink STAR."
)


def submitted(*plays: str, number: int = 1, removed: str | None = None) -> Round:
    played = Round(opening(number, sponsors=("ACME",), removed=removed))
    played.does(SignalEnd("emcee"))
    played.paints(*plays)
    played.does(SubmitBoard("Waiter", "Ann"))
    return played


def keys(played: Round) -> list[str]:
    return [fault.key for fault in open_faults(played.state)]


def placed(text: str) -> PlacedWord:
    start, _, word = text.partition(" ")
    return PlacedWord(word, *parse_start(start))


@pytest.mark.clause("bee-1", CONNECT)
@pytest.mark.clause("bee-11", AT_MOST_TEN)
@pytest.mark.clause("bee-5", STARTING)
@pytest.mark.clause("bee-hare-7", OUT)
@pytest.mark.parametrize(
    ("plays", "number", "removed", "wanted"),
    [
        (("8H LITERACY", "1A CAT"), 1, None, ["not-connected 1A CAT"]),
        (("8E PRELITERACY",), 1, None, ["word-too-long 8E PRELITERACY"]),
        (("8G LITERAC", "M8 COW"), 1, None, ["starting-word-moved 8H LITERACY"]),
        (("8H LITERACY", "N8 CHEESE"), 3, "EEEEEEEEEE", ["removed-tile-used 8K"]),
    ],
)
def test_a_board_that_breaks_a_rule_has_no_result_until_it_is_accepted_for_a_reason(
    plays: tuple[str, ...], number: int, removed: str | None, wanted: list[str]
) -> None:
    played = submitted(*plays, number=number, removed=removed)
    assert keys(played) == wanted
    assert not has_result(played.state)
    before = score_of(played.state).total
    (key,) = wanted
    assert played.refuses(AcceptFault("Judith", key, " ")).code == "no-reason"
    assert played.refuses(AcceptFault("Judith", "other", "why not")).code == "no-such-fault"
    played.does(AcceptFault("Judith", key, "the emcee had allowed it"))
    assert has_result(played.state)
    assert score_of(played.state).total == before
    assert played.refuses(AcceptFault("Judith", key, "again")).code == "no-such-fault"
    assert played.refuses(UndoFaultRuling("Judith", key, "")).code == "no-reason"
    played.does(UndoFaultRuling("Judith", key, "a slip"))
    assert not has_result(played.state)
    assert played.refuses(UndoFaultRuling("Judith", key, "a slip")).code == "not-ruled"


@pytest.mark.clause("bee-1", CONNECT)
def test_a_struck_word_takes_its_points_and_its_bonus_with_it() -> None:
    # ACME in the corner: A 1, C 3, M 3, E 1 × 2 = 9, tripled 27, and the 100 of a sponsor.
    played = submitted("8H LITERACY", "1A ACME")
    before = score_of(played.state).total
    (fault,) = open_faults(played.state)
    assert [(str(word), word.points) for word in words_to_strike(played.state, fault)] == [("1A ACME", 127)]
    assert played.refuses(StrikeWords("Judith", fault.key, (), "not connected")).code == "no-words-struck"
    literacy = StrikeWords("Judith", fault.key, (placed("8H LITERACY"),), "not connected")
    assert played.refuses(literacy).code == "no-such-word"
    played.does(StrikeWords("Judith", fault.key, (placed("1A ACME"),), "not connected"))
    assert has_result(played.state)
    assert score_of(played.state).total == before - 127
    assert "1A ACME is struck: -127" in score_of(played.state).explain()
    played.does(UndoFaultRuling("Judith", fault.key, "it touches LITERACY after all"))
    assert score_of(played.state).total == before


@pytest.mark.clause("bee-sponsor", SPONSOR)
def test_a_sponsor_that_stands_twice_earns_its_bonus_until_both_are_struck() -> None:
    # Each ACME counts 27: at 1A the E is doubled at D1, at 15L the A at L15: 9, tripled in the corner.
    played = submitted("8H LITERACY", "1A ACME", "15L ACME")
    before = score_of(played.state).total
    first, second = (f"not-connected {place} ACME" for place in ("1A", "15L"))
    faults = {fault.key: fault for fault in open_faults(played.state)}
    assert [
        word.points for key in (first, second) for word in words_to_strike(played.state, faults[key])
    ] == [
        27,
        27,
    ]
    played.does(StrikeWords("Judith", first, (placed("1A ACME"),), "not connected"))
    assert score_of(played.state).total == before - 27
    assert [word.points for word in words_to_strike(played.state, faults[second])] == [127]
    played.does(StrikeWords("Judith", second, (placed("15L ACME"),), "not connected"))
    assert score_of(played.state).total == before - 27 - 27 - 100
    played.does(UndoFaultRuling("Judith", first, "it was connected"))
    assert score_of(played.state).total == before - 27, "the one at 1A earns the bonus again"


@pytest.mark.clause("bee-11", AT_MOST_TEN)
def test_each_fault_is_ruled_on_and_a_word_is_struck_once() -> None:
    played = submitted("8E PRELITERACY", "1A CAT")
    assert keys(played) == ["not-connected 1A CAT", "word-too-long 8E PRELITERACY"]
    played.does(StrikeWords("Judith", "not-connected 1A CAT", (placed("1A CAT"),), "not connected"))
    assert not has_result(played.state)
    played.does(
        StrikeWords("Judith", "word-too-long 8E PRELITERACY", (placed("8E PRELITERACY"),), "eleven letters")
    )
    # Both words are struck; of 187 points 18 and 5 lie on the board.
    assert score_of(played.state).total == -(187 - 23)


def test_a_board_that_is_entered_again_is_looked_at_anew() -> None:
    played = submitted("8H LITERACY", "1A CAT")
    played.does(AcceptFault("Judith", "not-connected 1A CAT", "it is late"))
    played.does(ReopenBoard("Judith", "CAT lies at 9I"))
    assert played.refuses(AcceptFault("Judith", "not-connected 1A CAT", "again")).code == "not-submitted"
    played.does(SubmitBoard("Waiter", "Ann"))
    assert keys(played) == ["not-connected 1A CAT"]
    played.does(ReopenBoard("Judith", "CAT lies at J7"))
    played.paints("8H LITERACY", "J7 ATE")
    played.does(SubmitBoard("Waiter", "Ann"))
    assert has_result(played.state)


def test_a_note_is_no_reason_to_ask_the_judges() -> None:
    assert has_result(submitted("8H LITERACY", "N7 ACMES").state)
