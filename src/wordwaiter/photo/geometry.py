"""Flat squares and slanted photos: homographies, and the board as seen from straight above."""

import math
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image

SIZE: Final = 15
"""Rows and columns of a board."""

Matrix: TypeAlias = NDArray[np.float64]
"""A homography from squares (0 to 15, right and down) to pixels, where a pixel is one wide."""
Points: TypeAlias = NDArray[np.float64]
Pixels: TypeAlias = NDArray[np.float32]

CORNERS: Final[Points] = np.array([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]], np.float64)
"""The board's corners in squares, clockwise from the first."""

QUARTER: Final[Matrix] = np.array([[0, -1, SIZE], [1, 0, 0], [0, 0, 1]], np.float64)
"""Turns the board by a quarter under its squares."""

_ROUNDS: Final = 6
_FAR_OFF: Final = 0.35


def project(matrix: Matrix, points: Points) -> Points:
    """Returns where a homography sends points."""
    spread = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    result: Points = spread[:, :2] / spread[:, 2:]
    return result


def through_corners(corners: Points) -> Matrix:
    """Returns the homography that sends the board's corners to four points."""
    return fitted(CORNERS, corners, np.ones(4), rounds=1)


def fitted(source: Points, target: Points, weight: NDArray[np.float64], rounds: int = _ROUNDS) -> Matrix:
    """Returns the homography that sends `source` nearest to `target`; points far off count less."""
    centre_a, scale_a = source.mean(0), source.std() + 1e-9
    centre_b, scale_b = target.mean(0), target.std() + 1e-9
    x, y = ((source - centre_a) / scale_a).T
    u, v = ((target - centre_b) / scale_b).T
    one, zero = np.ones_like(x), np.zeros_like(x)
    rows = np.concatenate(
        [
            np.stack([x, y, one, zero, zero, zero, -u * x, -u * y, -u], 1),
            np.stack([zero, zero, zero, x, y, one, -v * x, -v * y, -v], 1),
        ]
    )
    there = np.array([[scale_b, 0, centre_b[0]], [0, scale_b, centre_b[1]], [0, 0, 1]])
    here = np.array(
        [[1 / scale_a, 0, -centre_a[0] / scale_a], [0, 1 / scale_a, -centre_a[1] / scale_a], [0, 0, 1]]
    )
    trust = weight
    for _ in range(rounds):
        scaled = rows * np.sqrt(np.concatenate([trust, trust]))[:, None]
        _, vectors = np.linalg.eigh(scaled.T @ scaled)
        matrix = there @ vectors[:, 0].reshape(3, 3) @ here
        matrix = matrix / matrix[2, 2]
        off = np.linalg.norm(project(np.linalg.inv(matrix), target) - source, axis=1)
        trust = weight / (1 + (off / _FAR_OFF) ** 2)
    return np.asarray(matrix, np.float64)


def farthest_corner(board: Matrix, other: Matrix) -> float:
    """Returns how far apart the corners of two boards are at most, in squares of the first."""
    corners = project(np.asarray(np.linalg.inv(board), np.float64), project(other, CORNERS))
    return float(np.abs(corners - CORNERS).max())


def square_pixels(matrix: Matrix) -> float:
    """Returns how many pixels a square of the board is wide, about."""
    x, y = project(matrix, CORNERS).T
    area = abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2
    return math.sqrt(max(area, 1e-6)) / SIZE


@dataclass(frozen=True, slots=True)
class View:
    """A photo, and smaller copies of it that are made when they are needed."""

    image: Image.Image
    _smaller: dict[int, Image.Image] = field(default_factory=dict)

    def flattened(self, board: Matrix, pixels: int, margin: float) -> Pixels:
        """Returns the board from straight above: `pixels` to a square, with `margin` squares round it."""
        octave = max(0, math.floor(2 * math.log2(max(1.0, square_pixels(board) / pixels))))
        source = self._at(octave)
        scale = np.array([source.width / self.image.width, source.height / self.image.height, 1.0])
        side = round((SIZE + 2 * margin) * pixels)
        to_squares = np.array([[1 / pixels, 0, -margin], [0, 1 / pixels, -margin], [0, 0, 1]])
        matrix = np.diag(scale) @ board @ to_squares
        coefficients = (matrix / matrix[2, 2]).ravel()[:8].tolist()
        flat = source.transform(
            (side, side), Image.Transform.PERSPECTIVE, coefficients, Image.Resampling.BILINEAR
        )
        return np.asarray(flat, np.float32)

    def _at(self, octave: int) -> Image.Image:
        """Returns the photo made smaller by half octaves."""
        if octave == 0:
            return self.image
        if octave not in self._smaller:
            scale = 2 ** (-octave / 2)
            size = (max(1, round(self.image.width * scale)), max(1, round(self.image.height * scale)))
            self._smaller[octave] = self.image.resize(size, Image.Resampling.BOX)
        return self._smaller[octave]
