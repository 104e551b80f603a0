"""Which clocks a table has, and which of them run."""

from wordwaiter.errors import IllegalError
from wordwaiter.game.clock import ClockKind, Clocks, Countdown, Running
from wordwaiter.game.table import Skipped, Stage, Table
from wordwaiter.rules.rulebooks.choices import (
    ChessClockIfAny,
    OrganisersRoomClock,
    Overrun,
    RoomClock,
    RoundClock,
    SideBudget,
    TableAllowance,
    WhileJudged,
)
from wordwaiter.rules.rulebooks.rulebook import Rulebook, TurnChallenge


def clocks_for(rulebook: Rulebook, sides: int, room_ms: int | None, side_ms: int | None) -> Clocks:
    """The clocks of a new table, all at rest."""
    match rulebook.clock.game:
        case SideBudget(time, _):
            return Clocks(sides=(Countdown(time),) * sides)
        case ChessClockIfAny():
            room = None if room_ms is None else Countdown(room_ms)
            return Clocks(room=room, sides=() if side_ms is None else (Countdown(side_ms),) * sides)
        case TableAllowance(time):
            return Clocks(table=Countdown(time))
        case RoomClock(time):
            return Clocks(room=Countdown(time if room_ms is None else room_ms))
        case OrganisersRoomClock():
            return Clocks(room=None if room_ms is None else Countdown(room_ms))
        case RoundClock() | None:
            return Clocks()


def keep_time(before: Table, after: Table, at_ms: int) -> Clocks:
    """The clocks of `after`: started and stopped as what happened at `at_ms` asks for."""
    clocks, stage = after.clocks, after.stage
    if stage is Stage.DRAWING:
        return clocks
    if clocks is before.clocks and _is_situation_kept(before, after):
        return clocks  # those that should run do so since what happened before
    clocks = _with_increments(before, after, clocks).room_started(at_ms)
    if before.stage is Stage.DRAWING or _turn_of(before) != _turn_of(after):
        clocks = clocks.turn_begun(after.rulebook.turns.limit)
    return clocks.running(_running(after), at_ms)


def _turn_of(table: Table) -> tuple[int, int]:
    return len(table.turns), table.position.to_move


def _is_situation_kept(before: Table, after: Table) -> bool:
    """Compares all that decides at a table which of its clocks run."""
    return (
        len(before.turns) == len(after.turns)
        and before.position.to_move == after.position.to_move
        and before.pause == after.pause
        and before.challenge == after.challenge
        and before.stage is after.stage
    )


def _running(table: Table) -> Running:
    if table.stage is not Stage.PLAYING or table.pause is not None:
        return Running(table=False, side=None, turn=False)
    side = table.seats[table.position.to_move].side
    if table.challenge is None:
        return Running(table=True, side=side, turn=True)
    challenge = table.rulebook.challenge
    game_runs = isinstance(challenge, TurnChallenge) and challenge.clock is WhileJudged.RUNS
    turn_runs = table.rulebook.turns.limit_while_judged is WhileJudged.RUNS
    return Running(table=game_runs, side=side if game_runs else None, turn=turn_runs)


def side_out_of_time(table: Table, at_ms: int) -> int | None:
    """Returns the side that is as long over its time as loses the game."""
    most_ms = table.rulebook.clock.most_overtime
    if most_ms is None:
        return None
    return next(
        (side for side, clock in enumerate(table.clocks.sides) if clock.remaining_ms(at_ms) <= -most_ms), None
    )


def _with_increments(before: Table, after: Table, clocks: Clocks) -> Clocks:
    """The clocks with the time that turns add to their sides; a turn that was undone takes it away."""
    increment = after.rulebook.clock.increment
    if increment is None or len(before.turns) == len(after.turns):
        return clocks
    taken = after.turns[len(before.turns) :]
    undone = before.turns[len(after.turns) :]
    for turns, by_ms in ((taken, increment), (undone, -increment)):
        for turn in turns:
            if not isinstance(turn.move, Skipped):
                clocks = clocks.adjusted(ClockKind.SIDE, after.seats[turn.seat].side, by_ms)
    return clocks


def game_time_is_up(table: Table, at_ms: int) -> bool:
    """Checks if the time of the game or the round has run out, whether or not somebody has called it."""
    clocks = table.clocks
    return any(clock is not None and clock.remaining_ms(at_ms) <= 0 for clock in (clocks.room, clocks.table))


def require_game_time(table: Table, at_ms: int) -> None:
    """Refuse an announcement after the game's time."""
    if game_time_is_up(table, at_ms):
        raise IllegalError(
            "time-is-up",
            "time is up; only announced plays count",
            clause=table.rulebook.clause_of("ending.time"),
        )


def has_timed_out(table: Table, at_ms: int) -> bool:
    """Checks if the turn ran out of time and is a pass, unless an official allows it before the next acts."""
    clock = table.clocks.turn
    is_late = clock is not None and clock.remaining_ms(at_ms) < 0
    is_pass = table.rulebook.turns.overrun is Overrun.PASS_UNLESS_ALLOWED and not table.allowed
    return is_late and is_pass and table.stage is Stage.PLAYING


def require_turn_time(table: Table, at_ms: int) -> None:
    """Refuse a play or an exchange after the turn's time, unless an official allowed it."""
    if has_timed_out(table, at_ms):
        raise IllegalError(
            "turn-overtime",
            "the turn ran out of time, which is a pass; the scorekeeper or a judge can allow it",
            clause=table.rulebook.clause_of("turns.overrun"),
        )
