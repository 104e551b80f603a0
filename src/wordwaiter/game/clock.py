"""Clocks as arithmetic: what has run is kept in milliseconds, what remains is asked with the time of day.

A table has up to four kinds of clock. The *room's* runs to the end of a round and never stops; the *table's*
allowance is its own and can be given back; a *side's* budget runs while that side is to move; the *turn's*
limit starts anew with each turn. Negative remaining time is overtime.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Self

from wordwaiter.game.replacing import replace


@dataclass(frozen=True, slots=True)
class Stopwatch:
    """Milliseconds that have run: those gathered, and since when it is running."""

    gathered_ms: int = 0
    since_ms: int | None = None

    def elapsed_ms(self, now_ms: int) -> int:
        return self.gathered_ms + (0 if self.since_ms is None else now_ms - self.since_ms)

    def running(self, runs: bool, at_ms: int) -> "Stopwatch":
        """Returns the watch, started or stopped at that time; unchanged if it already is."""
        if runs == (self.since_ms is not None):
            return self
        return Stopwatch(self.elapsed_ms(at_ms), at_ms if runs else None)


@dataclass(frozen=True, slots=True)
class Countdown:
    """A stopwatch with a limit; officials adjust the limit, never what has run."""

    limit_ms: int
    watch: Stopwatch = Stopwatch()

    def remaining_ms(self, now_ms: int) -> int:
        """Returns the time left; negative means overtime."""
        return self.limit_ms - self.watch.elapsed_ms(now_ms)

    def running(self, runs: bool, at_ms: int) -> "Countdown":
        """Returns the countdown, started or stopped at that time."""
        watch = self.watch.running(runs, at_ms)
        return self if watch is self.watch else replace(self, watch=watch)

    def adjusted(self, by_ms: int) -> "Countdown":
        """Returns the countdown with so much more time, or less."""
        return replace(self, limit_ms=self.limit_ms + by_ms)


class ClockKind(Enum):
    """Which clock."""

    ROOM = "room"
    TABLE = "table"
    SIDE = "side"
    TURN = "turn"


@dataclass(frozen=True, slots=True)
class Running:
    """Which clocks should run; the room's always does once it was started."""

    table: bool
    side: int | None
    turn: bool


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks of one table; those that its rules do not have are missing."""

    room: Countdown | None = None
    table: Countdown | None = None
    sides: tuple[Countdown, ...] = ()
    turn: Countdown | None = None

    def running(self, wanted: Running, at_ms: int) -> Self:
        """The clocks with the wanted ones running from that time on and the others stopped."""
        table = self.table and self.table.running(wanted.table, at_ms)
        sides = tuple([clock.running(side == wanted.side, at_ms) for side, clock in enumerate(self.sides)])
        turn = self.turn and self.turn.running(wanted.turn, at_ms)
        if table is self.table and turn is self.turn and sides == self.sides:
            return self
        return replace(self, table=table, sides=sides, turn=turn)

    def room_started(self, at_ms: int) -> Self:
        """The clocks with the room's running."""
        room = self.room and self.room.running(True, at_ms)
        return self if room is self.room else replace(self, room=room)

    def turn_begun(self, limit_ms: int | None) -> Self:
        """The clocks with a new turn's limit, not yet running."""
        if limit_ms is None and self.turn is None:
            return self
        return replace(self, turn=None if limit_ms is None else Countdown(limit_ms))

    def of(self, kind: ClockKind, side: int | None = None) -> Countdown | None:
        """One clock, if the table has it; a side's needs the side."""
        match kind:
            case ClockKind.ROOM:
                return self.room
            case ClockKind.TABLE:
                return self.table
            case ClockKind.TURN:
                return self.turn
            case ClockKind.SIDE:
                known = side is not None and 0 <= side < len(self.sides)
                return self.sides[side] if side is not None and known else None

    def adjusted(self, kind: ClockKind, side: int | None, by_ms: int) -> Self:
        """The clocks with so much more time on one of them, or less."""
        match kind:
            case ClockKind.ROOM:
                return replace(self, room=self.room and self.room.adjusted(by_ms))
            case ClockKind.TABLE:
                return replace(self, table=self.table and self.table.adjusted(by_ms))
            case ClockKind.TURN:
                return replace(self, turn=self.turn and self.turn.adjusted(by_ms))
            case ClockKind.SIDE:
                return replace(
                    self,
                    sides=tuple(
                        clock.adjusted(by_ms) if index == side else clock
                        for index, clock in enumerate(self.sides)
                    ),
                )


@dataclass(frozen=True, slots=True)
class Remaining:
    """The time left on each clock at one moment, in milliseconds; missing clocks are `None`."""

    room_ms: int | None
    table_ms: int | None
    sides_ms: tuple[int, ...]
    turn_ms: int | None

    @property
    def game_ms(self) -> int | None:
        """The time left for the game: the tighter of the room's and the table's."""
        known = [left for left in (self.room_ms, self.table_ms) if left is not None]
        return min(known, default=None)


def remaining(clocks: Clocks, now_ms: int) -> Remaining:
    """Returns the time left on each clock at `now_ms`."""

    def left(clock: Countdown | None) -> int | None:
        return None if clock is None else clock.remaining_ms(now_ms)

    return Remaining(
        left(clocks.room),
        left(clocks.table),
        tuple(clock.remaining_ms(now_ms) for clock in clocks.sides),
        left(clocks.turn),
    )


def minutes_begun(over_ms: int) -> int:
    """Returns how many minutes of overtime have begun, in full seconds as clocks show them: 0:01 is one."""
    return -(-(max(over_ms, 0) // 1000) // 60)
