"""The day as a timetable: made from the divisions' rounds, and moved when the day runs late.

Pages and paper show it; `SetTimetable` and `ShiftTimetable` keep it in the log.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from wordwaiter.errors import ConflictError, MalformedError
from wordwaiter.tournament.rounds.rounds import RoundStage
from wordwaiter.tournament.state import Slot, SlotKind, Tournament


@dataclass(frozen=True, slots=True)
class Pause:
    """A break after a round."""

    after_round: int
    name: str
    length_ms: int


@dataclass(frozen=True, slots=True)
class DayWish:
    """What an organiser says of a day before it is laid out."""

    begins_ms: int
    between_ms: int
    """From the end of a round to the start of the next: results, pairing, finding the table."""
    untimed_ms: int
    """What to reckon with for a round that no clock ends."""
    pauses: tuple[Pause, ...] = ()
    ceremony_ms: int = 0


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
    """Where the day is at `now_ms`, and which round keeps it waiting."""
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
    if position.overdue is None:
        return position.now
    rounds = [slot for slot in tournament.timetable if slot.kind is SlotKind.ROUND]
    number = rounds.index(position.overdue)
    played = (each for name in tournament.divisions for each in tournament.rounds_of(name))
    is_on = any(each.number == number and each.stage is not RoundStage.CLOSED for each in played)
    return rounds[number - 1] if is_on else None


def _awaited(tournament: Tournament, number: int) -> bool:
    """Whether a division that plays a round has not begun it."""
    return any(
        number <= each.format.counted_rounds
        and sum(played.stage is not RoundStage.PUBLISHED for played in tournament.rounds_of(each.name))
        < number
        for each in tournament.divisions.values()
        if tournament.entrants_of(each.name)
    )


def next_part(timetable: Sequence[Slot], now_ms: int) -> int:
    """The place of the first part that has not begun at `now_ms`: what moves when the day runs late."""
    for place, slot in enumerate(timetable):
        if slot.starts_ms > now_ms:
            return place
    raise ConflictError("day-over", "every part of the day has started; give the number of the part to move")
