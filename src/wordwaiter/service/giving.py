"""Giving a command to a table: decide on the state in memory, write, and take the new state over."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from wordwaiter.errors import ConflictError, IllegalError, WordwaiterError
from wordwaiter.game.commands import (
    AdjustClock,
    CallTime,
    Command,
    Correct,
    Pause,
    Resume,
    ReturnResult,
    Undo,
)
from wordwaiter.game.decide import decided
from wordwaiter.game.deciders.at_turn import require_turn_meant
from wordwaiter.game.facts import Fact as TableFact
from wordwaiter.game.hare import decide as hare
from wordwaiter.game.hare.commands import (
    ChangeSquares,
    HareCommand,
    PaintBoard,
    SubmitBoard,
    TellUnplayed,
)
from wordwaiter.game.hare.facts import HareFact
from wordwaiter.game.hare.round import HareRound
from wordwaiter.game.table import Table
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.access.permissions import Seated, permit_at_board, permit_at_table
from wordwaiter.service.judging.word_lists import finder_at
from wordwaiter.service.rounds.round_tables import seated_at
from wordwaiter.service.steps import ATTEMPTS, CommandMeta, Steps, looked_up, sent_before
from wordwaiter.service.streams import hare_fact, table_fact, table_facts
from wordwaiter.service.tables.out_of_play import out_of_play, require_in_play
from wordwaiter.service.tables.result_handoff import is_handed_in
from wordwaiter.service.tables.stream_names import place_of
from wordwaiter.store.facts import Entry, NewFact, StaleVersionError
from wordwaiter.store.facts import Fact as JournalFact
from wordwaiter.store.states import Standing

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

S = TypeVar("S", Table, HareRound)
C = TypeVar("C")
F = TypeVar("F")


@dataclass(frozen=True, slots=True)
class Play(Generic[S, C, F]):
    """How one family of tables is played."""

    state: type[S]
    permit: Callable[[Caller, str, Seated, S, C], None]
    """Refuses a command that is not the caller's to give."""
    decide: Callable[["Context", str, S, C, int], tuple[tuple[F, ...], S]]
    """What a command brings about in a stream at a time, and the state after it."""
    written: Callable[[tuple[F, ...]], tuple[NewFact, ...]]
    read: Callable[[JournalFact], F]


@dataclass(frozen=True, slots=True)
class Given(Generic[S, F]):
    """What came of a command, already written: the state now, and the facts of this command."""

    state: S
    version: int
    facts: tuple[F, ...]
    now_ms: int
    """What the watch showed."""


def giving(
    context: "Context",
    caller: Caller,
    stream: str,
    play: Play[S, C, F],
    command: C,
    meta: CommandMeta,
) -> Steps[Given[S, F]]:
    """What a command brings about at a table; sent again, the same answer."""
    for attempt in range(ATTEMPTS):
        standing = yield from standing_of(context, stream)
        state = state_of(stream, standing.state, play.state)
        if (place := place_of(stream)) is not None:
            yield from standing_of(context, place.tournament)  # which says who sits there
        play.permit(caller, stream, seated_at(context, stream, state), state, command)
        now_ms = max(context.watch() - meta.waited_ms, state.at_ms)
        try:
            if meta.seen is not None and meta.seen != standing.version:
                since = yield from looked_up(partial(context.journal.facts, stream, after=meta.seen))
                raise StaleVersionError(stream, meta.seen, since)
            if meta.turn is not None and isinstance(state, Table):
                require_turn_meant(state, type(command), meta.turn)
            facts, after = play.decide(context, stream, state, command, now_ms)
        except WordwaiterError:
            if (yield from _behind(context, stream, standing)):
                continue  # another process has written meanwhile, and on that it may be legal
            # It may be refused only because it was done already, when it was sent for the first time.
            before = yield from looked_up(partial(sent_before, context.journal, caller, stream, meta))
            if before is None:
                raise
            return Given(state, standing.version, tuple(map(play.read, before)), now_ms)
        if not facts:
            if (yield from _behind(context, stream, standing)):
                continue  # and on what another process has written something may be to be done
            # Nothing is to be done; perhaps because it was, when it was sent for the first time.
            before = yield from looked_up(partial(sent_before, context.journal, caller, stream, meta))
            return Given(state, standing.version, tuple(map(play.read, before or ())), now_ms)
        entry = Entry(
            stream,
            play.written(facts),
            context.clock(),
            standing.version,
            caller.name,
            caller.device or meta.device,
            meta.key,
            meta.digest,
        )
        try:
            written = yield entry
        except StaleVersionError as error:
            context.states.hear(error.since)
            if meta.seen is not None or attempt == ATTEMPTS - 1:
                raise
            continue
        if entry.became(written):
            context.states.keep(written, after)
            return Given(after, written[-1].version, facts, now_ms)
        context.states.hear(written)  # the key was known, so nothing was written; perhaps by another process
        latest = yield from standing_of(context, stream)
        return Given(latest.state, latest.version, tuple(map(play.read, written)), now_ms)
    raise AssertionError("the last attempt returns or raises")


def _behind(context: "Context", stream: str, standing: Standing) -> Steps[bool]:
    """Whether another process has written to a stream since; what it wrote is then known here too."""
    return (yield from looked_up(partial(context.states.is_behind, stream, standing.version)))


def standing_of(context: "Context", stream: str) -> Steps[Standing]:
    """How a stream stands; nothing is looked up for one that is in memory."""
    return context.states.at_hand(stream) or (yield from looked_up(partial(context.states.of, stream)))


def state_of(stream: str, state: Any, wanted: type[S]) -> S:
    """The state of a stream, which must be of that kind."""
    if isinstance(state, wanted):
        return state
    kind = "a table of turns" if wanted is Table else "a board that a team builds"
    raise IllegalError("other-table", f"{stream} is not {kind}", stream=stream)


_TOLD_BY_THE_ROOM: Final = (CallTime, AdjustClock, ReturnResult, Pause, Resume)
"""What reaches a table also while nobody plays there, since that may be taken back."""
_BUILT_BY_THE_TEAM: Final = (ChangeSquares, PaintBoard, TellUnplayed, SubmitBoard)


def _decide_turn(
    context: "Context", stream: str, table: Table, command: Command, now_ms: int
) -> tuple[tuple[TableFact, ...], Table]:
    if isinstance(command, Undo | Correct | ReturnResult) and is_handed_in(context, stream, table):
        raise ConflictError(
            "result-stands",
            "the result is signed and handed in; ask the director to correct it on the page of the round",
        )
    if not isinstance(command, _TOLD_BY_THE_ROOM):
        require_in_play(out_of_play(context, stream, table))
    course = decided(table, command, now_ms, context.rng, finder_at(context, stream))
    return course.facts, course.table


def _decide_building(
    context: "Context", stream: str, built: HareRound, command: HareCommand, now_ms: int
) -> tuple[tuple[HareFact, ...], HareRound]:
    if isinstance(command, _BUILT_BY_THE_TEAM):
        require_in_play(out_of_play(context, stream, built))
    facts = hare.decide(built, command, now_ms, context.rng)
    for fact in facts:
        built = hare.evolve(built, fact)
    return facts, built


def _permit_building(
    caller: Caller, stream: str, seated: Seated, _built: HareRound, command: HareCommand
) -> None:
    permit_at_board(caller, stream, seated, command)


TURNS: Final = Play(Table, permit_at_table, _decide_turn, table_facts, table_fact)
BUILDING: Final = Play(HareRound, _permit_building, _decide_building, table_facts, hare_fact)
