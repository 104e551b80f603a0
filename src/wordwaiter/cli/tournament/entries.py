"""Entrants: add, change, import."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import typer

from wordwaiter.cli.output import print_json
from wordwaiter.cli.tournament.desk import DIVISION, Desk, giving
from wordwaiter.cli.tournament.names import the_contender, the_division
from wordwaiter.cli.tournament.steps import Step, taking
from wordwaiter.cli.tournament.tables import print_table, print_wrapped
from wordwaiter.command_fields import command_of_texts, fields_of
from wordwaiter.errors import MalformedError, MalformedFileError
from wordwaiter.service.tournaments.snapshots import Snapshot
from wordwaiter.service.tournaments.tournaments import enter_from_csv
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, pair_of, single
from wordwaiter.tournament.facts import EntrantsRegistered
from wordwaiter.tournament.files.csv_text import LONGEST
from wordwaiter.tournament.files.entrants_csv import EntryPreview, preview_entrants

_FAULTY: Final = 2


def register(group: typer.Typer) -> None:
    """Add these commands."""
    group.command("add")(giving(add))
    group.command("change")(giving(change))
    group.command("import")(giving(import_))


_PROFILE: Final = {"members": "member"}
_ADD: Final = Step("add", Profile, ("name",), _PROFILE)
_CHANGE: Final = Step("change", Profile, (), _PROFILE)


@taking(_ADD)
def add(
    desk: Desk,
    division: str | None = DIVISION,
    partner: str = typer.Option("", help="The other partner of a pair."),
    pair: str = typer.Option("", help="The pair's name; default: both names."),
    partner_age: int | None = typer.Option(None, help="The partner's age."),
    **typed: Any,
) -> None:
    """Enter a player, a pair or a team."""
    _, texts = _ADD.meant(typed)
    own = command_of_texts(Profile, lambda field: texts[field.name])
    application = pair_of(own, Profile(partner, own.club, partner_age), pair) if partner else single(own)

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        yield c.Register(desk.by, the_division(snapshot.tournament, division), (application,))

    done = desk.give(plan)
    entered = [each for fact in done.facts if isinstance(fact, EntrantsRegistered) for each in fact.entrants]
    desk.tell(done, *(f"Entered in {each.division}: {each.name}, number {each.number}." for each in entered))


@taking(_CHANGE)
def change(desk: Desk, who: str = typer.Argument(help="Name or number."), **typed: Any) -> None:
    """Put right what is known of somebody; what is left out stays."""
    _, texts = _CHANGE.meant(typed)
    known = fields_of(Profile)
    changes = {name: known[name].read(told, {}) for name, told in texts.items() if told}
    if not changes:
        raise MalformedError("nothing-asked", "say what to change")

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        number = the_contender(snapshot.tournament, who)
        profile = replace(snapshot.tournament.contender(number).profile, **changes)
        yield c.ChangeProfile(desk.by, number, profile)

    desk.tell(desk.give(plan))


def import_(
    desk: Desk,
    file: Path = typer.Argument(help="A .t file, or CSV with a header line: name, club, age, division..."),
    division: str | None = typer.Option(None, "--division", "-d", help="The division for lines without one."),
    preview: bool = typer.Option(False, "--preview", help="Only show what would be imported."),
    leave_out_faulty: bool = typer.Option(
        False, "--leave-out-faulty", help="Enter the good lines and skip the others."
    ),
) -> int:
    """Enter everybody in a list; nobody while a line is wrong."""
    with file.open("rb") as lines:
        content = lines.read(LONGEST + 1)
    snapshot = desk.look()
    read = preview_entrants(snapshot.tournament, content, division)
    if preview:
        return _show(desk, read)
    if read.faults and not (leave_out_faulty and read.entries):
        first, *others = read.faults
        more = f", and {len(others)} more" if others else ""
        raise MalformedFileError(
            first.code,
            file,
            f"{first.reason}{more}; nobody was entered; list all problems with --preview",
            line=first.line,
        )
    with desk.writing() as context:
        done = enter_from_csv(
            context,
            desk.caller,
            snapshot.stream,
            content,
            division,
            desk.meta,
            leave_out_faulty=leave_out_faulty,
        )
    faulty = len({each.line for each in read.faults})
    left_out = f" {faulty} faulty {'line was' if faulty == 1 else 'lines were'} left out." if faulty else ""
    count = len(read.entries)
    desk.tell(done, f"{count} {'was' if count == 1 else 'were'} entered.{left_out}", *_of_columns(read))
    return 0


def _of_columns(read: EntryPreview) -> Iterator[str]:
    if read.unread:
        yield f"Columns that are not read: {', '.join(read.unread)}."


def _show(desk: Desk, read: EntryPreview) -> int:
    if desk.as_json:
        print_json(
            {
                "entries": [
                    {"line": each.line, "division": each.division, "name": each.application.name}
                    for each in read.entries
                ],
                "faults": [
                    {"line": each.line, "code": each.code, "reason": each.reason} for each in read.faults
                ],
                "unread_columns": list(read.unread),
            }
        )
    else:
        if read.entries:
            rows = [(each.line, each.division, each.application.name) for each in read.entries]
            print_table(("Line", "Division", "Name"), rows)
        for fault in read.faults:
            print_wrapped(str(fault))
        for sentence in _of_columns(read):
            print_wrapped(sentence)
        faults = "1 fault" if len(read.faults) == 1 else f"{len(read.faults)} faults"
        print(f"{len(read.entries)} would be entered; {faults}.")
    return _FAULTY if read.faults else 0
