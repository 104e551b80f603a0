"""Whoever asks for much that takes long has nobody else wait for all of it."""

import asyncio
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import copy_context
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from aside import aside
from web.http.test_quotas import asked
from wordwaiter.errors import MalformedError, UnavailableError
from wordwaiter.platform import try_lock
from wordwaiter.service.context import Context
from wordwaiter.service.jobs import turns_of_all
from wordwaiter.service.jobs.engine_work import Question
from wordwaiter.service.jobs.turns_of_all import TurnsOfAll
from wordwaiter.web.http import server
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.aside import (
    ASKER,
    GUEST_PHOTOS,
    PHOTOS,
    Queue,
    Threads,
    ThreadTurns,
    share_photo_turns,
)
from wordwaiter.web.pages import start
from wordwaiter.web.pages.play import analysis


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

    aside(case())
    assert made == ["many", "one", "other", "many", "one", "many"]


def test_several_processes_make_one_thing_at_a_time(tmp_path: Path) -> None:
    """Each worker has a queue of its own; two photos at once would take the cores of the room."""
    begun, goes_on, made = threading.Event(), threading.Event(), list[str]()

    def first() -> None:
        begun.set()
        goes_on.wait(60)
        made.append("first")

    async def case() -> None:
        queues = [Queue("one", at_once=1, most=3), Queue("other", at_once=1, most=3)]
        for queue in queues:
            queue.of_all = TurnsOfAll(tmp_path / "photos.lock")
        one = asyncio.ensure_future(queues[0].made(first, "one"))
        await asyncio.to_thread(begun.wait, 60)
        other = asyncio.ensure_future(queues[1].made(partial(made.append, "other"), "other"))
        done, _ = await asyncio.wait([other], timeout=0.3)
        assert not done, "it waits for the other process"
        goes_on.set()
        await asyncio.gather(one, other)

    aside(case())
    assert made == ["first", "other"]


def test_whoever_has_had_a_turn_comes_after_the_process_that_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One worker went on from photo to photo, and those of another waited until it had none left."""
    turns, waits, made = TurnsOfAll(tmp_path / "photos.lock"), threading.Event(), list[str]()

    def look(handle: int) -> bool:
        is_free = try_lock(handle)
        if not is_free:
            waits.set()
        return is_free

    def make(name: str) -> None:
        with turns.turn():
            made.append(name)

    monkeypatch.setattr(turns_of_all, "try_lock", look)
    other = threading.Thread(target=make, args=("other",))
    with turns.turn():
        other.start()
        assert waits.wait(60)
    make("again")
    other.join(60)
    assert made == ["other", "again"]


def test_turns_go_on_when_the_system_has_removed_their_folder(tmp_path: Path) -> None:
    turns = TurnsOfAll(tmp_path / "wordwaiter-1" / "photos.lock")
    with turns.turn():
        pass
    with turns.turn():
        pass


@pytest.mark.process
def test_the_turn_of_a_process_that_dies_is_free(tmp_path: Path) -> None:
    code = "import sys; from wordwaiter.platform import try_lock; f = open(sys.argv[1], 'ab'); "
    code += "assert try_lock(f.fileno()); import os; os._exit(1)"
    assert subprocess.run([sys.executable, "-c", code, tmp_path / "photos.lock"], check=False).returncode == 1
    with TurnsOfAll(tmp_path / "photos.lock").turn():
        pass


def test_workers_share_the_turns_of_photos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for queue in (PHOTOS, GUEST_PHOTOS):
        monkeypatch.setattr(queue, "of_all", None)
    share_photo_turns(tmp_path)
    assert PHOTOS.of_all is not None
    assert PHOTOS.of_all != GUEST_PHOTOS.of_all, "no scorekeeper waits for a guest"


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

    aside(case())
    assert max(counts) == 3


def test_a_queue_goes_on_after_a_mistake_and_after_its_loop_has_ended() -> None:
    queue = Queue("test", at_once=1, most=3)

    def fail() -> None:
        raise ValueError("a mistake")

    with pytest.raises(ValueError, match="a mistake"):
        aside(queue.made(fail, "one"))
    assert aside(queue.made(lambda: 1, "one")) == 1


def test_whoever_wants_much_done_in_the_threads_of_all_leaves_some_to_others() -> None:
    """Sixteen looks back on games at once kept everybody from most pages for two seconds, again and again."""
    goes_on, done = threading.Event(), list[str]()

    def ask(asker: str, what: Callable[[], object]) -> "asyncio.Future[object]":
        def submitted() -> "asyncio.Future[object]":
            ASKER.set(asker)
            return asyncio.wrap_future(threads.submit(what))

        return copy_context().run(submitted)

    async def case() -> None:
        many = [ask("many", partial(goes_on.wait, 60)) for _ in range(16)]
        await ask("one", partial(done.append, "one"))  # while the others wait
        assert not any(each.done() for each in many)
        goes_on.set()
        await asyncio.gather(*many)

    threads = Threads(4, most_of_one=3)
    aside(case())
    threads.shutdown()
    assert done == ["one"]


def test_askers_take_turns_in_the_threads_of_all() -> None:
    first, begun, done = threading.Event(), threading.Event(), list[str]()

    def hold() -> None:
        begun.set()
        first.wait(60)

    threads = Threads(1, most_of_one=1)
    waiting = [copy_context().run(_submitted, threads, "many", hold)]
    begun.wait(60)
    waiting += [
        copy_context().run(_submitted, threads, asker, partial(done.append, asker))
        for asker in ("many", "many", "one", "many", "one")
    ]
    first.set()
    assert [each.result(60) for each in waiting] == [None] * 6
    threads.shutdown()
    assert done == ["many", "one", "many", "one", "many"]


def test_nobody_waits_for_ever_for_something_that_is_not_there() -> None:
    """A future takes no StopIteration: whoever waited kept their asker's turn until the program ended."""

    def look_for_nothing() -> object:
        return next(iter(()))

    async def case() -> None:
        queue = Queue("test", at_once=1, most=3)
        asyncio.get_running_loop().set_default_executor(threads)
        for waited in (asyncio.to_thread(look_for_nothing), queue.made(look_for_nothing, "one")):
            with pytest.raises(RuntimeError, match="something was looked for") as told:
                await asyncio.wait_for(waited, 60)
            assert isinstance(told.value.__cause__, StopIteration)

    threads = Threads(1, most_of_one=1)
    aside(case())
    threads.shutdown()


