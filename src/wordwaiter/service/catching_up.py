"""Reading on from far behind, in turns: whoever asks for all that ever happened keeps nobody waiting.

A phone that was away for an hour reads hundreds of facts, and anybody may ask for all of them. One after the
other they would have the program do nothing else. So each asker has one place, however many pages they
follow with, and after each step it rests for longer than the step took; the more askers, the longer.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final
from weakref import WeakValueDictionary

REST: Final = 3
"""How many times as long as a step takes its asker rests: all steps together take a quarter of the time."""


class CatchingUp:
    """The places of those who read on from far behind. For one event loop."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._lines = WeakValueDictionary[str, asyncio.Lock]()
        """By asker, as long as somebody there is behind."""
        self._behind = Counter[str]()

    @asynccontextmanager
    async def step(self, asker: str) -> AsyncGenerator[None, None]:
        """Waits for the place of an asker, lets one step be done, and rests."""
        line = self._lines.get(asker)
        if line is None:
            line = self._lines[asker] = asyncio.Lock()
        self._behind[asker] += 1
        try:
            async with line:
                began = self._clock()
                yield
                await self._sleep((self._clock() - began) * REST * len(self._behind))
        finally:
            self._behind[asker] -= 1
            if not self._behind[asker]:
                del self._behind[asker]
