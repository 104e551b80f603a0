"""`wordwaiter tournament timetable`: the day as it is meant to go, moved in one step when it runs late."""

import random
from collections.abc import Iterable
from datetime import date, datetime, time
from typing import Final

import typer

from wordwaiter.cli.output import print_json
from wordwaiter.cli.tournament.desk import (
    BELOW_ZERO,
    REASON,
    Desk,
    giving,
    looking,
    require_options_last,
    the_fact,
)
from wordwaiter.cli.tournament.tables import print_table, print_wrapped
from wordwaiter.cli.tournament.words import hour_text, whole_number
from wordwaiter.errors import MalformedError
from wordwaiter.service.clock import milliseconds, system_clock
from wordwaiter.service.tournaments.times_of_day import MINUTE_MS, moment_ms, pause_of_text, time_of_text
from wordwaiter.service.tournaments.tournaments import Done, Snapshot
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.facts import TimetableShifted
from wordwaiter.tournament.state import Slot, SlotKind, Tournament
from wordwaiter.tournament.timetable import DayWish, laid_out, next_part

_KINDS: Final = ", ".join(kind.value for kind in SlotKind)


def register(group: typer.Typer) -> None:
    """Add the command and what belongs to it."""
    timetable = typer.Typer(
        help="Show the day's timetable; or make, change and move it.", invoke_without_command=True
    )
    timetable.callback()(looking(overview))
    timetable.command("make")(giving(make))
    timetable.command("add")(giving(add))
    timetable.command("remove")(giving(remove))
    timetable.command("shift", context_settings=BELOW_ZERO)(giving(shift))
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


def make(
    desk: Desk,
    begins: str = typer.Argument(metavar="TIME", help="When round 1 begins, as 9:30."),
    between: int = typer.Option(15, help="Minutes from one round to the next: results, pairing, seating."),
    untimed: int = typer.Option(60, help="Minutes to reckon with for a round without a clock."),
    pause: list[str] = typer.Option(
        [], "--break", help="A break, as 'Lunch 45 after 2': minutes, and after which round; may be repeated."
    ),
    ceremony: int = typer.Option(20, help="Minutes of the prize-giving; 0 for none."),
) -> None:
    """Lay the day out from the divisions' rounds, in place of the timetable that there is."""
    clock, pauses = time_of_text(begins), tuple(map(pause_of_text, pause))

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        wish = DayWish(
            begins_ms=_moment_ms(snapshot.tournament, clock),
            between_ms=between * MINUTE_MS,
            untimed_ms=untimed * MINUTE_MS,
            pauses=pauses,
            ceremony_ms=ceremony * MINUTE_MS,
        )
        yield c.SetTimetable(desk.by, laid_out(snapshot.tournament, wish))

    _done(desk, desk.give(plan))


def add(
    desk: Desk,
    begins: str = typer.Argument(metavar="TIME", help="When it begins, as 12:15."),
    minutes: int = typer.Argument(help="How long it is."),
    name: str = typer.Argument(help="What it is called."),
    kind: SlotKind = typer.Option(SlotKind.OTHER, help=f"What it is: {_KINDS}."),
) -> None:
    """Add a part to the day, among the others by its time."""
    clock = time_of_text(begins)

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        slot = Slot(name, kind, _moment_ms(snapshot.tournament, clock), minutes * MINUTE_MS)
        slots = sorted((*snapshot.tournament.timetable, slot), key=lambda each: each.starts_ms)
        yield c.SetTimetable(desk.by, tuple(slots))

    _done(desk, desk.give(plan))


def remove(desk: Desk, part: int = typer.Argument(help="Its number.")) -> None:
    """Take a part out of the day; the others stay where they are."""

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        slots = snapshot.tournament.timetable
        if not 1 <= part <= len(slots):
            raise MalformedError("no-such-slot", f"the timetable has no part {part}")
        yield c.SetTimetable(desk.by, (*slots[: part - 1], *slots[part:]))

    _done(desk, desk.give(plan))


def shift(
    desk: Desk,
    later: str = typer.Argument(metavar="MINUTES", help="Later by so many minutes; -10 is earlier."),
    part: int | None = typer.Option(
        None, min=1, help="From which part on, by its number; the next one to begin if left out."
    ),
    reason: str = REASON,
) -> None:
    """Move a part of the day and all that comes after it, in one step."""
    minutes = whole_number(later, "a number of minutes")

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        slots = snapshot.tournament.timetable
        now_ms = milliseconds(system_clock())
        place = part - 1 if part is not None else next_part(slots, now_ms)
        yield c.ShiftTimetable(desk.by, place, minutes * MINUTE_MS, reason)

    done = desk.give(plan)
    if not desk.as_json:
        _tell_shift(done, the_fact(done, TimetableShifted))
    _done(desk, done)


def _tell_shift(done: Done, moved: TimetableShifted) -> None:
    slots = done.snapshot.tournament.timetable
    first, after = slots[moved.slot], len(slots) - moved.slot - 1
    parts = f" and {after} {'part' if after == 1 else 'parts'} after it" if after else ""
    minutes = abs(moved.by_ms) // MINUTE_MS
    way = "later" if moved.by_ms > 0 else "earlier"
    day_ms = _day_ms(done.snapshot.tournament)
    ends, before = (hour_text(slots[-1].ends_ms - by_ms, day_ms) for by_ms in (0, moved.by_ms))
    print_wrapped(
        f"{first.name}{parts}: {minutes} minutes {way}. The day ends at {ends} instead of {before}."
    )


def _done(desk: Desk, done: Done) -> None:
    if desk.as_json:
        desk.tell(done)
    else:
        _show(desk, done.snapshot)


# ---------------------------------------------------------------- times


def _moment_ms(tournament: Tournament, clock: time) -> int:
    return moment_ms(tournament, clock, system_clock().astimezone().date())


def _day_ms(tournament: Tournament) -> int:
    """A moment of the tournament's day; of its first part where it has no date."""
    return _moment_ms(tournament, time(12)) if tournament.date else tournament.timetable[0].starts_ms


def _day(ms: int) -> date:
    return datetime.fromtimestamp(ms / 1000).astimezone().date()
