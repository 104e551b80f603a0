"""The start page: what this program can do, each with its next step."""

import asyncio
from typing import Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.response import Redirect, Response

from wordwaiter.errors import WordwaiterError
from wordwaiter.lexicon.tiles import shipped_tile_set, shipped_tile_sets
from wordwaiter.roles import Role
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.service.access.callers import HOUSE, Caller, UnknownDeviceError
from wordwaiter.service.context import Context
from wordwaiter.service.rounds.workplaces import own_places
from wordwaiter.service.tournaments.examples import Example
from wordwaiter.service.tournaments.first_steps import (
    Answers,
    kinds_of_tournament,
    known_tournaments,
    make_tournament,
    open_example,
    rules_to_choose,
)
from wordwaiter.tournament.entrants.entrants import PublicNames
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.web.http.form_addresses import leads_on
from wordwaiter.web.http.guards import anybody
from wordwaiter.web.http.problems import status_of
from wordwaiter.web.pages.forms import Fields, new_key
from wordwaiter.web.pages.laptop import asks_first_questions, has_laptop
from wordwaiter.web.render.refusals import refusal_text
from wordwaiter.web.render.templates import AnyRequest, page


@get("/", sync_to_thread=True, who=anybody)
def show_start(
    request: AnyRequest, context: NamedDependency[Context], caller: NamedDependency[Caller]
) -> Response[Any]:
    """The start page; on a new laptop first the questions about it."""
    if asks_first_questions(request, caller):
        return Redirect("/laptop", status_code=303)
    return page(
        request,
        "start.html",
        examples=[example.value for example in Example],
        known=[(each, _page_of(caller, each.stream)) for each in known_tournaments(context)],
        yours=own_places(context, caller),
        has_joined=bool(caller.grants),
        awaits_director=not context.devices.has_director(),
        is_laptop=has_laptop(request) and caller.holds(HOUSE, Role.DIRECTOR),
        key=new_key(),
    )


CLUB: Final = "club"
"""The format of clubs and rated tournaments."""


@get("/tournaments/new", sync_to_thread=True, who=anybody)
def show_questions(request: AnyRequest) -> Response[str]:
    """Shows the questions for a new tournament: the rules, and three answers."""
    return _questions(request, {})


@post("/tournaments", status_code=303, who=anybody)
async def make(
    request: AnyRequest, context: NamedDependency[Context], caller: NamedDependency[Caller]
) -> Response[Any]:
    """A tournament from the answers, and the way to its director's page."""
    fields = await Fields.of(request)
    try:
        await asyncio.to_thread(_require_some_director, context)
        answers = Answers(
            fields.text("format"),
            fields.text("name"),
            fields.text("date"),
            fields.text("venue"),
            fields.number("sets") if fields.text("sets") else 0,
            fields.lines("divisions"),
            fields.choice("names", PublicNames) if fields.text("names") else PublicNames.INITIALS,
            fields.text("letters"),
            fields.text("rules"),
        )
        stream = await asyncio.to_thread(make_tournament, context, caller, answers, fields.meta)
    except WordwaiterError as error:
        asked = ("format", "name", "date", "venue", "sets", "divisions", "names", "letters", "rules")
        typed = {name: fields.text(name) for name in asked}
        return _questions(request, typed, problem=refusal_text(request, error), status=status_of(error))
    return Redirect(director_page(stream), status_code=303)


@post("/examples", status_code=303, who=anybody)
async def try_example(
    request: AnyRequest, context: NamedDependency[Context], caller: NamedDependency[Caller]
) -> Response[Any]:
    """An example of one of the five events, half played, to look around in."""
    fields = await Fields.of(request)
    wanted = next((each for each in Example if each.value == fields.text("example")), Example.IOWA)
    await asyncio.to_thread(_require_some_director, context)
    stream = await asyncio.to_thread(open_example, context, caller, wanted)
    return Redirect(_page_of(caller, stream), status_code=303)


def director_page(stream: str) -> str:
    """Returns where the director of a tournament works."""
    return f"/director/{stream}"


def club_rules() -> list[tuple[str, str]]:
    """The rules by which clubs and rated tournaments play, by name and title; the usual ones first."""
    return [(name, shipped_rulebook(name).title) for name in rules_to_choose(shipped_format(CLUB))]


def _page_of(caller: Caller, stream: str) -> str:
    """Returns where a tournament is looked at: by those who run it, and by everybody else."""
    return director_page(stream) if caller.holds(stream, Role.SCOREKEEPER) else f"/live/{stream}"


def _require_some_director(context: Context) -> None:
    """Refuses everybody where nobody directs the house yet, and says how one begins to."""
    if not context.devices.has_director():
        raise UnknownDeviceError("no-director-yet", "open the link that the terminal shows, then try again")


def _questions(
    request: AnyRequest, typed: dict[str, str], *, problem: str = "", status: int = 200
) -> Response[str]:
    return page(
        request,
        "new_tournament.html",
        status=status,
        problem=problem,
        kinds=kinds_of_tournament(),
        rules=club_rules(),
        tile_sets=[(name, shipped_tile_set(name).title) for name in shipped_tile_sets()],
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
