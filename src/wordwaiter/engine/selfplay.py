"""Games of the static player against itself or another: what they came to, whatever the number of threads."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from wordwaiter import _core
from wordwaiter.engine.engine import Engine
from wordwaiter.engine.native_errors import engine_errors_as_ours

_CHUNK: Final = 2048
"""Games between two reports of progress; threads wait for each other only there."""

_NORMAL_95: Final = 1.96


@dataclass(frozen=True, slots=True)
class Mean:
    """An average, and how far the true one may be off: half of a 95 % confidence interval."""

    value: float
    within: float


@dataclass(frozen=True, slots=True)
class GamesPlayed:
    """The results of many games between two players; in every second game the second player began."""

    games: int
    turns: int
    bingos: int
    """Plays of a full rack."""
    exchanges: int
    passes: int
    wins: tuple[int, int]
    points: tuple[int, int]
    squares: tuple[int, int]
    """The squares of each player's points, added up."""
    spread_squares: int
    first_spread: int
    """Points of those who began, less those of the others."""

    def score(self, player: int) -> Mean:
        """A player's points a game."""
        return mean_of(self.points[player], self.squares[player], self.games)

    def spread(self) -> Mean:
        """The first player's points a game less the second's."""
        return mean_of(self.points[0] - self.points[1], self.spread_squares, self.games)

    def __add__(self, other: "GamesPlayed") -> "GamesPlayed":
        return GamesPlayed(
            self.games + other.games,
            self.turns + other.turns,
            self.bingos + other.bingos,
            self.exchanges + other.exchanges,
            self.passes + other.passes,
            (self.wins[0] + other.wins[0], self.wins[1] + other.wins[1]),
            (self.points[0] + other.points[0], self.points[1] + other.points[1]),
            (self.squares[0] + other.squares[0], self.squares[1] + other.squares[1]),
            self.spread_squares + other.spread_squares,
            self.first_spread + other.first_spread,
        )


NO_GAMES: Final = GamesPlayed(0, 0, 0, 0, 0, (0, 0), (0, 0), (0, 0), 0, 0)


def mean_of(total: float, squares: float, count: int) -> Mean:
    """The average of values whose sum and sum of squares are known."""
    if count == 0:
        return Mean(0.0, 0.0)
    mean = total / count
    variance = max(0.0, squares / count - mean * mean)
    return Mean(mean, _NORMAL_95 * math.sqrt(variance / count))


@dataclass(frozen=True, slots=True)
class Players:
    """The leave values of two players, and whether each bag is dealt twice with the parts exchanged."""

    leaves: tuple[_core.Leaves | None, _core.Leaves | None]
    mirrored: bool = False


def play_games(
    engine: Engine,
    games: int,
    *,
    seed: int,
    threads: int = 1,
    players: Players | None = None,
    report: Callable[[int], None] | None = None,
) -> GamesPlayed:
    """Play games; the same for a seed whatever the threads. `report` hears how many are done."""
    players = players or Players((engine.leaves, engine.leaves))
    rules = engine.game_rules()
    total = NO_GAMES
    for first in range(0, games, _CHUNK):
        last = min(games, first + _CHUNK)
        with engine_errors_as_ours():
            parts = engine.native.self_play(
                rules,
                games=(first, last),
                threads=threads,
                seed=seed,
                leaves=players.leaves,
                mirrored=players.mirrored,
            )
        total += GamesPlayed(*parts)
        if report:
            report(last)
    return total
