"""The dice of a made-up photograph: everything random in it comes from one seed."""

import math
from collections.abc import Sequence
from random import Random
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Colour: TypeAlias = tuple[int, int, int]
Pixels: TypeAlias = NDArray[Any]

T = TypeVar("T")


class Chance:
    """Random choices, colours and textures from one seed."""

    def __init__(self, seed: int) -> None:
        self._dice = Random(seed)  # noqa: S311 - pictures, not secrets
        self.field = np.random.default_rng(seed)

    def of(self, probability: float) -> bool:
        """Returns True that often."""
        return self._dice.random() < probability

    def between(self, low: float, high: float) -> float:
        return self._dice.uniform(low, high)

    def whole(self, low: int, high: int) -> int:
        """Returns a whole number, both ends included."""
        return self._dice.randint(low, high)

    def near(self, mean: float, spread: float) -> float:
        return self._dice.gauss(mean, spread)

    def pick(self, choices: Sequence[T], weights: Sequence[float] | None = None) -> T:
        return self._dice.choices(choices, weights)[0]

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """Returns the things in another order."""
        return self._dice.sample(things, len(things))

    def angle(self) -> float:
        return self.between(0, 2 * math.pi)

    def colour(self, low: int = 10, high: int = 250) -> Colour:
        return (self.whole(low, high), self.whole(low, high), self.whole(low, high))

    def tint(self, colour: Colour, spread: float = 18) -> Colour:
        """Returns a colour near `colour`."""
        red, green, blue = (int(min(255, max(0, part + self.near(0, spread)))) for part in colour)
        return (red, green, blue)

    def cloud(self, width: int, height: int, grain_x: float, grain_y: float) -> Pixels:
        """Returns smooth noise around 0; a grain is about as many pixels wide and high."""
        columns, rows = max(2, int(width / grain_x) + 1), max(2, int(height / grain_y) + 1)
        coarse = self.field.standard_normal((rows, columns)).astype(np.float32)
        if (columns, rows) == (width, height):
            return coarse
        return np.asarray(Image.fromarray(coarse).resize((width, height), Image.Resampling.BICUBIC))

    def wood(self, width: int, height: int, colour: Colour, strength: float) -> Pixels:
        """Returns a grained surface of that colour, 0 to 255."""
        long, wide = (60.0, 3.0) if self.of(0.5) else (3.0, 60.0)
        grain = (
            self.cloud(width, height, long, wide)
            + 0.6 * self.cloud(width, height, 2.5 * long, 2.5 * wide)
            + 0.4 * self.cloud(width, height, 80, 80)
        )
        return np.clip(np.asarray(colour, np.float32) * (1 + strength * grain[..., None]), 0, 255)
