"""The start page: what this program can do, each with its next step."""

import asyncio
from typing import Any, Final

from litestar import get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.response import Redirect, Response

from wordwaiter.errors import WordwaiterError
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import HOUSE, Caller
from wordwaiter.service.context import Context
from wordwaiter.service.rounds.workplaces import own_places
from wordwaiter.service.tournaments.examples import Example
from wordwaiter.service.tournaments.first_steps import (
    Answers,
    kinds_of_tournament,
    known_tournaments,
    make_tournament,
    open_example,
    sit_down_as_director,
)
from wordwaiter.web.http.authentication import COOKIE, token_cookie
from wordwaiter.web.http.client_device import device_of
from wordwaiter.web.http.form_addresses import leads_on
from wordwaiter.web.http.guards import anybody
from wordwaiter.web.http.problems import answer_error, status_of
from wordwaiter.web.pages.forms import Fields, new_key
from wordwaiter.web.render.refusals import refusal_text
from wordwaiter.web.render.templates import AnyRequest, page, reader_of
from wordwaiter.web.words import catalogue

_PROXY_HEADERS: Final = ("forwarded", "x-forwarded-for")


@get("/", sync_to_thread=True, who=anybody)
def show_start(
    request: AnyRequest, context: NamedDependency[Context], caller: NamedDependency[Caller]
) -> Response[str]:
    """The start page."""
    return page(
        request,
        "start.html",
        examples=[example.value for example in Example],
        known=[(each, _page_of(caller, each.stream)) for each in known_tournaments(context)],
        yours=own_places(context, caller),
        has_joined=bool(caller.grants),
        key=new_key(),
    )


@get("/tournaments/new", sync_to_thread=False, who=anybody)
def show_questions(request: AnyRequest) -> Response[str]:
    """What a new tournament needs: the rules, and three answers."""
    return _questions(request, {})


@post("/tournaments", status_code=303, who=anybody)
async def make(
    request: AnyRequest, context: NamedDependency[Context], caller: NamedDependency[Caller]
) -> Response[Any]:
    """A tournament from the answers, and the way to its director's page."""
    fields = await Fields.of(request)
    cookies: list[Cookie] = []
    try:
        answers = Answers(
            fields.text("format"),
            fields.text("name"),
            fields.text("date"),
            fields.text("venue"),
            fields.number("sets") if fields.text("sets") else 0,
            fields.lines("divisions"),
        )
        director, cookies = await asyncio.to_thread(_director, request, context, caller)
        stream = await asyncio.to_thread(make_tournament, context, director, answers, fields.meta)
    except WordwaiterError as error:
        typed = {name: fields.text(name) for name in ("format", "name", "date", "venue", "sets", "divisions")}
        asked = _questions(request, typed, problem=refusal_text(request, error), status=status_of(error))
        return _kept(asked, cookies)
    return Redirect(director_page(stream), status_code=303, cookies=cookies)


@post("/examples", status_code=303, who=anybody)
async def try_example(
    request: AnyRequest, context: NamedDependency[Context], caller: NamedDependency[Caller]
) -> Response[Any]:
    """An example of one of the five events, half played, to look around in."""
    fields = await Fields.of(request)
    wanted = next((each for each in Example if each.value == fields.text("example")), Example.IOWA)
    director, cookies = await asyncio.to_thread(_director, request, context, caller)
    try:
        stream = await asyncio.to_thread(open_example, context, director, wanted)
    except WordwaiterError as error:
        return _kept(answer_error(request, error), cookies)
    return Redirect(_page_of(director, stream), status_code=303, cookies=cookies)


def director_page(stream: str) -> str:
    """Where the director of a tournament works."""
    return f"/director/{stream}"


def _page_of(caller: Caller, stream: str) -> str:
    """Where a tournament is looked at: by those who run it, and by everybody else."""
    return director_page(stream) if caller.holds(stream, Role.SCOREKEEPER) else f"/live/{stream}"


def _director(request: AnyRequest, context: Context, caller: Caller) -> tuple[Caller, list[Cookie]]:
    """Who makes a tournament: whoever sits at the computer that runs the program directs it from the start.

    Only as long as nobody else does; and not through a proxy, behind which everybody seems to sit there.
    """
    if caller.holds(HOUSE) or not _is_at_the_machine(request):
        return caller, []
    name = catalogue(reader_of(request).language).say("start.director")
    address = device_of(request).address
    joined = sit_down_as_director(context, name, request.cookies.get(COOKIE, ""), address)
    return (caller, []) if joined is None else (joined.caller, [token_cookie(request, joined.token)])


def _kept(refused: Response[Any], cookies: list[Cookie]) -> Response[Any]:
    """A refusal that leaves the director's token with the browser, which directs the house from now on.

    Without it nobody would hold that token, and the corrected form would come from a stranger.
    """
    refused.cookies.extend(cookies)
    return refused


def _is_at_the_machine(request: AnyRequest) -> bool:
    return device_of(request).is_ours and not any(header in request.headers for header in _PROXY_HEADERS)


def _questions(
    request: AnyRequest, typed: dict[str, str], *, problem: str = "", status: int = 200
) -> Response[str]:
    return page(
        request,
        "new_tournament.html",
        status=status,
        problem=problem,
        kinds=kinds_of_tournament(),
        typed=typed,
        key=new_key(),
    )


start_routes = (
    show_start,
    show_questions,
    make,
    leads_on("/tournaments", "/tournaments/new"),
    try_example,
    leads_on("/examples", "/"),
)
