"""Time that does not jump: a watch that shows the time of day and runs on when the computer's clock is set.

All clocks of tables and rounds are arithmetic on what this watch shows. It is set by the time of day once,
when the program starts on a journal for the first time since the computer did; from then on it follows the
computer's own counter, which nobody can set, and which all processes of one computer share.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from wordwaiter.platform import boot_name

Clock = Callable[[], datetime]
"""Tells the time of day, as the computer has it; it may be set while the program runs."""

Watch = Callable[[], int]
"""Tells milliseconds that never go back."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def system_clock() -> datetime:
    """The time now, in UTC."""
    return datetime.now(UTC)


def milliseconds(moment: datetime) -> int:
    """A time as facts tell it: milliseconds since 1970."""
    return (moment - _EPOCH) // timedelta(milliseconds=1)


def counter_ms() -> int:
    """The computer's own counter of milliseconds, which nobody can set."""
    return time.monotonic_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class WatchSetting:
    """What the watch showed when the computer's counter showed something."""

    shown_ms: int
    counter_ms: int
    boot: str


@dataclass(frozen=True, slots=True)
class SteadyWatch:
    """Shows milliseconds since 1970, as set once, however the computer's clock is set afterwards."""

    setting: WatchSetting
    counter: Watch = counter_ms

    def __call__(self) -> int:
        return self.setting.shown_ms + self.counter() - self.setting.counter_ms


@dataclass(frozen=True, slots=True)
class Timepieces:
    """All that tells a program the time; tests hand in others."""

    clock: Clock = system_clock
    counter: Watch = counter_ms
    boot: Callable[[], str] = boot_name

    def watch(self, earlier: WatchSetting | None, latest_ms: int) -> SteadyWatch:
        """A watch that goes on where the earlier one was, if the computer has not been started anew since.

        Otherwise it is set by the time of day, but never to before `latest_ms`, of which facts already tell.
        """
        boot, counted = self.boot(), self.counter()
        if earlier is not None and boot and boot == earlier.boot and counted >= earlier.counter_ms:
            setting = earlier
        else:
            setting = WatchSetting(max(milliseconds(self.clock()), latest_ms), counted, boot)
        return SteadyWatch(setting, self.counter)


SYSTEM_TIME: Final = Timepieces()
