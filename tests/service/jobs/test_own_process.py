"""Work in a process of its own: answers, news, stopping, dying, and the end of whoever asked."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from wordwaiter.errors import IllegalError, MalformedFileError, UnavailableError
from wordwaiter.service.jobs.own_process import Asked, OwnProcess, ProcessDiedError

pytestmark = pytest.mark.process


def doubled(task: int, asked: Asked) -> int:
    del asked
    return 2 * task


def counted(task: int, asked: Asked) -> int:
    """Tells each number until it is told to stop."""
    for number in range(task):
        asked.report(number)
        if asked.stop.wait(0.02):
            return number
    return task


def refused(task: str, asked: Asked) -> None:
    del asked
    if task == "file":
        raise MalformedFileError("bad-line", "a.gcg", "it is wrong", line=3)
    raise IllegalError(task, "that is not allowed", clause="iowa-8", who="Ada")


def unsendable(_task: None, asked: Asked) -> threading.Lock:
    del asked
    return threading.Lock()


class Panic(BaseException):
    """As the native core raises it: no `Exception`."""


def panicked(_task: None, asked: Asked) -> None:
    del asked
    raise Panic


class OneWayError(Exception):
    """Can be sent, and not be read again."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(first + second)


def one_way(_task: None, asked: Asked) -> None:
    del asked
    raise OneWayError("cannot be ", "read again")


def died(task: str, asked: Asked) -> str:
    """Dies the first time: the file says whether that was so."""
    del asked
    if task and Path(task).exists():
        return "alive"
    if task:
        Path(task).touch()
    os._exit(3)


def is_given(_task: object, asked: Asked) -> bool:
    del asked
    return True


def pid_of(_task: None, asked: Asked) -> int:
    del asked
    return os.getpid()


def with_need(_task: None, asked: Asked) -> object:
    return asked.kept


def priority(_task: None, asked: Asked) -> int:
    del asked
    return os.getpriority(os.PRIO_PROCESS, 0)


@pytest.fixture(scope="module")
def process() -> Iterator[OwnProcess]:
    made = OwnProcess("trial", gives_way=True, at_once=2, most=3)
    yield made
    made.end()


def test_it_begins_when_it_is_needed_and_answers() -> None:
    lazy = OwnProcess("lazy")
    assert lazy.process is None
    try:
        assert lazy.do(doubled, 21) == 42
        assert lazy.process not in (None, os.getpid())
    finally:
        lazy.end()
    assert lazy.process is None


def test_it_gives_way_to_what_people_wait_for(process: OwnProcess) -> None:
    assert process.do(priority, None) >= 10


def test_it_tells_what_it_found_so_far(process: OwnProcess) -> None:
    heard: list[int] = []
    assert process.do(counted, 5, report=heard.append) == 5
    assert heard == [0, 1, 2, 3, 4]


def test_it_stops_when_nobody_waits_any_more(process: OwnProcess) -> None:
    stop = threading.Event()
    assert process.do(counted, 100_000, report=lambda _: stop.set(), stop=stop) < 1_000


def test_what_takes_too_long_is_given_up(process: OwnProcess) -> None:
    for _ in range(3):  # more than are worked on at once: none of them goes on
        with pytest.raises(TimeoutError):
            process.do(counted, 100_000, seconds=0.2)
    assert process.do(doubled, 2) == 4


def test_an_error_comes_back_whole(process: OwnProcess) -> None:
    with pytest.raises(IllegalError) as caught:
        process.do(refused, "not-now")
    assert (caught.value.code, caught.value.clause) == ("not-now", "iowa-8")
    assert caught.value.facts == {"who": "Ada"}
    assert str(caught.value) == "that is not allowed (iowa-8)"
    with pytest.raises(MalformedFileError) as told:
        process.do(refused, "file")
    assert (told.value.line, str(told.value)) == (3, "a.gcg:3: it is wrong")


def test_an_answer_that_cannot_be_sent_is_an_error_and_no_silence(process: OwnProcess) -> None:
    with pytest.raises(TypeError, match="pickle"):
        process.do(unsendable, None)


