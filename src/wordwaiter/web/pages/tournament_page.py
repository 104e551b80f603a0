"""A page of a tournament with forms on it: who asks, what comes of a form, or the page again with why not."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol

from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Response

from wordwaiter.errors import WordwaiterError
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.access.permissions import permit
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.rounds.director_view import Overview, overview
from wordwaiter.service.tournaments.kind import TOURNAMENTS, Batch, TournamentOutcome
from wordwaiter.tournament import commands as c
from wordwaiter.web.http.form_responses import done, wants_json
from wordwaiter.web.http.problems import status_of
from wordwaiter.web.pages.forms import Fields
from wordwaiter.web.render.refusals import refusal_text
from wordwaiter.web.render.templates import AnyRequest, reader_of
from wordwaiter.web.words import catalogue


@dataclass(frozen=True, slots=True)
class TournamentRequest:
    """Who asks something of which tournament."""

    request: AnyRequest
    context: Context
    caller: Caller
    stream: str

    def overview(self) -> Overview:
        """The tournament as whoever asks may see it."""
        return overview(self.context, self.caller, self.stream)

    def say(self, key: str, **values: object) -> str:
        """A text in the language of whoever asks."""
        return catalogue(reader_of(self.request).language).say(key, **values)

    def give(self, command: c.Command | Batch, fields: Fields) -> TournamentOutcome:
        """Executes the command that a form asks for, once however often it arrives."""
        return execute(self.context, self.caller, TOURNAMENTS, self.stream, command, fields.meta)

    def require_may(self, command: c.Command) -> None:
        """Refuses to show what would come of a command to whoever may not give it."""
        permit(self.caller, self.stream, self.overview().tournament, command)


async def tournament_request(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
) -> TournamentRequest:
    """The dependency `page_request` of routes whose path names a tournament as `stream`."""
    return TournamentRequest(request, context, caller, stream)


class Show(Protocol):
    """The page of a form, with a complaint where there is one."""

    def __call__(self, *, problem: str = "", status: int = 200) -> Response[str]: ...


async def handle_form(
    page_request: TournamentRequest, act: Callable[[], str | Response[Any]], show: Show, back: str
) -> Response[Any]:
    """Answers a form: `act` carries it out and returns its sentence, and the browser goes `back`.

    What only looks at something gives the page itself that shows it.
    """
    return await answered(page_request, asyncio.to_thread(act), show, back)


async def answered(
    page_request: TournamentRequest, acting: Awaitable[str | Response[Any]], show: Show, back: str
) -> Response[Any]:
    """Answers a form that `acting` carries out already.

    What is refused is shown on the page of the form; a script, which is on that page already, is told.
    """
    try:
        said = await acting
    except WordwaiterError as error:
        if wants_json(page_request.request):
            raise
        problem, status = refusal_text(page_request.request, error), status_of(error)
        return await asyncio.to_thread(lambda: show(problem=problem, status=status))
    return said if isinstance(said, Response) else done(page_request.request, back, said)
