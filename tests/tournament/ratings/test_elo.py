"""Expected wins and multipliers as they are published, and the estimate of a tournament."""

import pytest

from wordwaiter.tournament.ratings.elo import RatedGame, expected_wins, multiplier, new_rating


@pytest.mark.parametrize(
    ("difference", "expected"),
    # 1 / (1 + e^(-0.0031879 d)): e^-0.63758 is 0.52857, e^-1.27516 is 0.27939.
    [(0, 0.5), (200, 0.6542), (400, 0.7816), (-200, 0.3458)],
)
def test_the_expectation_is_the_published_logistic_curve(difference: int, expected: float) -> None:
    assert expected_wins(1500 + difference, 1500) == pytest.approx(expected, abs=0.0001)


@pytest.mark.parametrize(
    ("rating", "games", "worth"),
    [(1799, 50, 20), (1799, 49, 30), (1800, 50, 16), (1999, 49, 24), (2000, 50, 10), (2000, 49, 15)],
)
def test_a_surplus_win_is_worth_less_the_higher_and_the_longer_one_is_rated(
    rating: int, games: int, worth: int
) -> None:
    assert multiplier(rating, games) == worth


def test_a_rating_moves_by_its_multiplier_times_the_wins_that_nobody_expected() -> None:
    # Against equals, three wins of four are one more than expected: 20 points.
    games = [RatedGame(1500, won) for won in (1, 1, 1, 0)]
    assert new_rating(1500, games, games_before=100) == pytest.approx(1520)


def test_what_one_gains_another_of_the_same_multiplier_loses() -> None:
    winner = new_rating(1600, [RatedGame(1400, 1)], 100)
    loser = new_rating(1400, [RatedGame(1600, 0)], 100)
    assert winner + loser == pytest.approx(3000)
