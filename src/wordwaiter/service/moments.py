"""A server's short memory: pages that answered a form, questions that were asked back.

Several processes remember together: the first one has a process of its own for it, and the others ask that.
"""

import threading
from typing import Final, Protocol

from cachetools import TTLCache

_SECONDS: Final = 900
_MOST_BYTES: Final = 64 * 1024 * 1024
"""The oldest entry goes first."""
_BESIDE: Final = 500
"""Bytes that each thing takes besides its own."""


class Memory(Protocol):
    """Keeps things for some minutes, here or in another process."""

    def keep(self, key: str, value: bytes) -> None:
        """Keeps something; unless it is larger than all that may be kept."""

    def find(self, key: str) -> bytes | None:
        """Returns what is kept, and goes on keeping it."""

    def take(self, key: str) -> bytes | None:
        """Returns what was kept until now."""


class Moments:
    """Keeps things in this process. Safe to share between threads."""

    def __init__(self, most_bytes: int = _MOST_BYTES) -> None:
        self._kept: TTLCache[str, bytes] = TTLCache(
            most_bytes, _SECONDS, getsizeof=lambda value: len(value) + _BESIDE
        )
        self._turn = threading.Lock()

    def keep(self, key: str, value: bytes) -> None:
        """Keeps something; unless it is larger than all that may be kept."""
        with self._turn:
            if len(value) + _BESIDE <= self._kept.maxsize:
                self._kept[key] = value

    def find(self, key: str) -> bytes | None:
        """Returns what is kept, and goes on keeping it."""
        with self._turn:
            return self._kept.get(key)

    def take(self, key: str) -> bytes | None:
        """Returns what was kept until now."""
        with self._turn:
            return self._kept.pop(key, None)


class SharedMoments:
    """Keeps things in the process that remembers for all; in this one where that has ended."""

    def __init__(self, shared: Memory) -> None:
        self._shared = shared
        self._own = Moments()

    def keep(self, key: str, value: bytes) -> None:
        """Keeps something; unless it is larger than all that may be kept."""
        try:
            self._shared.keep(key, value)
        except _ENDED:
            self._own.keep(key, value)

    def find(self, key: str) -> bytes | None:
        """Returns what is kept, and goes on keeping it."""
        try:
            return self._shared.find(key)
        except _ENDED:
            return self._own.find(key)

    def take(self, key: str) -> bytes | None:
        """Returns what was kept until now."""
        try:
            return self._shared.take(key)
        except _ENDED:
            return self._own.take(key)


_ENDED: Final = (OSError, EOFError)
"""Errors raised by a question to a process that has ended."""
