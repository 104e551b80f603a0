"""Where a table's scorekeeper waits: their table, who comes to it, and on to it when the round starts."""

from typing import Annotated, Final

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect, Response

from wordwaiter.game.facts import TableOpened
from wordwaiter.game.hare import facts as h
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.context import Context
from wordwaiter.service.rounds.workplaces import OwnTable, scorekeeper_tables
from wordwaiter.tournament import facts as t
from wordwaiter.web.http.guards import only_in_part
from wordwaiter.web.pages.forms import new_key
from wordwaiter.web.render.templates import AnyRequest, page

NEWS: Final = tuple(
    fact.KIND
    for fact in (
        t.RoundPublished,
        t.WordsAnnounced,
        t.TilesTakenOut,
        t.RoundWithdrawn,
        t.RoundStarted,
        t.RoundHalted,
        t.RoundClosed,
        t.ContenderLeft,
        t.ContenderReinstated,
        t.GameForfeited,
        t.ResultWithdrawn,
        TableOpened,
        h.RoundOpened,
    )
)
"""The kinds of fact after which the page may lead on or say something else."""


@get("/keep/{tournament:str}", sync_to_thread=True, who=only_in_part(Role.TABLE_SCOREKEEPER, of="tournament"))
def show_waiting(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    tournament: FromPath[str],
    left: Annotated[str, QueryParameter(max_length=100)] = "",
) -> Response[str] | Redirect:
    """Shows the tables to keep now; with one table, goes there, unless somebody has just `left` it."""
    kept = scorekeeper_tables(context, caller, tournament)
    following = kept.next_after(left)
    if following is not None:
        return Redirect(table_page(following), status_code=303)
    return page(
        request, "keeping.html", kept=kept, stream=tournament, news=NEWS, table_page=table_page, key=new_key()
    )


def table_page(table: OwnTable) -> str:
    """The page of a table, or of a board that is built."""
    return f"/{'hare' if table.is_built else 'tables'}/{table.stream}"


keeping_routes: Final = (show_waiting,)
