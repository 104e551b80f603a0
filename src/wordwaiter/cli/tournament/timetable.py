"""`wordwaiter tournament timetable`: the day as it is meant to go, moved in one step when it runs late."""

import random
import re
from collections.abc import Iterable
from datetime import date, datetime, time
from typing import Final

import typer

from wordwaiter.cli.options import DB
from wordwaiter.cli.output import print_json
from wordwaiter.cli.tournament.desk import REASON, Desk, giving, looking
from wordwaiter.cli.tournament.tables import print_table, print_wrapped
from wordwaiter.errors import MalformedError
from wordwaiter.service.tournaments import Done, Kept
from wordwaiter.service.watch import milliseconds, system_clock
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.state import Slot, SlotKind, Tournament
from wordwaiter.tournament.timetable import DayWish, Pause, laid_out, next_part

_NOTHING_ASKED: Final = Desk(db=DB.default, as_json=False, which=None)
_MINUTE_MS: Final = 60_000
_CLOCK: Final = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)", re.ASCII)
_PAUSE: Final = re.compile(r"\s*(\S.*?)\s+(\d{1,4})\s+after\s+(\d{1,3})\s*", re.ASCII)
_KINDS: Final = ", ".join(kind.value for kind in SlotKind)


def register(group: typer.Typer) -> None:
    """Add the command and what belongs to it."""
    timetable = typer.Typer(
        help="Show the day's timetable; or make, change and move it.", invoke_without_command=True
    )
    timetable.callback()(looking(overview))
    timetable.command("make")(giving(make))
    timetable.command("add")(giving(add))
    timetable.command("shift")(giving(shift))
    group.add_typer(timetable, name="timetable")


def overview(desk: Desk, context: typer.Context) -> None:
    """Show the day's timetable; with a word more, make or move it."""
    if context.invoked_subcommand is None:
        kept = desk.look()
        _show(desk, kept)
    elif desk != _NOTHING_ASKED:
        # They would be dropped silently, and the day would be moved in another file.
        raise MalformedError("options-last", f"write the options after {context.invoked_subcommand}")


def _show(desk: Desk, kept: Kept) -> None:
    slots = kept.tournament.timetable
    if desk.as_json:
        print_json(
            {
                "tournament": kept.stream,
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
        rows = [
            (number, _hour(slot.starts_ms), _hour(slot.ends_ms), slot.name)
            for number, slot in enumerate(slots, 1)
        ]
        print_table(("Part", "From", "To", "What"), rows)
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
    clock, pauses = _clock(begins), tuple(map(_pause, pause))

    def plan(kept: Kept, _rng: random.Random) -> Iterable[c.Command]:
        wish = DayWish(
            begins_ms=_moment_ms(kept.tournament, clock),
            between_ms=between * _MINUTE_MS,
            untimed_ms=untimed * _MINUTE_MS,
            pauses=pauses,
            ceremony_ms=ceremony * _MINUTE_MS,
        )
        yield c.SetTimetable(desk.by, laid_out(kept.tournament, wish))

    _done(desk, desk.give(plan))


def add(
    desk: Desk,
    begins: str = typer.Argument(metavar="TIME", help="When it begins, as 12:15."),
    minutes: int = typer.Argument(help="How long it is."),
    name: str = typer.Argument(help="What it is called."),
    kind: SlotKind = typer.Option(SlotKind.OTHER, help=f"What it is: {_KINDS}."),
) -> None:
    """Add a part to the day, among the others by its time."""
    clock = _clock(begins)

    def plan(kept: Kept, _rng: random.Random) -> Iterable[c.Command]:
        slot = Slot(name, kind, _moment_ms(kept.tournament, clock), minutes * _MINUTE_MS)
        slots = sorted((*kept.tournament.timetable, slot), key=lambda each: each.starts_ms)
        yield c.SetTimetable(desk.by, tuple(slots))

    _done(desk, desk.give(plan))


def shift(
    desk: Desk,
    minutes: int = typer.Argument(help="Later by so many minutes; below zero, write it after --: -- -10."),
    part: int | None = typer.Option(
        None, min=1, help="From which part on, by its number; the next one to begin if left out."
    ),
    reason: str = REASON,
) -> None:
    """Move a part of the day and all that comes after it, in one step."""

    def plan(kept: Kept, _rng: random.Random) -> Iterable[c.Command]:
        slots = kept.tournament.timetable
        now_ms = milliseconds(system_clock())
        place = part - 1 if part is not None else next_part(slots, now_ms)
        yield c.ShiftTimetable(desk.by, place, minutes * _MINUTE_MS, reason)

    _done(desk, desk.give(plan))


def _done(desk: Desk, done: Done) -> None:
    if desk.as_json:
        desk.tell(done)
    else:
        _show(desk, done.kept)


# ---------------------------------------------------------------- times that people type


def _clock(text: str) -> time:
    found = _CLOCK.fullmatch(text.strip())
    if found is None:
        raise MalformedError("bad-time", f"write a time of day as 9:30, not {text!r}")
    return time(int(found[1]), int(found[2]))


def _pause(text: str) -> Pause:
    found = _PAUSE.fullmatch(text)
    if found is None:
        raise MalformedError("bad-break", f"write a break as 'Lunch 45 after 2', not {text!r}")
    return Pause(int(found[3]), found[1], int(found[2]) * _MINUTE_MS)


def _moment_ms(tournament: Tournament, clock: time) -> int:
    """That time on the day of the tournament, today if it has none, by this computer's time zone."""
    day = date.fromisoformat(tournament.date) if tournament.date else system_clock().astimezone().date()
    return milliseconds(datetime.combine(day, clock).astimezone())


def _hour(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000).astimezone().strftime("%H:%M")
