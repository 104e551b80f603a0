"""Tables on the journal: opened, looked at, given commands; a result that is signed goes to its tournament.

Every function that writes comes twice: `give` waits, for a thread, and `give_soon` is awaited, for an event
loop. Streams of tables are named in `service.places`.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from wordwaiter.errors import ConflictError
from wordwaiter.game.commands import Command, OpenTable
from wordwaiter.game.deciders.opening import open_table
from wordwaiter.game.evolve import fold
from wordwaiter.game.facts import Fact as TableFact
from wordwaiter.game.facts import TableOpened
from wordwaiter.game.hare.commands import HareCommand
from wordwaiter.game.hare.facts import HareFact
from wordwaiter.game.hare.round import HareRound
from wordwaiter.game.table import Table
from wordwaiter.game.views import TableView, view_for
from wordwaiter.service.access.callers import HOUSE, Caller, require
from wordwaiter.service.bee.best_boards import is_shown
from wordwaiter.service.giving import BUILDING, TURNS, Given, S, giving, state_of
from wordwaiter.service.rounds.round_tables import board_for as named_board_for
from wordwaiter.service.rounds.round_tables import opening_tables, side_of, table_for
from wordwaiter.service.steps import (
    ATTEMPTS,
    NO_META,
    CommandMeta,
    Steps,
    awaited,
    done,
    looked_up,
    opened_before,
    sent_before,
)
from wordwaiter.service.streams import table_fact, table_facts
from wordwaiter.service.tables.free_table_expiry import require_room
from wordwaiter.service.tables.result_handoff import handing_in
from wordwaiter.service.tables.stream_names import FREE, is_free_table, place_of
from wordwaiter.service.tournaments.tournament_steps import number_of_stream, snapshot_of
from wordwaiter.store.facts import Entry, StaleVersionError

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


@dataclass(frozen=True, slots=True)
class TableLook:
    """A table as a caller may see it now."""

    stream: str
    version: int
    table: Table
    """With the names that the caller may see."""
    view: TableView
    now_ms: int
    """What the watch showed; clocks in the view are as of then."""
    side: int | None
    """The caller's own side, if any."""


@dataclass(frozen=True, slots=True)
class TableDone:
    """What came of a command at a table, already written."""

    stream: str
    version: int
    facts: tuple[TableFact, ...]
    table: Table
    look: Callable[[], TableLook]
    """The table as the caller may see it after the command."""

    @property
    def view(self) -> TableView:
        return self.look().view


@dataclass(frozen=True, slots=True)
class HareLook:
    """A team's board as a caller may see it now."""

    stream: str
    version: int
    board: HareRound
    now_ms: int


@dataclass(frozen=True, slots=True)
class HareDone:
    """What came of a command at a team's board, already written."""

    stream: str
    version: int
    facts: tuple[HareFact, ...]
    board: HareRound
    now_ms: int


# ---------------------------------------------------------------- looking


def look(context: "Context", caller: Caller, stream: str) -> TableLook:
    """A table of turns as the caller may see it."""
    standing = context.states.of(stream)
    table = state_of(stream, standing.state, Table)
    return _look(context, caller, stream, standing.version, table, max(context.watch(), table.at_ms))


async def state_soon(context: "Context", stream: str, kind: type[S]) -> S:
    """A table of that kind. It and its tournament are in memory then, so that a command waits for no disk."""
    place = place_of(stream)
    for each in (stream,) if place is None else (stream, place.tournament):
        if context.states.at_hand(each) is None:
            await asyncio.to_thread(context.states.of, each)
    return state_of(stream, context.states.of(stream).state, kind)


def look_at_board(context: "Context", caller: Caller, stream: str) -> HareLook:
    """A team's board as the caller may see it: everybody in the room sees what lies on it."""
    standing = context.states.of(stream)
    built = state_of(stream, standing.state, HareRound)
    shown = board_for(context, caller, stream, built)
    return HareLook(stream, standing.version, shown, max(context.watch(), built.at_ms))


def board_for(context: "Context", caller: Caller, stream: str, built: HareRound) -> HareRound:
    """A team's board with its name as the caller may see it, and without a best board that nobody may see."""
    best = built.best if is_shown(context, stream, built) else None
    return replace(named_board_for(context, caller, stream, built), best=best)


def _look(
    context: "Context", caller: Caller, stream: str, version: int, table: Table, now_ms: int
) -> TableLook:
    side = side_of(context, caller, stream, table)
    named = table_for(context, caller, stream, table)
    return TableLook(stream, version, named, view_for(named, side, now_ms), now_ms, side)


def streams_of_tables(context: "Context", tournament: str | None = None) -> tuple[str, ...]:
    """The tables of a tournament, or the free ones, in the order in which they were opened."""
    if tournament is None:
        return tuple(end.stream for end in context.states.ends() if is_free_table(end.stream))
    ends = context.states.ends_of(tournament)
    return tuple(end.stream for end in ends if place_of(end.stream) is not None)


