"""Finds the board in a photo, and fits its 15 × 15 squares."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from wordwaiter.photo import network
from wordwaiter.photo.geometry import SIZE, Matrix, Points, View, farthest_corner, fitted, project

_FRAME: Final = 256
_PLACES: Final = 32
_FEW: Final = 10
"""Places of the finder that a board covers at least."""
_SETTLED: Final = 0.02
_ROOM: Final = 0.3
"""How much of a board's width is left round it when it is looked at again."""


@dataclass(frozen=True, slots=True)
class Fit:
    """Where a board lies, and how far off its squares may be, in squares, as the network says itself."""

    board: Matrix
    spread: float
    moved: float = 0.0
    """How far the last round moved a corner, in squares: far where the rounds did not settle."""


@dataclass(frozen=True, slots=True)
class Glance:
    """The boards that the first look at a photo found, the largest first."""

    boards: tuple[Matrix, ...]


def glance(image: Image.Image) -> Glance:
    """Returns the boards in a photo, roughly."""
    answer, matrix = _look(image, (0.0, 0.0, float(image.width), float(image.height)))
    found = _boards(answer, matrix)
    return Glance(tuple(_again(image, board) for board in found))


def _again(image: Image.Image, board: Matrix) -> Matrix:
    """Returns the board as found in the part of the photo round it."""
    corners = project(board, np.array([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]], np.float64))
    low, high = corners.min(0), corners.max(0)
    room = _ROOM * (high - low).max()
    left, top = np.maximum(low - room, 0)
    right, bottom = np.minimum(high + room, image.size)
    if right - left < 40 or bottom - top < 40:
        return board
    answer, matrix = _look(image, (left, top, right, bottom))
    boards = _boards(answer, matrix)
    return boards[0] if boards else board


def _look(image: Image.Image, box: tuple[float, float, float, float]) -> tuple[NDArray[np.float32], Matrix]:
    """Returns the finder's answer about a part of the photo, and the homography from its places to pixels."""
    left, top, right, bottom = box
    scale = _FRAME / max(right - left, bottom - top)
    size = (max(1, round((right - left) * scale)), max(1, round((bottom - top) * scale)))
    part = image.resize(size, Image.Resampling.BOX, box=box, reducing_gap=3)
    frame = Image.new("RGB", (_FRAME, _FRAME))
    corner = ((_FRAME - size[0]) // 2, (_FRAME - size[1]) // 2)
    frame.paste(part, corner)
    step = _FRAME / _PLACES
    to_photo = np.array(
        [[step / scale, 0, left - corner[0] / scale], [0, step / scale, top - corner[1] / scale], [0, 0, 1]]
    )
    return network.find(np.asarray(frame, np.float32)), to_photo


def _boards(answer: NDArray[np.float32], to_photo: Matrix) -> list[Matrix]:
    """Returns the homographies of the boards that the finder's answer shows, the largest first."""
    likely = 1 / (1 + np.exp(-answer[..., 0]))
    boards = []
    for group in _groups(likely > 0.5):
        rows, columns = np.nonzero(group)
        squares = answer[rows, columns, 1:3].astype(np.float64) * SIZE
        # Half a board, or a stain: its places do not cover the squares of a board.
        if len(rows) < _FEW or np.ptp(squares, axis=0).min() < SIZE * 0.45:
            continue
        pixels = project(to_photo, np.column_stack([columns + 0.5, rows + 0.5]).astype(np.float64))
        weight = likely[rows, columns] * np.exp(-np.clip(answer[rows, columns, 3], -4, 3))
        boards.append(fitted(squares, pixels, weight.astype(np.float64)))
    return boards


def _groups(mask: NDArray[np.bool_]) -> list[NDArray[np.bool_]]:
    """Returns the parts of a mask that hang together, the largest first."""
    left = mask.copy()
    groups = []
    while left.any():
        group = np.zeros_like(mask)
        waiting = [tuple(np.argwhere(left)[0])]
        while waiting:
            row, column = waiting.pop()
            if 0 <= row < len(mask) and 0 <= column < len(mask) and left[row, column]:
                left[row, column], group[row, column] = False, True
                waiting += [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        groups.append(group)
    return sorted(groups, key=lambda group: -int(group.sum()))


_MIDDLES: Final[Points] = np.stack(np.meshgrid(np.arange(18) - 1.0, np.arange(18) - 1.0), -1).reshape(-1, 2)
"""The places of the fitter's answer, in squares."""


def fit_squares(view: View, board: Matrix, rounds: int = 6) -> Fit:
    """Returns the board with its squares fitted, from a rough place."""
    spread, moved = 9.0, 9.0
    for _ in range(rounds):
        answer = network.fit(view.flattened(board, 16, 1.5)).reshape(-1, 3).astype(np.float64)
        true = _MIDDLES + answer[:, :2]
        inside = ((true > -0.2) & (true < SIZE + 0.2)).all(1)
        if inside.sum() < 40:
            return Fit(board, 9.0, 9.0)
        trust = np.exp(-np.clip(answer[inside, 2], -4, 3))
        before, board = board, fitted(true[inside], project(board, _MIDDLES[inside]), trust)
        spread = float(np.exp(np.clip(answer[inside, 2], -5, 3)).mean())
        moved = farthest_corner(before, board)
        if moved < _SETTLED:
            break
    return Fit(board, spread, moved)
