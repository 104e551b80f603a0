"""Chances to win by score and number of tiles left, and the turn of a game in which they changed most.

No rack and no word list is asked.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from wordwaiter.engine.win_model import shipped_win_model
from wordwaiter.game.holdings import count_of
from wordwaiter.game.result import Won, outcome
from wordwaiter.game.table import Position, Table, Turn

_TWO: Final = 2
_LEAST: Final = 0.1
"""A turn that changed less was no turning point."""


def chance_of_mover(position: Position, scores: tuple[int, ...], table: Table, seat: int) -> float:
    """Returns how often the seat to move wins, from 0 to 1, in a game of two sides."""
    side, tile_set = table.seats[seat].side, table.rulebook.table.tile_set
    lead = scores[side] - scores[1 - side]
    unseen = tile_set.size - position.board.tile_counts().total() - count_of(position.racks[seat])
    return shipped_win_model(tile_set.name).chance(1000 * lead, max(unseen, 0))


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The turn that did most for whoever won."""

    turn: Turn
    winner: int
    """The side."""
    before: float
    """The winner's chance, from 0 to 1."""
    after: float


def turning_point(table: Table) -> TurningPoint | None:
    """Returns the turn in which the winner's chance rose most; nothing where none stands out."""
    ended = outcome(table)
    is_told = not any(turn.before.partial for turn in table.turns)
    if ended is None or not isinstance(ended.verdict, Won) or len(table.sides) != _TWO or not is_told:
        return None
    winner = ended.verdict.side
    chances = [_chance_of(winner, table, turn) for turn in table.turns]
    found = [
        TurningPoint(turn, winner, before, after)
        for turn, (before, after) in zip(table.turns, pairwise((*chances, 1.0)), strict=True)
        if after - before >= _LEAST
    ]
    return max(found, key=lambda each: each.after - each.before, default=None)


def _chance_of(side: int, table: Table, turn: Turn) -> float:
    """The chance of a side when a turn begins."""
    chance = chance_of_mover(turn.before, turn.before.scores, table, turn.seat)
    return chance if table.seats[turn.seat].side == side else 1 - chance
