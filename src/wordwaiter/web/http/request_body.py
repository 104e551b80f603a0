"""How long a request may take to arrive, and how much of it is held in memory."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any, Final

from litestar import Request
from litestar.enums import ScopeType
from litestar.exceptions import ClientException, HTTPException
from litestar.exceptions.http_exceptions import RequestEntityTooLarge
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, ReceiveMessage, Scope, Send
from multipart import MultipartError, MultipartSegment, PushMultipartParser  # type: ignore[import-untyped]

BODY_SECONDS: Final = 20.0
"""For the body of a request. The page itself gives a question up sooner."""

MOST_TEXT: Final = 2 * 1024 * 1024
"""Bytes that the fields of a form may have together: a list of all entrants is the longest."""


class BodyInTime(ASGIMiddleware):
    """Gives up requests whose body does not come.

    A phone that leaves the network in the middle of a question says nothing, and its connection would stay
    until the program ends. Connections that are idle or stop within the head are ended by the server itself.
    """

    scopes = (ScopeType.HTTP,)

    def __init__(self, seconds: float = BODY_SECONDS) -> None:
        self._seconds = seconds

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Pass the request on, with a limit on the time until its body is complete."""
        deadline = asyncio.get_running_loop().time() + self._seconds
        announced, arrived = _announced_bytes(scope), 0
        complete = False

        async def receive_in_time() -> ReceiveMessage:
            nonlocal arrived, complete
            try:
                # After the body one waits for the other side to leave, and that may take for ever.
                async with asyncio.timeout_at(None if complete else deadline):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(status_code=408) from None
            if message["type"] == "http.disconnect" and announced is not None and arrived < announced:
                # A phone lost the network in the middle of a question: nobody's mistake.
                raise HTTPException(status_code=400)
            if message["type"] == "http.request":
                arrived += len(message.get("body", b""))
                if arrived == announced:
                    # The server tells with another message that nothing follows; nobody needs to wait for it.
                    message["more_body"] = False
            complete = message["type"] != "http.request" or not message.get("more_body")
            return message

        await next_app(scope, receive_in_time, send)


def _announced_bytes(scope: Scope) -> int | None:
    """How long the body is, as the request says; nothing where it does not, or not in digits."""
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value) if value.isdigit() else None
    return None


class BoundedRequest(Request[Any, Any, Any]):
    """A request of which only files are put on the disk, and so only files may be large."""

    def stream(self) -> AsyncGenerator[bytes, None]:
        """Returns what arrives, piece by piece."""
        arriving = super().stream()
        if (self.route_handler.resolve_request_max_body_size() or 0) <= MOST_TEXT:
            return arriving
        kind, options = self.content_type
        boundary = options.get("boundary") if kind == "multipart/form-data" else None
        return _bounded(arriving, None if boundary is None else PushMultipartParser(boundary))


async def _bounded(
    arriving: AsyncGenerator[bytes, None], parser: PushMultipartParser | None
) -> AsyncGenerator[bytes, None]:
    text, is_file = 0, False
    async for piece in arriving:
        if parser is None:
            text += len(piece)
        elif piece:
            for part in _parts(parser, piece):
                if isinstance(part, MultipartSegment):
                    is_file = bool(part.filename)
                elif part and not is_file:
                    text += len(part)
        if text > MOST_TEXT:
            raise RequestEntityTooLarge
        yield piece


def _parts(parser: PushMultipartParser, piece: bytes) -> list[MultipartSegment | bytearray | None]:
    try:
        return list(parser.parse(piece))
    except MultipartError:
        raise ClientException("Invalid multipart/form-data") from None
