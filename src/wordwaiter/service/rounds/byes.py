"""Byes of a round: those who were given one, and those whose opponent is not there."""

from collections.abc import Iterable
from itertools import chain
from typing import Protocol


class Seats(Protocol):
    """A board of a round, by the names of those who sit there."""

    @property
    def left_alone(self) -> tuple[str, ...]: ...


def left_alone(names: tuple[str, ...], absent: tuple[str, ...]) -> tuple[str, ...]:
    """Who has a bye because the other one is not there."""
    return tuple(name for name in names if name not in absent) if absent else ()


def byes(resting: tuple[str, ...], boards: Iterable[Seats]) -> tuple[str, ...]:
    """Everybody without a game: those who were given a bye, and those whose opponent is not there."""
    return (*resting, *chain.from_iterable(board.left_alone for board in boards))
