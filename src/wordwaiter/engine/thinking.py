"""How long the engine thinks, and how it is interrupted."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from wordwaiter import _core
from wordwaiter.platform import usable_cores

Answer = TypeVar("Answer")

_LOOK_SECONDS: Final = 0.05
"""How long an interrupt may wait."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long to think, on how many threads."""

    seconds: float | None = None
    """By the clock; without end if nothing is said."""
    threads: int | None = None
    """All of the computer's if nothing is said."""
    plies: int | None = None
    """How many turns to look ahead at most; beyond, each side makes the best-looking play."""

    def native(self) -> tuple[int, float | None, int | None]:
        """Returns them as the native core takes them."""
        return self.threads or usable_cores(), self.seconds, self.plies


UNLIMITED: Final = Limits()
"""To the end, however long it takes."""


@dataclass(frozen=True, slots=True)
class Thought(Generic[Answer]):
    """The result of thinking."""

    answer: Answer
    seconds: float
    interrupted: bool


def think(work: Callable[[_core.Control], Answer], stop: threading.Event | None = None) -> Thought[Answer]:
    """Returns what `work` finds; Ctrl-C or `stop` ends it early with the best so far."""
    control = _core.Control()
    answers: list[Answer] = []
    errors: list[BaseException] = []
    done = threading.Event()

    def run() -> None:
        try:
            answers.append(work(control))
        except BaseException as error:  # noqa: BLE001 - it is raised again where it is waited for
            errors.append(error)
        finally:
            done.set()

    begin = time.monotonic()
    interrupted = False
    threading.Thread(target=run, name="thinking", daemon=True).start()
    while not done.is_set():
        try:
            done.wait(_LOOK_SECONDS)
        except KeyboardInterrupt:
            interrupted = True
            control.stop()
        if stop is not None and stop.is_set() and not interrupted:
            interrupted = True
            control.stop()
    if errors:
        raise errors[0]
    return Thought(answers[0], time.monotonic() - begin, interrupted)
