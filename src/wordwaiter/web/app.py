"""The web application: all routes, and what holds for each of them."""

from collections.abc import Collection
from typing import Final

from litestar import Litestar, Response, get
from litestar.datastructures import State
from litestar.di import Provide
from litestar.enums import MediaType
from litestar.exceptions import HTTPException

from wordwaiter.errors import WordwaiterError
from wordwaiter.service.judging import JudgeDesk
from wordwaiter.web.assets import asset
from wordwaiter.web.judge import judge_routes
from wordwaiter.web.log import log_routes
from wordwaiter.web.patience import BodyInTime
from wordwaiter.web.problems import answer_error, answer_http_error, answer_mistake
from wordwaiter.web.room import room_routes
from wordwaiter.web.security import OwnSite, add_headers

LARGEST_BODY: Final = 16 * 1024
"""Bytes that a request may bring."""


@get("/healthz", sync_to_thread=False)
def health() -> Response[str]:
    """A word to say that the server answers."""
    return Response("ok\n", media_type=MediaType.TEXT)


def create_app(desk: JudgeDesk, *, own_names: Collection[str] = ()) -> Litestar:
    """The application that serves this desk; `own_names` are public names that it is known by, if any."""
    return Litestar(
        route_handlers=[*room_routes, health, asset, judge_routes, log_routes],
        guards=[OwnSite(own_names)],
        middleware=[BodyInTime()],
        dependencies={"desk": Provide(lambda: desk, sync_to_thread=False)},
        before_send=[add_headers],
        exception_handlers={
            WordwaiterError: answer_error,
            HTTPException: answer_http_error,
            Exception: answer_mistake,
        },
        state=State({"desk": desk}),
        request_max_body_size=LARGEST_BODY,
        openapi_config=None,
        logging_config=None,
        debug=False,
    )
