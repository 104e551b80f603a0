"""How long a request may take to arrive, and how much of it is held in memory."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any, Final
from urllib.parse import parse_qsl

from litestar import Request
from litestar.datastructures import FormMultiDict
from litestar.enums import RequestEncodingType
from litestar.exceptions import ClientException, HTTPException
from litestar.exceptions.http_exceptions import RequestEntityTooLarge
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.types import Empty, HTTPScope, Receive, ReceiveMessage
from multipart import MultipartError, MultipartSegment, PushMultipartParser  # type: ignore[import-untyped]

from wordwaiter.errors import UnavailableError
from wordwaiter.service.access.addresses import address_group

BODY_SECONDS: Final = 20.0
"""For the body of a request. The page itself gives a question up sooner."""

MOST_TEXT: Final = 2 * 1024 * 1024
"""Bytes that the fields of a form may have together: a list of all entrants is the longest."""

MOST_FORM: Final = 256 * 1024
"""Bytes of a form without files, on any route: it is taken apart in one go, and everybody waits for that.

The longest carries the picture of a board, which is looked at once more.
"""
MOST_FIELDS: Final = 2_000
"""Fields of such a form: four for each square of a board, and more."""

MOST_FILES: Final = 2
"""Files in a form: our pages send one. Small ones are held in memory, and a thousand are not small."""

_CHARSETS: Final = frozenset({"utf-8", "utf8", "us-ascii"})
"""The encodings that a part of a form may name: the framework would read it by any that Python has, and some
take minutes for a megabyte."""

MOST_ARRIVING: Final = 512 * 1024 * 1024
"""Bytes of files on their way to this process at once, a hundred photos; of one address half as many."""


def in_time(
    scope: HTTPScope,
    receive: Receive,
    once_arrived: Callable[[], Awaitable[None]],
    seconds: float = BODY_SECONDS,
) -> Receive:
    """Returns what receives a request, and gives it up when its body does not come in time.

    A phone that leaves the network in the middle of a question says nothing, and its connection would stay
    until the program ends. Connections that are idle or stop within the head are ended by the server itself.
    `once_arrived` is awaited when all of the body is there: nobody waits for those whose body does not come.
    """
    deadline = asyncio.get_running_loop().time() + seconds
    announced, arrived = announced_bytes(scope), 0
    complete = False

    async def receive_in_time() -> ReceiveMessage:
        nonlocal arrived, complete
        if complete:
            return await receive()  # one waits for the other side to leave, and that may take for ever
        try:
            async with asyncio.timeout_at(deadline):
                message = await receive()
                if message["type"] == "http.request":
                    arrived += len(message.get("body", b""))
                    if arrived == announced:
                        # The server tells with another message that nothing follows; nobody needs to wait.
                        message["more_body"] = False
                    if not message.get("more_body"):
                        complete = True
                        await once_arrived()
        except TimeoutError:
            raise HTTPException(status_code=408) from None
        if message["type"] == "http.disconnect":
            complete = True
            if arrived != announced and (announced is not None or _comes_in_pieces(scope)):
                # A phone lost the network in the middle of a question, or its pieces cannot be told apart.
                raise HTTPException(status_code=400)
        return message

    return receive_in_time


def announced_bytes(scope: HTTPScope) -> int | None:
    """Returns how long the body is, as the request says; nothing where it does not, or not in digits."""
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value) if value.isdigit() else None
    return None


def _comes_in_pieces(scope: HTTPScope) -> bool:
    return any(name == b"transfer-encoding" for name, _ in scope["headers"])


def takes_files(handler: BaseRouteHandler) -> bool:
    """Checks whether a route takes files that are larger than any text."""
    return (
        isinstance(handler, HTTPRouteHandler) and (handler.resolve_request_max_body_size() or 0) > MOST_TEXT
    )


class BoundedRequest(Request[Any, Any, Any]):
    """A request of which only files are put on the disk, and so only files may be large."""

    _is_whole = False
    """Whether all of it is wanted at once, files too: then nothing of it may be large."""

    async def body(self) -> bytes:
        """Returns all that the request brings, in memory."""
        self._is_whole = True
        return await super().body()

    async def form(self) -> FormMultiDict:
        """Returns the fields and files of a form.

        It is read here, because the framework would keep a thousand forms, with all that was sent.
        """
        state = self._connection_state
        if state.form is Empty and self.content_type[0] == RequestEncodingType.URL_ENCODED:
            fields: dict[str, Any] = {}
            for name, value in parse_qsl((await self.body()).decode("latin-1"), keep_blank_values=True):
                fields.setdefault(name, []).append(value)
            state.form = {name: values if len(values) > 1 else values[0] for name, values in fields.items()}
        try:
            return await super().form()
        except UnicodeDecodeError:
            raise ClientException("Text of multipart/form-data is not UTF-8") from None

    def stream(self) -> AsyncGenerator[bytes, None]:
        """Returns what arrives, piece by piece."""
        arriving = super().stream()
        kind, options = self.content_type
        if kind == RequestEncodingType.URL_ENCODED:
            return _short_form(arriving)
        boundary = options.get("boundary") if kind == RequestEncodingType.MULTI_PART else None
        parser = None if boundary is None or self._is_whole else PushMultipartParser(boundary)
        if not takes_files(self.route_handler):
            return arriving if parser is None else _checked(arriving, parser)
        asker = address_group(self.client.host if self.client else "")
        return _bounded(arriving, parser, asker)


async def _short_form(arriving: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    taken, fields = 0, 1
    async for piece in arriving:
        taken += len(piece)
        fields += piece.count(b"&")
        if taken > MOST_FORM or fields > MOST_FIELDS:
            raise RequestEntityTooLarge
        yield piece


async def _checked(
    arriving: AsyncGenerator[bytes, None], parser: PushMultipartParser
) -> AsyncGenerator[bytes, None]:
    async for piece in arriving:
        _parts(parser, piece)
        yield piece


_arriving: Final = Counter[str]()
"""Bytes of files on their way that have arrived, by address. For one event loop."""


async def _bounded(
    arriving: AsyncGenerator[bytes, None], parser: PushMultipartParser | None, asker: str
) -> AsyncGenerator[bytes, None]:
    text, files, is_file, taken = 0, 0, False, 0
    try:
        async for piece in arriving:
            taken += len(piece)
            _arriving[asker] += len(piece)
            if parser is None:
                text += len(piece)
            elif piece:
                for part in _parts(parser, piece):
                    if isinstance(part, MultipartSegment):
                        is_file = bool(part.filename)
                        files += is_file
                    elif part and not is_file:
                        text += len(part)
            if text > MOST_TEXT or files > MOST_FILES:
                raise RequestEntityTooLarge
            if _arriving.total() > MOST_ARRIVING or _arriving[asker] > MOST_ARRIVING // 2:
                raise UnavailableError("too-busy", "the server is busy; try again in a moment")
            yield piece
    finally:
        _arriving[asker] -= taken
        if not _arriving[asker]:
            del _arriving[asker]


def _parts(parser: PushMultipartParser, piece: bytes) -> list[MultipartSegment | bytearray | None]:
    try:
        parts = list(parser.parse(piece))
    except MultipartError:
        raise ClientException("Invalid multipart/form-data") from None
    for part in parts:
        is_text = isinstance(part, MultipartSegment) and not part.filename
        if is_text and (part.charset or "utf-8").lower() not in _CHARSETS:
            raise ClientException("Text of multipart/form-data is not UTF-8")
    return parts
