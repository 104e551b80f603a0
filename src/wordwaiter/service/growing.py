"""A map that grows without being copied: each addition gives a new map, and the old one stays as it was."""

from collections.abc import Hashable, Iterator, Mapping
from typing import Final, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

_FEWEST_PARTS: Final = 8


class GrowingMap(Mapping[K, V], Generic[K, V]):
    """A map that is never changed, made of parts of which two neighbours in time share all but one.

    A plain dictionary would be copied as a whole with each addition: a thousand devices that join would make
    half a million copies of one. Here one part is copied, and the list of parts; there are about as many
    parts as a part has keys.
    """

    __slots__ = ("_count", "_parts")

    def __init__(self) -> None:
        self._parts: tuple[Mapping[K, V], ...] = ({},) * _FEWEST_PARTS
        self._count = 0

    def having(self, key: K, value: V) -> "GrowingMap[K, V]":
        """The map with one more key, or with another value for it."""
        made: GrowingMap[K, V] = GrowingMap()
        made._count = self._count + (key not in self)
        parts = list(self._parts)
        if made._count > len(parts) ** 2:
            parts = _spread(self._parts, 2 * len(parts))
        number = hash(key) % len(parts)
        parts[number] = {**parts[number], key: value}
        made._parts = tuple(parts)
        return made

    def __getitem__(self, key: K) -> V:
        return self._parts[hash(key) % len(self._parts)][key]

    def __contains__(self, key: object) -> bool:
        return key in self._parts[hash(key) % len(self._parts)]

    def __iter__(self) -> Iterator[K]:
        for part in self._parts:
            yield from part

    def __len__(self) -> int:
        return self._count

    def __repr__(self) -> str:
        return f"GrowingMap({dict(self)})"


def _spread(parts: tuple[Mapping[K, V], ...], count: int) -> list[Mapping[K, V]]:
    spread: list[dict[K, V]] = [{} for _ in range(count)]
    for part in parts:
        for key, value in part.items():
            spread[hash(key) % count][key] = value
    return list(spread)
