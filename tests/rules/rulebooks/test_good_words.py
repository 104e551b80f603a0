"""What follows when challenged words are good, by the choice of the rulebook."""

import pytest

from wordwaiter.rules.rulebooks.good_words import (
    ChallengePoints,
    ChallengerLoses,
    ChallengerLosesNextTurn,
    ChallengerLosesTurn,
    GoodWord,
    NoPenalty,
    OpponentGains,
    OpponentGainsPerWord,
)

EVERY: list[tuple[GoodWord, bool, tuple[int, int], str]] = [
    (ChallengerLosesTurn(), True, (0, 0), "the challenger loses the turn that comes now"),
    (ChallengerLosesNextTurn(), True, (0, 0), "the challenger loses its next turn"),
    (NoPenalty(), False, (0, 0), "nothing follows"),
    (OpponentGains(5), False, (0, 5), "the side that was challenged gains 5 points"),
    (OpponentGainsPerWord(5), False, (0, 10), "the side that was challenged gains 5 points for each word"),
    (ChallengerLoses(25), False, (-25, 0), "the challenger loses 25 points"),
]


@pytest.mark.parametrize(("choice", "costs_turn", "points", "sentence"), EVERY)
def test_a_choice_tells_what_two_good_words_bring(
    choice: GoodWord, costs_turn: bool, points: tuple[int, int], sentence: str
) -> None:
    assert (choice.costs_turn, choice.award(2), choice.sentence()) == (
        costs_turn,
        ChallengePoints(*points),
        sentence,
    )


def test_every_choice_is_asked() -> None:
    assert {type(choice) for choice, *_ in EVERY} == set(GoodWord.__args__)


def test_points_go_to_the_sides_of_the_challenge() -> None:
    assert ChallengePoints(-3, 5).by_side(challenger=2, challenged=0, sides=3) == (5, 0, -3)
