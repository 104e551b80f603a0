"""The day as a timetable: made from the divisions' rounds, and moved when the day runs late.

Pages and paper show it; `SetTimetable` and `ShiftTimetable` keep it in the log.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from wordwaiter.command_fields import Written
from wordwaiter.errors import ConflictError, MalformedError
from wordwaiter.tournament.rounds.rounds import RoundStage
from wordwaiter.tournament.state import Slot, SlotKind, Tournament
from wordwaiter.tournament.written import LENGTH, MINUTE_MS, minutes_of_text, ms_of_minutes

_PAUSE: Final = re.compile(
    rf"\s*(\S.*?)\s+({LENGTH})\s+(?:after|après)\s+(?:round |(?:la )?ronde )?(\d{{1,3}})\s*",
    re.ASCII | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Pause:
    """A break after a round."""

    after_round: int
    name: str
    length_ms: int


def pause_of_text(text: str) -> Pause:
    """Reads a break such as `Lunch 45 after 2`: its name, its minutes, and after which round it comes."""
    found = _PAUSE.fullmatch(text)
    if found is None:
        raise MalformedError("bad-break", f"write a break as 'Lunch 45 after 2', not {text[:40]!r}")
    return Pause(int(found[3]), found[1], minutes_of_text(found[2]) * MINUTE_MS)


BEGINS: Final = Written("When round 1 starts, such as 9:30.", word="begins")
STARTS: Final = Written("When it starts, such as 12:15.", word="starts")
_BREAK: Final = Written(
    "A break, such as 'Lunch 45 after 2' (45 minutes after round 2).", pause_of_text, "break"
)


@dataclass(frozen=True, slots=True)
class DayWish:
    """Lay the day out from the divisions' rounds, in place of the timetable that there is."""

    begins_ms: Annotated[int, BEGINS]
    between_ms: Annotated[int, Written(read=ms_of_minutes, word="between")]
    """Minutes from one round to the next: results, pairing, seating."""
    untimed_ms: Annotated[int, Written(read=ms_of_minutes, word="untimed")]
    """Minutes to plan for a round without a clock."""
    pauses: tuple[Annotated[Pause, _BREAK], ...] = ()
    ceremony_ms: Annotated[int, Written(read=ms_of_minutes, word="ceremony")] = 0
    """Minutes for the prize-giving; 0 for none."""


@dataclass(frozen=True, slots=True)
class PartWish:
    """Add a part to the day, among the others by its time."""

    starts_ms: Annotated[int, STARTS]
    length_ms: Annotated[int, Written("The length in minutes.", ms_of_minutes, "length")]
    name: str
    """Its name."""
    kind: SlotKind = SlotKind.OTHER
    """Its kind."""

    def among(self, slots: Sequence[Slot]) -> tuple[Slot, ...]:
        """Returns the parts of the day with this one."""
        part = Slot(self.name, self.kind, self.starts_ms, self.length_ms)
        return tuple(sorted((*slots, part), key=lambda each: each.starts_ms))


def laid_out(tournament: Tournament, wish: DayWish) -> tuple[Slot, ...]:
    """The parts of the day: all divisions play at the same time, and the longest round counts.

    Rounds that a division plays for fun, after those that the standings count, keep nobody waiting.
    """
    if not tournament.divisions:
        raise ConflictError("no-division", "there is no division yet; add one first")
    if min(wish.between_ms, wish.untimed_ms, wish.ceremony_ms) < 0:
        raise MalformedError("bad-time", "a duration cannot be negative")
    rounds = max(each.format.counted_rounds for each in tournament.divisions.values())
    for pause in wish.pauses:
        if not 1 <= pause.after_round <= rounds:
            raise MalformedError(
                "no-such-round",
                f"{pause.name} is after round {pause.after_round}, but there are only {rounds}",
            )
    slots: list[Slot] = []
    now_ms = wish.begins_ms
    for number in range(1, rounds + 1):
        length_ms = _length_ms(tournament, number, wish.untimed_ms)
        slots.append(Slot(_round_name(tournament, number), SlotKind.ROUND, now_ms, length_ms))
        now_ms += length_ms
        pauses = [each for each in wish.pauses if each.after_round == number]
        for pause in pauses:
            slots.append(Slot(pause.name, SlotKind.BREAK, now_ms, pause.length_ms))
            now_ms += pause.length_ms
        # In a break, results come in and the next round is paired.
        now_ms += 0 if pauses else wish.between_ms
    if wish.ceremony_ms:
        slots.append(Slot("Ceremony", SlotKind.CEREMONY, now_ms, wish.ceremony_ms))
    return tuple(slots)


def _length_ms(tournament: Tournament, number: int, untimed_ms: int) -> int:
    lengths = [
        each.format.length_ms(number)
        for each in tournament.divisions.values()
        if number <= each.format.counted_rounds
    ]
    return max(untimed_ms if length is None else length for length in lengths)


