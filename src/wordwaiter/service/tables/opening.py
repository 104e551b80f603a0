"""Opening tables of no tournament."""

from functools import partial
from typing import TYPE_CHECKING

from wordwaiter.game.commands import OpenTable
from wordwaiter.game.deciders.opening import open_table
from wordwaiter.game.evolve import fold
from wordwaiter.game.facts import Fact as TableFact
from wordwaiter.game.table import Table
from wordwaiter.service.access.callers import HOUSE, Caller
from wordwaiter.service.execute import opening_stream
from wordwaiter.service.steps import Steps, run
from wordwaiter.service.stream_kind import NO_META, CommandMeta, NewStream, Outcome
from wordwaiter.service.tables.free_table_expiry import PROGRAM, require_room
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tables.stream_names import FREE, next_free_name
from wordwaiter.tournament.entrants.names import require_name

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


def open_free_table(
    context: "Context", caller: Caller, rulebook: str, opening: OpenTable, meta: CommandMeta = NO_META
) -> Outcome[Table, TableFact]:
    """Opens a table of no tournament, set up by a rulebook of that name.

    There is room for so many; only the server's director, in person, opens as many as they like.
    """
    return run(context.journal, opening_free_table(context, caller, rulebook, opening, meta))


def opening_free_table(
    context: "Context", caller: Caller, rulebook: str, opening: OpenTable, meta: CommandMeta = NO_META
) -> Steps[Outcome[Table, TableFact]]:
    """The steps of `open_free_table`."""
    for name in (*opening.sides, *opening.seats):
        require_name(name, "everybody at a table")
    rules, now_ms = context.rulebooks(rulebook), context.watch()
    facts = open_table(rules, opening, now_ms, context.rng)
    new = NewStream(
        kind=TABLES,
        facts=facts,
        state=fold(rules, facts),
        now_ms=now_ms,
        name=partial(next_free_name, context, FREE),
        require=partial(_require_room, context, caller),
    )
    return opening_stream(context, caller, new, meta)


def _require_room(context: "Context", caller: Caller) -> None:
    if caller.name == PROGRAM or not caller.directs(HOUSE):
        require_room(context)
