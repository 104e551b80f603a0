"""Axes of charts: round numbers at even steps."""

from dataclasses import dataclass
from itertools import count
from typing import Final

_STEPS: Final = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Axis:
    """Values from `low` to `high` along a line from `begin` to `end`."""

    low: int
    high: int
    begin: float
    end: float
    step: int

    def at(self, value: float) -> float:
        """Returns where a value lies."""
        return self.begin + (value - self.low) / (self.high - self.low) * (self.end - self.begin)

    @property
    def marks(self) -> range:
        """The values that are written beside it."""
        return range(self.low, self.high + 1, self.step)


def axis(least: int, most: int, begin: float, end: float, marks: int = 5) -> Axis:
    """An axis that has room for both values and about so many marks, at round numbers."""
    span = max(most - least, 1)
    step = next(
        factor * 10**power for power in count() for factor in _STEPS if span / (factor * 10**power) <= marks
    )
    low = least // step * step
    high = -(-most // step) * step
    return Axis(low, max(high, low + step), begin, end, step)
