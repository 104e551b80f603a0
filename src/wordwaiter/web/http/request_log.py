"""Watching requests: each gets an id, is counted, and leaves a line in the log."""

import logging
import re
import secrets
import time
from collections.abc import Iterable
from functools import lru_cache
from itertools import count
from typing import Any, Final, Self

from litestar import Litestar
from litestar.events import BaseEventEmitterBackend
from litestar.types import HTTPScope, Message

from wordwaiter.service.access.addresses import address_group
from wordwaiter.web.http.aside import ASKER
from wordwaiter.web.http.cookies import own_cookies
from wordwaiter.web.http.form_responses import FormAnswers
from wordwaiter.web.http.limits import Limits, Turn, hold_turn
from wordwaiter.web.http.metrics import Metrics
from wordwaiter.web.http.program_log import FIELDS
from wordwaiter.web.http.request_body import in_time
from wordwaiter.web.http.security_headers import loggable_path, with_headers

logger: Final = logging.getLogger(__name__)

REQUEST_ID: Final = "X-Request-ID"
_REQUEST_ID: Final = REQUEST_ID.lower().encode()
_GIVEN_ID: Final = re.compile(rb"[A-Za-z0-9._-]{8,64}")

_PROCESS: Final = secrets.token_hex(4)
_COUNT: Final = count(1)
"""An id says which request it was and is no secret; so it is counted, and only the process left to chance."""

LONGEST_PATH: Final = 1_000
"""Characters of a path. What was looked up lately is kept by its path, some thousands of them."""

LONGEST_QUERY: Final = 8_000
MOST_PARAMETERS: Final = 100
"""Of an address. The framework keeps a thousand of them as well, with what it has read in them."""

NO_ROUTE: Final = "(none)"
"""Stands for all addresses at which there is nothing."""


class NoEvents(BaseEventEmitterBackend):
    """A backend for an application without events. It has no state, so that applications may share it."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        return None

    def emit(self, event_id: str, *_: Any, **__: Any) -> None:
        """Refuses the event: nobody listens."""
        raise NotImplementedError(event_id)


class WatchedApp(Litestar):
    """The application with an id, a count and a log line for every request, also those that lead nowhere.

    What browsers are told to refuse stands on every answer too, whoever makes it.
    """

    metrics: Metrics

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass a request on, and note what came of it."""
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        began_ns = time.monotonic_ns()
        scope["headers"] = _readable(scope["headers"])
        request_id = _id_of(scope)
        scope.setdefault("state", {})["request_id"] = request_id
        status, method = 0, scope["method"]
        if method == "HEAD":
            scope["method"] = "GET"
            receive, send = _without_body(receive, send)
        limits: Limits = self.state["limits"]
        turns, asker = list[Turn](), _asker(scope)
        ASKER.set(asker)

        async def wait_for_turn() -> None:
            turns.append(await limits.sent.one_for(asker))
            hold_turn(turns[-1])

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                _end(turns)
                status = message["status"]
                message["headers"] = [
                    (_REQUEST_ID, request_id.encode()),
                    *with_headers(message.get("headers", ()), status),
                ]
            await send(message)

        is_asked = scope["method"] == "GET"
        if is_asked:
            turns.append(await limits.turns.one_for(asker))
        answers: FormAnswers = self.state["form_answers"]
        try:
            if _is_too_long(scope):
                await _answer_too_long(send_with_id)
            elif (kept := answers.asked(scope)) is not None:
                await kept.send(send_with_id)
            else:
                receive = in_time(scope, receive, _at_once if is_asked else wait_for_turn)
                await super().__call__(scope, receive, answers.sending(scope, send_with_id))
        finally:
            _end(turns)
            self._note(scope, method, request_id, status, time.monotonic_ns() - began_ns)

    def _note(self, scope: HTTPScope, asked: str, request_id: str, status: int, took_ns: int) -> None:
        method = asked if asked in _METHODS else "other"
        route = scope.get("path_template") or NO_ROUTE
        problem = scope.get("state", {}).get("problem")
        self.metrics.answered(method, route, status, took_ns)
        if problem is not None:
            self.metrics.refused(problem)
        if logger.isEnabledFor(logging.INFO):
            told = {
                "request": request_id,
                "method": method,
                "path": loggable_path(scope["path"])[:LONGEST_PATH],
                "status": status,
                "ms": round(took_ns / 1_000_000, 3),
                **({"problem": problem} if problem is not None else {}),
            }
            logger.info("answered", extra={FIELDS: told})


_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


_PORT: Final = re.compile(rb":([^:\]]*)\Z")
_HOSTS_KEPT: Final = 64
"""Hosts that were looked at; nearly all requests have the same."""


def _readable(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Returns headers with cookies of ours alone, and without a host that nothing can be made of.

    The framework fails on such a host whenever it is asked for the address, also to say that it is refused.
    """
    return [(name, _plain(name, value)) for name, value in headers if name != b"host" or _has_port(value)]


def _plain(name: bytes, value: bytes) -> bytes:
    """Returns a header as all here can read it: how long a body is may begin with any number of noughts."""
    match name:
        case b"cookie":
            return own_cookies(value)
        case b"content-length":
            return value.lstrip(b"0") or value[:1]
        case _:
            return value


@lru_cache(maxsize=_HOSTS_KEPT)
def _has_port(host: bytes) -> bool:
    """Checks if the port after a host is one, where there is one."""
    found = _PORT.search(host)
    port = found[1] if found else b""
    return not port or (port.isdigit() and len(port) < 6 and int(port) < 65_536)


def _is_too_long(scope: HTTPScope) -> bool:
    query = scope["query_string"]
    return (
        len(scope["path"]) > LONGEST_PATH
        or len(query) > LONGEST_QUERY
        or query.count(b"&") >= MOST_PARAMETERS
    )


def _asker(scope: HTTPScope) -> str:
    client = scope["client"]
    return address_group(client[0] if client else "")


def _end(turns: list[Turn]) -> None:
    for turn in turns:
        turn.end()


async def _at_once() -> None:
    """Waits for no turn: whoever asks for a page has one already."""


def _without_body(receive: Any, send: Any) -> tuple[Any, Any]:
    """Returns what answers HEAD as GET, without the body. What would go on, as the feed, ends at once."""
    has_begun = False

    async def receive_until_begun() -> Any:
        return {"type": "http.disconnect"} if has_begun else await receive()

    async def send_head(message: Message) -> None:
        nonlocal has_begun
        if has_begun:
            return
        await send(message)
        if message["type"] == "http.response.start":
            has_begun = True
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    return receive_until_begun, send_head


async def _answer_too_long(send: Any) -> None:
    await send({"type": "http.response.start", "status": 414, "headers": [(b"content-type", b"text/plain")]})
    await send({"type": "http.response.body", "body": b"This address is too long.\n", "more_body": False})


def _id_of(scope: HTTPScope) -> str:
    """The id that a program in front of us gave the request, if it looks like one; otherwise a new one."""
    for name, value in scope["headers"]:
        if name == b"x-request-id" and _GIVEN_ID.fullmatch(value):
            return value.decode("ascii")
    return f"{_PROCESS}{next(_COUNT):08x}"
