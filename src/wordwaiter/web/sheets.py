"""Score sheets that were kept on paper: entered from both sides, and compared so that a slip is seen."""

from typing import Any

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Response

from wordwaiter.errors import WordwaiterError
from wordwaiter.service.access import Caller
from wordwaiter.service.house import House
from wordwaiter.service.sheets import open_sheets, sheets_named
from wordwaiter.service.tournament_steps import kept_in
from wordwaiter.service.tournaments import give_soon
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.roles import Role
from wordwaiter.web.answers import done, wants_json
from wordwaiter.web.forms import Fields, new_key
from wordwaiter.web.pages import AnyRequest, page, reader_of
from wordwaiter.web.problems import status_of
from wordwaiter.web.refusals import refusal_text
from wordwaiter.web.who import only
from wordwaiter.web.words import catalogue


@get("/sheets/{tournament:str}", sync_to_thread=False, who=only(Role.SCOREKEEPER, of="tournament"))
def show_sheets(
    request: AnyRequest,
    house: NamedDependency[House],
    caller: NamedDependency[Caller],
    tournament: FromPath[str],
) -> Response[str]:
    """All boards of the rounds that are open, each with both sheets."""
    return _page(request, house, caller, tournament)


@post("/sheets/{tournament:str}", status_code=200, who=only(Role.SCOREKEEPER, of="tournament"))
async def enter_sheet(
    request: AnyRequest,
    house: NamedDependency[House],
    caller: NamedDependency[Caller],
    tournament: FromPath[str],
) -> Response[Any]:
    """One side's sheet, as it was signed."""
    fields = await Fields.of(request)
    try:
        meant = sheets_named(house, caller, tournament, fields.text("board"))
        scores = tuple(fields.number(f"score-{side.number}") for side in meant.sides)
        signer = fields.number("signer")
        command = c.HandInSheet(
            caller.name, meant.division, meant.round, meant.table, scores, (signer,), meant.board
        )
        await give_soon(house, caller, tournament, command, fields.sending)
    except WordwaiterError as error:
        if wants_json(request):
            raise
        return _page(
            request, house, caller, tournament, problem=refusal_text(request, error), status=status_of(error)
        )
    words = catalogue(reader_of(request).language)
    return done(request, f"/sheets/{tournament}", words.say("sheets.entered", table=meant.table))


def _page(
    request: AnyRequest,
    house: House,
    caller: Caller,
    tournament: str,
    *,
    problem: str = "",
    status: int = 200,
) -> Response[str]:
    return page(
        request,
        "sheets.html",
        status=status,
        problem=problem,
        stream=tournament,
        title=kept_in(house, tournament).tournament.name,
        boards=open_sheets(house, caller, tournament),
        key=new_key(),
    )


sheet_routes = (show_sheets, enter_sheet)
