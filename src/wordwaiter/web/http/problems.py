"""Errors to answers: a stable code for programs, a sentence for people, and never a trace of the program.

400  it cannot be read: no JSON, a field of a wrong type        409  the rules or somebody else forbid it
401  the device has not joined                                  413  it is too large
403  the device has another role                                422  it can be read, and means nothing here
404  there is no such tournament, table, page                   429  too many tries; wait
                                                                503  not now; Retry-After says when
"""

import logging
from collections.abc import Mapping
from typing import Any, Final

import msgspec
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
from wordwaiter.service.access.callers import NotAllowedError, UnknownDeviceError
from wordwaiter.store.facts import StaleVersionError, write_time
from wordwaiter.web.http.form_responses import wants_json
from wordwaiter.web.http.program_log import FIELDS
from wordwaiter.web.http.security_headers import loggable_path
from wordwaiter.web.render.refusals import plain, sentence_in
from wordwaiter.web.render.templates import page, reader_of

logger: Final = logging.getLogger(__name__)

HTTP_PROBLEMS: Final = {
    400: ("malformed-request", "the request could not be read; go back and try again"),
    401: ("unknown-device", "this device has not joined; ask the director for a code"),
    403: ("refused", "this form did not come from our page; reload the page and try again"),
    404: ("no-such-page", "there is no page at this address"),
    405: ("wrong-method", "this address does not accept this kind of request"),
    408: ("too-slow", "the request took too long; send it again"),
    413: ("too-large", "the request is too large; send less at a time"),
    415: ("wrong-type", "this address does not accept this kind of content"),
    429: ("too-many-requests", "too many requests; wait a moment and try again"),
}
"""The sentence for a request that the framework refuses, by its status."""

_OUR_MISTAKE: Final = (
    "our-mistake",
    "something went wrong on the server; try again, and tell the organiser",
)

STATUS_OF_CODE: Final = {
    "malformed-request": 400,
    "door-closed": 403,
    "foreign-host": 403,
    "foreign-origin": 403,
    "no-proof": 403,
    "undecided-route": 403,
    "wrong-code": 403,
    "wrong-pin": 403,
    "code-used": 403,
    "code-in-use": 403,
    "pin-locked": 429,
    "too-many-followers": 429,
    "too-many-tables": 429,
    "no-tournament": 404,
    "no-such-tournament": 404,
    "no-such-stream": 404,
    "no-such-table": 404,
    "no-such-list": 404,
    "no-such-rulebook": 404,
    "no-such-format": 404,
    "no-such-clause": 404,
    "no-such-export": 404,
    "no-such-invitation": 404,
    "no-such-device": 404,
    "no-such-gap": 404,
}
"""Codes that have another status than their family."""


class Problem(msgspec.Struct, omit_defaults=True):
    """An error: a code that never changes, a sentence for people, and the facts."""

    code: str
    sentence: str
    facts: dict[str, Any]
    clause: str | None = None
    """The clause of the rules that forbids it."""


def status_of(error: WordwaiterError) -> int:
    """The HTTP status of an error of ours."""
    known = STATUS_OF_CODE.get(error.code)
    if known is not None:
        return known
    match error:
        case UnknownDeviceError():
            return 401
        case NotAllowedError():
            return 403
        case MalformedError():
            return 422
        case IllegalError() | ConflictError():
            return 409
        case UnavailableError():
            return 503
        case _:
            return 500


def problem_of(error: WordwaiterError) -> Problem:
    """An error of ours as programs are told of it."""
    clause = error.clause if isinstance(error, IllegalError) else None
    facts: dict[str, Any] = msgspec.to_builtins(dict(error.facts), enc_hook=str)
    if isinstance(error, StaleVersionError):
        # What happened in between, and neither by whom nor its content: not everybody may see that.
        facts["since"] = [
            {"version": fact.version, "kind": fact.kind, "time": write_time(fact.time)}
            for fact in error.since
        ]
    return Problem(error.code, error.sentence, facts, clause)


def answer_error(request: Request[Any, Any, State], error: WordwaiterError) -> Response[Any]:
    """The answer to a request that ended in an error of ours."""
    response = _answer(request, status_of(error), problem_of(error), error.facts)
    minutes = error.facts.get("minutes")
    if response.status_code in (429, 503) and isinstance(minutes, int):
        response.headers["Retry-After"] = str(minutes * 60)
    return response


def answer_http_error(request: Request[Any, Any, State], error: HTTPException) -> Response[Any]:
    """The answer to a request that the framework refused."""
    code, sentence = HTTP_PROBLEMS.get(error.status_code, _OUR_MISTAKE)
    response = _answer(request, error.status_code, Problem(code, sentence, {}))
    response.headers.update(error.headers or {})
    return response


def answer_mistake(request: Request[Any, Any, State], error: Exception) -> Response[Any]:
    """The answer to a request that met a mistake in the program; the terminal gets the details."""
    told = {FIELDS: {"request": request.scope["state"].get("request_id", "")}}
    # It is told in a terminal, too: no sign in an address may steer that.
    path = ascii(loggable_path(request.url.path))[1:-1]
    logger.error("%s %s failed", request.method, path, exc_info=error, extra=told)
    return _answer(request, 500, Problem(*_OUR_MISTAKE, {}))


def _answer(
    request: Request[Any, Any, State],
    status: int,
    problem: Problem,
    facts: Mapping[str, object] | None = None,
) -> Response[Any]:
    """A problem as whoever asks reads it; `facts` are those that can still be told in another language."""
    response: Response[Any]
    if request.url.path.startswith("/api/"):
        response = Response(problem, status_code=status)
    else:
        language = reader_of(request).language
        sentence = sentence_in(
            language, problem.code, problem.sentence, facts or problem.facts, problem.clause
        )
        if wants_json(request):
            response = Response(
                msgspec.structs.replace(problem, sentence=plain(sentence)), status_code=status
            )
        else:
            response = page(request, "problem.html", status=status, code=problem.code, sentence=sentence)
    request.state.problem = problem.code
    return response
