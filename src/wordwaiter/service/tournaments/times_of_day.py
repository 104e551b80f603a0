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

_CLOCK: Final = re.compile(r"([01]?\d|2[0-3])[:.h]([0-5]\d)", re.ASCII)


def time_of_text(text: str) -> time:
    """`9:30`; also `9.30` and `9h30`, as some write it."""
    found = _CLOCK.fullmatch(text.strip())
    if found is None:
        raise MalformedError("bad-time", f"write a time of day as 9:30, not {text[:20]!r}", text=text[:20])
    return time(int(found[1]), int(found[2]))


def moment_ms(tournament: Tournament, clock: time, today: date) -> int:
    """That time on the day of the tournament, `today` if it has none, by this computer's time zone."""
    day = day_of_text(tournament.date) if tournament.date else today
    return milliseconds(datetime.combine(day, clock).astimezone())


def times_in(tournament: Tournament, today: date) -> Readers:
    """Returns how times of the tournament's day are read."""

    def read(text: str) -> int:
        return moment_ms(tournament, time_of_text(text), today)

    return {BEGINS: read, STARTS: read}
