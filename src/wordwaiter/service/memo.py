"""Memo: what many ask for alike is made once, and kept as long as what it was made of stays the same."""

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Final, Generic, TypeVar
from weakref import WeakSet

from cachetools import LRUCache

V = TypeVar("V")

_ALL: Final = WeakSet["Memo[Any]"]()


def forget_memos() -> None:
    """Keeps nothing in any memo: somebody was erased, whose name may stand in what was made."""
    for each in tuple(_ALL):
        each.forget()


class Memo(Generic[V]):
    """Keeps what was made last under each key, and of which values; only these values give it back.

    The key says for whom it is, and everything that decides what they may see: what is kept under one is
    never given for another. What it is made of must be values that never change (states, rounds, boards), so
    that equal ones give an equal result; most are the very same, and comparing them takes no time. The keys
    that were asked for longest ago are let go. Safe to share between threads.
    """

    def __init__(self, most: int) -> None:
        self._kept: LRUCache[Hashable, tuple[tuple[object, ...], V]] = LRUCache(most)
        self._lock = Lock()
        _ALL.add(self)

    def forget(self) -> None:
        """Keeps nothing. What is made at this moment may be kept still; it is given back to nobody."""
        with self._lock:
            self._kept.clear()

    def __len__(self) -> int:
        return len(self._kept)

    def at_hand(self, key: Hashable, made_of: tuple[object, ...]) -> V | None:
        """Returns what was made of these values under that key; `None` if it was not, or of others."""
        with self._lock:
            kept = self._kept.get(key)
        return kept[1] if kept is not None and kept[0] == made_of else None

    def of(self, key: Hashable, made_of: tuple[object, ...], make: Callable[[], V]) -> V:
        """Returns what these values give under that key, made now if it is not at hand."""
        known = self.at_hand(key, made_of)
        if known is not None:
            return known
        made = make()
        with self._lock:
            self._kept[key] = (made_of, made)
        return made