# ---------------------------------------------------------------- opening


def open_free_table(
    context: "Context", caller: Caller, rulebook: str, opening: OpenTable, meta: CommandMeta = NO_META
) -> TableDone:
    """A table of no tournament, set up by a rulebook of that name."""
    return done(context.journal, _opening_free_table(context, caller, rulebook, opening, meta))


async def open_free_table_soon(
    context: "Context", caller: Caller, rulebook: str, opening: OpenTable, meta: CommandMeta = NO_META
) -> TableDone:
    """The same, to be awaited."""
    return await awaited(context.journal, _opening_free_table(context, caller, rulebook, opening, meta))


def _opening_free_table(
    context: "Context", caller: Caller, rulebook: str, opening: OpenTable, meta: CommandMeta
) -> Steps[TableDone]:
    known = partial(opened_before, context.journal, caller, TableOpened.KIND, meta)
    before = yield from looked_up(known)
    if before is None and not caller.directs(HOUSE):
        yield from looked_up(partial(require_room, context))
    rules = context.rulebooks(rulebook)
    now_ms = context.watch()
    facts = open_table(rules, opening, now_ms, context.rng)
    table = fold(rules, facts)
    for attempt in range(ATTEMPTS):
        if before is not None:
            break
        taken = (number_of_stream(stream) for stream in streams_of_tables(context))
        stream = f"{FREE}-{context.next_number(FREE, taken)}"
        entry = Entry(
            stream,
            table_facts(facts),
            context.clock(),
            0,
            caller.name,
            caller.device or meta.device,
            meta.key,
            meta.digest,
        )
        try:
            before = yield entry
        except StaleVersionError as error:
            context.states.hear(error.since)
            if attempt == ATTEMPTS - 1:
                raise
            continue
        except ConflictError:
            # Sent twice at once, the first has got another number; or the key is somebody else's.
            before = yield from looked_up(known)
            if before is None:
                raise
            continue
        if entry.became(before):
            context.states.keep(before, table)
    if before is None:
        raise AssertionError("the last attempt returns or raises")
    stream = before[0].stream
    standing = context.states.of(stream)
    given = Given(standing.state, standing.version, tuple(map(table_fact, before)), now_ms)
    return _table_done(context, caller, stream, given)


def open_tables_of_round(
    context: "Context", caller: Caller, tournament: str, division: str
) -> tuple[str, ...]:
    """The tables of a division's running round, opened where they are not yet; their streams."""
    require(caller, tournament)
    snapshot = snapshot_of(context, tournament)
    return done(context.journal, opening_tables(context, caller, snapshot, division))


# ---------------------------------------------------------------- commands


def give(
    context: "Context", caller: Caller, stream: str, command: Command, meta: CommandMeta = NO_META
) -> TableDone:
    """What a command brings about at a table of turns."""
    return done(context.journal, _giving_turn(context, caller, stream, command, meta))


async def give_soon(
    context: "Context", caller: Caller, stream: str, command: Command, meta: CommandMeta = NO_META
) -> TableDone:
    """The same, to be awaited."""
    return await awaited(context.journal, _giving_turn(context, caller, stream, command, meta))


def give_hare(
    context: "Context", caller: Caller, stream: str, command: HareCommand, meta: CommandMeta = NO_META
) -> HareDone:
    """What a command brings about at a board that a team builds."""
    return done(context.journal, _giving_building(context, caller, stream, command, meta))


async def give_hare_soon(
    context: "Context", caller: Caller, stream: str, command: HareCommand, meta: CommandMeta = NO_META
) -> HareDone:
    """The same, to be awaited."""
    return await awaited(context.journal, _giving_building(context, caller, stream, command, meta))


def was_given(context: "Context", caller: Caller, stream: str, meta: CommandMeta) -> bool:
    """Whether just this was sent before and taken; then it may come again, whatever has happened since."""
    return sent_before(context.journal, caller, stream, meta) is not None


def _giving_turn(
    context: "Context", caller: Caller, stream: str, command: Command, meta: CommandMeta
) -> Steps[TableDone]:
    given = yield from giving(context, caller, stream, TURNS, command, meta)
    yield from handing_in(context, caller, stream, given.state)
    return _table_done(context, caller, stream, given)


def _giving_building(
    context: "Context", caller: Caller, stream: str, command: HareCommand, meta: CommandMeta
) -> Steps[HareDone]:
    given = yield from giving(context, caller, stream, BUILDING, command, meta)
    yield from handing_in(context, caller, stream, given.state)
    return HareDone(stream, given.version, given.facts, given.state, given.now_ms)


def _table_done(context: "Context", caller: Caller, stream: str, given: Given[Table, TableFact]) -> TableDone:
    seen = partial(_look, context, caller, stream, given.version, given.state, given.now_ms)
    return TableDone(stream, given.version, given.facts, given.state, seen)
