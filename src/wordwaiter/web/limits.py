"""How often somebody may ask: a bucket for each, that holds some tries and fills again with time."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil
from typing import Final

from litestar.exceptions import TooManyRequestsException

MOST_KEPT: Final = 10_000
"""Askers who are remembered; the one that asked longest ago is forgotten first."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and so many a second from then on."""

    burst: int
    per_second: float


class Limiter:
    """Counts what each asker does. Safe to share between threads."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self._clock = clock
        self._turn = threading.Lock()
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """What is left in each bucket, and when that was so; those that asked last are the last."""

    def wait(self, asker: str) -> int:
        """0 if it may be done, and is counted; otherwise how many seconds to wait."""
        now = self._clock()
        with self._turn:
            left, then = self._buckets.pop(asker, (float(self.rate.burst), now))
            left = min(self.rate.burst, left + (now - then) * self.rate.per_second)
            allowed = left >= 1
            self._buckets[asker] = (left - 1 if allowed else left, now)
            if len(self._buckets) > MOST_KEPT:
                self._buckets.popitem(last=False)
        return 0 if allowed else max(1, ceil((1 - left) / self.rate.per_second))

    def require(self, asker: str) -> None:
        """Refuse what comes too often, and say when to come again."""
        if seconds := self.wait(asker):
            raise TooManyRequestsException(headers={"Retry-After": str(seconds)})


@dataclass(frozen=True, slots=True)
class Limits:
    """What is limited, and how."""

    joins: Limiter = field(default_factory=lambda: Limiter(Rate(burst=30, per_second=0.5)))
    """Codes and PINs that come from one address. A venue's router may lend its own to all phones at once."""
    writes: Limiter = field(default_factory=lambda: Limiter(Rate(burst=200, per_second=50)))
    """Commands of one device; a phone that was away for long sends all that it kept at once."""
    strangers: Limiter = field(default_factory=lambda: Limiter(Rate(burst=100, per_second=10)))
    """What comes from one address without a token: questions to the judge, games against the computer."""
