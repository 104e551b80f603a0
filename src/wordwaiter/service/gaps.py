"""Gaps in which the program was not there: the director decides once whether clocks ran on meanwhile.

Until that is decided they did: a wall clock does not wait either. If it is decided that they stood, each
clock that ran when the program went away is given the length of the gap, by a fact of its own.
"""

import logging
from typing import TYPE_CHECKING, Final

from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.game.clock import ClockKind
from wordwaiter.game.commands import AdjustClock
from wordwaiter.game.hare_commands import AdjustTime
from wordwaiter.game.hare_round import HareRound
from wordwaiter.game.table import Table
from wordwaiter.service.access import HOUSE, Caller, require
from wordwaiter.service.giving import BUILDING, TURNS, giving
from wordwaiter.service.house_log import STREAM, Gap, GapDecided, RunningClock, house_facts
from wordwaiter.service.room import ITSELF
from wordwaiter.service.steps import Sending, Steps, done
from wordwaiter.service.tournament_steps import carrying_out
from wordwaiter.store.facts import Entry, StaleVersionError
from wordwaiter.tournament.commands import AdjustRoomClock

if TYPE_CHECKING:
    from wordwaiter.service.house import House

logger: Final = logging.getLogger(__name__)

REASON: Final = "the program was not running, and the director decided that clocks stood"


def gaps(house: "House", caller: Caller) -> tuple[Gap, ...]:
    """All gaps in which clocks were running, decided or not."""
    require(caller, HOUSE)
    record = house.record
    return () if record is None else record.gaps


def decide_gap(house: "House", caller: Caller, number: int, *, ran: bool) -> Gap:
    """Whether clocks ran in a gap, once and for all tables."""
    require(caller, HOUSE)
    return done(house.journal, _deciding(house, caller, number, ran=ran))


def _deciding(house: "House", caller: Caller, number: int, *, ran: bool) -> Steps[Gap]:
    while True:
        standing = house.states.of(STREAM)
        found = next((gap for gap in standing.state.gaps if gap.number == number), None)
        if found is None:
            raise MalformedError("no-such-gap", f"there is no gap {number}; look at the list")
        if found.ran is not None:
            said = "ran" if found.ran else "stood"
            raise ConflictError("gap-decided", f"it was decided already that clocks {said} in gap {number}")
        decided = GapDecided(house.watch(), caller.name, number, ran)
        entry = Entry(
            STREAM, house_facts(decided), house.clock(), standing.version, caller.name, caller.device
        )
        try:
            written = yield entry
        except StaleVersionError as error:
            house.states.hear(error.since)
            continue
        house.states.hear(written)
        break
    gap: Gap = next(each for each in house.states.of(STREAM).state.gaps if each.number == number)
    yield from giving_back(house, gap)
    return gap


def giving_back(house: "House", gap: Gap) -> Steps[None]:
    """The time of a gap in which clocks stood, given back to each of them once; it may be repeated."""
    if gap.ran is not False:
        return
    for clock in gap.clocks:
        parts = (clock.kind.value, clock.side, clock.division)
        which = " ".join(str(part) for part in parts if part is not None)
        sending = Sending(key=f"gap {gap.number} {clock.stream} {which}")
        try:
            yield from _giving_back(house, gap, clock, sending)
        except (ConflictError, IllegalError, MalformedError) as error:
            logger.info("the %s clock of %s is not set: %s", which, clock.stream, error)


def _giving_back(house: "House", gap: Gap, clock: RunningClock, sending: Sending) -> Steps[None]:
    by_ms, stream, division = gap.length_ms, clock.stream, clock.division
    if division is not None:
        command = AdjustRoomClock(ITSELF.name, division, by_ms, REASON)
        yield from carrying_out(house, ITSELF, stream, lambda _kept, _rng: (command,), sending)
        return
    match house.states.of(stream).state:
        case Table() as table:
            if clock.kind is ClockKind.TURN and clock.turn != len(table.turns):
                return  # that turn is over, and its clock with it
            adjusting = AdjustClock(ITSELF.name, clock.kind, by_ms, REASON, clock.side)
            yield from giving(house, ITSELF, stream, TURNS, adjusting, sending)
        case HareRound():
            yield from giving(
                house, ITSELF, stream, BUILDING, AdjustTime(ITSELF.name, by_ms, REASON), sending
            )
