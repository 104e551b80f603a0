"""Score sheets that were kept on paper: entered from both sides, and compared so that a slip is seen."""

from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.response import Response

from wordwaiter.errors import ConflictError, MalformedError
from wordwaiter.roles import Role
from wordwaiter.service.execute import execute_async
from wordwaiter.service.photos.final_boards import (
    FROM_SHEETS,
    FinalBoard,
    may_photograph_final,
    saved_final,
)
from wordwaiter.service.rounds.round_tables import is_built
from wordwaiter.service.rounds.score_sheets import TableSheets, open_sheets, sheets_named
from wordwaiter.service.tables.scene import scene_at
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament import commands as c
from wordwaiter.web.http.guards import only_in_part
from wordwaiter.web.pages.forms import Fields, new_key
from wordwaiter.web.pages.table.kept_photos import ShownPhoto, shown_photos
from wordwaiter.web.pages.tournament_page import TournamentRequest, answered
from wordwaiter.web.render.templates import page


@get("/sheets/{stream:str}", sync_to_thread=True, who=only_in_part(Role.SCOREKEEPER, of="stream"))
def show_sheets(page_request: NamedDependency[TournamentRequest]) -> Response[str]:
    """All boards of the rounds that are open, each with both sheets."""
    return _page(page_request)


@post("/sheets/{stream:str}", status_code=200, who=only_in_part(Role.SCOREKEEPER, of="stream"))
async def enter_sheet(page_request: NamedDependency[TournamentRequest]) -> Response[Any]:
    """One side's sheet, as it was signed."""
    fields = await Fields.of(page_request.request)
    show = partial(_page, page_request, typed=fields)
    return await answered(page_request, _enter(page_request, fields), show, f"/sheets/{page_request.stream}")


async def _enter(page_request: TournamentRequest, fields: Fields) -> str:
    meant = sheets_named(page_request.context, page_request.caller, page_request.stream, fields.text("board"))
    command = (
        _settling(page_request, meant, fields) if fields.has("right") else _sheet(page_request, meant, fields)
    )
    await execute_async(
        page_request.context, page_request.caller, TOURNAMENTS, page_request.stream, command, fields.meta
    )
    return page_request.say("sheets.entered", table=meant.table)


def _settling(page_request: TournamentRequest, meant: TableSheets, fields: Fields) -> c.SettleSheets:
    """Makes the command that says whose sheet is right."""
    right = next((each for each in meant.sides if each.number == fields.number("right")), None)
    if right is None or right.sheet is None:
        raise MalformedError("unknown-form", "this page is out of date; reload it")
    reason = page_request.say("director.sheet-right", who=right.name)
    place = (meant.division, meant.round, meant.table)
    return c.SettleSheets(page_request.caller.name, *place, right.sheet.scores, reason, meant.board)


def _sheet(page_request: TournamentRequest, meant: TableSheets, fields: Fields) -> c.HandInSheet:
    scores = tuple(fields.number(f"score-{side.number}") for side in meant.sides)
    _require_believable(meant, scores, fields)
    place = (meant.division, meant.round, meant.table)
    return c.HandInSheet(page_request.caller.name, *place, scores, (fields.number("signer"),), meant.board)


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
    page_request: TournamentRequest, *, problem: str = "", typed: Fields | None = None, status: int = 200
) -> Response[str]:
    boards = open_sheets(page_request.context, page_request.caller, page_request.stream)
    return page(
        page_request.request,
        "sheets.html",
        status=status,
        problem=problem,
        stream=page_request.stream,
        title=snapshot_of(page_request.context, page_request.stream).tournament.name,
        boards=boards,
        photographed=_photographed(page_request, boards),
        typed=typed,
        totals_in=totals_in,
        key=new_key(),
    )


@dataclass(frozen=True, slots=True)
class Photographed:
    """What photos tell of a table: where to take one, its final board, and the pictures that are kept."""

    address: str
    final: FinalBoard | None
    photos: tuple[ShownPhoto, ...]


def _photographed(
    page_request: TournamentRequest, boards: tuple[TableSheets, ...]
) -> dict[str, Photographed]:
    """Returns what photos tell of the tables of turns, by the keys of their sheets."""
    context, caller = page_request.context, page_request.caller
    found = {}
    for board in boards:
        if board.stream is None or is_built(context, board.stream):
            continue
        at = scene_at(context, caller, board.stream)
        if may_photograph_final(context, caller, at):
            found[board.key] = Photographed(
                f"/photo/{FROM_SHEETS}{board.stream}",
                saved_final(context, caller, at),
                shown_photos(context, caller, board.stream),
            )
    return found


sheet_routes: Final = (show_sheets, enter_sheet)
