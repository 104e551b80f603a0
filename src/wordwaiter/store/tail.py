"""The newest facts in memory, whoever wrote them, and a bell for those who wait for more.

A journal's own writer hands its facts over as soon as they are on the disk. What other processes write is
read from the journal: PostgreSQL tells of it (LISTEN), and with SQLite we look a few times a second. Whoever
follows keeps a position of its own and asks for what came after it, so that nobody waits for a slow one.
"""

import asyncio
import logging
import threading
from collections import deque
from collections.abc import Callable, Collection, Sequence
from itertools import islice
from typing import Final

from wordwaiter.errors import WordwaiterError
from wordwaiter.store.facts import Fact
from wordwaiter.store.journal import Journal

logger: Final = logging.getLogger(__name__)

KEPT: Final = 2_000
"""Facts that are kept in memory; whoever is further behind reads the journal."""

FOLLOWING: Final = "wordwaiter-tail"
"""The thread that looks for what other processes write."""

Listener = Callable[[Sequence[Fact]], None]
"""Is told of new facts, in their order, each exactly once. It must not take long: writers wait for it."""


class Tail:
    """The end of a journal, as it grows."""

    def __init__(self, journal: Journal, *, kept: int = KEPT, erasing: Collection[str] = frozenset()) -> None:
        self._journal = journal
        self._erasing = erasing
        """Kinds of fact that erase something: what was kept before one of them goes."""
        self._facts: deque[Fact] = deque(maxlen=kept)
        self._turn = threading.Lock()
        self._waiting: dict[asyncio.AbstractEventLoop, set[asyncio.Future[None]]] = {}
        self._listeners: list[Listener] = []
        self._position = journal.position()
        self._others = journal.database.others()
        self._is_closed = False
        self._thread = threading.Thread(target=self._follow, name=FOLLOWING, daemon=True)

    def start(self) -> None:
        """Follow the journal from now on."""
        self._journal.tell_of_written(self.take)
        self._thread.start()

    @property
    def position(self) -> int:
        """Of the latest fact that is known here."""
        return self._position

    def tell(self, listener: Listener) -> None:
        """Tell `listener` of every fact that comes from now on."""
        with self._turn:
            self._listeners.append(listener)

    def take(self, facts: Sequence[Fact]) -> None:
        """Takes facts that come next; those that are known already do no harm."""
        with self._turn:
            new = [fact for fact in facts if fact.position > self._position]
            if new and new[0].position == self._position + 1:
                self._keep(new)
                self._position = new[-1].position
                for listener in self._listeners:
                    try:
                        listener(new)
                    except Exception:  # the others must hear of them, whatever one makes of it
                        logger.exception("facts up to %d were not taken in", self._position)
                self._ring()
                return
        # Another process has written in between. Its facts come first, so the thread reads them all.
        self._others.look_now()

    def _keep(self, new: list[Fact]) -> None:
        erasing = [index for index, fact in enumerate(new) if fact.kind in self._erasing]
        if erasing:
            self._facts.clear()
            self._journal.forget_personal_values()
        self._facts.extend(new[erasing[-1] :] if erasing else new)

    def has(self, position: int) -> bool:
        """Checks whether what comes after a position is in memory, so that nobody has to wait for a disk."""
        return position >= self._position - len(self._facts)

    def seal_at_hand(self, position: int) -> str | None:
        """The seal of the fact at a position, which nobody has to wait for; `None` where it takes a look."""
        with self._turn:
            number = position - (self._position - len(self._facts)) - 1
            return self._facts[number].seal if 0 <= number < len(self._facts) else None

    def seal_at(self, position: int) -> str:
        """Returns the seal of the fact at a position, read if need be; empty where there is none."""
        known = self.seal_at_hand(position)
        return self._journal.seal_at(position) if known is None else known

    def since(self, position: int, most: int) -> tuple[Fact, ...]:
        """The facts after a position in their order, at most so many; empty when there is none yet."""
        with self._turn:
            if position >= self._position:
                return ()
            skipped = position - (self._position - len(self._facts))
            if skipped >= 0:
                return tuple(islice(self._facts, skipped, skipped + most))
            known = self._position
        return self._journal.since(position, most=min(most, known - position))

    async def more_than(self, position: int) -> None:
        """Wait until there is a fact after that position, or the end of the program."""
        loop = asyncio.get_running_loop()
        with self._turn:
            if self._position > position or self._is_closed:
                return
            bell = loop.create_future()
            self._waiting.setdefault(loop, set()).add(bell)
        try:
            await bell
        except asyncio.CancelledError:
            # In a quiet night many may come and go before there is a fact, which lets go of all bells.
            with self._turn:
                self._waiting.get(loop, set()).discard(bell)
            raise

    @property
    def is_closed(self) -> bool:
        """Checks whether nothing more will be told."""
        return self._is_closed

    def close(self) -> None:
        """Stop following, and wake everybody who waits."""
        with self._turn:
            if self._is_closed:
                return
            self._is_closed = True
            self._ring()
        self._others.look_now()
        if self._thread.is_alive():
            self._thread.join()
        self._others.close()

    def _follow(self) -> None:
        while not self._is_closed:
            try:
                told = self._others.wait()
                if told is None or told > self._position:
                    self._catch_up()
            except WordwaiterError as error:  # the disk or the server does not answer; it may again
                logger.warning("cannot follow the journal: %s", error)
                self._others.rest()
            except Exception:  # without this thread, what other processes write would reach nobody
                logger.exception("the journal cannot be followed now")
                self._others.rest()

    def _catch_up(self) -> None:
        while facts := self._journal.since(self._position):
            self.take(facts)

    def _ring(self) -> None:
        waiting, self._waiting = self._waiting, {}
        for loop, bells in waiting.items():
            try:
                loop.call_soon_threadsafe(_ring_all, bells)
            except RuntimeError:  # that loop has ended, and with it all who waited in it
                continue


def _ring_all(bells: set[asyncio.Future[None]]) -> None:
    for bell in bells:
        if not bell.done():
            bell.set_result(None)
