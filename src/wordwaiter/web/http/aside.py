"""What takes long to make, in a queue of its own: nobody who asks for a page waits behind it."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar

from wordwaiter.errors import UnavailableError
from wordwaiter.platform import lower_thread_priority
from wordwaiter.web.http.limits import let_others_go_first

T = TypeVar("T")


class Queue:
    """Makes a few things at once; so many more wait, and whoever comes then is told to come again."""

    def __init__(
        self,
        name: str,
        at_once: int,
        most: int,
        most_of_one: int | None = None,
        *,
        is_patient: bool = False,
        rest: float = 0,
    ) -> None:
        """`is_patient` is what lets all else go first.

        `rest` times as long as a thing took passes until the next one is made.
        """
        self.most = most
        self.most_of_one = most if most_of_one is None else most_of_one
        """Places that one asker may take; the others are left to others."""
        self._rest = rest
        self._threads = ThreadPoolExecutor(
            at_once, name, initializer=lower_thread_priority if is_patient else None
        )
        self._asked = Counter[str]()
        """Those that are made, and those that wait, by asker. For one event loop."""

    async def made(self, make: Callable[[], T], asker: str = "") -> T:
        """What the function makes, when its turn has come."""
        if self._asked.total() >= self.most or self._asked[asker] >= self.most_of_one:
            raise UnavailableError("too-busy", "the server is busy; try again in a moment")
        self._asked[asker] += 1
        let_others_go_first()
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        work = self._threads.submit(self._make, make, loop, done)
        try:
            return await done
        finally:
            work.cancel()  # whoever has left in the meantime needs nothing
            self._asked[asker] -= 1
            if not self._asked[asker]:
                del self._asked[asker]

    def _make(
        self, make: Callable[[], T], loop: asyncio.AbstractEventLoop, done: "asyncio.Future[T]"
    ) -> None:
        """Makes one thing in a thread, tells, and rests."""
        began = time.monotonic()
        tell: Callable[[], None]
        try:
            tell = partial(_tell, done, made=make())
        except BaseException as error:  # noqa: BLE001 - raised where it is waited for
            tell = partial(_tell, done, error=error)
        took = time.monotonic() - began
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(tell)
        time.sleep(took * self._rest)


def _tell(done: "asyncio.Future[Any]", *, made: object = None, error: BaseException | None = None) -> None:
    if done.done():  # nobody waits any more
        return
    if error is None:
        done.set_result(made)
    else:
        done.set_exception(error)


PICTURES: Final = Queue("pictures", at_once=1, most=100, rest=2)
"""Pictures of boards, which everybody may ask for. No other thread goes on while one is drawn, which takes a
twentieth of a second: so they are drawn one by one, and others come in between."""

PHOTOS: Final = Queue("photos", at_once=1, most=8, most_of_one=4)
"""Photos of boards, each read in a process of its own in one to five seconds."""

GUEST_PHOTOS: Final = Queue("guest-photos", at_once=1, most=4, is_patient=True)
"""Those of guests, who can be any number: no scorekeeper waits for theirs, of which some take a minute."""

GAMES: Final = Queue("games", at_once=4, most=300, most_of_one=150)
"""Moves in free games, and the computer's answers to them, by address: a hundred phones behind a router."""

CHAMPIONS: Final = Queue("champions", at_once=1, most=60, most_of_one=20)
"""The same against the champion, which thinks for a second or more: no other game waits for it."""

REVIEWS: Final = Queue("reviews", at_once=1, most=12, most_of_one=6, rest=4)
"""Games that are brought to the analysis board, and turns that are tried there, by address.

Their thread goes not behind others: on a busy computer it would be kept waiting while no other may go on.
"""

STUDIES: Final = Queue("studies", at_once=1, most=40, most_of_one=10)
"""Searches for words to study, by address: most take a tenth of a second, the first of a list a whole one."""

COUNTS: Final = Queue("counts", at_once=1, most=20, most_of_one=4, rest=20)
"""What the program counts of itself, by address; nobody asks more often than every few seconds."""

WORD_PAPERS: Final = Queue("word-papers", at_once=1, most=8, most_of_one=2)
"""Printed lists of words, by address: no official waits for them."""

PAPERS: Final = Queue("papers", at_once=2, most=20)
"""Documents, for officials; each takes seconds."""
