"""A map that grows by sharing what it had: the same as a dictionary to whoever reads it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordwaiter.service.growing import GrowingMap


@given(st.lists(st.tuples(st.integers(0, 300), st.integers()), max_size=400))
def test_it_has_what_a_dictionary_has_and_the_earlier_ones_stay(pairs: list[tuple[int, int]]) -> None:
    growing: GrowingMap[int, int] = GrowingMap()
    plain: dict[int, int] = {}
    earlier = []
    for key, value in pairs:
        earlier.append((growing, dict(plain)))
        growing, plain = growing.having(key, value), {**plain, key: value}
    earlier.append((growing, plain))
    for had, expected in earlier[:: max(1, len(earlier) // 5)]:
        assert dict(had) == expected
        assert len(had) == len(expected)
        assert all(key in had for key in expected)


def test_what_is_not_in_it_is_not_found() -> None:
    growing = GrowingMap[str, int]().having("a", 1)
    assert growing.get("b") is None
    assert "b" not in growing
    with pytest.raises(KeyError):
        growing["b"]
    assert repr(growing) == "GrowingMap({'a': 1})"
