"""The web application: all routes, and what holds for each of them."""

from collections.abc import Collection
from copy import copy
from functools import cache
from typing import Any, Final

from litestar import Litestar, Request, Response, get
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.enums import MediaType
from litestar.exceptions import HTTPException

from wordwaiter.errors import WordwaiterError
from wordwaiter.service.context import Context
from wordwaiter.service.moments import Memory, Moments
from wordwaiter.web.api.feed import Closing
from wordwaiter.web.api.routes import api_routes
from wordwaiter.web.api.sent import meta
from wordwaiter.web.files.route import asset
from wordwaiter.web.http.aside import COUNTS
from wordwaiter.web.http.authentication import admit, provide_caller
from wordwaiter.web.http.client_device import asker_of
from wordwaiter.web.http.form_responses import FormAnswers
from wordwaiter.web.http.guards import anybody
from wordwaiter.web.http.limits import Limits
from wordwaiter.web.http.metrics import MEDIA_TYPE, Metrics
from wordwaiter.web.http.problems import answer_error, answer_http_error, answer_mistake
from wordwaiter.web.http.request_body import BoundedRequest
from wordwaiter.web.http.request_log import NoEvents, WatchedApp
from wordwaiter.web.http.security_headers import OwnSite, check_own_site
from wordwaiter.web.pages.director.code_sheets import code_sheet_pages
from wordwaiter.web.pages.director.devices import device_pages
from wordwaiter.web.pages.joining import joining_pages
from wordwaiter.web.pages.judge.kiosk import judge_routes
from wordwaiter.web.pages.judge.rulings_log import log_routes
from wordwaiter.web.pages.judge.whole_boards import whole_board_pages
from wordwaiter.web.pages.routes import room_routes
from wordwaiter.web.pages.rules import rule_pages

LARGEST_BODY: Final = 16 * 1024
"""Bytes that a request may bring."""


@get("/healthz", sync_to_thread=False, who=anybody)
def health() -> Response[str]:
    """A word to say that the server answers."""
    return Response("ok\n", media_type=MediaType.TEXT)


@get("/metrics", who=anybody)
async def metrics(request: Request[Any, Any, Any], watched: NamedDependency[Metrics]) -> Response[str]:
    """Returns the program's own counts, for Prometheus."""
    asker = asker_of(request)
    return Response(await COUNTS.made(watched.text, asker), media_type=MEDIA_TYPE)


def _part(name: str) -> Provide:
    """Provides a part of the application that answers, by its name in the state."""

    def provide(request: Request[Any, Any, Any]) -> Any:
        return request.app.state[name]

    return Provide(provide, sync_to_thread=False)


@cache
def assembled() -> WatchedApp:
    """The routes with all that holds for each of them, without a context: prepared once in a process."""
    return WatchedApp(
        route_handlers=[
            *room_routes,
            *joining_pages,
            *device_pages,
            *code_sheet_pages,
            *whole_board_pages,
            *rule_pages,
            health,
            metrics,
            asset,
            judge_routes,
            log_routes,
            api_routes,
        ],
        guards=[check_own_site, admit],
        dependencies={
            "caller": provide_caller,
            "closing": _part("closing"),
            "context": _part("context"),
            "meta": Provide(meta),
            "watched": _part("watched"),
        },
        exception_handlers={
            WordwaiterError: answer_error,
            HTTPException: answer_http_error,
            Exception: answer_mistake,
        },
        event_emitter_backend=NoEvents,
        request_class=BoundedRequest,
        request_max_body_size=LARGEST_BODY,
        openapi_config=None,
        logging_config=None,
        debug=False,
    )


def create_app(
    context: Context,
    *,
    limits: Limits | None = None,
    own_names: Collection[str] = (),
    moments: Memory | None = None,
) -> Litestar:
    """The application that serves this context; `own_names` are public names that it is known by, if any.

    `moments` are what several processes remember together, where several answer.
    All applications of a process share their routes, which take long to prepare; each has a state of its own.
    """
    if context.judge is None:
        raise ValueError("a context that is served needs a judge")
    watched = Metrics()
    watched.gauge("feed_subscribers", "Devices that follow the live feed.", lambda: context.feed.subscribers)
    watched.gauge("journal_position", "Facts in the journal, as far as told.", lambda: context.feed.position)
    kept = Moments() if moments is None else moments
    app = copy(assembled())
    app.metrics = watched
    app.state = State(
        {
            "closing": Closing(),
            "devices": context.devices,
            "context": context,
            "form_answers": FormAnswers(kept),
            "limits": limits or Limits(),
            "moments": kept,
            "own_site": OwnSite(own_names),
            "watched": watched,
        }
    )
    return app
