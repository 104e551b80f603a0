"""Score sheets that were kept on paper: entered from both sides, and compared so that a slip is seen."""

from functools import partial
from typing import Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.response import Response

from wordwaiter.errors import ConflictError
from wordwaiter.roles import Role
from wordwaiter.service.execute import execute_async
from wordwaiter.service.rounds.score_sheets import TableSheets, open_sheets, sheets_named
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament import commands as c
from wordwaiter.web.http.guards import only
from wordwaiter.web.pages.forms import Fields, new_key
from wordwaiter.web.pages.tournament_page import Asked, answered
from wordwaiter.web.render.templates import page


@get("/sheets/{stream:str}", sync_to_thread=True, who=only(Role.SCOREKEEPER, of="stream"))
def show_sheets(asked: NamedDependency[Asked]) -> Response[str]:
    """All boards of the rounds that are open, each with both sheets."""
    return _page(asked)


@post("/sheets/{stream:str}", status_code=200, who=only(Role.SCOREKEEPER, of="stream"))
async def enter_sheet(asked: NamedDependency[Asked]) -> Response[Any]:
    """One side's sheet, as it was signed."""
    fields = await Fields.of(asked.request)
    show = partial(_page, asked, typed=fields)
    return await answered(asked, _enter(asked, fields), show, f"/sheets/{asked.stream}")


async def _enter(asked: Asked, fields: Fields) -> str:
    meant = sheets_named(asked.context, asked.caller, asked.stream, fields.text("board"))
    scores = tuple(fields.number(f"score-{side.number}") for side in meant.sides)
    _require_believable(meant, scores, fields)
    place = (meant.division, meant.round, meant.table)
    command = c.HandInSheet(asked.caller.name, *place, scores, (fields.number("signer"),), meant.board)
    await execute_async(asked.context, asked.caller, TOURNAMENTS, asked.stream, command, fields.meta)
    return asked.say("sheets.entered", table=meant.table)


def _require_believable(meant: TableSheets, scores: tuple[int, ...], fields: Fields) -> None:
    """Ask a total below zero back once: it is possible, and far more often a slip of the finger."""
    if min(scores) >= 0 or fields.text("again") == totals_in(meant, fields):
        return
    total, who = min(zip(scores, (side.name for side in meant.sides), strict=True))
    raise ConflictError(
        "total-doubtful",
        f"{total} for {who}? Few games end below zero. If the sheet says so, enter it again to confirm",
        total=total,
        who=who,
    )


def totals_in(board: TableSheets, fields: Fields) -> str:
    """The totals of a sheet as they were typed, one after the other."""
    return " ".join(fields.text(f"score-{side.number}") for side in board.sides)


def _page(
    asked: Asked, *, problem: str = "", typed: Fields | None = None, status: int = 200
) -> Response[str]:
    return page(
        asked.request,
        "sheets.html",
        status=status,
        problem=problem,
        stream=asked.stream,
        title=snapshot_of(asked.context, asked.stream).tournament.name,
        boards=open_sheets(asked.context, asked.caller, asked.stream),
        typed=typed,
        totals_in=totals_in,
        key=new_key(),
    )


sheet_routes: Final = (show_sheets, enter_sheet)
