"""Divisions: opened, run by another format, merged; and the equipment that the organiser provides."""

import re
from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import Final

from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.rules.rulebooks.choices import ChessClockIfAny
from wordwaiter.rules.rulebooks.rulebook import Building, Rulebook
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.deciding import decides
from wordwaiter.tournament.entrants.entrants import AgeBand
from wordwaiter.tournament.entrants.names import require_name
from wordwaiter.tournament.entrants.registration import profile_refusals
from wordwaiter.tournament.facts import (
    DetailsChanged,
    DivisionChanged,
    DivisionOpened,
    DivisionsMerged,
    EquipmentProvided,
    Fact,
    FormatChanged,
    TournamentOpened,
)
from wordwaiter.tournament.formats.format import Format
from wordwaiter.tournament.formats.open_choices import open_choices
from wordwaiter.tournament.formats.reading import differing_settings
from wordwaiter.tournament.guards import Rulebooks, require_reason, require_timed
from wordwaiter.tournament.rounds.rounds import RoundStage
from wordwaiter.tournament.state import Division, Tournament

_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


def open_tournament(command: c.OpenTournament, now_ms: int) -> tuple[TournamentOpened]:
    """The fact with which a tournament begins; fold it to have the tournament."""
    require_name(command.name, "the tournament")
    if command.date:
        day_of_text(command.date)
    _require_equipment(command.sets, command.clocks)
    return (
        TournamentOpened(
            now_ms,
            command.by,
            command.name,
            command.date,
            command.venue,
            command.sets,
            command.clocks,
            command.names,
        ),
    )


@decides
def change_details(_tournament: Tournament, command: c.ChangeDetails, now_ms: int) -> tuple[Fact, ...]:
    """The tournament has another name, day or place."""
    require_name(command.name, "the tournament")
    if command.date:
        day_of_text(command.date)
    return (DetailsChanged(now_ms, command.by, command.name, command.date, command.venue),)


def day_of_text(text: str) -> date:
    """The day that is written as `2026-06-20`, which is the one form that files and pages know."""
    if _DAY.fullmatch(text):
        with suppress(ValueError):
            return date.fromisoformat(text)
    raise MalformedError("bad-date", f"write the day as 2026-06-20, year first, not {text[:20]!r}")


@decides
def provide_equipment(_tournament: Tournament, command: c.ProvideEquipment, now_ms: int) -> tuple[Fact, ...]:
    """The organiser provides so many sets and clocks."""
    _require_equipment(command.sets, command.clocks)
    return (EquipmentProvided(now_ms, command.by, command.sets, command.clocks),)


def _require_equipment(sets: int, clocks: int) -> None:
    if sets < 0 or clocks < 0:
        raise MalformedError("bad-number", "sets and clocks cannot be negative")


@decides
def open_division(
    tournament: Tournament, command: c.OpenDivision, now_ms: int, rulebooks: Rulebooks
) -> tuple[Fact, ...]:
    """A division is added."""
    require_name(command.name, "the division")
    if command.name in tournament.divisions:
        raise ConflictError("division-exists", f"there is already a division {command.name}")
    rulebook = rulebooks(command.rulebook or command.format.rulebook)
    _require_boards_of_one(rulebook, command.format)
    return (DivisionOpened(now_ms, command.by, command.name, rulebook.name, command.format, command.ages),)


@decides
def change_division(tournament: Tournament, command: c.ChangeDivision, now_ms: int) -> tuple[Fact, ...]:
    """A division has another name or other ages, which everybody in it must be of."""
    division = tournament.division(command.division)
    require_name(command.name, "the division")
    _require_no_rounds(tournament, division)
    after = replace(division, name=command.name, ages=command.ages)
    if after == division:
        raise ConflictError("no-change", f"nothing changed: {division.name} is already like this")
    if after.name != division.name and after.name in tournament.divisions:
        raise ConflictError("division-exists", f"there is already a division {after.name}")
    for entrant in tournament.entrants_of(division.name):
        for each in entrant.contenders:
            for refusal in profile_refusals(each.profile, after):
                raise refusal
    return (DivisionChanged(now_ms, command.by, division.name, after.name, after.ages),)


