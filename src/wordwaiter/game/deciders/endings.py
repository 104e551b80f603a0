"""How a game ends: out, no play left, scoreless turns, time, or by an official; and what follows at once."""

from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.game import commands as c
from wordwaiter.game.clock import remaining
from wordwaiter.game.deciders.count import adjustments, racks_are_filled, racks_awaited
from wordwaiter.game.deciders.course import Course
from wordwaiter.game.deciders.deciding import decides
from wordwaiter.game.deciders.guards import require_begun, require_no_ruling_awaited, require_playing
from wordwaiter.game.deciders.turn_ending import ending_rules, reason_in_turns
from wordwaiter.game.facts import Fact, GameEnded, RacksFilled, ResultAccepted, ResultCounted, TimeCalled
from wordwaiter.game.finder import Finder, no_play_left
from wordwaiter.game.holdings import count_of
from wordwaiter.game.positions import fills
from wordwaiter.game.table import EndReason, Evidence, Stage, Table
from wordwaiter.game.timing import side_out_of_time


def consequences(course: Course, by: str, now_ms: int, finder: Finder | None) -> Course:
    """Adds the facts that follow by the rules alone: the end of the game and its count."""
    while (fact := _consequence(course.table, by, now_ms, finder)) is not None:
        course = course.then(fact)
    return course


def _consequence(table: Table, by: str, now_ms: int, finder: Finder | None) -> Fact | None:
    match table.stage:
        case Stage.DRAWING:
            return None
        case Stage.PLAYING:
            # Whoever was out of time had lost before the play, even if it goes out.
            late = side_out_of_time(table, now_ms)
            if late is not None:
                return GameEnded(now_ms, by, EndReason.OVERTIME, "", Evidence.UNKNOWN, late)
            reason = None if table.challenge is not None else _reason_to_end(table)
            if reason is None:
                return None
            evidence = no_play_left(table, finder) if reason is EndReason.NO_PLAY else Evidence.UNKNOWN
            return GameEnded(now_ms, by, reason, "", evidence)
        case Stage.ENDED:
            if _racks_to_fill(table):
                size = table.rulebook.table.rack_size or 0
                return RacksFilled(now_ms, by, fills(table.position, size))
            counted = adjustments(table) if table.count is None else None
            return None if counted is None else ResultCounted(now_ms, by, counted)


def _reason_to_end(table: Table) -> EndReason | None:
    return EndReason.TIME if table.time_called else reason_in_turns(table)


def _racks_to_fill(table: Table) -> bool:
    """Checks whether time ended the game and racks must still be filled for the count."""
    ending = table.ending
    if ending is None or ending.racks_filled or not racks_are_filled(table):
        return False
    size = table.rulebook.table.rack_size or 0
    # What was held when time was called: a rack that nobody could tell afterwards counts as empty.
    return any(count_of(rack) < size for rack in ending.before.racks)


# ---------------------------------------------------------------- commands


@decides
def call_time(table: Table, command: c.CallTime, now_ms: int) -> tuple[Fact, ...]:
    """Time is called; the game ends at once, or when a challenge that is open has been ruled on."""
    if table.challenge is None:
        require_playing(table)
    if table.time_called:
        raise ConflictError("time-called", "time has already been called; the game ends with the ruling")
    rulebook = table.rulebook
    # Where the rules set no time, minutes that the organiser set for the round end the game.
    if ending_rules(table).time is None and table.clocks.room is None:
        raise IllegalError(
            "untimed", "games here have no time limit; play on", clause=rulebook.clause_of("ending.time")
        )
    left_ms = remaining(table.clocks, now_ms).table_ms
    if left_ms is not None and left_ms > 0:
        seconds = -(-left_ms // 1000)
        raise IllegalError(
            "time-is-not-up",
            f"this table still has {seconds // 60}:{seconds % 60:02}; play on",
            clause=rulebook.clauses_of("clock.game")[-1],
            left_ms=left_ms,
        )
    return (TimeCalled(now_ms, command.by),)


@decides
def end(table: Table, command: c.End, now_ms: int, finder: Finder | None) -> tuple[Fact, ...]:
    """An official ends the game and says why; on a game that has ended, the result is accepted."""
    require_begun(table)
    require_no_ruling_awaited(table)
    if table.ending is not None:
        return _accept(table, command, now_ms)
    if command.reason not in (EndReason.AGREED, EndReason.NO_PLAY):
        raise MalformedError("bad-reason", "an official can end a game by agreement, or when no play is left")
    if not command.note.strip():
        raise MalformedError("no-reason", "give a reason for ending the game")
    evidence = no_play_left(table, finder) if command.reason is EndReason.NO_PLAY else Evidence.UNKNOWN
    return (GameEnded(now_ms, command.by, command.reason, command.note, evidence),)


def _accept(table: Table, command: c.End, now_ms: int) -> tuple[Fact, ...]:
    if awaited := racks_awaited(table):
        names = " and ".join(table.seats[seat].name for seat in awaited)
        raise IllegalError(
            "racks-awaited",
            f"the count needs the tiles of {names}; enter their racks",
            clause=table.rulebook.clause_of("ending.unplayed_otherwise"),
        )
    return (ResultAccepted(now_ms, command.by, command.note),)
