"""Word lists for the director: which there are, which judge each division, and one's own from a file."""

import asyncio
from typing import Any, Final

from litestar import get, post
from litestar.datastructures import UploadFile
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Response

from wordwaiter.errors import MalformedError, WordwaiterError
from wordwaiter.lexicon.tiles import shipped_tile_sets
from wordwaiter.service.access import Caller
from wordwaiter.service.house import House
from wordwaiter.service.overview import overview
from wordwaiter.service.word_lists import LARGEST_FILE, ListFile, add_list, choose_lists, list_desk
from wordwaiter.web.answers import done, wants_json
from wordwaiter.web.forms import Fields, new_key
from wordwaiter.web.pages import AnyRequest, page, reader_of
from wordwaiter.web.problems import status_of
from wordwaiter.web.refusals import refusal_text
from wordwaiter.web.who import only
from wordwaiter.web.words import catalogue

LARGEST_FORM: Final = LARGEST_FILE + 64 * 1024
"""Bytes that a form with a list may have."""


@get("/director/{stream:str}/lists", who=only(of="stream"))
async def show_lists(
    request: AnyRequest,
    house: NamedDependency[House],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
) -> Response[str]:
    """The lists that there are, and those of each division."""
    return await asyncio.to_thread(_lists, request, house, caller, stream)


def _lists(
    request: AnyRequest,
    house: House,
    caller: Caller,
    stream: str,
    *,
    problem: str = "",
    typed: Fields | None = None,
    status: int = 200,
) -> Response[str]:
    seen = overview(house, caller, stream)
    return page(
        request,
        "director_lists.html",
        status=status,
        problem=problem,
        here_is="paper",
        seen=seen,
        tournament=seen.tournament,
        desk=list_desk(house, caller, stream),
        typed=(typed or Fields({})).text,
        letters=shipped_tile_sets(),
        megabytes=LARGEST_FILE // 1024 // 1024,
        key=new_key(),
    )


@post("/director/{stream:str}/lists", status_code=200, who=only(of="stream"))
async def choose(
    request: AnyRequest,
    house: NamedDependency[House],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
) -> Response[Any]:
    """Judge a division by the lists that are ticked, or by those of the house."""
    fields = await Fields.of(request)
    try:
        if fields.text("do") not in ("choose", "house"):
            raise MalformedError("no-such-step", "this form is not known here; load the page again")
        names = fields.texts("list") if fields.text("do") == "choose" else ()
        if fields.text("do") == "choose" and not names:
            raise MalformedError("no-list", "tick at least one list, or choose those of the house")
        number = fields.number("division")
        await asyncio.to_thread(choose_lists, house, caller, stream, number, names)
    except WordwaiterError as error:
        return await _refused(request, house, caller, stream, fields, error)
    words = catalogue(reader_of(request).language)
    return done(request, f"/director/{stream}/lists", words.say("lists.did-choose"))


@post(
    "/director/{stream:str}/lists/file",
    status_code=200,
    who=only(of="stream"),
    request_max_body_size=LARGEST_FORM,
)
async def take_list(
    request: AnyRequest,
    house: NamedDependency[House],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
) -> Response[Any]:
    """A list of one's own, from a file."""
    form = await request.form()
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
    try:
        card = await asyncio.to_thread(add_list, house, caller, file)
    except WordwaiterError as error:
        return await _refused(request, house, caller, stream, typed, error)
    words = catalogue(reader_of(request).language)
    said = words.say("lists.did-add", name=card.name, n=card.count)
    return done(request, f"/director/{stream}/lists", said)


async def _refused(
    request: AnyRequest, house: House, caller: Caller, stream: str, typed: Fields, error: WordwaiterError
) -> Response[Any]:
    if wants_json(request):
        raise error
    return await asyncio.to_thread(
        _lists,
        request,
        house,
        caller,
        stream,
        problem=refusal_text(request, error),
        typed=typed,
        status=status_of(error),
    )


list_routes: Final = (show_lists, choose, take_list)
