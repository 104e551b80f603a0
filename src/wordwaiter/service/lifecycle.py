"""The server's own history: starts and stops, which clocks ran, and decisions about gaps.

A *gap* is the time in which the program was not there: from its last sign of life to its start. The clocks
that ran when it went, are told with it; the director decides once whether they ran on meanwhile.
"""

from dataclasses import dataclass, replace
from typing import ClassVar, Final, assert_never

from wordwaiter.audience import Audience, ForDirector, declared
from wordwaiter.errors import ConflictError, MalformedError
from wordwaiter.game.clock import ClockKind
from wordwaiter.sentences import Wording, said_of
from wordwaiter.service.access.callers import HOUSE, require
from wordwaiter.service.clock import WatchSetting
from wordwaiter.service.house_facts import HouseFact, house_facts, reader_of
from wordwaiter.service.stream_kind import Attempt, StreamKind
from wordwaiter.store.families import Family

STREAM: Final = HOUSE


@dataclass(frozen=True, slots=True)
class RunningClock:
    """A clock that was running when the program went away."""

    stream: str
    kind: ClockKind
    side: int | None = None
    turn: int | None = None
    """In how many turns had been taken, for the clock of a turn."""
    division: str | None = None
    """Whose room's clock it is, in the stream of a tournament."""


@dataclass(frozen=True, slots=True)
class _Fact(HouseFact):
    at_ms: ForDirector[int]
    by: ForDirector[str]


@dataclass(frozen=True, slots=True)
class ServerStarted(_Fact):
    """The program was started; `since_ms` is its last sign of life before, and `clocks` ran then."""

    KIND: ClassVar = "house.started"
    AUDIENCE: ClassVar = Audience.DIRECTOR
    SENTENCE: ClassVar = "the program is started"
    setting: ForDirector[WatchSetting]
    since_ms: ForDirector[int | None]
    clocks: ForDirector[tuple[RunningClock, ...]]


@dataclass(frozen=True, slots=True)
class ServerStopped(_Fact):
    """The program was stopped as it should be."""

    KIND: ClassVar = "house.stopped"
    AUDIENCE: ClassVar = Audience.DIRECTOR
    SENTENCE: ClassVar = "the program is stopped"


@dataclass(frozen=True, slots=True)
class GapDecided(_Fact):
    """It was decided whether clocks ran while the program was not there."""

    KIND: ClassVar = "house.gap_decided"
    AUDIENCE: ClassVar = Audience.DIRECTOR
    gap: ForDirector[int]
    ran: ForDirector[bool]

    def sentence(self) -> Wording:
        pattern = "clocks were stopped while the program was away (downtime {gap})"
        if self.ran:
            pattern = "clocks ran on while the program was away (downtime {gap})"
        return said_of(pattern, self)


LifecycleFact = ServerStarted | ServerStopped | GapDecided

LIFECYCLE_FACT_TYPES: Final[dict[str, type[LifecycleFact]]] = declared(LifecycleFact.__args__)
"""Every kind of fact by its stable name."""

lifecycle_fact = reader_of(LIFECYCLE_FACT_TYPES)


@dataclass(frozen=True, slots=True)
class Gap:
    """A time in which the program was not there, and the clocks that it concerns."""

    number: int
    from_ms: int
    to_ms: int
    clocks: tuple[RunningClock, ...]
    ran: bool | None = None
    """Whether clocks ran in it; nothing until the director has decided."""

    @property
    def length_ms(self) -> int:
        return self.to_ms - self.from_ms


@dataclass(frozen=True, slots=True)
class ServerRecord:
    """The record of the server's own times."""

    setting: WatchSetting
    at_ms: int
    gaps: tuple[Gap, ...] = ()

    @property
    def undecided(self) -> tuple[Gap, ...]:
        """Gaps that the director has yet to decide."""
        return tuple(gap for gap in self.gaps if gap.ran is None)


