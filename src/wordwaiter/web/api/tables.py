"""Tables and Hare boards: looked at, given commands, and what a play would score.

A table is named by its stream; in an address, a colon stands for each slash: `tournament-1:1:2:3.1`.
"""

from dataclasses import replace
from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from litestar.response import Response
from msgspec import Meta

from wordwaiter.errors import MalformedError
from wordwaiter.game.commands import OpenTable
from wordwaiter.game.queries import board_before
from wordwaiter.game.table import Table
from wordwaiter.rules.board import Board, empty_board
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute_async
from wordwaiter.service.rounds.round_tables import table_for
from wordwaiter.service.stream_kind import CommandMeta
from wordwaiter.service.tables.kind import BOARDS, TABLES, require_open
from wordwaiter.service.tables.opening import open_free_table
from wordwaiter.service.tables.scene import preview_at
from wordwaiter.service.tables.views import (
    load_state,
    look,
    look_after,
    look_at_board,
    look_at_board_after,
    streams_of_tables,
)
from wordwaiter.web.api.commands import HARE_COMMANDS, TABLE_COMMANDS, SignBody
from wordwaiter.web.api.light import Light
from wordwaiter.web.api.responses.table import (
    BoardResponse,
    PreviewResponse,
    TableResponse,
    TurnResponse,
    hare_response,
    preview_response,
    table_response,
    turns_response,
)
from wordwaiter.web.api.sent import etag, json_body
from wordwaiter.web.api.wire import LONGEST_TEXT, Text, struct_of, value_of
from wordwaiter.web.http.guards import anybody, anybody_who_joined
from wordwaiter.web.http.routes import Routes