def test_a_queue_goes_on_after_the_system_had_no_thread_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise nobody would get anything of it until the program ends."""

    def no_thread(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    async def case() -> None:
        queue = Queue("test", at_once=1, most=1)
        with monkeypatch.context() as patch:
            patch.setattr(threading.Thread, "start", no_thread)
            with pytest.raises(RuntimeError, match="new thread"):
                await queue.made(int, "one")
        assert [await asyncio.wait_for(queue.made(int, "one"), 60) for _ in range(3)] == [0, 0, 0]

    aside(case())


def test_what_fails_or_is_given_up_in_the_threads_of_all_stops_no_thread() -> None:
    first, begun, done = threading.Event(), threading.Event(), list[int]()

    def fail() -> None:
        begun.set()
        first.wait(60)
        raise ValueError("a mistake")

    threads = Threads(1, most_of_one=1)
    failing, given_up = threads.submit(fail), threads.submit(done.append, 1)
    begun.wait(60)
    assert given_up.cancel()
    first.set()
    with pytest.raises(ValueError, match="a mistake"):
        failing.result(60)
    threads.submit(done.append, 2).result(60)
    threads.shutdown()
    assert done == [2]


def _submitted(threads: Threads, asker: str, what: Callable[[], None]) -> "Future[None]":
    ASKER.set(asker)
    return threads.submit(what)


def test_the_server_has_threads_in_which_askers_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of Python know of no asker."""
    named = list[str]()

    class Served:
        async def serve(self) -> None:
            named.append(await asyncio.to_thread(lambda: threading.current_thread().name))

    monkeypatch.setattr(server, "_server_at", lambda *_: Served())
    monkeypatch.setattr(server, "_spare_the_collector", lambda: None)
    monkeypatch.setattr(server, "call_on_stop_signal", lambda *_: None)
    app: Any = SimpleNamespace(state=SimpleNamespace())
    door: Any = SimpleNamespace(at_first="127.0.0.1", port=1, tls=None, serving=())
    with pytest.raises(UnavailableError):
        aside(server._serve(app, app, door, print, is_open_to_venue=False))
    assert named[0].startswith("answers")


def test_threads_know_from_which_address_is_asked(
    client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    askers = list[str]()

    def own_places(*_: object) -> tuple[()]:
        askers.append(ASKER.get())
        return ()

    monkeypatch.setattr(start, "own_places", own_places)
    client.get("/")
    assert askers == ["testclient"]


def test_threads_take_short_turns_while_several_compute_and_usual_ones_otherwise() -> None:
    usual, turns = sys.getswitchinterval(), ThreadTurns()
    try:
        with turns.work():
            assert sys.getswitchinterval() == usual
            with turns.work():
                assert sys.getswitchinterval() == pytest.approx(ThreadTurns.SHORT_SECONDS)
                assert usual > ThreadTurns.SHORT_SECONDS
            assert sys.getswitchinterval() == usual
        with pytest.raises(KeyError), turns.work(), turns.work():
            raise KeyError
        assert sys.getswitchinterval() == usual
    finally:
        sys.setswitchinterval(usual)


def test_askers_take_turns_at_the_analysis_board(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """Six questions of eight seconds each from one address had everybody else wait for all of them."""
    thought, begun, goes_on = list[str](), threading.Event(), threading.Event()

    def think(_context: Context, question: Question, *_others: object) -> None:
        begun.set()
        goes_on.wait(60)
        thought.append(question.position)
        raise MalformedError("bad-cgp", "this is no position")

    monkeypatch.setattr(analysis, "think", think)
    app = create_app(context)

    def ask(address: str, number: int) -> "asyncio.Task[int]":
        return asyncio.create_task(asked(app, "/analysis/think", address, sent=f"position={number}".encode()))

    async def visit() -> None:
        first = ask("10.0.0.1", 1)
        await asyncio.to_thread(begun.wait, 60)
        waiting = [first]
        for address, number in (("10.0.0.1", 2), ("10.0.0.1", 3), ("10.0.0.2", 4)):
            places = len(analysis._asked)
            waiting.append(ask(address, number))
            while len(analysis._asked) == places:
                await asyncio.sleep(0.001)
        await asyncio.sleep(0)
        goes_on.set()
        assert await asyncio.gather(*waiting) == [200] * 4

    aside(visit())
    assert thought == ["1", "2", "4", "3"]
