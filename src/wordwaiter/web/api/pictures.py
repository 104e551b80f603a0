"""Pictures of boards, and records of games that are over."""

from typing import Annotated

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from litestar.response import Response

from wordwaiter.errors import IllegalError
from wordwaiter.game.table import Stage
from wordwaiter.notation.gcg_writing import write_gcg
from wordwaiter.notation.table_record import record_of
from wordwaiter.picture import BoardPicture, theme_named
from wordwaiter.rules.board import Board
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.context import Context
from wordwaiter.service.judging.word_lists import lists_of_record
from wordwaiter.service.tables.scene import scene_at
from wordwaiter.service.tables.views import look, look_at_board
from wordwaiter.web.api.tables import stream_of
from wordwaiter.web.http.guards import anybody
from wordwaiter.web.http.routes import Routes

SVG = "image/svg+xml"

ThemeNamed = Annotated[str, QueryParameter(max_length=20, description="Such as light or dark.")]


@get("/tables/{table:str}/board.svg", sync_to_thread=True, opt={"media_type": SVG}, who=anybody)
def draw_table(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    table: FromPath[str],
    theme: ThemeNamed = "light",
) -> Response[str]:
    """The board of a table as a picture."""
    return _drawn(look(context, caller, stream_of(table)).view.board, theme)


@get("/boards/{board:str}/board.svg", sync_to_thread=True, opt={"media_type": SVG}, who=anybody)
def draw_board(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    board: FromPath[str],
    theme: ThemeNamed = "light",
) -> Response[str]:
    """A team's Hare board as a picture."""
    return _drawn(look_at_board(context, caller, stream_of(board)).board.board, theme)


@get("/tables/{table:str}/record", sync_to_thread=True, opt={"media_type": "text/plain"}, who=anybody)
def show_record(
    context: NamedDependency[Context], caller: NamedDependency[Caller], table: FromPath[str]
) -> Response[bytes]:
    """The record of a game that is over, as GCG."""
    scene = scene_at(context, caller, stream_of(table))
    if scene.table.stage is not Stage.ENDED:
        raise IllegalError(
            "not-over", "a game record is available after the game; racks are secret until then"
        )
    lists = lists_of_record(context, scene.stream, scene.table.rulebook)
    return Response(write_gcg(record_of(scene.table, lists=lists)), media_type="text/plain")


def _drawn(board: Board, theme: str) -> Response[str]:
    return Response(BoardPicture(board, theme=theme_named(theme)).svg(), media_type=SVG)


picture_routes = Routes("/", route_handlers=[draw_table, draw_board, show_record], tags=["tables"])
