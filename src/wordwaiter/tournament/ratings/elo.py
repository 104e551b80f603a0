"""New ratings by expected and actual wins, as NASPA publishes them: a multiplier times the difference.

The expectation is logistic. The multiplier depends on the rating, and on whether somebody is new to it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

SLOPE: Final = 0.0031879
"""Of the logistic curve, by rating point."""
NEW_BELOW: Final = 50
"""Rated games below which ratings move faster."""


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game as a rating sees it."""

    opponent: float
    """The opponent's rating before the tournament."""
    won: float
    """1 for a win, 0.5 for a tie, 0 for a loss."""


def expected_wins(rating: float, opponent: float) -> float:
    """Returns how much of a game is expected of a rating against another."""
    return 1 / (1 + math.exp(SLOPE * (opponent - rating)))


def multiplier(rating: float, games_before: int) -> int:
    """Returns the worth of a win above expectation."""
    is_new = games_before < NEW_BELOW
    if rating < 1800:
        return 30 if is_new else 20
    if rating < 2000:
        return 24 if is_new else 16
    return 15 if is_new else 10


def new_rating(rating: float, games: Sequence[RatedGame], games_before: int) -> float:
    """The rating after these games, each against a rating from before the tournament."""
    surplus = sum(game.won - expected_wins(rating, game.opponent) for game in games)
    return rating + multiplier(rating, games_before) * surplus
