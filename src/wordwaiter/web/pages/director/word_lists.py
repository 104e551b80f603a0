"""Word lists for the director: which there are, which judge each division, and one's own from a file."""

import asyncio
from functools import partial
from typing import Any, Final

from litestar import get, post
from litestar.datastructures import UploadFile
from litestar.di import NamedDependency
from litestar.response import Response

from wordwaiter.errors import MalformedError
from wordwaiter.lexicon.tiles import shipped_tile_set, shipped_tile_sets
from wordwaiter.service.judging.missing_lists import use_added_list
from wordwaiter.service.judging.word_lists import LARGEST_FILE, ListFile, add_list, choose_lists, list_desk
from wordwaiter.web.http.guards import only, only_in_part
from wordwaiter.web.pages.forms import Fields, new_key
from wordwaiter.web.pages.tournament_page import TournamentRequest, handle_form
from wordwaiter.web.render.numbers import figure
from wordwaiter.web.render.templates import page, reader_of

LARGEST_FORM: Final = LARGEST_FILE + 64 * 1024
"""Bytes that a form with a list may have."""


@get(["/director/{stream:str}/lists", "/director/{stream:str}/lists/file"], who=only_in_part(of="stream"))
async def show_lists(page_request: NamedDependency[TournamentRequest]) -> Response[str]:
    """The lists that there are, and those of each division.

    At the address that takes files too: there a browser stands whose file was refused.
    """
    return await asyncio.to_thread(_lists, page_request)


def _lists(
    page_request: TournamentRequest, *, problem: str = "", typed: Fields | None = None, status: int = 200
) -> Response[str]:
    seen = page_request.overview()
    return page(
        page_request.request,
        "director_lists.html",
        status=status,
        problem=problem,
        here_is="paper",
        seen=seen,
        tournament=seen.tournament,
        desk=list_desk(page_request.context, page_request.caller, page_request.stream),
        typed=(typed or Fields({"name": [page_request.request.query_params.get("add", "")]})).text,
        tile_sets={name: shipped_tile_set(name).short_title for name in shipped_tile_sets()},
        figure=partial(figure, language=reader_of(page_request.request).language),
        megabytes=LARGEST_FILE // 1024 // 1024,
        key=new_key(),
    )


@post("/director/{stream:str}/lists", status_code=200, who=only_in_part(of="stream"))
async def choose(page_request: NamedDependency[TournamentRequest]) -> Response[Any]:
    """Judge divisions by the lists that are ticked, or by those of the house."""
    fields = await Fields.of(page_request.request)
    return await handle_form(
        page_request,
        partial(_choose, page_request, fields),
        partial(_lists, page_request, typed=fields),
        f"/director/{page_request.stream}" if fields.text("back") == "room" else _back(page_request),
    )


def _back(page_request: TournamentRequest) -> str:
    return f"/director/{page_request.stream}/lists"


def _choose(page_request: TournamentRequest, fields: Fields) -> str:
    if fields.text("do") not in ("choose", "house"):
        raise MalformedError("unknown-form", "this page is out of date; reload it")
    names = fields.texts("list") if fields.text("do") == "choose" else ()
    if fields.text("do") == "choose" and not names:
        raise MalformedError("no-list", "tick at least one list, or choose the server's lists")
    for division in fields.numbers("division") or (fields.number("division"),):
        choose_lists(page_request.context, page_request.caller, page_request.stream, division, names)
    return page_request.say("lists.did-choose")


@post(
    "/director/{stream:str}/lists/file",
    status_code=200,
    who=only(of="stream"),
    request_max_body_size=LARGEST_FORM,
)
async def take_list(page_request: NamedDependency[TournamentRequest]) -> Response[Any]:
    """A list of one's own, from a file."""
    form = await page_request.request.form()
    upload = form.get("file")
    typed = Fields({name: [value[:300]] for name, value in form.items() if isinstance(value, str)})
    is_file = isinstance(upload, UploadFile) and bool(upload.filename)
    file = ListFile(
        file_name=upload.filename if isinstance(upload, UploadFile) else "",
        content=await upload.read() if isinstance(upload, UploadFile) and is_file else b"",
        name=typed.text("name"),
        title=typed.text("title"),
        edition=typed.text("edition"),
        letters=typed.text("letters") or "english",
    )
    return await handle_form(
        page_request,
        partial(_add, page_request, file),
        partial(_lists, page_request, typed=typed),
        _back(page_request),
    )


def _add(page_request: TournamentRequest, file: ListFile) -> str:
    card = add_list(page_request.context, page_request.caller, file)
    use_added_list(page_request.context, page_request.caller, page_request.stream, card)
    return page_request.say("lists.did-add", name=card.name, n=card.count)


list_routes: Final = (show_lists, choose, take_list)
