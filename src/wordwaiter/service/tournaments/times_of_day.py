"""Times of day as people type them, and as the clock on the wall of the hall has them."""

import re
from datetime import date, datetime, time
from typing import Final

from wordwaiter.command_fields import Readers
from wordwaiter.errors import MalformedError
from wordwaiter.service.clock import milliseconds
from wordwaiter.tournament.divisions import day_of_text
from wordwaiter.tournament.state import Tournament
from wordwaiter.tournament.timetable import BEGINS, STARTS

_CLOCK: Final = re.compile(r"(\d{1,2})[:.h]([0-5]\d)", re.ASCII)
_HALF_DAY: Final = re.compile(r"(\d{1,2})(?:[:.]([0-5]\d))? ?([ap])\.?m\.?", re.ASCII | re.IGNORECASE)


def time_of_text(text: str) -> time:
    """Returns the time of day of `13:30`, `13.30`, `13h30`, `1:30 pm` or `1 p.m.`."""
    plain = text.strip()
    if (found := _CLOCK.fullmatch(plain)) and int(found[1]) < 24:
        return time(int(found[1]), int(found[2]))
    if (found := _HALF_DAY.fullmatch(plain)) and 1 <= int(found[1]) <= 12:
        is_afternoon = found[3] in "pP"
        return time(int(found[1]) % 12 + 12 * is_afternoon, int(found[2] or 0))
    raise MalformedError(
        "bad-time", f"write a time of day as 9:30 or 1:30 pm, not {text[:20]!r}", text=text[:20]
    )


def moment_ms(tournament: Tournament, clock: time, today: date) -> int:
    """That time on the day of the tournament, `today` if it has none, by this computer's time zone."""
    day = day_of_text(tournament.date) if tournament.date else today
    return milliseconds(datetime.combine(day, clock).astimezone())


def times_in(tournament: Tournament, today: date) -> Readers:
    """Returns how times of the tournament's day are read."""

    def read(text: str) -> int:
        return moment_ms(tournament, time_of_text(text), today)

    return {BEGINS: read, STARTS: read}
