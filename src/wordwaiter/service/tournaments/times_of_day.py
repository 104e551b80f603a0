"""Times of day as people type them, and as the clock on the wall of the hall has them."""

import re
from datetime import date, datetime, time
from typing import Final

from wordwaiter.errors import MalformedError
from wordwaiter.service.clock import milliseconds
from wordwaiter.tournament.divisions import day_of_text
from wordwaiter.tournament.state import Tournament
from wordwaiter.tournament.timetable import Pause

MINUTE_MS: Final = 60_000

_CLOCK: Final = re.compile(r"([01]?\d|2[0-3])[:.h]([0-5]\d)", re.ASCII)
_PAUSE: Final = re.compile(
    r"\s*(\S.*?)\s+(\d{1,4})\s+(?:after|après)\s+(\d{1,3})\s*", re.ASCII | re.IGNORECASE
)


def time_of_text(text: str) -> time:
    """`9:30`; also `9.30` and `9h30`, as some write it."""
    found = _CLOCK.fullmatch(text.strip())
    if found is None:
        raise MalformedError("bad-time", f"write a time of day as 9:30, not {text[:20]!r}", text=text[:20])
    return time(int(found[1]), int(found[2]))


def pause_of_text(text: str) -> Pause:
    """A break as `Lunch 45 after 2`: its name, its minutes, and after which round it comes."""
    found = _PAUSE.fullmatch(text)
    if found is None:
        raise MalformedError("bad-break", f"write a break as 'Lunch 45 after 2', not {text[:40]!r}")
    return Pause(int(found[3]), found[1], int(found[2]) * MINUTE_MS)


def moment_ms(tournament: Tournament, clock: time, today: date) -> int:
    """That time on the day of the tournament, `today` if it has none, by this computer's time zone."""
    day = day_of_text(tournament.date) if tournament.date else today
    return milliseconds(datetime.combine(day, clock).astimezone())
