"""How well the colours of a layout's premium squares explain a flattened photo."""

from collections.abc import Iterator
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wordwaiter.photo.geometry import CORNERS, SIZE, Matrix, View, through_corners
from wordwaiter.rules.layout import BoardLayout, Premium, Square

_PIXELS: Final = 8
_FARTHEST: Final = 25.0
"""A colour that is this far from another is simply another one."""
_ENOUGH: Final = 30
_KINDS: Final = tuple(Premium)
_STEP_COST: Final = 0.015


def kinds_of(layout: BoardLayout) -> NDArray[np.int64]:
    """Returns the kind of each square as a number."""
    return np.array(
        [[_KINDS.index(layout.premium(Square(row, col))) for col in range(SIZE)] for row in range(SIZE)]
    )


def colour_fit(
    view: View, board: Matrix, kinds: NDArray[np.int64], empty: NDArray[np.bool_] | None = None
) -> float:
    """Returns how much of the squares' differences in colour their kinds explain, at most 1."""
    flat = view.flattened(board, _PIXELS, 0)
    inner = flat.reshape(SIZE, _PIXELS, SIZE, _PIXELS, 3)[:, 1:-1, :, 1:-1].transpose(0, 2, 1, 3, 4)
    red, green, blue = np.median(inner.reshape(SIZE * SIZE, -1, 3), 1).T
    # Light and dark count less than red or green and blue or yellow: half the board may lie in shade.
    colours = np.stack([(red + green + blue) * 0.2, red - green, (red + green) / 2 - blue], 1)
    kind, middle = kinds.ravel(), SIZE * SIZE // 2
    counted = np.ones(SIZE * SIZE, bool) if empty is None else empty.ravel().copy()
    counted[middle] = False
    if counted.sum() < _ENOUGH:
        return 0.0
    before = _distance(colours, np.median(colours[counted], 0))
    after = before.copy()
    weight = np.zeros(SIZE * SIZE)
    for each in np.unique(kind):
        same = counted & (kind == each)
        if same.sum() >= 2:
            after[same] = _distance(colours[same], np.median(colours[same], 0))
    for group in (
        counted & (kind == 0),
        counted & (kind > 0),
    ):  # few premium squares count as much as many plain
        weight[group] = 1 / max(1, group.sum())
    return float(((before - after) * weight).sum() / max(4.0, (before * weight).sum()))


def colour_lead(view: View, board: Matrix, kinds: NDArray[np.int64], empty: NDArray[np.bool_]) -> float:
    """Returns how much better the colours fit the board here than a square to any side.

    Unlike the fit itself, this says the same in lamplight and on pale boards: 0 or less is a wrong place.
    """
    aside = (
        colour_fit(
            view,
            board @ np.array([[1, 0, right], [0, 1, down], [0, 0, 1]], np.float64),
            kinds,
            np.roll(empty, (-down, -right), (0, 1)),
        )
        for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1))
    )
    return colour_fit(view, board, kinds, empty) - max(aside)


def _distance(colours: NDArray[np.float32], one: NDArray[np.float32]) -> NDArray[np.float32]:
    result: NDArray[np.float32] = np.minimum(np.linalg.norm(colours - one, axis=1), _FARTHEST)
    return result


def neighbours(view: View, board: Matrix, kinds: NDArray[np.int64], most: int) -> Iterator[Matrix]:
    """Yields boards whose sides lie a square further in or out, those with the best colours first."""
    rated: list[tuple[float, int, int, Matrix]] = []
    for left, top, right, bottom in product((-1, 0, 1), repeat=4):
        corners = CORNERS + np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
        moved = board @ through_corners(corners.astype(np.float64))
        steps = abs(left) + abs(top) + abs(right) + abs(bottom)
        rated.append((_STEP_COST * steps - colour_fit(view, moved, kinds), steps, len(rated), moved))
    for _, _, _, moved in sorted(rated, key=lambda each: each[:3])[:most]:
        yield moved
