"""Gaps in which the program was not there: the director decides once whether clocks ran on meanwhile.

Until that is decided they did: a wall clock does not wait either. If it is decided that they stood, each
clock that ran when the program went away is given the length of the gap, by a fact of its own. Several gaps
are one question, and one of which no clock is left that could be given anything is none.
"""

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.game.clock import ClockKind
from wordwaiter.game.commands import AdjustClock
from wordwaiter.game.hare.commands import AdjustTime
from wordwaiter.game.hare.round import HareRound, RoundStage
from wordwaiter.game.result import outcome
from wordwaiter.game.table import Table
from wordwaiter.service.access.callers import HOUSE, Caller, require
from wordwaiter.service.execute import executing
from wordwaiter.service.lifecycle import LIFECYCLE, STREAM, DecideGaps, Gap, RunningClock
from wordwaiter.service.rounds.room_signals import ITSELF
from wordwaiter.service.steps import Steps, run
from wordwaiter.service.stream_kind import CommandMeta
from wordwaiter.service.tables.kind import BOARDS, TABLES
from wordwaiter.service.tables.result_handoff import awaits_result
from wordwaiter.service.tables.stream_names import place_of
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament.commands import AdjustRoomClock

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

logger: Final = logging.getLogger(__name__)

REASON: Final = "the program was not running, and the director decided that clocks stood"

WORTH_A_QUESTION_MS: Final = 10_000
"""Within so short a time nobody has put the tiles down: a program that is just started anew asks nothing."""


def gaps(context: "Context", caller: Caller) -> tuple[Gap, ...]:
    """All gaps in which clocks were running, decided or not."""
    require(caller, HOUSE)
    record = context.record
    return () if record is None else record.gaps


def gaps_to_decide(context: "Context", caller: Caller, tournament: str) -> tuple[Gap, ...]:
    """Returns the gaps to ask about: those in which a clock of the tournament ran that still counts.

    All of them are one question, and none if together they are not worth one. Others than the director of the
    house are asked nothing, since an answer is for all that was played in the house.
    """
    if not caller.holds(HOUSE) or context.record is None:
        return ()
    asked = tuple(
        gap
        for gap in context.record.undecided
        if any(
            clock.stream.partition("/")[0] == tournament and _counts(context, gap, clock)
            for clock in gap.clocks
        )
    )
    return asked if sum(gap.length_ms for gap in asked) >= WORTH_A_QUESTION_MS else ()


def decide_gap(context: "Context", caller: Caller, number: int, *, ran: bool) -> Gap:
    """Checks whether clocks ran in a gap, once and for all tables."""
    (gap,) = decide_gaps(context, caller, (number,), ran=ran)
    return gap


def decide_gaps(context: "Context", caller: Caller, numbers: Sequence[int], *, ran: bool) -> tuple[Gap, ...]:
    """Checks whether clocks ran in several gaps, all of them or none; once and for all tables."""
    return run(context.journal, _deciding(context, caller, numbers, ran=ran))


def _deciding(
    context: "Context", caller: Caller, numbers: Sequence[int], *, ran: bool
) -> Steps[tuple[Gap, ...]]:
    decision = DecideGaps(tuple(numbers), ran)
    record = (yield from executing(context, caller, LIFECYCLE, STREAM, decision)).state
    found = tuple(gap for gap in record.gaps if gap.number in numbers)
    for gap in found:
        yield from giving_back(context, gap)
    return found


def _counts(context: "Context", gap: Gap, clock: RunningClock) -> bool:
    """Checks whether a clock that ran in a gap is one that can still be given its time."""
    stream = clock.stream
    if clock.division is not None:
        running = snapshot_of(context, stream).tournament.open_round(clock.division)
        if running is None or running.clock is None:
            return False
        watch = running.clock.watch
        # A later round has a clock of its own, which did not run then. One that was stopped seems to have
        # begun later than it did, by as long as it stood.
        return watch.since_ms is not None and watch.since_ms - watch.gathered_ms <= gap.from_ms
    place = place_of(stream)
    if place is not None and clock.kind is ClockKind.ROOM:
        return False  # each table is told what the room is given
    match context.states.of(stream).state:
        case Table() as table:
            if clock.kind is ClockKind.TURN and clock.turn != len(table.turns):
                return False  # that turn is over, and its clock with it
            # What somebody lost by overtime may change until there is a result in the tournament.
            return outcome(table) is None if place is None else awaits_result(context, place)
        case HareRound() as built:
            is_over = place is not None and not awaits_result(context, place)
            return built.stage is RoundStage.BUILDING and not is_over
        case _:
            return False


def giving_back(context: "Context", gap: Gap) -> Steps[None]:
    """The time of a gap in which clocks stood, given back to each of them once; it may be repeated."""
    if gap.ran is not False:
        return
    for clock in gap.clocks:
        if not _counts(context, gap, clock):
            continue
        parts = (clock.kind.value, clock.side, clock.division)
        which = " ".join(str(part) for part in parts if part is not None)
        meta = CommandMeta(key=f"gap {gap.number} {clock.stream} {which}")
        try:
            yield from _giving_back(context, gap, clock, meta)
        except (ConflictError, IllegalError, MalformedError) as error:
            logger.info("could not set the %s clock of %s: %s", which, clock.stream, error)


def _giving_back(context: "Context", gap: Gap, clock: RunningClock, meta: CommandMeta) -> Steps[None]:
    by_ms, stream, division = gap.length_ms, clock.stream, clock.division
    if division is not None:
        command = AdjustRoomClock(ITSELF.name, division, by_ms, REASON)
        yield from executing(context, ITSELF, TOURNAMENTS, stream, command, meta)
        return
    match context.states.of(stream).state:
        case Table():
            adjusting = AdjustClock(ITSELF.name, clock.kind, by_ms, REASON, clock.side)
            yield from executing(context, ITSELF, TABLES, stream, adjusting, meta)
        case HareRound():
            given_back = AdjustTime(ITSELF.name, by_ms, REASON)
            yield from executing(context, ITSELF, BOARDS, stream, given_back, meta)
