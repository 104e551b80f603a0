"""Wrong PINs: how many an address may try, how long it then waits, and when its address is erased."""

from dataclasses import dataclass, replace
from typing import Final

MISSES_TO_LOCK: Final = 10
"""Wrong PINs of one address after which it waits for a while; the next time for twice as long."""
FIRST_LOCK_MS: Final = 60_000
LONGEST_LOCK_MS: Final = 15 * 60_000
DAY_MS: Final = 24 * 60 * 60_000
_MISSED: Final = "missed-"


def day_of_miss(at_ms: int) -> str:
    """Returns the part of an owner that tells when an address was tried: no invitation may tell it."""
    return f"{_MISSED}{at_ms // DAY_MS}"


def is_missed_before(owner: str, at_ms: int) -> bool | None:
    """Checks if somebody tried a wrong PIN on a day before that; nothing for owners of other things."""
    _, _, day = owner.partition(f"/{_MISSED}")
    return int(day) < at_ms // DAY_MS if day.isdecimal() else None


@dataclass(frozen=True, slots=True)
class Misses:
    """Wrong PINs of one address.

    A right one in between does not begin the count anew: whoever guesses would only have to wait for it.
    """

    count: int = 0
    locked_until_ms: int = 0

    def missed(self, at_ms: int) -> "Misses":
        """The count after one more; each tenth locks the address, for twice as long as the time before."""
        count = self.count + 1
        if count % MISSES_TO_LOCK:
            return replace(self, count=count)
        lock_ms = min(FIRST_LOCK_MS << min(count // MISSES_TO_LOCK - 1, 10), LONGEST_LOCK_MS)
        return Misses(count, at_ms + lock_ms)
