"""Free tables for whoever looks after the house: which are open, and how to end one."""

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from wordwaiter.service.access.callers import Caller
from wordwaiter.service.context import Context
from wordwaiter.service.tables.free_table_expiry import FreeTable, end_free_table, free_tables
from wordwaiter.web.api.joining import Reason
from wordwaiter.web.api.sent import json_body
from wordwaiter.web.http.guards import only
from wordwaiter.web.http.routes import Routes


class FreeTableResponse(msgspec.Struct):
    """A free table or a practice board that is not over."""

    table: str
    sides: list[str]
    stage: str
    idle_ms: int
    """How long nothing has happened at it; after 24 hours it is ended."""


@get("/free-tables", sync_to_thread=True, who=only())
def list_free_tables(
    context: NamedDependency[Context], caller: NamedDependency[Caller]
) -> list[FreeTableResponse]:
    """The free tables that are not over, of those that you direct; the longest forgotten first."""
    return [_free_table_response(each) for each in free_tables(context, caller)]


@post(
    "/free-tables/{table:str}/end",
    dependencies={"sent": json_body(Reason)},
    sync_to_thread=True,
    status_code=200,
    who=only(of="table"),
)
def end_table(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    table: FromPath[str],
    sent: NamedDependency[Reason],
) -> list[FreeTableResponse]:
    """A free table is over, and all tokens and codes for it end; answers with those that are left."""
    end_free_table(context, caller, table, sent.reason)
    return [_free_table_response(each) for each in free_tables(context, caller)]


def _free_table_response(table: FreeTable) -> FreeTableResponse:
    return FreeTableResponse(table.stream, list(table.sides), table.stage, table.idle_ms)


free_table_routes = Routes("/", route_handlers=[list_free_tables, end_table], tags=["tables"])
