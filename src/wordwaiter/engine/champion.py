"""The champion: equity first, simulation in the middle of a game, proof at its end.

What it does in a turn is in the native core (`crates/tilecore/src/champion`).
"""

from dataclasses import dataclass
from typing import Final

from wordwaiter import _core
from wordwaiter.engine.candidates import Candidate, PassTurn, exchange_turn, placed_turn
from wordwaiter.engine.engine import Engine
from wordwaiter.engine.native_errors import engine_errors_as_ours
from wordwaiter.engine.outlook import outlook_of
from wordwaiter.engine.play import Play
from wordwaiter.engine.win_model import shipped_win_model
from wordwaiter.notation.cgp import Position
from wordwaiter.rules.board import Board
from wordwaiter.rules.layout import Direction, Square
from wordwaiter.rules.placement import Placement
from wordwaiter.rules.rack import Rack, rack_of

_TILES_A_TURN: Final = 4.5
_RESERVE: Final = 2
"""Turns' worth of time that is left for the end, which takes longest."""
_LEAST_SECONDS: Final = 0.05
_NOTHING: Final = Rack(())


@dataclass(frozen=True, slots=True)
class Pace:
    """How much the champion thinks about a turn.

    Without `seconds`, the turn depends on the position, the seed and the numbers here alone.
    """

    draws: int = 500
    plies: int = 4
    """Turns that it looks ahead in an endgame."""
    positions: int = 1 << 20
    """Positions that it looks at in an endgame, at most. With a blank, some have millions."""
    seconds: float | None = None
    """By the clock, instead of draws, plies and positions."""
    threads: int = 1
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Before:
    """What the other side did in its last turn; it tells of the tiles that it kept."""

    board: Board
    """Before that turn."""
    laid: Rack = _NOTHING
    points: int = 0
    exchanged: int = 0
    """How many tiles were exchanged, if that was the turn."""


def seconds_for(remaining_s: float, unseen: int) -> float:
    """Shares the time on a chess clock out among the turns that are still to come."""
    turns = max(1.0, unseen / (2 * _TILES_A_TURN)) + _RESERVE
    return max(_LEAST_SECONDS, remaining_s / turns)


def champion_turn(
    engine: Engine, stand: Position, pace: Pace | None = None, before: Before | None = None
) -> Candidate:
    """Returns the turn that the champion makes; the racks of `stand` are as the side to move knows them."""
    pace = pace or Pace()
    outlook_of(stand, engine.rulebook)  # a position that cannot be is refused
    mine, others = stand.racks
    last = None
    if before is not None:
        there = engine.at(before.board).native
        last = (there, engine.kinds(before.laid), before.points, before.exchanged)
    with engine_errors_as_ours():
        placed, kept = _core.champion_turn(
            engine.native,
            engine.game_rules(),
            shipped_win_model(engine.tile_set.name),
            engine.at(stand.board).native,
            (engine.kinds(mine), engine.kinds(others)),
            (stand.scores[0] - stand.scores[1], stand.scoreless),
            last,
            (pace.draws, pace.plies, pace.positions, pace.seconds, pace.threads, pace.seed),
        )
    if placed is not None:
        return placed_turn(engine, stand, _placement(engine, stand.board, placed))
    if kept is not None:
        labels = {code: label for label, code in engine.codes.items()}
        left = rack_of((labels[kind] for kind in kept), engine.tile_set)
        thrown = rack_of((mine.counts() - left.counts()).elements(), engine.tile_set)
        return exchange_turn(engine, stand, thrown)
    return PassTurn(mine)


def _placement(engine: Engine, board: Board, parts: tuple[int, int, bool, bytes, int]) -> Placement:
    row, col, down, tiles, score = parts
    direction = Direction.DOWN if down else Direction.ACROSS
    laid = tuple(map(engine.placed_tiles.__getitem__, tiles))
    return Play(Square(row, col), direction, laid, score, Rack(()), 0, 0).placement(board)
