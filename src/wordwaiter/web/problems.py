"""Errors to answers: a stable code for programs, a sentence for people, and never a trace of the program."""

import logging
from typing import Any, Final

from litestar import Request
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.response import Response

from wordwaiter.errors import (
    ConflictError,
    IllegalError,
    MalformedError,
    UnavailableError,
    WordwaiterError,
)
from wordwaiter.web.pages import page

logger: Final = logging.getLogger(__name__)

RETRY_SECONDS: Final = 5

_HTTP_PROBLEMS: Final = {
    400: ("malformed-request", "that could not be read; go back and try again"),
    404: ("no-such-page", "there is no page at this address"),
    405: ("wrong-method", "this address does not take such a request"),
    408: ("too-slow", "that did not arrive in time; send it again"),
    413: ("too-large", "that is too long; type the words of one play"),
    415: ("wrong-type", "this address takes other content than that"),
}
_OUR_MISTAKE: Final = (
    "our-mistake",
    "something went wrong in the program; try again, and tell the organiser",
)


def status_of(error: WordwaiterError) -> int:
    """The HTTP status of an error of ours."""
    match error:
        case MalformedError():
            return 400
        case IllegalError():
            return 403
        case ConflictError():
            return 409
        case UnavailableError():
            return 503
        case _:
            return 500


def answer_error(request: Request[Any, Any, State], error: WordwaiterError) -> Response[Any]:
    """The answer to a request that ended in an error of ours."""
    return _answer(request, status_of(error), error.code, error.sentence, dict(error.facts))


def answer_http_error(request: Request[Any, Any, State], error: HTTPException) -> Response[Any]:
    """The answer to a request that the framework refused."""
    code, sentence = _HTTP_PROBLEMS.get(error.status_code, _OUR_MISTAKE)
    response = _answer(request, error.status_code, code, sentence, {})
    response.headers.update(error.headers or {})
    return response


def answer_mistake(request: Request[Any, Any, State], error: Exception) -> Response[Any]:
    """The answer to a request that met a mistake in the program; the terminal gets the details."""
    logger.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return _answer(request, 500, *_OUR_MISTAKE, {})


def _answer(
    request: Request[Any, Any, State], status: int, code: str, sentence: str, facts: dict[str, object]
) -> Response[Any]:
    response: Response[Any]
    if request.url.path.startswith("/api/"):
        body = {"code": code, "sentence": sentence, "facts": facts}
        response = Response(body, status_code=status)
    else:
        response = page(request, "problem.html", status=status, code=code, sentence=sentence)
    if status == 503:
        response.headers["Retry-After"] = str(RETRY_SECONDS)
    return response