OpeningSent: Any = struct_of(OpenTable, name="NewOpening", without=frozenset({"by", "contenders"}))


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table of no tournament: its rulebook, and how it is set up."""

    rulebook: Text
    opening: OpeningSent


class PlayBody(msgspec.Struct, forbid_unknown_fields=True):
    """A play to be scored."""

    play: Annotated[str, Meta(max_length=LONGEST_TEXT)]
    """Written as 8D RETINA (across) or D8 RETINA (down)."""


class TableCommandResponse(msgspec.Struct):
    """The result of a command: the kinds of facts that it brought about, and the table now."""

    happened: list[str]
    table: TableResponse


class BoardCommandResponse(msgspec.Struct):
    """The result of a command: the kinds of facts that it brought about, and the board now."""

    happened: list[str]
    board: BoardResponse


def stream_of(name: str) -> str:
    """The stream of a table, by its name in an address."""
    return name.replace(":", "/")


# ---------------------------------------------------------------- tables of turns


@get("/tables", sync_to_thread=True, who=anybody)
def list_tables(
    context: NamedDependency[Context],
    tournament: Annotated[
        str | None, QueryParameter(max_length=200, description="Whose tables; without it, the free ones.")
    ] = None,
) -> list[str]:
    """The streams of the tables and boards that were opened."""
    return list(streams_of_tables(context, tournament))


@post(
    "/tables",
    dependencies={"sent": json_body(NewTable)},
    sync_to_thread=True,
    opt={"begins_a_game": True},
    who=anybody_who_joined,
)
def open_table(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    meta: NamedDependency[CommandMeta],
    sent: NamedDependency[NewTable],
) -> Response[TableCommandResponse]:
    """Set up a table of no tournament; not while a round is played here."""
    require_open(context)
    table = context.rulebooks(sent.rulebook).table
    opening = value_of(
        OpenTable, sent.opening, empty_board(table.layout, table.tile_set), by=caller.name, contenders=()
    )
    done = open_free_table(context, caller, sent.rulebook, opening, meta)
    told = TableCommandResponse(
        [fact.KIND for fact in done.facts], table_response(look_after(context, caller, done))
    )
    return Response(told, headers=etag(done.version))


@get("/tables/{table:str}", sync_to_thread=True, who=anybody)
def show_table(
    context: NamedDependency[Context], caller: NamedDependency[Caller], table: FromPath[str]
) -> Response[TableResponse]:
    """A table as you may see it: board, scores, clocks, turns; racks only your own."""
    seen = look(context, caller, stream_of(table))
    return Response(table_response(seen), headers=etag(seen.version))


@get("/tables/{table:str}/turns", sync_to_thread=True, who=anybody)
def list_turns(
    context: NamedDependency[Context], caller: NamedDependency[Caller], table: FromPath[str]
) -> Response[list[TurnResponse]]:
    """The turns of a table, each with how it came to its points, line by line."""
    seen = look(context, caller, stream_of(table))
    return Response(turns_response(seen), headers=etag(seen.version))


@post(
    "/tables/{table:str}/commands",
    dependencies={"sent": json_body(TABLE_COMMANDS.union)},
    middleware=[Light()],
    status_code=200,
    who=anybody_who_joined,
)
async def command_table(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    meta: NamedDependency[CommandMeta],
    table: FromPath[str],
    sent: NamedDependency[Any],
) -> Response[TableCommandResponse]:
    """Give any command of a table of turns: play, exchange, pass, challenge, hold, sign, rule and so on.

    `command` names it. A play is written as 8D RETINA, or tile by tile. Who gave it is known from the token.
    """
    stream = stream_of(table)
    state = await load_state(context, TABLES, stream)
    command = (
        sent.command(table_for(context, caller, stream, state), caller.name)
        if isinstance(sent, SignBody)
        else TABLE_COMMANDS.command(sent, caller.name, _board_for(state, sent))
    )
    turn = getattr(sent, "at_turn", None)
    entered = meta if turn is None else replace(meta, turn=turn)
    done = await execute_async(context, caller, TABLES, stream, command, entered)
    told = TableCommandResponse(
        [fact.KIND for fact in done.facts], table_response(look_after(context, caller, done))
    )
    return Response(told, headers=etag(done.version))


@post(
    "/tables/{table:str}/preview",
    dependencies={"sent": json_body(PlayBody)},
    status_code=200,
    sync_to_thread=True,
    who=anybody_who_joined,
)
def preview_play(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    table: FromPath[str],
    sent: NamedDependency[PlayBody],
) -> PreviewResponse:
    """Previews a play: its score, word by word, and faults of its shape. Words are not judged."""
    preview = preview_at(context, caller, stream_of(table), sent.play)
    if preview is None:
        raise MalformedError("no-tiles", "this lays no tile; write square and word, such as 8D RETINA")
    return preview_response(preview)


def _board_for(table: Table, sent: Any) -> Board:
    """The board on which a play is read: that of now or, for a correction, that of the turn."""
    if isinstance(sent, TABLE_COMMANDS.structs["correct"]) and 1 <= sent.number <= len(table.turns):
        return board_before(table, sent.number)
    return table.position.board


# ---------------------------------------------------------------- Hare boards


@get("/boards/{board:str}", sync_to_thread=True, who=anybody)
def show_board(
    context: NamedDependency[Context], caller: NamedDependency[Caller], board: FromPath[str]
) -> Response[BoardResponse]:
    """A team's Hare board: its tiles, its tally word by word, and what should be looked at."""
    seen = look_at_board(context, caller, stream_of(board))
    return Response(hare_response(seen), headers=etag(seen.version))


@post(
    "/boards/{board:str}/commands",
    dependencies={"sent": json_body(HARE_COMMANDS.union)},
    middleware=[Light()],
    status_code=200,
    who=anybody_who_joined,
)
async def command_board(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    meta: NamedDependency[CommandMeta],
    board: FromPath[str],
    sent: NamedDependency[Any],
) -> Response[BoardCommandResponse]:
    """Give any command of a Hare board: paint it, change squares, buy tiles, submit, accept and so on."""
    stream = stream_of(board)
    built = await load_state(context, BOARDS, stream)
    command = HARE_COMMANDS.command(sent, caller.name, built.board)
    done = await execute_async(context, caller, BOARDS, stream, command, meta)
    seen = look_at_board_after(context, caller, done)
    told = BoardCommandResponse([fact.KIND for fact in done.facts], hare_response(seen))
    return Response(told, headers=etag(done.version))


table_routes = Routes(
    "/",
    route_handlers=[
        list_tables,
        open_table,
        show_table,
        list_turns,
        command_table,
        preview_play,
        show_board,
        command_board,
    ],
    tags=["tables"],
)
