"""Pieces of sentences that several commands print."""

from collections.abc import Iterable
from datetime import datetime

from wordwaiter.sentences import moment_in_words
from wordwaiter.tournament.state import Tournament


def sides_text(tournament: Tournament, sides: Iterable[int]) -> str:
    """`Ann - Bob`: who sits at a board."""
    return " - ".join(tournament.contender(side).name for side in sides)


def clock_text(ms: int) -> str:
    """`49:59`, or `-0:30` where time has run over."""
    sign, seconds = "-" if ms < 0 else "", abs(ms) // 1000
    return f"{sign}{seconds // 60}:{seconds % 60:02}"


def sentence(text: str) -> str:
    """A line of the log as a sentence of its own."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"


def hour_text(ms: int, day_of_ms: int) -> str:
    """`14:05` by this computer's time zone; on another day than `day_of_ms`, with that day before it."""
    moment, day = (datetime.fromtimestamp(each / 1000).astimezone() for each in (ms, day_of_ms))
    return moment.strftime("%H:%M") if moment.date() == day.date() else moment_in_words(moment)
