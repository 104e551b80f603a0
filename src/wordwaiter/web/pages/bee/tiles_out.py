"""The tiles a team takes out before the clock starts: told on its own page, or by its Word Waiter."""

from functools import partial
from typing import Any, Final

from litestar import post
from litestar.di import NamedDependency
from litestar.response import Response

from wordwaiter.roles import Role
from wordwaiter.service.bee.tiles_to_take import tiles_to_take
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament import commands as c
from wordwaiter.web.http.form_addresses import leads_on
from wordwaiter.web.http.guards import only_in_part
from wordwaiter.web.pages.forms import Fields, new_key
from wordwaiter.web.pages.tournament_page import TournamentRequest, handle_form
from wordwaiter.web.render.templates import page


@post(
    "/tiles/{stream:str}",
    status_code=200,
    who=only_in_part(Role.PLAYER, Role.TABLE_SCOREKEEPER, of="stream"),
)
async def say_taken_out(page_request: NamedDependency[TournamentRequest]) -> Response[Any]:
    """The tiles that were drawn are out, or others that the team drew itself."""
    fields = await Fields.of(page_request.request)
    back = fields.text("back") or f"/me/{page_request.stream}"
    return await handle_form(
        page_request, partial(_act, page_request, fields), partial(_again, page_request, fields), back
    )


def _act(page_request: TournamentRequest, fields: Fields) -> str:
    is_own = fields.text("do") == "own"
    letters = fields.text("letters") if is_own else ""
    count = fields.number_if_any("count") if is_own and not letters else None
    team, number = fields.number("team"), fields.number("round")
    if is_own and count is None and not letters:
        count = -1  # refused with the sentence that asks for it
    page_request.give(c.TakeTilesOut("", team, number, letters, count), fields)
    return page_request.say("tiles.did")


def _again(
    page_request: TournamentRequest, fields: Fields, *, problem: str = "", status: int = 200
) -> Response[str]:
    """Asks again, with what was wrong with the answer."""
    tournament = snapshot_of(page_request.context, page_request.stream).tournament
    team = fields.number("team")
    owner = tournament.owners().get(team)
    played = None if owner is None else tournament.latest_round(owner.division)
    return page(
        page_request.request,
        "tiles_out_page.html",
        status=status,
        problem=problem,
        stream=page_request.stream,
        title=tournament.name,
        wanted=None if owner is None else tiles_to_take(tournament, played, team),
        typed=fields.text,
        back=fields.text("back"),
        key=new_key(),
    )


tiles_out_routes: Final = (say_taken_out, leads_on("/tiles/{stream:str}", "/"))
