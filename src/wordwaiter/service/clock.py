"""Time that does not jump: a watch that shows the time of day and runs on when the computer's clock is set.

All clocks of tables and rounds are arithmetic on what this watch shows. It is set by the time of day once,
when the program starts on a journal for the first time since the computer did; from then on it follows the
computer's own counter, which nobody can set, and which all processes of one computer share.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from wordwaiter.platform import counted_ns

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
    """The computer's own counter of milliseconds: nobody can set it, and a closed lid does not stop it."""
    return counted_ns() // 1_000_000


def boot_name() -> str:
    """Returns a name for this run of the computer, in which its counter goes on; empty if there is none."""
    try:
        name = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except OSError:
        return ""
    # The counter of earlier versions stood still while the computer slept: not one to go on with.
    return f"{name} asleep too"


@dataclass(frozen=True, slots=True)
class WatchSetting:
    """The time of the watch, set against the computer's counter."""

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
