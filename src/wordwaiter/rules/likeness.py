"""Whether two boards are nearly one: some tiles changed or taken off, all of it mirrored, or moved aside."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from wordwaiter.rules.board import Board

_FEW: Final = 3
"""Tiles of a board that can hardly be told from another one by what lies on it."""
_ENOUGH: Final = 8
"""Tiles in place that two games never share by chance; nor do they share a quarter of a full board."""
_ENOUGH_IF_MOVED: Final = 12
"""Like `_ENOUGH`, with two fifths for a quarter, once a board is moved: there are hundreds of ways to."""

_Places = Mapping[str, list[tuple[int, int]]]


def is_nearly(one: Board, other: Board) -> bool:
    """Checks if more tiles of one board lie so on the other than by chance; a blank is its letter.

    Of a few tiles that is two thirds, of many a quarter. What lies there besides does not matter: it may have
    been added to hide the rest.
    """
    first, second = _places(one), _places(other)
    fewer, more = sorted(sum(map(len, each.values())) for each in (first, second))
    if fewer == 0:
        return more == 0
    two_thirds = fewer - max(0, fewer - 2) // 3
    needed = min(two_thirds, max(_ENOUGH, fewer // 4))
    needed_if_moved = min(two_thirds, max(_ENOUGH_IF_MOVED, fewer * 2 // 5))
    for places in (second, _mirrored(second)):
        shared = _shared_by_way(first, places)
        in_place = shared[0, 0]
        if fewer >= _FEW and in_place >= needed:
            return True
        if more - fewer <= 1 and in_place >= max(2, fewer - 1):
            return True
        if fewer >= _ENOUGH and max(shared.values(), default=0) >= needed_if_moved:
            return True
    return False


def _places(board: Board) -> _Places:
    """The squares on which each letter lies."""
    found: dict[str, list[tuple[int, int]]] = {}
    for square, tile in board.tiles():
        found.setdefault(tile.label, []).append((square.row, square.col))
    return found


def _mirrored(places: _Places) -> _Places:
    """Across becomes down, and down across: every word stays a word."""
    return {label: [(col, row) for row, col in squares] for label, squares in places.items()}


def _shared_by_way(one: _Places, other: _Places) -> Counter[tuple[int, int]]:
    """Counts the tiles that two boards share when the one is moved so many rows and columns."""
    return Counter(
        (row - its_row, col - its_col)
        for label, squares in one.items()
        for row, col in squares
        for its_row, its_col in other.get(label, ())
    )
