"""The event loop that answers hears of everything that threads hand it, and is woken once for all of it."""

import asyncio
import threading
from typing import Any

import pytest

from wordwaiter.web.http.server import event_loop


def test_threads_that_wait_for_the_loop_again_and_again_are_all_answered() -> None:
    answered: list[int] = []

    async def answer(number: int) -> None:
        answered.append(number)

    def ask(loop: asyncio.AbstractEventLoop) -> None:
        for number in range(500):
            asyncio.run_coroutine_threadsafe(answer(number), loop).result()

    async def serve() -> None:
        threads = [threading.Thread(target=ask, args=(asyncio.get_running_loop(),)) for _ in range(4)]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            await asyncio.to_thread(threads[0].join if threads[0].is_alive() else threads[-1].join)

    with asyncio.Runner(loop_factory=event_loop) as runner:
        runner.run(serve())
    assert sorted(answered) == sorted([*range(500)] * 4)


def test_it_is_woken_once_for_all_who_wake_it_together() -> None:
    loop: Any = event_loop()
    if not hasattr(loop, "_is_woken"):
        loop.close()
        pytest.skip("the loop of Windows waits in another way")
    done: list[int] = []
    for _ in range(2):
        for number in range(3):
            loop.call_soon_threadsafe(done.append, number)
        assert loop._ssock.recv(100) == b"\0"
        loop._csock.send(b"\0")  # as it was
        loop.call_soon(loop.stop)
        loop.run_forever()
        loop.run_until_complete(asyncio.sleep(0.001))  # which reads it
    assert done == [0, 1, 2] * 2
    loop.close()
