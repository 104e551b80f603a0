"""Check-in, for whoever stands at the door: a search, and one tap for a player, a team or a pair."""

import asyncio
from functools import partial
from typing import Annotated, Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import QueryParameter
from litestar.response import Response

from wordwaiter.errors import MalformedError
from wordwaiter.roles import Role
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.absence import not_come
from wordwaiter.tournament.entrants.finding import found_in, searched_text
from wordwaiter.tournament.state import Tournament
from wordwaiter.web.http.guards import only_in_part
from wordwaiter.web.pages.director.entrants import Find
from wordwaiter.web.pages.forms import Fields, new_key
from wordwaiter.web.pages.tournament_page import TournamentRequest, handle_form
from wordwaiter.web.render.templates import page


@get("/director/{stream:str}/check-in", who=only_in_part(Role.SCOREKEEPER, of="stream"))
async def show_check_in(
    page_request: NamedDependency[TournamentRequest],
    done: Annotated[str, QueryParameter(pattern="^(list|list-pairs)?$")] = "",
    entered: Annotated[int, QueryParameter(ge=0)] = 0,
    left_out: Annotated[int, QueryParameter(name="left-out", ge=0)] = 0,
    find: Find = "",
) -> Response[str]:
    """Everybody who is expected, and who of them has come."""
    said = list_imported(page_request, done, entered, left_out) if done else ""
    return await asyncio.to_thread(_check_in, page_request, done=said, find=find)


def list_imported(page_request: TournamentRequest, done: str, entered: int, left_out: int) -> str:
    """Returns the sentence about an imported list: how many it entered, and how many lines were skipped."""
    said = page_request.say(f"entrants.did-{done}", n=entered)
    return f"{said} {page_request.say('entrants.did-list-left-out', n=left_out)}" if left_out else said


def _check_in(
    page_request: TournamentRequest,
    *,
    problem: str = "",
    done: str = "",
    find: str = "",
    late_reason: str = "",
    status: int = 200,
) -> Response[str]:
    seen = page_request.overview()
    return page(
        page_request.request,
        "director_check_in.html",
        status=status,
        problem=problem,
        done=done,
        here_is="check-in",
        seen=seen,
        tournament=seen.tournament,
        entrants_of=lambda division: found_in(seen.tournament.entrants_of(division), find),
        searched_text=searched_text,
        find=find,
        late_reason=late_reason,
        key=new_key(),
    )


@post("/director/{stream:str}/check-in", status_code=200, who=only_in_part(Role.SCOREKEEPER, of="stream"))
async def act_at_check_in(page_request: NamedDependency[TournamentRequest]) -> Response[Any]:
    """Returns who has come, or was checked in by mistake; the page again, or why not."""
    fields = await Fields.of(page_request.request)
    find = fields.text("find")
    show = partial(_check_in, page_request, find=find, late_reason=fields.text("late-reason"))
    back = f"/director/{page_request.stream}/check-in"
    return await handle_form(page_request, partial(_act, page_request, fields), show, back)


def _act(page_request: TournamentRequest, fields: Fields) -> str:
    command = _command(page_request.overview().tournament, fields)
    page_request.give(command, fields)
    did = "cancel-check-in" if isinstance(command, c.CancelCheckIn) else "check-in"
    return page_request.say(f"entrants.did-{did}")


def _command(tournament: Tournament, fields: Fields) -> c.Command:
    """One button is for one entrant, with one number or, for a pair, both; another is for a division."""
    reason = fields.text("late-reason")
    if fields.has("here"):
        return c.CheckIn("", _numbers(fields.text("here")), reason)
    if fields.has("not-here"):
        return c.CancelCheckIn("", _numbers(fields.text("not-here")))
    division = tournament.division(fields.text("everyone"))
    return c.CheckIn("", tuple(each.number for each in not_come(tournament, division.name)), reason)


def _numbers(text: str) -> tuple[int, ...]:
    if not all(part.isascii() and part.isdigit() and len(part) < 7 for part in text.split()):
        raise MalformedError("unknown-form", "this page is out of date; reload it")
    return tuple(map(int, text.split()))


check_in_routes: Final = (show_check_in, act_at_check_in)
