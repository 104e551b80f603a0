"""The sponsors of an event for the director: one list for words, slides and paper, and their logos."""

import asyncio
import base64
from functools import partial
from typing import Any, Final

from litestar import get, post
from litestar.datastructures import UploadFile
from litestar.di import NamedDependency
from litestar.response import Response

from wordwaiter.picture.logo import LARGEST_FILE, logo_png
from wordwaiter.tournament import commands as c
from wordwaiter.web.http.guards import only
from wordwaiter.web.pages.forms import Fields, command_from_form, new_key
from wordwaiter.web.pages.tournament_page import TournamentRequest, handle_form
from wordwaiter.web.render.templates import page

LARGEST_FORM: Final = LARGEST_FILE + 64 * 1024


@get(["/director/{stream:str}/sponsors", "/director/{stream:str}/sponsors/logo"], who=only(of="stream"))
async def show_sponsors(page_request: NamedDependency[TournamentRequest]) -> Response[str]:
    """The list of sponsors with their logos.

    At the address that takes files too: there a browser stands whose file was refused.
    """
    return await asyncio.to_thread(_page, page_request)


def _page(page_request: TournamentRequest, *, problem: str = "", status: int = 200) -> Response[str]:
    seen = page_request.overview()
    return page(
        page_request.request,
        "director_sponsors.html",
        status=status,
        problem=problem,
        here_is="paper",
        seen=seen,
        tournament=seen.tournament,
        megabytes=LARGEST_FILE // 1024 // 1024,
        key=new_key(),
    )


@post("/director/{stream:str}/sponsors", status_code=200, who=only(of="stream"))
async def change_sponsors(page_request: NamedDependency[TournamentRequest]) -> Response[Any]:
    """Lists the sponsors, or takes a logo away."""
    fields = await Fields.of(page_request.request)
    return await handle_form(
        page_request,
        partial(_change, page_request, fields),
        partial(_page, page_request),
        _back(page_request),
    )


def _back(page_request: TournamentRequest) -> str:
    return f"/director/{page_request.stream}/sponsors"


def _change(page_request: TournamentRequest, fields: Fields) -> str:
    kind = fields.action(COMMANDS)
    if kind is c.ListSponsors:
        names = tuple(fields.text("names").splitlines())
        page_request.give(c.ListSponsors("", names), fields)
    else:
        page_request.give(command_from_form(fields, kind), fields)
    return page_request.say(f"sponsors.did-{fields.text('do')}")


@post(
    "/director/{stream:str}/sponsors/logo",
    status_code=200,
    who=only(of="stream"),
    request_max_body_size=LARGEST_FORM,
)
async def take_logo(page_request: NamedDependency[TournamentRequest]) -> Response[Any]:
    """The logo of a sponsor, from a file."""
    form = await page_request.request.form()
    upload = form.get("file")
    content = await upload.read() if isinstance(upload, UploadFile) else b""
    fields = Fields({name: [value[:300]] for name, value in form.items() if isinstance(value, str)})
    return await handle_form(
        page_request,
        partial(_set_logo, page_request, fields, content),
        partial(_page, page_request),
        _back(page_request),
    )


def _set_logo(page_request: TournamentRequest, fields: Fields, content: bytes) -> str:
    picture = base64.b64encode(logo_png(content)).decode()
    page_request.give(c.SetLogo("", fields.text("sponsor"), picture), fields)
    return page_request.say("sponsors.did-logo")


COMMANDS: Final = {"list": c.ListSponsors, "remove-logo": c.RemoveLogo}
"""The actions of the page's forms, by name."""

sponsor_routes: Final = (show_sponsors, change_sponsors, take_logo)
