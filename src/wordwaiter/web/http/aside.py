"""What takes long to make, in a queue of its own: nobody who asks for a page waits behind it."""

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from wordwaiter.errors import UnavailableError
from wordwaiter.platform import lower_thread_priority

T = TypeVar("T")


class Queue:
    """Makes a few things at once; so many more wait, and whoever comes then is told to come again."""

    def __init__(
        self, name: str, at_once: int, most: int, most_of_one: int | None = None, *, is_patient: bool = False
    ) -> None:
        """`is_patient` is what lets all else go first."""
        self.most = most
        self.most_of_one = most if most_of_one is None else most_of_one
        """Places that one asker may take; the others are left to others."""
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
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, make)
        finally:
            self._asked[asker] -= 1
            if not self._asked[asker]:
                del self._asked[asker]


PICTURES: Final = Queue("pictures", at_once=2, most=100)
"""Pictures of boards, which everybody may ask for; each takes a twentieth of a second."""

PHOTOS: Final = Queue("photos", at_once=1, most=8, most_of_one=4)
"""Photos of boards, each read in a process of its own in one to five seconds; guests count as one."""

GAMES: Final = Queue("games", at_once=4, most=300, most_of_one=150)
"""Moves in free games, and the computer's answers to them, by address: a hundred phones behind a router."""

CHAMPIONS: Final = Queue("champions", at_once=1, most=60, most_of_one=20)
"""The same against the champion, which thinks for a second or more: no other game waits for it."""

REVIEWS: Final = Queue("reviews", at_once=1, most=12, most_of_one=6, is_patient=True)
"""Games that are brought to the analysis board, and turns that are tried there, by address."""

STUDIES: Final = Queue("studies", at_once=1, most=40, most_of_one=10)
"""Searches for words to study, by address: most take a tenth of a second, the first of a list a whole one."""

WORD_PAPERS: Final = Queue("word-papers", at_once=1, most=8, most_of_one=2)
"""Printed lists of words, by address: no official waits for them."""

PAPERS: Final = Queue("papers", at_once=2, most=20)
"""Documents, for officials; each takes seconds."""
