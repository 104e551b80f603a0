"""Personal data for the director: how people are called in public, and when they are erased."""

import asyncio
from collections.abc import Callable
from datetime import UTC
from functools import partial
from typing import Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.response import Response

from wordwaiter.service.access.erasing import Found, erase_found, find_person, held_on
from wordwaiter.service.photos.photo_facts import MOST_OF_TABLE
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import PublicNames
from wordwaiter.tournament.privacy import erasure_day
from wordwaiter.web.http.guards import only
from wordwaiter.web.pages.forms import Fields, new_key
from wordwaiter.web.pages.tournament_page import TournamentRequest, handle_form
from wordwaiter.web.render.templates import page


@get("/director/{stream:str}/privacy", who=only(of="stream"))
async def show_privacy(page_request: NamedDependency[TournamentRequest]) -> Response[str]:
    """The choice of names in public, and the day on which everybody is erased."""
    return await asyncio.to_thread(_privacy, page_request)


def _privacy(
    page_request: TournamentRequest,
    *,
    problem: str = "",
    status: int = 200,
    name: str = "",
    found: Found | None = None,
) -> Response[str]:
    seen = page_request.overview()
    tournament = seen.tournament
    held = held_on(page_request.context, page_request.stream, tournament)
    today = page_request.context.clock().astimezone(UTC).date()
    return page(
        page_request.request,
        "director_privacy.html",
        status=status,
        problem=problem,
        here_is="privacy",
        seen=seen,
        tournament=tournament,
        names=tournament.public_names.value,
        photos_of_table=MOST_OF_TABLE,
        erased_on=erasure_day(tournament, held, today).isoformat(),
        key=new_key(),
        name=name,
        found=found,
        nothing=found == Found(),
    )


@post("/director/{stream:str}/privacy", status_code=200, who=only(of="stream"))
async def change_privacy(page_request: NamedDependency[TournamentRequest]) -> Response[Any]:
    """Carries out one form of the page; shows the page again, or why not."""
    fields = await Fields.of(page_request.request)
    return await handle_form(
        page_request,
        partial(_act, page_request, fields),
        partial(_privacy, page_request, name=fields.text("name")),
        f"/director/{page_request.stream}/privacy",
    )


def _act(page_request: TournamentRequest, fields: Fields) -> str | Response[Any]:
    wanted = fields.text("do")
    if wanted in ("find", "erase-found"):
        name = fields.text("name")
        found = find_person(page_request.context, name, page_request.stream)
        if wanted == "find":
            return _privacy(page_request, name=name, found=found)
        fields.require_sure()
        erase_found(page_request.context, page_request.caller, _ticked(found, fields))
    else:
        page_request.give(fields.action(_COMMANDS)(fields), fields)
    return page_request.say(f"privacy.did-{wanted}")


def _ticked(found: Found, fields: Fields) -> Found:
    """Returns what is still there of all that was ticked."""
    wanted = set(fields.texts("what"))
    return Found(
        tuple(each for each in found.entries if f"entry-{each.contender}-{each.member}" in wanted),
        tuple(number for number in found.devices if f"device-{number}" in wanted),
        tuple(number for number in found.invitations if f"invitation-{number}" in wanted),
        tuple(each for each in found.texts if f"text-{each.refs[0]}" in wanted),
    )


def _names(fields: Fields) -> c.Command:
    return c.ChoosePublicNames("", fields.choice("names", PublicNames))


def _erase_all(fields: Fields) -> c.Command:
    fields.require_sure()
    return c.EraseEverybody("")


def _keep_photos(_fields: Fields) -> c.Command:
    return c.KeepPhotos("")


def _erase_photos(fields: Fields) -> c.Command:
    fields.require_sure()
    return c.ErasePhotos("")


_COMMANDS: Final[dict[str, Callable[[Fields], c.Command]]] = {
    "names": _names,
    "erase-all": _erase_all,
    "keep-photos": _keep_photos,
    "erase-photos": _erase_photos,
}
"""The actions of the page's forms, by name."""

privacy_routes: Final = (show_privacy, change_privacy)
