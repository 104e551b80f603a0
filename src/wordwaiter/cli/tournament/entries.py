"""Entrants: add, change, remove, import, move."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import typer

from wordwaiter.cli.output import print_json
from wordwaiter.cli.tournament.desk import (
    DIVISION,
    REASON,
    Desk,
    giving,
    the_contender,
    the_division,
    the_entrant,
    the_fact,
)
from wordwaiter.cli.tournament.tables import print_table, print_wrapped
from wordwaiter.errors import MalformedError, MalformedFileError
from wordwaiter.service.tournaments.tournaments import Snapshot, enter_from_csv
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Need, Profile, pair_of, single
from wordwaiter.tournament.facts import (
    EntrantMoved,
    EntrantsRegistered,
    ProfileChanged,
)
from wordwaiter.tournament.files.csv_text import LONGEST
from wordwaiter.tournament.files.entrants_csv import EntryPreview, preview_entrants

_FAULTY: Final = 2


def register(group: typer.Typer) -> None:
    """Add these commands."""
    group.command("add")(giving(add))
    group.command("change")(giving(change))
    group.command("remove")(giving(remove))
    group.command("import")(giving(import_))
    group.command("move")(giving(move))


# ---------------------------------------------------------------- entrants


def add(
    desk: Desk,
    name: str = typer.Argument(help="The player, the first partner, or the team."),
    division: str | None = DIVISION,
    partner: str = typer.Option("", help="The other partner of a pair."),
    pair: str = typer.Option("", help="What the pair is called; both names if left out."),
    member: list[str] = typer.Option([], "--member", "-m", help="A member of the team; may be repeated."),
    club: str = typer.Option("", help="Club or town."),
    age: int | None = typer.Option(None, help="How old."),
    partner_age: int | None = typer.Option(None, help="How old the partner is."),
    rating: int | None = typer.Option(None, help="The rating."),
    brings_set: bool = typer.Option(False, "--set", help="Brings a board with tiles."),
    brings_clock: bool = typer.Option(False, "--clock", help="Brings a clock."),
    need: list[Need] = typer.Option([], "--need", help="What is needed; may be repeated."),
    email: str = typer.Option("", help="An e-mail address, for officials alone."),
    by_initials: bool = typer.Option(False, "--initials", help="Shown by initials in public."),
) -> None:
    """Enter a player, a pair or a team."""
    own = Profile(
        name, club, age, tuple(member), brings_set, brings_clock, tuple(need), rating, email, by_initials
    )
    application = pair_of(own, Profile(partner, club, partner_age), pair) if partner else single(own)

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        yield c.Register(desk.by, the_division(snapshot.tournament, division), (application,))

    done = desk.give(plan)
    entered = [each for fact in done.facts if isinstance(fact, EntrantsRegistered) for each in fact.entrants]
    desk.tell(done, *(f"Entered in {each.division}: {each.name}, number {each.number}." for each in entered))


def change(
    desk: Desk,
    who: str = typer.Argument(help="Name or number."),
    name: str | None = typer.Option(None, help="The right name."),
    club: str | None = typer.Option(None, help="Club or town."),
    age: int | None = typer.Option(None, help="How old."),
    rating: int | None = typer.Option(None, help="The rating."),
    member: list[str] = typer.Option([], "--member", "-m", help="All members of the team, one by one."),
    brings_set: bool | None = typer.Option(None, "--set/--no-set", help="Brings a board with tiles."),
    brings_clock: bool | None = typer.Option(None, "--clock/--no-clock", help="Brings a clock."),
    need: list[Need] = typer.Option([], "--need", help="All that is needed, one by one."),
    email: str | None = typer.Option(None, help="An e-mail address, for officials alone."),
    by_initials: bool | None = typer.Option(
        None, "--initials/--no-initials", help="Shown by initials in public."
    ),
) -> None:
    """Put right what is known of somebody; what is left out stays."""
    told = {
        "name": name, "club": club, "age": age, "rating": rating, "brings_set": brings_set,
        "brings_clock": brings_clock, "members": tuple(member) or None, "needs": tuple(need) or None,
        "email": email, "by_initials": by_initials,
    }  # fmt: skip
    changes: dict[str, Any] = {key: value for key, value in told.items() if value is not None}
    if not changes:
        raise MalformedError("nothing-asked", "say what is to be put right")

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        number = the_contender(snapshot.tournament, who)
        profile = replace(snapshot.tournament.contender(number).profile, **changes)
        yield c.ChangeProfile(desk.by, number, profile)

    done = desk.give(plan)
    changed = the_fact(done, ProfileChanged)
    desk.tell(done, f"The entry of {changed.profile.name} is put right.")


def remove(
    desk: Desk,
    who: str = typer.Argument(help="Name or number."),
    reason: str = REASON,
) -> None:
    """Take out an entrant who was entered by mistake, before they have a seat."""

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        yield c.RemoveEntrants(desk.by, (the_entrant(snapshot.tournament, who),), reason)

    done = desk.give(plan)
    desk.tell(done, f"{who} is taken out.")


def import_(
    desk: Desk,
    file: Path = typer.Argument(help="A CSV file with a line of headings: name, club, age, division..."),
    division: str | None = typer.Option(None, "--division", "-d", help="For lines that name none."),
    preview: bool = typer.Option(False, "--preview", help="Show what would be read, and do nothing."),
    leave_out_faulty: bool = typer.Option(
        False, "--leave-out-faulty", help="Enter the good lines and leave the others out."
    ),
) -> int:
    """Enter everybody in a CSV file; nobody while a line is wrong."""
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
            f"{first.reason}{more}; nobody was entered, see all with --preview",
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


def move(
    desk: Desk,
    who: str = typer.Argument(help="Name or number."),
    division: str = typer.Argument(help="Where to."),
    reason: str = REASON,
) -> None:
    """Move an entrant to another division, before it has played."""

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        target = the_division(snapshot.tournament, division)
        yield c.MoveEntrant(desk.by, the_entrant(snapshot.tournament, who), target, reason)

    done = desk.give(plan)
    moved = the_fact(done, EntrantMoved)
    name = done.snapshot.tournament.entrant(moved.entrant).name
    desk.tell(done, f"{name} is in {moved.division} now.")
