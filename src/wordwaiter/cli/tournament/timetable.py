"""`wordwaiter tournament timetable`: the day as it is meant to go, moved in one step when it runs late."""

import random
from collections.abc import Iterable
from datetime import date, datetime, time
from typing import Any, Final

import typer

from wordwaiter.cli.output import print_json
from wordwaiter.cli.tournament.derived import SHIFT
from wordwaiter.cli.tournament.desk import Desk, giving, looking, require_options_last
from wordwaiter.cli.tournament.names import command_typed
from wordwaiter.cli.tournament.steps import Step, add_steps, taking
from wordwaiter.cli.tournament.tables import print_table, print_wrapped
from wordwaiter.cli.tournament.words import hour_text
from wordwaiter.errors import MalformedError
from wordwaiter.service.clock import system_clock
from wordwaiter.service.tournaments.kind import TournamentOutcome
from wordwaiter.service.tournaments.snapshots import Snapshot
from wordwaiter.service.tournaments.times_of_day import moment_ms
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.state import Tournament
from wordwaiter.tournament.timetable import DayWish, PartWish, laid_out

_MAKE: Final = Step(
    "make", DayWish, ("begins",), defaults={"between": "15", "untimed": "60", "ceremony": "20"}
)
_ADD: Final = Step("add", PartWish, ("starts", "length", "name"))


def register(group: typer.Typer) -> None:
    """Add the command and what belongs to it."""
    timetable = typer.Typer(
        help="Show, create, change or move the day's timetable.", invoke_without_command=True
    )
    timetable.callback()(looking(overview))
    timetable.command("make")(giving(make))
    timetable.command("add")(giving(add))
    timetable.command("remove")(giving(remove))
    add_steps(timetable, (SHIFT,), _tell)
    group.add_typer(timetable, name="timetable")


def overview(desk: Desk, context: typer.Context) -> None:
    """Show the day's timetable; with a word more, make or move it."""
    if context.invoked_subcommand is None:
        snapshot = desk.look()
        _show(desk, snapshot)
    else:
        require_options_last(desk, context.invoked_subcommand)


def _show(desk: Desk, snapshot: Snapshot) -> None:
    slots = snapshot.tournament.timetable
    if desk.as_json:
        print_json(
            {
                "tournament": snapshot.stream,
                "timetable": [
                    {
                        "part": number,
                        "name": slot.name,
                        "kind": slot.kind.value,
                        "starts_ms": slot.starts_ms,
                        "length_ms": slot.length_ms,
                    }
                    for number, slot in enumerate(slots, 1)
                ],
            }
        )
    elif slots:
        day_ms = _day_ms(snapshot.tournament)
        rows = [
            (number, hour_text(slot.starts_ms, day_ms), hour_text(slot.ends_ms, day_ms), slot.name)
            for number, slot in enumerate(slots, 1)
        ]
        print_table(("Part", "From", "To", "What"), rows)
        other_day = [slot.name for slot in slots if _day(slot.ends_ms) != _day(day_ms)]
        if other_day:
            print_wrapped(
                f"Beware: {other_day[0]} is not within the day of the tournament; look at the times again."
            )
    else:
        print_wrapped("There is no timetable yet; make one with: wordwaiter tournament timetable make 9:30")


@taking(_MAKE)
def make(desk: Desk, **typed: Any) -> None:
    _, texts = _MAKE.meant(typed)

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        wish = command_typed(snapshot.tournament, DayWish, texts)
        yield c.SetTimetable(desk.by, laid_out(snapshot.tournament, wish))

    _tell(desk, desk.give(plan))


@taking(_ADD)
def add(desk: Desk, **typed: Any) -> None:
    _, texts = _ADD.meant(typed)

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        part = command_typed(snapshot.tournament, PartWish, texts)
        yield c.SetTimetable(desk.by, part.among(snapshot.tournament.timetable))

    _tell(desk, desk.give(plan))


def remove(desk: Desk, part: int = typer.Argument(help="Its number.")) -> None:
    """Take a part out of the day; the others stay where they are."""

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        slots = snapshot.tournament.timetable
        if not 1 <= part <= len(slots):
            raise MalformedError("no-such-slot", f"the timetable has no part {part}")
        yield c.SetTimetable(desk.by, (*slots[: part - 1], *slots[part:]))

    _tell(desk, desk.give(plan))


def _tell(desk: Desk, done: TournamentOutcome) -> None:
    desk.tell(done)
    if not desk.as_json:
        _show(desk, desk.look())


# ---------------------------------------------------------------- times


def _moment_ms(tournament: Tournament, clock: time) -> int:
    return moment_ms(tournament, clock, system_clock().astimezone().date())


def _day_ms(tournament: Tournament) -> int:
    """A moment of the tournament's day; of its first part where it has no date."""
    return _moment_ms(tournament, time(12)) if tournament.date else tournament.timetable[0].starts_ms


def _day(ms: int) -> date:
    return datetime.fromtimestamp(ms / 1000).astimezone().date()
