"""Replacing fields of a value gives what the library's own way gives."""

from dataclasses import dataclass
from dataclasses import replace as replace_by_the_library
from typing import Any

import pytest

from crash.games import begin, rulebook
from wordwaiter.game.evolve import fold
from wordwaiter.game.replacing import replace


def test_it_gives_what_the_library_gives() -> None:
    table = fold(rulebook(), begin())
    cases: tuple[tuple[Any, dict[str, Any]], ...] = (
        (table, {"hold": 1, "at_ms": 5}),
        (table.position, {"to_move": 1}),
        (table.clocks, {}),
        (table.clocks.sides[0], {"limit_ms": 7}),
    )
    for value, changes in cases:
        assert replace(value, **changes) == replace_by_the_library(value, **changes)
    assert table.hold is None


def test_a_field_that_is_not_there_is_refused() -> None:
    with pytest.raises(AttributeError):
        replace(fold(rulebook(), begin()), colour="red")


def test_a_value_that_is_checked_when_it_is_made_is_not_made_in_this_way() -> None:
    @dataclass(frozen=True, slots=True)
    class Even:
        number: int
        half: int

        def __post_init__(self) -> None:
            if self.number != 2 * self.half:
                raise ValueError("odd")

    with pytest.raises(TypeError, match="constructor"):
        replace(Even(2, 1), number=3)