@decides
def change_format(
    tournament: Tournament, command: c.ChangeFormat, now_ms: int, rulebooks: Rulebooks
) -> tuple[Fact, ...]:
    """A division is run by another format, before its first round or between rounds."""
    division = tournament.division(command.division)
    before, after = division.format, command.format
    require_reason(command.reason, "changing the format")
    under_way = tournament.open_round(division.name)
    if under_way is not None and under_way.stage is not RoundStage.PUBLISHED:
        raise ConflictError(
            "round-under-way",
            f"round {under_way.number} of {division.name} is {under_way.stage.value}; close it "
            "before you change how it is run",
        )
    _require_boards_of_one(rulebooks(division.rulebook), after)
    _require_clocks(division, after, rulebooks)
    settings = differing_settings(before, after)
    if not settings:
        raise ConflictError("same-format", f"nothing is different: {division.name} is run that way already")
    played = len(tournament.rounds_of(division.name))
    late = [choice for choice in open_choices(before) if choice.setting in settings]
    if played and late:
        raise IllegalError(
            "chosen-before-round-one",
            f"{division.name} has begun; this choice is made before round one",
            clause=late[0].clause,
        )
    if after.rounds.count < played:
        raise IllegalError(
            "rounds-played",
            f"{division.name} already has {played} rounds; it cannot have only {after.rounds.count}",
            clause=before.clause_of("rounds.count"),
        )
    _require_same_entrants(tournament, division, Division("", "", after))
    if played and after.sides_at_a_table != before.sides_at_a_table:
        raise IllegalError(
            "other-tables",
            f"{division.name} has already played with a different number at a table, not "
            f"{after.sides_at_a_table}",
            clause=before.clause_of("pairing.first"),
        )
    return (FormatChanged(now_ms, command.by, division.name, after, settings, command.reason),)


def _require_boards_of_one(rulebook: Rulebook, wanted: Format) -> None:
    """Refuses to seat two at a board that one team builds: no table could be opened there."""
    if isinstance(rulebook.play, Building) and wanted.sides_at_a_table != 1:
        raise IllegalError(
            "board-of-one-team",
            f"by {rulebook.name} each team builds its own board, but {wanted.name} seats "
            f"{wanted.sides_at_a_table} at a table; choose another format or other rules",
            clause=rulebook.clause_of("table.form"),
        )


def _require_clocks(division: Division, after: Format, rulebooks: Rulebooks) -> None:
    """Refuses minutes where games are not timed, and chess clocks where the organiser has none to set."""
    rulebook = rulebooks(division.rulebook)
    if after.rounds.lengths:
        require_timed(rulebook)
    if after.rounds.side_clock is not None and not isinstance(rulebook.clock.game, ChessClockIfAny):
        raise IllegalError(
            "no-chess-clock",
            f"{rulebook.name} does not leave chess clocks to the organiser",
            clause=rulebook.clause_of("clock.game"),
        )


@decides
def merge_divisions(tournament: Tournament, command: c.MergeDivisions, now_ms: int) -> tuple[Fact, ...]:
    """One division goes into another, which keeps its format; both have yet to play."""
    source, target = tournament.division(command.source), tournament.division(command.target)
    require_reason(command.reason, "merging the divisions")
    if source == target:
        raise MalformedError("same-division", "a division cannot be merged with itself")
    for each in (source, target):
        _require_no_rounds(tournament, each)
    _require_same_entrants(tournament, source, target)
    # By an empty division of no ages nobody of another age comes into the other one.
    is_void = source.ages is None and not tournament.entrants_of(source.name)
    ages = target.ages if is_void else _joined(source.ages, target.ages)
    name = _name_of_both(tournament, source, target, ages)
    return (DivisionsMerged(now_ms, command.by, source.name, target.name, ages, command.reason, name),)


def _require_no_rounds(tournament: Tournament, division: Division) -> None:
    if tournament.rounds_of(division.name):
        raise ConflictError(
            "division-has-rounds",
            f"{division.name} already has rounds; finish or withdraw them, or move entrants one by one",
        )


def _name_of_both(tournament: Tournament, source: Division, target: Division, ages: AgeBand | None) -> str:
    """Returns what both are called together; nothing where the target's name says nothing of ages."""
    if ages is None and target.ages is not None:
        return source.name  # what has no ages in its name is true of everybody
    if ages is None or target.ages is None or target.ages.least is None or ages == target.ages:
        return ""
    most = "" if target.ages.most is None else rf"\D+{target.ages.most}"
    name = re.sub(rf"(?<!\d){target.ages.least}{most}(?!\d)\+?", str(ages), target.name, count=1)
    others = [each for each in tournament.divisions.values() if each not in (source, target)]
    if any(each.name == name or (each.ages and each.ages.meets(ages)) for each in others):
        return f"{target.name} + {source.name}"  # 55-64 and 75+ where 65-74 plays by itself
    return "" if name == target.name else name


def _joined(first: AgeBand | None, second: AgeBand | None) -> AgeBand | None:
    both = None if first is None or second is None else first.joined(second)
    return None if both == AgeBand() else both


def _require_same_entrants(tournament: Tournament, source: Division, target: Division) -> None:
    """Refuse to bring those who are entered under a format that other entrants play by."""
    if tournament.entrants_of(source.name) and source.format.entry != target.format.entry:
        raise IllegalError(
            "other-entrants",
            f"the entrants of {source.name} do not fit the other format",
            clause=target.format.clause_of("entry.kind"),
        )
