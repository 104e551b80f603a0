"""Whoever asks for much that takes long has nobody else wait for all of it."""

import asyncio
import threading
from functools import partial

import pytest

from wordwaiter.web.http.aside import Queue


def test_askers_take_turns_in_a_queue() -> None:
    """Ten searches of a whole list kept all others from studying for a minute, again and again."""
    made, begun, goes_on = list[str](), threading.Event(), threading.Event()

    def first() -> None:
        begun.set()
        goes_on.wait(60)

    async def case() -> None:
        queue = Queue("test", at_once=1, most=20)
        waiting = [asyncio.ensure_future(queue.made(first, "many"))]
        await asyncio.to_thread(begun.wait, 60)
        for asker in ("many", "many", "many", "one", "other", "one"):
            waiting.append(asyncio.ensure_future(queue.made(partial(made.append, asker), asker)))
            await asyncio.sleep(0)
        goes_on.set()
        await asyncio.gather(*waiting)

    asyncio.run(case())
    assert made == ["many", "one", "other", "many", "one", "many"]


def test_several_are_made_at_once_and_no_more() -> None:
    together = threading.Barrier(3)
    counts, now, turn = list[int](), [0], threading.Lock()

    def make() -> None:
        with turn:
            now[0] += 1
            counts.append(now[0])
        together.wait(60)
        with turn:
            now[0] -= 1

    async def case() -> None:
        queue = Queue("test", at_once=3, most=20)
        for _ in range(2):  # the second time with threads that have rested
            await asyncio.gather(*(queue.made(make, str(number % 2)) for number in range(6)))

    asyncio.run(case())
    assert max(counts) == 3


def test_a_queue_goes_on_after_a_mistake_and_after_its_loop_has_ended() -> None:
    queue = Queue("test", at_once=1, most=3)

    def fail() -> None:
        raise ValueError("a mistake")

    with pytest.raises(ValueError, match="a mistake"):
        asyncio.run(queue.made(fail))
    assert asyncio.run(queue.made(lambda: 1)) == 1
