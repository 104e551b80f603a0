"""How often somebody may ask, and how much they may hold at once.

Tries are counted in a bucket for each asker, that holds some and fills again with time.
"""

import asyncio
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from math import ceil, inf
from typing import Final
from weakref import WeakValueDictionary

from litestar.exceptions import TooManyRequestsException

from wordwaiter.errors import UnavailableError
from wordwaiter.service.steps import PLACE

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
        """The level of each bucket, and its time; those that asked last come last."""

    def wait(self, asker: str, cost: int = 1) -> int:
        """0 if it may be done, and is counted; otherwise how many seconds to wait."""
        now = self._clock()
        with self._turn:
            left, then = self._buckets.pop(asker, (float(self.rate.burst), now))
            left = min(self.rate.burst, left + (now - then) * self.rate.per_second)
            allowed = left >= cost
            self._buckets[asker] = (left - cost if allowed else left, now)
            if len(self._buckets) > MOST_KEPT:
                self._buckets.popitem(last=False)
        return 0 if allowed else max(1, ceil((cost - left) / self.rate.per_second))

    def require(self, asker: str, cost: int = 1) -> None:
        """Refuse what comes too often, and say when to come again."""
        if seconds := self.wait(asker, cost):
            raise TooManyRequestsException(headers={"Retry-After": str(seconds)})


GUEST_BYTES: Final = 1_500
"""The bytes charged for a guest's command, besides those sent: a move takes 1,000 in the journal."""


MOST_STORED: Final = 3_000_000_000
"""Bytes of the journal up to which guests write into it: a copy of more than 4 GB is not restored."""

_LOOK_SECONDS: Final = 10.0


