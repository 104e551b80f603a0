"""Word lists for the director: which there are, which judge each division, and one's own from a file."""

import asyncio
from functools import partial
from typing import Any, Final

from litestar import get, post
from litestar.datastructures import UploadFile
from litestar.di import NamedDependency
from litestar.response import Response

from wordwaiter.errors import MalformedError
from wordwaiter.lexicon.tiles import shipped_tile_sets
from wordwaiter.service.judging.word_lists import LARGEST_FILE, ListFile, add_list, choose_lists, list_desk
from wordwaiter.web.http.guards import only
from wordwaiter.web.pages.forms import Fields, new_key
from wordwaiter.web.pages.tournament_page import Asked, carried_out
from wordwaiter.web.render.numbers import figure
from wordwaiter.web.render.templates import page, reader_of

LARGEST_FORM: Final = LARGEST_FILE + 64 * 1024
"""Bytes that a form with a list may have."""


@get(["/director/{stream:str}/lists", "/director/{stream:str}/lists/file"], who=only(of="stream"))
async def show_lists(asked: NamedDependency[Asked]) -> Response[str]:
    """The lists that there are, and those of each division.

    At the address that takes files too: there a browser stands whose file was refused.
    """
    return await asyncio.to_thread(_lists, asked)


def _lists(
    asked: Asked, *, problem: str = "", typed: Fields | None = None, status: int = 200
) -> Response[str]:
    seen = asked.overview()
    return page(
        asked.request,
        "director_lists.html",
        status=status,
        problem=problem,
        here_is="paper",
        seen=seen,
        tournament=seen.tournament,
        desk=list_desk(asked.context, asked.caller, asked.stream),
        typed=(typed or Fields({})).text,
        letters=shipped_tile_sets(),
        figure=partial(figure, language=reader_of(asked.request).language),
        megabytes=LARGEST_FILE // 1024 // 1024,
        key=new_key(),
    )


@post("/director/{stream:str}/lists", status_code=200, who=only(of="stream"))
async def choose(asked: NamedDependency[Asked]) -> Response[Any]:
    """Judge a division by the lists that are ticked, or by those of the house."""
    fields = await Fields.of(asked.request)
    return await carried_out(
        asked, partial(_choose, asked, fields), partial(_lists, asked, typed=fields), _back(asked)
    )


def _back(asked: Asked) -> str:
    return f"/director/{asked.stream}/lists"


def _choose(asked: Asked, fields: Fields) -> str:
    if fields.text("do") not in ("choose", "house"):
        raise MalformedError("unknown-form", "this page is out of date; reload it")
    names = fields.texts("list") if fields.text("do") == "choose" else ()
    if fields.text("do") == "choose" and not names:
        raise MalformedError("no-list", "tick at least one list, or choose the server's lists")
    choose_lists(asked.context, asked.caller, asked.stream, fields.number("division"), names)
    return asked.say("lists.did-choose")


@post(
    "/director/{stream:str}/lists/file",
    status_code=200,
    who=only(of="stream"),
    request_max_body_size=LARGEST_FORM,
)
async def take_list(asked: NamedDependency[Asked]) -> Response[Any]:
    """A list of one's own, from a file."""
    form = await asked.request.form()
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
    return await carried_out(
        asked, partial(_add, asked, file), partial(_lists, asked, typed=typed), _back(asked)
    )


def _add(asked: Asked, file: ListFile) -> str:
    card = add_list(asked.context, asked.caller, file)
    return asked.say("lists.did-add", name=card.name, n=card.count)


list_routes: Final = (show_lists, choose, take_list)