def _round_name(tournament: Tournament, number: int) -> str:
    """`Round 2`, with the divisions that play it where others have finished."""
    playing = [each.name for each in tournament.divisions.values() if number <= each.format.counted_rounds]
    everybody = len(playing) == len(tournament.divisions)
    return f"Round {number}" if everybody else f"Round {number} ({', '.join(playing)})"


@dataclass(frozen=True, slots=True)
class Position:
    """Where the day is by its timetable."""

    now: Slot | None
    """The part that is on."""
    next: Slot | None
    overdue: Slot | None
    """The first round that should have begun and has not."""


def position_at(tournament: Tournament, now_ms: int) -> Position:
    """Returns where the day is at `now_ms`, and which round keeps it waiting."""
    slots = tournament.timetable
    begun = [slot for slot in slots if slot.starts_ms <= now_ms]
    on = [slot for slot in begun if now_ms < slot.ends_ms]
    rounds = enumerate((slot for slot in slots if slot.kind is SlotKind.ROUND), 1)
    waiting = (slot for number, slot in rounds if slot.starts_ms <= now_ms and _awaited(tournament, number))
    return Position(
        now=on[-1] if on else None,
        next=slots[len(begun)] if len(begun) < len(slots) else None,
        overdue=next(waiting, None),
    )


def part_under_way(tournament: Tournament, now_ms: int) -> Slot | None:
    """The part of the day that is on, whatever the plan says of a round that has not begun.

    Where the day runs late that is the round before it, until that one is closed in all divisions.
    """
    position = position_at(tournament, now_ms)
    rounds = [slot for slot in tournament.timetable if slot.kind is SlotKind.ROUND]
    if position.overdue is None:
        is_over = position.now in rounds and _is_closed(tournament, rounds.index(position.now) + 1)
        return None if is_over else position.now
    number = rounds.index(position.overdue)
    played = (each for name in tournament.divisions for each in tournament.rounds_of(name))
    is_on = any(each.number == number and each.stage is not RoundStage.CLOSED for each in played)
    return rounds[number - 1] if is_on else None


def _is_closed(tournament: Tournament, number: int) -> bool:
    """Checks whether every division that plays a round has closed it, also before the plan says so."""
    stages = [
        [played.stage for played in tournament.rounds_of(each.name) if played.number == number]
        for each in tournament.divisions.values()
        if number <= each.format.counted_rounds and tournament.entrants_of(each.name)
    ]
    return bool(stages) and all(RoundStage.CLOSED in each for each in stages)


def _awaited(tournament: Tournament, number: int) -> bool:
    """Checks whether a division that plays a round has not begun it."""
    return any(
        number <= each.format.counted_rounds
        and sum(played.stage is not RoundStage.PUBLISHED for played in tournament.rounds_of(each.name))
        < number
        for each in tournament.divisions.values()
        if tournament.entrants_of(each.name)
    )


@dataclass(frozen=True, slots=True)
class Coming:
    """A part of the day that has not begun, and when it begins; nothing where nobody can tell."""

    part: Slot
    starts_ms: int | None


def coming_parts(tournament: Tournament, now_ms: int) -> tuple[Coming, ...]:
    """Returns the parts of the day still to come, in order, by the rounds that were really played.

    A round comes until it has begun in all its divisions, however late it is; a part before the latest round
    that has begun is past, whatever its time. Without a timetable the rounds are known, and not when.
    """
    slots = tournament.timetable or _unplanned(tournament)
    numbers = _round_numbers(slots)
    begun = [place for place, number in numbers.items() if not _awaited(tournament, number)]
    return tuple(
        Coming(slot, slot.starts_ms if tournament.timetable and slot.starts_ms > now_ms else None)
        for place, slot in enumerate(slots[max(begun, default=-1) + 1 :], max(begun, default=-1) + 1)
        if place in numbers or not tournament.timetable or slot.starts_ms > now_ms
    )


def _round_numbers(slots: Sequence[Slot]) -> dict[int, int]:
    """The number of each round, by its place in the timetable."""
    places = (place for place, slot in enumerate(slots) if slot.kind is SlotKind.ROUND)
    return {place: number for number, place in enumerate(places, 1)}


def _unplanned(tournament: Tournament) -> tuple[Slot, ...]:
    rounds = max((each.format.counted_rounds for each in tournament.divisions.values()), default=0)
    names = (_round_name(tournament, number) for number in range(1, rounds + 1))
    return tuple(Slot(name, SlotKind.ROUND, 0, 0) for name in names)


def next_part(tournament: Tournament, now_ms: int) -> int:
    """The place of the first part that has not begun at `now_ms`: what moves when the day runs late.

    A round that should have begun and has not comes before whatever the plan says.
    """
    slots = tournament.timetable
    late = position_at(tournament, now_ms).overdue
    for place, slot in enumerate(slots):
        if slot.starts_ms > now_ms or slot is late:
            return place
    raise ConflictError("day-over", "every part of the day has started; give the number of the part to move")
