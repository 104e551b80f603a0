"""Acts of officials: stop and set clocks, allow what is late, take a turn back, correct an earlier one."""

import random

from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.game import commands as c
from wordwaiter.game.clock import ClockKind
from wordwaiter.game.deciders.correction import rescored
from wordwaiter.game.deciders.deciding import decides
from wordwaiter.game.deciders.guards import require_begun, require_no_ruling_awaited, require_playing
from wordwaiter.game.deciders.turn_ending import reason_in_turns
from wordwaiter.game.evolve import last_taken
from wordwaiter.game.facts import (
    ClockAdjusted,
    ClockPaused,
    ClockResumed,
    EndingUndone,
    Fact,
    LateAllowed,
    RulingUndone,
    TurnCorrected,
    TurnUndone,
)
from wordwaiter.game.holdings import shaken_bag
from wordwaiter.game.table import Played, Skipped, Table, TableKind


@decides
def allow(table: Table, command: c.Allow, now_ms: int) -> tuple[Fact, ...]:
    """One play or challenge of this turn may come too late."""
    require_begun(table)
    return (LateAllowed(now_ms, command.by, command.reason),)


@decides
def pause(table: Table, command: c.Pause, now_ms: int) -> tuple[Fact, ...]:
    """The table's clocks stop; the room's runs on."""
    require_playing(table)
    if table.pause is not None:
        raise ConflictError("paused-already", f"the table is already paused ({table.pause})")
    if not command.reason.strip():
        raise MalformedError("no-reason", "give a reason for the pause")
    return (ClockPaused(now_ms, command.by, command.reason),)


@decides
def resume(table: Table, command: c.Resume, now_ms: int) -> tuple[Fact, ...]:
    """The table's clocks run again."""
    if table.pause is None:
        raise ConflictError("not-paused", "the table is not paused")
    return (ClockResumed(now_ms, command.by),)


@decides
def adjust_clock(table: Table, command: c.AdjustClock, now_ms: int) -> tuple[Fact, ...]:
    """A clock is given time, or loses some; the room's runs already while tiles are drawn for first play."""
    if command.clock is not ClockKind.ROOM:
        require_begun(table)
    side = command.side if command.clock is ClockKind.SIDE else None
    if table.clocks.of(command.clock, side) is None:
        raise IllegalError(
            "no-such-clock",
            f"this table has no {command.clock.value} clock",
            clause=table.rulebook.clause_of("clock.game"),
        )
    if not command.reason.strip():
        raise MalformedError("no-reason", "give a reason for changing the clock")
    return (ClockAdjusted(now_ms, command.by, command.clock, side, command.by_ms, command.reason),)


def _ended_by_an_official(table: Table) -> bool:
    return table.ending is not None and table.ending.reason is not reason_in_turns(table)


def undoes_a_ruling(table: Table) -> bool:
    """Checks whether an undo would take a judge's ruling back, with the turn that was ruled on."""
    last = last_taken(table)
    return last is not None and table.turns[last].ruling is not None and not _ended_by_an_official(table)


@decides
def undo(table: Table, command: c.Undo, now_ms: int, rng: random.Random) -> tuple[Fact, ...]:
    """The last turn is taken back with all that came of it; an official's ending is taken back alone."""
    require_begun(table)
    if table.ending is not None and _ended_by_an_official(table):
        bag = shaken_bag(table.position, table.ending.before, rng)
        return (EndingUndone(now_ms, command.by, bag, command.reason),)
    index = last_taken(table)
    if index is None:
        raise ConflictError("nothing-to-undo", "no turn has been taken yet")
    turn = table.turns[index]
    if undoes_a_ruling(table) and not command.reason.strip():
        raise MalformedError(
            "no-reason", "a judge ruled on the last turn; give a reason to undo it and the ruling"
        )
    if table.challenge is not None and not command.reason.strip():
        raise MalformedError(
            "no-reason",
            "a challenge of the last play is open; give a reason to undo both",
        )
    bag = shaken_bag(table.position, turn.before, rng)
    return (TurnUndone(now_ms, command.by, turn.number, bag, command.reason),)


@decides
def undo_ruling(table: Table, command: c.UndoRuling, now_ms: int) -> tuple[Fact, ...]:
    """A ruling that was the last thing to be decided is taken back, and the challenge waits again."""
    if table.before_ruling is None:
        raise ConflictError(
            "nothing-ruled", "the last decision at this table was not a ruling; undo the turn instead"
        )
    if not command.reason.strip():
        raise MalformedError("no-reason", "give a reason for undoing the ruling")
    return (RulingUndone(now_ms, command.by, table.before_ruling.turns[-1].number, command.reason),)


@decides
def correct(table: Table, command: c.Correct, now_ms: int) -> tuple[Fact, ...]:
    """Another play takes the place of an earlier turn, and what came after it is rescored."""
    require_begun(table)
    require_no_ruling_awaited(table)
    if not 1 <= command.number <= len(table.turns):
        raise MalformedError(
            "no-such-turn", f"there is no turn {command.number}; {len(table.turns)} turns were played"
        )
    turn = table.turns[command.number - 1]
    if isinstance(turn.move, Skipped):
        raise IllegalError("turn-was-lost", f"turn {turn.number} was lost; nothing was played in it")
    if turn.ruled_off:
        raise IllegalError(
            "turn-was-ruled-off", f"the play of turn {turn.number} was ruled invalid; its tiles went back"
        )
    if table.kind is TableKind.VIRTUAL and (
        not isinstance(turn.move, Played) or turn.move.placement.needs() != command.placement.needs()
    ):
        raise IllegalError(
            "other-tiles",
            "at a virtual table, correct a turn with the same tiles",
        )
    scores = rescored(table, command.number, command.placement)
    return (TurnCorrected(now_ms, command.by, command.number, command.placement, scores, command.reason),)
