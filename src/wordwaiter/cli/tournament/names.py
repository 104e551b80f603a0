"""Names as people type them, and what is meant where one is left out."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from wordwaiter.command_fields import Readers, command_of_texts, fields_of
from wordwaiter.errors import MalformedError
from wordwaiter.service.clock import milliseconds, system_clock
from wordwaiter.service.tournaments.times_of_day import times_in
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.rounds.rounds import RoundStage
from wordwaiter.tournament.state import Tournament
from wordwaiter.tournament.timetable import next_part
from wordwaiter.tournament.written import CONTENDER, DIVISION, ENTRANT

T = TypeVar("T")

Kind = Callable[..., c.Command]
Texts = Mapping[str, tuple[str, ...]]
"""The texts typed for each field of a command; empty where it was left out."""


def command_typed(tournament: Tournament, kind: Callable[..., T], texts: Texts, **given: Any) -> T:
    """Returns the command that was typed, as it is meant in the tournament as it stands."""
    known: Readers = {
        **times_in(tournament, system_clock().astimezone().date()),
        DIVISION: partial(the_division, tournament),
        CONTENDER: partial(the_contender, tournament),
        ENTRANT: partial(the_entrant, tournament),
    }
    given |= _meant(tournament, kind, texts)
    return command_of_texts(kind, lambda field: texts.get(field.name, ()), known, **given)


def _meant(tournament: Tournament, kind: Callable[..., object], texts: Texts) -> dict[str, Any]:
    """Returns the fields that follow from the tournament."""
    meant: dict[str, Any] = {}
    fields = fields_of(kind)
    if "division" in fields:
        meant["division"] = _division_meant(tournament, texts)
    if "round" in fields and not fields["round"].is_optional and not any(texts["round"]):
        meant["round"] = _round_meant(tournament, kind, texts, meant.get("division"))
    if "signed" in fields and not texts["signed"] and texts["table"]:
        number = meant.get("round") or fields["round"].read(texts["round"], {})
        board = fields["board"].read(texts["board"], {})
        table = fields["table"].read(texts["table"], {})
        sitting = tournament.round(meant["division"], number).sitting_at(table, board)
        meant["signed"] = () if sitting is None else sitting.sides
    if texts.get("all"):
        meant["contenders"] = _not_here_yet(tournament, texts)
    if "slot" in fields:
        part = fields["slot"].read(texts["slot"], {}) if texts["slot"] else None
        now_ms = milliseconds(system_clock())
        meant["slot"] = next_part(tournament, now_ms) if part is None else part - 1
    return meant


def _division_meant(tournament: Tournament, texts: Texts) -> str:
    """Returns the division named, the one that sits at that table now or did last, or the only one."""
    named, (table,) = texts["division"], texts.get("table") or ("",)
    if not named and table and len(tournament.divisions) > 1:
        for round_of in (tournament.open_round, tournament.latest_round):
            there = [
                name
                for name in tournament.divisions
                if (played := round_of(name)) and any(str(each.table) == table for each in played.sittings)
            ]
            if len(there) == 1:
                return there[0]
    return the_division(tournament, named[0] if named else None)


def _round_meant(
    tournament: Tournament, kind: Callable[..., object], texts: Texts, division: str | None
) -> int:
    """Returns the latest round; for words that are announced, the next one to begin."""
    if division is None:
        division = tournament.entrant_of(the_contender(tournament, texts["challenger"][0])).division
    rounds = tournament.rounds_of(division)
    if kind is c.AnnounceWords:
        return sum(each.stage is not RoundStage.PUBLISHED for each in rounds) + 1
    return len(rounds) or 1


def _not_here_yet(tournament: Tournament, texts: Texts) -> tuple[int, ...]:
    named = texts.get("of")
    wanted = the_division(tournament, named[0]) if named else None
    gone = tournament.here | tournament.departures.keys()
    left = tuple(
        number
        for number, entrant in tournament.owners().items()
        if wanted in (None, entrant.division) and number not in gone
    )
    if not left:
        raise MalformedError("nobody", "everybody is checked in already")
    return left


def the_division(tournament: Tournament, named: str | None) -> str:
    """The division of that name in any case of letters, or the only one."""
    if named is not None:
        exact = [name for name in tournament.divisions if name.casefold() == named.casefold()]
        return exact[0] if exact else tournament.division(named).name
    if len(tournament.divisions) != 1:
        known = ", ".join(tournament.divisions) or "none yet; add one with: wordwaiter tournament division"
        raise MalformedError("which-division", f"choose a division with --division: {known}")
    return next(iter(tournament.divisions))


def the_contender(tournament: Tournament, named: str) -> int:
    """The number of whoever sits at tables under that name or number."""
    names = {
        each.number: each.name for entrant in tournament.entrants.values() for each in entrant.contenders
    }
    return _the_one(names, named)


def the_entrant(tournament: Tournament, named: str) -> int:
    """The number of the entrant of that name or number, or of the pair to which somebody belongs."""
    names = {entrant.number: entrant.name for entrant in tournament.entrants.values()}
    folded = named.casefold()
    if not named.isdecimal() and folded not in (name.casefold() for name in names.values()):
        return tournament.entrant_of(the_contender(tournament, named)).number
    return _the_one(names, named)


def _the_one(names: dict[int, str], named: str) -> int:
    wanted = named.strip().casefold()
    if wanted.isdecimal() and int(wanted) in names:
        return int(wanted)
    found = [number for number, name in names.items() if name.casefold() == wanted] or [
        number for number, name in names.items() if wanted and name.casefold().startswith(wanted)
    ]
    if not found:
        raise MalformedError(
            "no-such-name", f"nobody is called {named!r}; list the names with: wordwaiter tournament entrants"
        )
    if len(found) > 1:
        several = ", ".join(f"{names[number]} ({number})" for number in found[:5])
        raise MalformedError(
            "many-of-that-name", f"{named!r} could be {several}; type more of the name, or the number"
        )
    return found[0]