class GuestRoom:
    """Has guests write only while there is room for them: all together, and for ever. For one event loop."""

    def __init__(self, most: int = MOST_STORED, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        self._clock = clock
        self._looked = -inf
        self._left = most
        """As it was last looked up. Whoever asks while somebody looks is not kept waiting."""

    def forget(self) -> None:
        """Looks again with the next request."""
        self._looked = -inf

    async def require(self, left_of: Callable[[int], int]) -> None:
        """Refuses what a guest would have stored where the journal or its disk is nearly full."""
        now = self._clock()
        if now - self._looked >= _LOOK_SECONDS:
            self._looked = now
            self._left = await asyncio.to_thread(left_of, self.most)
        if self._left <= 0:
            raise UnavailableError(
                "guests-full",
                "there is no room left for free games; tell the organiser, "
                "who can start with a new data file",
            )


class Followers:
    """Counts who follows the feed at the moment, by address. For one event loop."""

    def __init__(self, most_from_one: int, most: int) -> None:
        self.most_from_one = most_from_one
        self.most = most
        self._from = Counter[str]()

    def require_room(self, address: str) -> None:
        """Refuse one more where there are too many."""
        if self._from[address] >= self.most_from_one or self._from.total() >= self.most:
            raise UnavailableError(
                "too-many-followers",
                "too many open pages on this device; close some",
            )

    @contextmanager
    def one_from(self, address: str) -> Iterator[None]:
        """Somebody follows, from an address, as long as this lasts."""
        self._from[address] += 1
        try:
            yield
        finally:
            self._from[address] -= 1
            if not self._from[address]:
                del self._from[address]


class Turns:
    """Has so many pages made at once for one address, whose further ones wait. For one event loop.

    Everything is made in the order in which it was asked for, so one phone that asks for a thousand pages at
    once would have everybody wait for all of them.
    """

    def __init__(self, at_once: int) -> None:
        self.at_once = at_once
        self._lines = WeakValueDictionary[str, asyncio.Semaphore]()
        """By address, as long as somebody there waits for a page."""

    async def one_for(self, address: str) -> "Turn":
        """Waits until it is the turn of one more page for an address."""
        line = self._lines.get(address)
        if line is None:
            line = self._lines[address] = asyncio.Semaphore(self.at_once)
        await line.acquire()
        return Turn(line)


class Turn:
    """The turn of one page, until it is made."""

    def __init__(self, line: asyncio.Semaphore) -> None:
        self._line: asyncio.Semaphore | None = line
        self._is_lent = False

    def end(self) -> None:
        """Lets the next one come, once however often it is said."""
        line, self._line = self._line, None
        if line is not None and not self._is_lent:
            line.release()

    def lend(self) -> None:
        """Lets the next one come while this one waits, such as for the disk."""
        if self._line is not None and not self._is_lent:
            self._is_lent = True
            self._line.release()

    async def take_back(self) -> None:
        """Waits until it is this one's turn again."""
        if self._line is not None and self._is_lent:
            await self._line.acquire()
            self._is_lent = False


def hold_turn(turn: Turn) -> None:
    """Notes the turn of the request that is answered from now on."""
    PLACE.set(turn)


def let_others_go_first() -> None:
    """Ends the turn of the request that is answered: it waits for something that takes long."""
    turn = PLACE.get()
    if isinstance(turn, Turn):
        turn.end()


@dataclass(frozen=True, slots=True)
class Limits:
    """All limits of the server."""

    joins: Limiter = field(default_factory=lambda: Limiter(Rate(burst=600, per_second=10)))
    """Codes and PINs that come from one address, and free games that are begun there.

    A venue's router may lend its own to all phones at once, and each that joins asks twice. It is no defence
    against guessing: a code is too long for that, and a PIN has a lock of its own.
    """
    writes: Limiter = field(default_factory=lambda: Limiter(Rate(burst=200, per_second=50)))
    """Commands of one device; a phone that was away for long sends all that it kept at once."""
    strangers: Limiter = field(default_factory=lambda: Limiter(Rate(burst=100, per_second=10)))
    """Requests of one address without a token: questions to the judge, games against the computer."""
    games: Limiter = field(default_factory=lambda: Limiter(Rate(burst=150, per_second=0.1)), kw_only=True)
    """Free games and practice boards that are begun from one address, each by a new guest at most.

    A hundred phones behind one router each begin one at once. Half of all places are left to others.
    """
    thoughts: Limiter = field(default_factory=lambda: Limiter(Rate(burst=150, per_second=0.5)), kw_only=True)
    """Turns that the engine thinks about for one address: five games at once, then a game each minute.

    It is for those who have not joined: many of them may share it.
    """
    own_thoughts: Limiter = field(
        default_factory=lambda: Limiter(Rate(burst=80, per_second=0.2)), kw_only=True
    )
    """Games of one device that has joined, which nobody at its address uses up: two games at once."""
    guest_bytes: Limiter = field(
        default_factory=lambda: Limiter(Rate(burst=40_000_000, per_second=40_000)), kw_only=True
    )
    """Bytes that guests and strangers of one address have written into the journal.

    It is enough for a hundred of them who come back and send 200 commands each at once (`writes`), and for a
    hundred who make a move every five seconds for ever; see `GUEST_BYTES`.
    """
    guest_room: GuestRoom = field(default_factory=GuestRoom, kw_only=True)
    """The room that all guests and strangers together may fill, however long it takes them."""
    studies: Limiter = field(default_factory=lambda: Limiter(Rate(burst=300, per_second=3)), kw_only=True)
    """Searches for words to study from one address: a club behind one router looks up words for an evening.

    What takes longer costs more: words missed in games, cards that are imported, printed lists.
    """
    photos: Limiter = field(default_factory=lambda: Limiter(Rate(burst=20, per_second=0.1)), kw_only=True)
    """Photos that one device has read: a game of 25 turns takes an hour, and nobody takes 20 in a minute."""
    followers: Followers = field(
        default_factory=lambda: Followers(most_from_one=600, most=3_000), kw_only=True
    )
    """Pages that follow the feed: a router may lend its address to three hundred phones with two pages each.

    All together they leave a quarter of the connections (`web.server`) to those who ask for something.
    """
    turns: Turns = field(default_factory=lambda: Turns(at_once=16), kw_only=True)
    """Pages that are made at once for one address: enough to keep the program busy, and few to wait for."""
    sent: Turns = field(default_factory=lambda: Turns(at_once=16), kw_only=True)
    """Forms and commands that have arrived: a thousand forms at once would stall the program."""

    @classmethod
    def of_one_of(cls, processes: int) -> "Limits":
        """Returns the limits of one of several processes that answer, each of which counts by itself.

        The system hands connections out by chance, so each has room for more than its share: together they
        allow an address half as much again as one process would.
        """
        if processes == 1:
            return cls()
        whole = cls()
        return replace(
            whole,  # what is counted by device stays: all its connections may be with one process
            joins=_share_of(whole.joins, processes),
            strangers=_share_of(whole.strangers, processes),
            games=_share_of(whole.games, processes),
            thoughts=_share_of(whole.thoughts, processes),
            studies=_share_of(whole.studies, processes),
            guest_bytes=_share_of(whole.guest_bytes, processes),
        )


_UNEVEN: Final = 1.5
_LEAST_BURST: Final = 20


def _share_of(limiter: Limiter, processes: int) -> Limiter:
    rate = limiter.rate
    burst = max(ceil(rate.burst * _UNEVEN / processes), _LEAST_BURST)
    return Limiter(Rate(min(rate.burst, burst), rate.per_second * min(1, _UNEVEN / processes)))