def begun(fact: LifecycleFact) -> ServerRecord:
    """The record after the first fact."""
    if not isinstance(fact, ServerStarted):
        raise MalformedError("not-opened", "the first fact of the server must start it")
    return _started(ServerRecord(fact.setting, fact.at_ms), fact)


def evolve(record: ServerRecord, fact: LifecycleFact) -> ServerRecord:
    """The record after `fact`."""
    record = replace(record, at_ms=fact.at_ms)
    match fact:
        case ServerStarted():
            return _started(replace(record, setting=fact.setting), fact)
        case ServerStopped():
            return record
        case GapDecided(gap=number, ran=ran):
            gaps = (replace(gap, ran=ran) if gap.number == number else gap for gap in record.gaps)
            return replace(record, gaps=tuple(gaps))
        case _:
            assert_never(fact)


def _started(record: ServerRecord, fact: ServerStarted) -> ServerRecord:
    if fact.since_ms is None or not fact.clocks:
        return record
    gap = Gap(len(record.gaps) + 1, fact.since_ms, fact.at_ms, fact.clocks)
    return replace(record, gaps=(*record.gaps, gap))


# ---------------------------------------------------------------- commands


@dataclass(frozen=True, slots=True)
class NoteStart:
    """Note that the server was started: its watch, its last sign of life before, and which clocks ran."""

    setting: WatchSetting
    since_ms: int | None
    clocks: tuple[RunningClock, ...]


@dataclass(frozen=True, slots=True)
class NoteStop:
    """Note that the server was stopped."""


@dataclass(frozen=True, slots=True)
class DecideGaps:
    """Decide whether clocks ran while the server was away; once, and for all tables."""

    numbers: tuple[int, ...]
    ran: bool


LifecycleCommand = NoteStart | NoteStop | DecideGaps


def _permit(attempt: Attempt[ServerRecord], _command: LifecycleCommand) -> None:
    require(attempt.caller, HOUSE)


def _decide(
    attempt: Attempt[ServerRecord], record: ServerRecord, command: LifecycleCommand
) -> tuple[tuple[LifecycleFact, ...], ServerRecord]:
    now_ms, by = attempt.now_ms, attempt.caller.name
    facts: tuple[LifecycleFact, ...]
    match command:
        case NoteStart(setting=setting, since_ms=since_ms, clocks=clocks):
            facts = (ServerStarted(now_ms, by, setting, since_ms, clocks),)
        case NoteStop():
            facts = (ServerStopped(now_ms, by),)
        case DecideGaps(numbers=numbers, ran=ran):
            for number in numbers:
                _require_undecided(record, number)
            facts = tuple(GapDecided(now_ms, by, number, ran) for number in numbers)
        case _:
            assert_never(command)
    for fact in facts:
        record = evolve(record, fact)
    return facts, record


def _require_undecided(record: ServerRecord, number: int) -> None:
    gap = next((each for each in record.gaps if each.number == number), None)
    if gap is None:
        raise MalformedError("no-such-gap", f"there is no downtime {number}; check the list")
    if gap.ran is not None:
        said = "ran" if gap.ran else "stood"
        raise ConflictError("gap-decided", f"downtime {number} is already decided: clocks {said}")


NEVER_STARTED: Final = ServerRecord(WatchSetting(0, 0, ""), 0)

LIFECYCLE: Final = StreamKind(
    name="lifecycle",
    called="the record of the server",
    state=ServerRecord,
    permit=_permit,
    decide=_decide,
    encode=house_facts,
    decode=lifecycle_fact,
    at_ms=lambda record: record.at_ms,
    begin=NEVER_STARTED,
)

LIFECYCLE_FAMILY: Final = Family(
    name="house",
    begin=lambda fact: begun(lifecycle_fact(fact)),
    evolve=lambda record, fact: evolve(record, lifecycle_fact(fact)),
    kinds=frozenset(LIFECYCLE_FACT_TYPES),
)
"""How the house's own record is folded."""
