"""What takes long to make, in a queue of its own: nobody who asks for a page waits behind it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from wordwaiter.errors import UnavailableError

T = TypeVar("T")


class Queue:
    """Makes a few things at once; so many more wait, and whoever comes then is told to come again."""

    def __init__(self, name: str, at_once: int, most: int) -> None:
        self.most = most
        self._threads = ThreadPoolExecutor(at_once, name)
        self._asked = 0
        """Those that are made, and those that wait. For one event loop."""

    async def made(self, make: Callable[[], T]) -> T:
        """What the function makes, when its turn has come."""
        if self._asked >= self.most:
            raise UnavailableError("too-busy", "the server is busy; try again in a moment")
        self._asked += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, make)
        finally:
            self._asked -= 1


PICTURES: Final = Queue("pictures", at_once=2, most=100)
"""Pictures of boards, which everybody may ask for; each takes a twentieth of a second."""

PHOTOS: Final = Queue("photos", at_once=1, most=8)
"""Photos of boards, each read in a process of its own in one to five seconds."""

PAPERS: Final = Queue("papers", at_once=2, most=20)
"""Documents, for officials; each takes seconds."""
