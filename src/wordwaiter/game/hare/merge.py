"""Two devices paint one board: what each has painted comes together, square by square."""

from collections.abc import Sequence
from dataclasses import dataclass

from wordwaiter.rules.board import Board
from wordwaiter.rules.layout import Square


@dataclass(frozen=True, slots=True)
class Merge:
    """A board with what was painted on it by others and by oneself."""

    board: Board
    """With one's own tiles where both have painted."""
    contested: tuple[Square, ...]
    """Where others have painted something else than oneself."""


def merge(ours: Board, seen: Sequence[Board], theirs: Board) -> Merge:
    """Merges a board painted over an older version with the one that is there now.

    `seen` has the saved board on which it was painted, then what the same device has sent since without
    hearing of it: that may lie there already, and is nobody else's.
    """
    first = seen[0]
    taken: list[Square] = []
    contested: list[Square] = []
    for square in theirs.layout.squares():
        mine, there = ours.at(square), theirs.at(square)
        if mine == there:
            continue
        if any(there == each.at(square) for each in seen):
            taken.append(square)
        elif mine != first.at(square):
            taken.append(square)
            contested.append(square)
    laid = ((square, ours.at(square)) for square in taken)
    board = theirs.without_tiles(taken).with_tiles(
        (square, tile) for square, tile in laid if tile is not None
    )
    return Merge(board, tuple(contested))
