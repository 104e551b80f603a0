"""Where a made-up camera stands, and how flat pictures look from there."""

import math
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from board_photos.artwork import SIZE, SQUARE
from board_photos.chance import Chance, Pixels

LARGEST: Final = 768
"""Pixels of the longer side of a photo, at most."""

Matrix: TypeAlias = NDArray[np.float64]
CORNERS: Final = np.array([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]], np.float64)


def project(matrix: Matrix, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns where a homography sends points."""
    spread = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return spread[:, :2] / spread[:, 2:]


def square_pixels(matrix: Matrix) -> float:
    """Returns how many pixels the square in the middle of the board is wide."""
    middle, beside = project(matrix, np.array([[7.5, 7.5], [8.5, 7.5]]))
    return float(np.linalg.norm(beside - middle))


@dataclass(frozen=True, slots=True)
class View:
    """A camera: from squares of the board, at a height above it, to pixels of the photo."""

    width: int
    height: int
    square: float
    """Pixels of a square in the middle of the board, about."""
    _inner: Matrix
    _turn: Matrix
    _place: NDArray[np.float64]
    _shift: Matrix

    def at(self, height: float) -> Matrix:
        """Returns the homography of the plane that lies `height` squares above the board."""
        plane = np.column_stack(
            [self._turn[:, 0], self._turn[:, 1], -height * self._turn[:, 2] + self._place]
        )
        centred = np.array([[1, 0, -SIZE / 2], [0, 1, -SIZE / 2], [0, 0, 1]])
        result: Matrix = self._shift @ self._inner @ plane @ centred
        return result

    def lay(
        self, photo: Pixels, paint: Pixels, cover: Pixels, height: float, corner: tuple[int, int]
    ) -> Pixels:
        """Returns the photo with a flat picture laid over it; `paint` is already multiplied by `cover`."""
        flat = np.dstack([paint, cover * 255])
        image = Image.fromarray(np.clip(flat, 0, 255).astype(np.uint8), "RGBA")
        if (scale := self.square / SQUARE) < 0.7:
            image = image.filter(ImageFilter.GaussianBlur(0.45 * (1 / scale - 1) + 0.2))
        to_square = np.array(
            [[1 / SQUARE, 0, -corner[0] / SQUARE], [0, 1 / SQUARE, -corner[1] / SQUARE], [0, 0, 1]]
        )
        back = np.linalg.inv(self.at(height) @ to_square)
        coefficients = (back / back[2, 2]).ravel()[:8].tolist()
        size = (self.width, self.height)
        seen = np.asarray(
            image.transform(size, Image.Transform.PERSPECTIVE, coefficients, Image.Resampling.BILINEAR),
            np.float32,
        )
        result: Pixels = photo * (1 - seen[..., 3:] / 255) + seen[..., :3]
        return result


def some_view(chance: Chance) -> View:
    """Returns a camera that has the whole board in its picture."""
    square = chance.between(18, 50)
    room = chance.between(1, 1.4) if chance.of(0.75) else chance.between(1.4, 3)
    square = max(11, min(square, LARGEST / (SIZE * room)))
    aspect = chance.pick((1, 1, 4 / 3, 3 / 4, 4 / 3, 3 / 4, 16 / 9, 9 / 16, 1.1))
    longer = min(LARGEST, SIZE * square * room * (max(aspect, 1 / aspect) if chance.of(0.5) else 1))
    width, height = (round(longer * min(1, aspect)), round(longer / max(1, aspect)))
    while True:
        view, low, spare = _try_view(chance, width, height, square)
        if spare.min() > 0:
            break
        square *= 0.94
    centre, any_place, mix = (
        spare / 2,
        spare * [chance.between(0, 1), chance.between(0, 1)],
        chance.between(0, 1),
    )
    move = centre * mix + any_place * (1 - mix) - low
    shift = np.array([[1, 0, move[0]], [0, 1, move[1]], [0, 0, 1]])
    return View(width, height, square, view._inner, view._turn, view._place, shift)


def _try_view(
    chance: Chance, width: int, height: int, square: float
) -> tuple[View, NDArray[np.float64], NDArray[np.float64]]:
    """Returns a camera, the corner of the box round the board, and the room that is left over."""
    tilt = math.radians(min(55, abs(chance.near(0, 17))))
    around = chance.angle()
    roll = math.radians(chance.near(0, 8) if chance.of(0.65) else chance.between(-180, 180))
    focus = max(width, height) * chance.between(0.8, 1.6)
    eye = (
        focus
        / square
        * np.array([math.sin(tilt) * math.cos(around), math.sin(tilt) * math.sin(around), -math.cos(tilt)])
    )
    ahead = -eye / np.linalg.norm(eye)
    right = np.cross([0.0, 1.0, 0.0], ahead)
    right /= np.linalg.norm(right)
    turn = np.stack([right, np.cross(ahead, right), ahead])
    cosine, sine = math.cos(roll), math.sin(roll)
    turn = np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]]) @ turn
    inner = np.array([[focus, 0, width / 2], [0, focus, height / 2], [0, 0, 1]])
    view = View(width, height, square, inner, turn, -turn @ eye, np.eye(3))
    corners = project(view.at(0), CORNERS)
    low, high = corners.min(0), corners.max(0)
    return view, low, np.array([width, height]) - (high - low)
