"""The page of the laptop that runs the program: Wi-Fi, copies, restoring, and moving to another laptop."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, Final

from litestar import get, post
from litestar.datastructures import UploadFile
from litestar.di import NamedDependency
from litestar.response import Redirect, Response, Stream

from wordwaiter.errors import IllegalError, MalformedError, WordwaiterError
from wordwaiter.lexicon import Shelf
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import HOUSE, Caller
from wordwaiter.service.context import Context
from wordwaiter.service.laptop import Laptop
from wordwaiter.service.moving import file_to_move
from wordwaiter.service.tournaments.first_steps import known_tournaments
from wordwaiter.store.address import MOVED
from wordwaiter.web.http.form_addresses import leads_on
from wordwaiter.web.http.guards import the_house
from wordwaiter.web.http.problems import status_of
from wordwaiter.web.pages.director.devices import address_for_phones, encrypted_way, is_only_here, qr_picture
from wordwaiter.web.pages.forms import Fields
from wordwaiter.web.render.refusals import refusal_text
from wordwaiter.web.render.templates import AnyRequest, page

_PAGE: Final = "/laptop"
LARGEST_COPY: Final = 128 * 1024 * 1024
"""Of a file that a browser sends; a larger one is opened from its folder, or by a double click."""

Act = Callable[[AnyRequest, Context, Laptop, Fields], Awaitable[Response[Any] | None]]


def laptop_of(request: AnyRequest) -> Laptop:
    """The laptop on which the program was started without a command; refused where there is none."""
    laptop: Laptop | None = request.app.state.get("laptop")
    if laptop is None:
        raise IllegalError("no-laptop", "this server is set up from its terminal; ask whoever started it")
    return laptop


def has_laptop(request: AnyRequest) -> bool:
    """Checks whether the program was started without a command, on the laptop of a club."""
    return request.app.state.get("laptop") is not None


def asks_first_questions(request: AnyRequest, caller: Caller) -> bool:
    """Checks whether the director of a laptop has not yet been asked how it is used."""
    laptop: Laptop | None = request.app.state.get("laptop")
    return laptop is not None and laptop.settings.uses_wifi is None and caller.holds(HOUSE, Role.DIRECTOR)


@get(_PAGE, sync_to_thread=True, who=the_house)
def show_laptop(request: AnyRequest, context: NamedDependency[Context]) -> Response[str]:
    """The page of this laptop."""
    return _shown(request, context, laptop_of(request))


def _shown(
    request: AnyRequest, context: Context, laptop: Laptop, problem: str = "", status: int = 200
) -> Response[str]:
    link = "" if is_only_here(request) else address_for_phones(request)
    return page(
        request,
        "laptop.html",
        status=status,
        problem=problem,
        laptop=laptop,
        link=link,
        encrypted=encrypted_way(request),
        picture=qr_picture(link) if link else "",
        folders=laptop.copy_folders(),
        copies=[(copy, copy.made.astimezone()) for copy in laptop.copies_found()],
        has_tournaments=bool(known_tournaments(context)),
    )


@post(_PAGE, status_code=303, who=the_house)
async def choose(request: AnyRequest, context: NamedDependency[Context]) -> Response[Any]:
    """One answer: phones may come in or not, where copies go, or that the program is to stop."""
    laptop = laptop_of(request)
    fields = await Fields.of(request)
    try:
        act = fields.action(_ACTS)
        return await act(request, context, laptop, fields) or Redirect(_PAGE, status_code=303)
    except WordwaiterError as error:
        return await _refused(request, context, laptop, error)


async def _let_phones_in(request: AnyRequest, _: Context, laptop: Laptop, __: Fields) -> None:
    await asyncio.to_thread(laptop.choose_wifi, True)
    request.app.state.venue_door.open()


async def _keep_phones_out(request: AnyRequest, _: Context, laptop: Laptop, __: Fields) -> None:
    await asyncio.to_thread(laptop.choose_wifi, False)
    request.app.state.venue_door.close()


async def _go_on(request: AnyRequest, context: Context, laptop: Laptop, fields: Fields) -> Response[Any]:
    if laptop.settings.uses_wifi is None:  # no answer lets nobody in, and the start page does not ask again
        await _keep_phones_out(request, context, laptop, fields)
    return Redirect("/", status_code=303)


async def _choose_copies(_: AnyRequest, context: Context, laptop: Laptop, fields: Fields) -> None:
    folder = fields.text("typed") or fields.text("folder")
    await asyncio.to_thread(laptop.choose_copies, context.journal, folder)


async def _stop(request: AnyRequest, _: Context, __: Laptop, ___: Fields) -> Response[Any]:
    asyncio.get_running_loop().call_later(_ANSWER_SECONDS, request.app.state.stop)
    return page(request, "laptop_stopped.html", is_restoring=False)


_PIECE: Final = 256 * 1024
_ANSWER_SECONDS: Final = 1.5
"""For the answer and the page that it leads to, before the program stops."""

_ACTS: Final[dict[str, Act]] = {
    "let-in": _let_phones_in,
    "keep-out": _keep_phones_out,
    "go-on": _go_on,
    "copies": _choose_copies,
    "stop": _stop,
}


@post("/laptop/restore", status_code=200, who=the_house, request_max_body_size=LARGEST_COPY)
async def bring_back(request: AnyRequest, context: NamedDependency[Context]) -> Response[Any]:
    """Puts a copy back, of those that were found or from a file that was brought."""
    laptop = laptop_of(request)
    form = await request.form()
    upload = form.get("file")
    try:
        if known_tournaments(context) and not form.get("sure"):
            raise MalformedError("not-sure-to-replace", "confirm that the copy replaces the tournaments here")
        if isinstance(upload, UploadFile) and upload.filename:
            copy = await asyncio.to_thread(laptop.bring, upload.file)
        else:
            chosen = str(form.get("copy") or "")
            found = await asyncio.to_thread(laptop.copies_found)
            copy = next((each.path for each in found if str(each.path) == chosen), Path())
            if not copy.name:
                raise MalformedError("no-copy", "choose a copy of the list, or a file")
        signs_out = bool(form.get("foreign"))
        await asyncio.to_thread(partial(laptop.ask_to_restore, copy, signs_out=signs_out))
    except WordwaiterError as error:
        return await _refused(request, context, laptop, error)
    asyncio.get_running_loop().call_later(_ANSWER_SECONDS, request.app.state.stop)
    return page(request, "laptop_stopped.html", is_restoring=True)


@get("/laptop/move", sync_to_thread=True, who=the_house)
def move(request: AnyRequest, context: NamedDependency[Context]) -> Stream:
    """Everything in one file, for another laptop."""
    folder = laptop_of(request).folder
    now = context.clock()
    name = f"Wordwaiter {now.astimezone():%Y-%m-%d %H-%M}{MOVED}"
    with ExitStack() as made:
        path = made.enter_context(file_to_move(context.journal, Shelf.of_user(), folder, now))
        headers = {
            "Content-Disposition": f'attachment; filename="{name}"',
            "Content-Length": str(path.stat().st_size),
        }
        sent = _pieces(made.enter_context(path.open("rb")), made.pop_all())
    return Stream(sent, media_type="application/x-wordwaiter", headers=headers)


def _pieces(file: BinaryIO, made: ExitStack) -> Iterator[bytes]:
    """Yields a file piece by piece, and deletes it at the end."""
    with made:
        while piece := file.read(_PIECE):
            yield piece


async def _refused(
    request: AnyRequest, context: Context, laptop: Laptop, error: WordwaiterError
) -> Response[Any]:
    return await asyncio.to_thread(
        _shown, request, context, laptop, refusal_text(request, error), status_of(error)
    )


laptop_routes: Final = (show_laptop, choose, bring_back, leads_on("/laptop/restore", _PAGE), move)
