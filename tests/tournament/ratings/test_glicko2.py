"""Glicko-2, checked against the example that Glickman publishes with its description."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordwaiter.tournament.ratings.glicko2 import Glicko, GlickoGame, after_period

BEFORE = Glicko(1500, 200, 0.06)
PERIOD = (
    GlickoGame(Glicko(1400, 30), 1),
    GlickoGame(Glicko(1550, 100), 0),
    GlickoGame(Glicko(1700, 300), 0),
)


def test_the_published_example_gives_the_published_rating() -> None:
    """1500 with a deviation of 200 beats 1400 (30), loses to 1550 (100) and to 1700 (300); tau is 0.5."""
    after = after_period(BEFORE, PERIOD)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_games_only_the_deviation_grows() -> None:
    after = after_period(BEFORE, ())
    assert after.rating == 1500
    assert after.deviation == pytest.approx(math.hypot(200, 0.06 * 173.7178))


ratings = st.floats(1200, 1900)
games = st.lists(
    st.builds(GlickoGame, st.builds(Glicko, ratings, st.floats(30, 350)), st.sampled_from([0.0, 0.5, 1.0])),
    min_size=1,
    max_size=12,
)


@given(ratings, st.floats(30, 350), games)
def test_more_wins_never_lower_a_rating(rating: float, deviation: float, period: list[GlickoGame]) -> None:
    before = Glicko(rating, deviation)
    better = [GlickoGame(game.opponent, 1.0) for game in period]
    assert after_period(before, better).rating >= after_period(before, period).rating - 25  # volatility moves
    assert after_period(before, better).rating >= rating - 1e-6


@given(ratings, st.floats(60, 350), games)
def test_the_volatility_is_where_the_function_of_the_paper_is_zero(
    rating: float, deviation: float, period: list[GlickoGame]
) -> None:
    """A plain bisection over the same condition, written from the paper alone, finds the same volatility."""
    before = Glicko(rating, deviation)
    scale, tau = 173.7178, 0.5
    mu, phi = (rating - 1500) / scale, deviation / scale
    pulls = []
    for game in period:
        g = 1 / math.sqrt(1 + 3 * (game.opponent.deviation / scale) ** 2 / math.pi**2)
        expected = 1 / (1 + math.exp(-g * (mu - (game.opponent.rating - 1500) / scale)))
        pulls.append((g, expected, game.won))
    v = 1 / sum(g * g * e * (1 - e) for g, e, _ in pulls)
    delta = v * sum(g * (won - e) for g, e, won in pulls)

    def f(x: float) -> float:
        wide = phi**2 + v + math.exp(x)
        return math.exp(x) * (delta**2 - wide) / (2 * wide**2) - (x - math.log(0.06**2)) / tau**2

    low, high = math.log(0.06**2) - 40, math.log(0.06**2) + 40
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    assert after_period(before, period).volatility == pytest.approx(math.exp(low / 2), rel=1e-4)
