"""Pieces of sentences that several commands print."""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime

from wordwaiter.errors import MalformedError
from wordwaiter.service.tournaments.tournaments import Done
from wordwaiter.tournament.entrants.entrants import Leaving
from wordwaiter.tournament.facts import ContenderLeft, GameForfeited
from wordwaiter.tournament.state import Tournament


def sides_text(tournament: Tournament, sides: Iterable[int]) -> str:
    """`Ann - Bob`: who sits at a board."""
    return " - ".join(tournament.contender(side).name for side in sides)


def clock_text(ms: int) -> str:
    """`49:59`, or `-0:30` where time has run over."""
    sign, seconds = "-" if ms < 0 else "", abs(ms) // 1000
    return f"{sign}{seconds // 60}:{seconds % 60:02}"


def whole_number(text: str, what: str) -> int:
    """The number that somebody typed, which may be below zero."""
    if text.startswith("--"):
        raise MalformedError("no-such-option", f"there is no option {text}; look it up with --help")
    if not re.fullmatch(r"[-+]?\d{1,6}", text, re.ASCII):
        raise MalformedError("bad-number", f"{what} is a whole number, not {text!r}")
    return int(text)


def absence_lines(done: Done) -> Iterator[str]:
    """Who is in default by what was done, and who has a bye for it."""
    tournament = done.snapshot.tournament
    gone: dict[tuple[str, str, bool], list[str]] = {}
    for fact in done.facts:
        match fact:
            case ContenderLeft(contender=contender, how=Leaving.DEFAULTED, reason=reason):
                division = tournament.entrant_of(contender).division
                alike = gone.setdefault((division, reason, contender in tournament.here), [])
                alike.append(tournament.contender(contender).name)
            case GameForfeited(absent=absent):
                sitting = tournament.round(fact.division, fact.round).sitting_at(fact.table, fact.board)
                there = [side for side in sitting.sides if side not in absent] if sitting else []
                yield from (f"{tournament.contender(side).name} has a bye for it." for side in there)
            case _:
                pass
    for (division, reason, was_here), names in gone.items():
        clause = tournament.division(division).format.clause_of("absence.games_against_defaulter")
        back = "reinstate NAME --reason WHY" if was_here else "check-in NAME --late-reason WHY"
        yield f"In default ({clause}), {reason}: {', '.join(names)}. Take it back with: {back}"


def hour_text(ms: int, day_of_ms: int) -> str:
    """`14:05` by this computer's time zone; on another day than `day_of_ms`, with that day before it."""
    moment, day = (datetime.fromtimestamp(each / 1000).astimezone() for each in (ms, day_of_ms))
    return moment.strftime("%H:%M" if moment.date() == day.date() else "%Y-%m-%d %H:%M")
