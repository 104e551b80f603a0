"""Tables and Hare boards as a caller may see them."""

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from wordwaiter.errors import IllegalError
from wordwaiter.game.facts import Fact as TableFact
from wordwaiter.game.hare.challenge import RoundPhase
from wordwaiter.game.hare.facts import HareFact
from wordwaiter.game.hare.round import HareRound
from wordwaiter.game.table import Table
from wordwaiter.game.views import TableView, view_for
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.access.permissions import keeps_table, seated_in_round
from wordwaiter.service.bee.best_boards import is_shown
from wordwaiter.service.execute import state_of
from wordwaiter.service.rounds.round_tables import board_for as named_board_for
from wordwaiter.service.rounds.round_tables import side_of, table_for
from wordwaiter.service.stream_kind import C, F, Outcome, S, StreamKind
from wordwaiter.service.tables.kind import BOARDS, TABLES
from wordwaiter.service.tables.stream_names import is_free_table, place_of

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


_WATCH: Final = (Role.JUDGE, Role.SCOREKEEPER, Role.EMCEE, Role.TREASURER)
"""Officials who see the boards of their divisions while they are built."""


@dataclass(frozen=True, slots=True)
class TableLook:
    """A table as a caller may see it now."""

    stream: str
    version: int
    table: Table
    """With the names that the caller may see."""
    view: TableView
    now_ms: int
    """The time of the watch; clocks in the view are as of then."""
    side: int | None
    """The caller's own side, if any."""


@dataclass(frozen=True, slots=True)
class HareLook:
    """A team's board as a caller may see it now."""

    stream: str
    version: int
    board: HareRound
    now_ms: int


# ---------------------------------------------------------------- looking


def look(context: "Context", caller: Caller, stream: str) -> TableLook:
    """A table of turns as the caller may see it."""
    standing = context.states.of(stream)
    table = state_of(TABLES, stream, standing.state)
    return _look(context, caller, stream, standing.version, table, max(context.watch(), table.at_ms))


def look_after(context: "Context", caller: Caller, outcome: Outcome[Table, TableFact]) -> TableLook:
    """A table as the caller may see it after a command."""
    return _look(context, caller, outcome.stream, outcome.version, outcome.state, outcome.now_ms)


def look_at_board_after(
    context: "Context", caller: Caller, outcome: Outcome[HareRound, HareFact]
) -> HareLook:
    """A team's board as the caller may see it after a command."""
    shown = board_for(context, caller, outcome.stream, outcome.state)
    return HareLook(outcome.stream, outcome.version, shown, outcome.now_ms)


async def bring_to_hand(context: "Context", stream: str) -> None:
    """Has a table and its tournament in memory, so that an event loop that asks for them waits for no disk.

    A table at rest is folded again. Whoever plays alone may have made any number of facts there.
    """
    place = place_of(stream)
    for each in (stream,) if place is None else (stream, place.tournament):
        if context.states.at_hand(each) is None:
            await asyncio.to_thread(context.states.of, each)


async def load_state(context: "Context", kind: StreamKind[S, C, F], stream: str) -> S:
    """A table of that kind. It and its tournament are in memory then, so that a command waits for no disk."""
    await bring_to_hand(context, stream)
    return state_of(kind, stream, context.states.of(stream).state)


def look_at_board(context: "Context", caller: Caller, stream: str) -> HareLook:
    """A team's board as the caller may see it; rivals and spectators when the round has ended."""
    standing = context.states.of(stream)
    built = state_of(BOARDS, stream, standing.state)
    if not may_watch(context, caller, stream):
        raise IllegalError("being-built", "other teams' boards can be seen when time is up")
    shown = board_for(context, caller, stream, built)
    return HareLook(stream, standing.version, shown, max(context.watch(), built.at_ms))


def may_watch(context: "Context", caller: Caller, stream: str) -> bool:
    """Checks if a caller may see a board now: while it is built its team, its Word Waiter and officials."""
    place = place_of(stream)
    if place is None:
        return True
    tournament = context.states.of(place.tournament).state
    found = place.played_in(tournament)
    if found is None or found[0].phase is not RoundPhase.RUNNING:
        return True
    seated = seated_in_round(tournament, place)
    keeps = keeps_table(caller, stream, seated, Role.TABLE_SCOREKEEPER, *_WATCH)
    return keeps or bool(seated.sides_of(caller, stream))


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
