"""Squares of a reading that someone should look at, and what is offered first for them.

What is known about the game adds squares here, and orders what a doubtful square may hold. It never changes
what was read for certain: phoneys are played, and boards of other sets have other counts.
"""

from collections import defaultdict
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wordwaiter.lexicon.tiles import BLANK, TileSet
from wordwaiter.photo.geometry import SIZE
from wordwaiter.photo.network import LABELS
from wordwaiter.rules.layout import BoardLayout

_SURE: Final = 0.9
_SURE_AGAINST_THE_GAME: Final = 0.98
"""A tile that does not suit the game is doubtful below this."""
_SURE_OF_ANOTHER_SET: Final = 0.95
"""The same where so many tiles are too many that they are plainly not of the set."""
_FEW_TOO_MANY: Final = 10
"""Tiles more than the set has, in all, that misreadings may explain."""
_POSSIBLE: Final = 0.1
"""The chance of an answer that may come before a likelier one, which is doubtful then."""
_NOTHING_THERE: Final = 0.3
"""The chance of an empty square that comes before a blank too many."""
_NOTHING: Final = LABELS.index("")
_BLANK: Final = LABELS.index(BLANK)


def doubtful_squares(
    labels: NDArray[np.int64], sure: NDArray[np.float32], tiles: TileSet, layout: BoardLayout
) -> tuple[tuple[int, int], ...]:
    """Returns the rows and columns of doubtful squares, the least certain first."""
    odd = _too_many(labels, sure, tiles) | _alone(labels) | _bare_start(labels, layout)
    is_of_the_set = _too_many_in_all(labels, tiles) <= _FEW_TOO_MANY
    least = _SURE_AGAINST_THE_GAME if is_of_the_set else _SURE_OF_ANOTHER_SET
    doubtful = (sure < _SURE) | (odd & (sure < least))
    found = [(int(row), int(column)) for row, column in np.argwhere(doubtful)]
    return tuple(sorted(found, key=lambda square: float(sure[square])))


def in_order_of_counts(likely: NDArray[np.float32], tiles: TileSet) -> NDArray[np.float32]:
    """Returns the chances with the next answer first on doubtful squares of a kind that is there too often.

    The next one must be possible, and one that the set still has; how sure the first one is stays the same.
    A blank gives way to an empty square alone: whatever hides a letter looks like a blank. Where many tiles
    are too many they are of another set, and nothing changes.
    """
    result = likely.copy()
    labels = likely.argmax(-1)
    there, most = _there(labels), _most(tiles, labels.size)
    if _too_many_in_all(labels, tiles) > _FEW_TOO_MANY:
        return result
    for label in np.nonzero(there > most)[0]:
        squares = [tuple(square) for square in np.argwhere(labels == label)]
        squares.sort(key=lambda square: float(likely[square][label]))
        for square in squares[: there[label] - most[label]]:
            chances = likely[square]
            other, least = _next_answer(chances, label, there < most)
            if chances[other] >= least:
                result[square][[label, other]] = chances[[other, label]]
                there[other] += 1
    return result


def _next_answer(
    chances: NDArray[np.float32], first: np.int64, has_more: NDArray[np.bool_]
) -> tuple[int, float]:
    """Returns what may come before the first answer, and how likely it must be for that."""
    if first == _BLANK:
        return _NOTHING, _NOTHING_THERE
    others = (int(other) for other in np.argsort(-chances)[1:] if has_more[other])
    return next(others, int(first)), _POSSIBLE


def _there(labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """Returns how many squares show each label."""
    return np.bincount(labels.ravel(), minlength=len(LABELS))


def _most(tiles: TileSet, squares: int) -> NDArray[np.int64]:
    """Returns how many squares can show each label: all of them may be empty."""
    return np.array([tiles.counts.get(label, 0) if label else squares for label in LABELS])


def _too_many_in_all(labels: NDArray[np.int64], tiles: TileSet) -> int:
    return int(np.maximum(0, _there(labels) - _most(tiles, labels.size)).sum())


def _too_many(labels: NDArray[np.int64], sure: NDArray[np.float32], tiles: TileSet) -> NDArray[np.bool_]:
    """Returns the least certain tiles of each kind that is there more often than in the set."""
    places = defaultdict(list)
    for row, column in np.argwhere(labels > 0):
        places[LABELS[labels[row, column]]].append((row, column))
    odd = np.zeros((SIZE, SIZE), bool)
    for label, squares in places.items():
        excess = len(squares) - tiles.counts.get(label, 0)
        for square in sorted(squares, key=lambda square: sure[square])[: max(0, excess)]:
            odd[square] = True
    return odd


def _alone(labels: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Returns the tiles that touch no other."""
    covered = np.pad(labels > 0, 1)
    beside = covered[:-2, 1:-1] | covered[2:, 1:-1] | covered[1:-1, :-2] | covered[1:-1, 2:]
    result: NDArray[np.bool_] = (labels > 0) & ~beside
    return result


def _bare_start(labels: NDArray[np.int64], layout: BoardLayout) -> NDArray[np.bool_]:
    """Returns the starting square where it is empty though tiles lie on the board."""
    odd = np.zeros((SIZE, SIZE), bool)
    start = (layout.start.row, layout.start.col)
    odd[start] = bool((labels > 0).any()) and labels[start] == 0
    return odd