def test_a_question_with_a_limit_of_time_is_stopped_too(process: OwnProcess) -> None:
    stop = threading.Event()
    assert process.do(counted, 100_000, report=lambda _: stop.set(), stop=stop, seconds=600) < 90_000


def test_a_panic_of_the_core_is_an_error_and_no_silence(process: OwnProcess) -> None:
    with pytest.raises(RuntimeError, match="Panic"):
        process.do(panicked, None)
    assert process.do(doubled, 5) == 10


def test_an_error_that_cannot_be_read_again_ends_nobody_elses_question(process: OwnProcess) -> None:
    before = process.do(pid_of, None)
    with pytest.raises(RuntimeError, match="OneWayError"):
        process.do(one_way, None)
    assert process.do(pid_of, None) == before


def test_a_question_that_cannot_be_sent_takes_up_no_place(process: OwnProcess) -> None:
    def missing() -> object:
        raise MemoryError

    for _ in range(4):  # more than may be under way
        with pytest.raises(MemoryError):
            process.do(with_need, None, needs={"list": missing})
        with pytest.raises(TypeError, match="pickle"):
            process.do(is_given, threading.Lock())
    assert process.do(doubled, 6) == 12
    assert process.do(with_need, None, needs={"list": lambda: "now"}) == ("now",)


def test_a_question_in_which_it_dies_is_asked_again(process: OwnProcess, tmp_path: Path) -> None:
    process.do(doubled, 1)
    before = process.process
    assert process.do(died, str(tmp_path / "once")) == "alive"
    assert process.process != before


def test_one_that_always_dies_is_refused_and_the_next_is_answered(process: OwnProcess) -> None:
    with pytest.raises(ProcessDiedError, match="busy"):
        process.do(died, "")
    assert process.do(doubled, 4) == 8


def test_one_more_than_may_be_under_way_is_refused() -> None:
    few, stop, begun = OwnProcess("few", at_once=2, most=2), threading.Event(), threading.Barrier(3)

    def wait() -> None:
        told: list[int] = []

        def report(number: int) -> None:
            if not told:
                told.append(number)
                begun.wait()

        few.do(counted, 100_000, report=report, stop=stop)

    waiting = [threading.Thread(target=wait) for _ in range(2)]
    try:
        for each in waiting:
            each.start()
        begun.wait()
        with pytest.raises(UnavailableError):
            few.do(doubled, 1)
        stop.set()
        for each in waiting:
            each.join()
        assert few.do(doubled, 3) == 6
    finally:
        stop.set()
        few.end()


def test_what_a_question_needs_is_sent_once(process: OwnProcess) -> None:
    made: list[str] = []

    def make(name: str) -> str:
        made.append(name)
        return name.upper()

    def ask(*names: str) -> object:
        return process.do(with_need, None, needs={name: partial(make, name) for name in names})

    assert ask("a", "b") == ("A", "B")
    assert ask("b", "a") == ("B", "A")
    assert made == ["a", "b"]
    for name in "cdefgh":
        ask(name)
    assert ask("a") == ("A",)  # it was let go in between
    assert made.count("a") == 2


_ASKER = """
import sys, threading, time
sys.path[:0] = [{tests!r}]
from service.jobs.test_own_process import counted, doubled
from wordwaiter.service.jobs.own_process import OwnProcess

if __name__ == "__main__":
    process = OwnProcess("left", at_once=2)
    process.do(doubled, 1)
    threading.Thread(target=process.do, args=(counted, 100_000), daemon=True).start()
    print(process.process, flush=True)
    time.sleep(600)
"""


def test_it_is_gone_when_whoever_asked_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "asker.py"
    tests = Path(__file__).resolve().parents[2]
    script.write_text(_ASKER.format(tests=str(tests)), encoding="utf-8")
    asker = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
    assert asker.stdout is not None
    number = int(asker.stdout.readline())
    os.kill(number, 0)
    asker.send_signal(signal.SIGKILL)
    asker.wait()
    asker.stdout.close()
    while is_running(number):
        time.sleep(0.02)


def is_running(number: int) -> bool:
    stat = Path(f"/proc/{number}/stat")
    return stat.exists() and stat.read_text(encoding="ascii").rsplit(")", 1)[1].split()[0] != "Z"
