"""Glicko-2: a rating with its deviation and volatility, after a period of games.

The steps are those of Glickman's description of the system; names are his. Ratings are handed in and out on
the usual scale, where somebody new has 1500 with a deviation of 350.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

SCALE: Final = 173.7178
CENTRE: Final = 1500.0
_CLOSE: Final = 1e-6
"""How near the volatility is found."""


@dataclass(frozen=True, slots=True)
class Glicko:
    """A rating with how sure it is, and how steady."""

    rating: float = CENTRE
    deviation: float = 350.0
    volatility: float = 0.06


@dataclass(frozen=True, slots=True)
class GlickoGame:
    """A game against somebody, rated before the period."""

    opponent: Glicko
    won: float
    """1 for a win, 0.5 for a tie, 0 for a loss."""


def after_period(before: Glicko, games: Sequence[GlickoGame], tau: float = 0.5) -> Glicko:
    """The rating after a period; without games only the deviation grows."""
    phi = before.deviation / SCALE
    if not games:
        grown = math.hypot(phi, before.volatility)
        return Glicko(before.rating, grown * SCALE, before.volatility)
    mu = (before.rating - CENTRE) / SCALE
    pulls = [(_g(game), _expected(mu, game), game.won) for game in games]
    variance = 1 / sum(g * g * expected * (1 - expected) for g, expected, _ in pulls)
    surplus = sum(g * (won - expected) for g, expected, won in pulls)
    volatility = _volatility(before.volatility, phi, variance, variance * surplus, tau)
    wide = math.hypot(phi, volatility)
    narrow = 1 / math.sqrt(1 / (wide * wide) + 1 / variance)
    return Glicko(CENTRE + SCALE * (mu + narrow * narrow * surplus), SCALE * narrow, volatility)


def _g(game: GlickoGame) -> float:
    """Returns how much a game counts: less against somebody whose rating is unsure."""
    phi = game.opponent.deviation / SCALE
    return 1 / math.sqrt(1 + 3 * phi * phi / (math.pi * math.pi))


def _expected(mu: float, game: GlickoGame) -> float:
    opponent = (game.opponent.rating - CENTRE) / SCALE
    return 1 / (1 + math.exp(-_g(game) * (mu - opponent)))


def _volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """The new volatility: where Glickman's function is zero, found between two bounds (Illinois method)."""
    start = math.log(sigma * sigma)

    def f(x: float) -> float:
        wide = phi * phi + variance + math.exp(x)
        return math.exp(x) * (delta * delta - wide) / (2 * wide * wide) - (x - start) / (tau * tau)

    low = start
    if delta * delta > phi * phi + variance:
        high = math.log(delta * delta - phi * phi - variance)
    else:
        step = 1
        while f(start - step * tau) < 0:
            step += 1
        high = start - step * tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
