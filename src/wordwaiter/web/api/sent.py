"""The parts of a request: a body, a key against doing it twice, the version that was seen."""

import re
from typing import Any, Final, Generic, TypeVar

import msgspec
from litestar import Request
from litestar.di import Provide
from litestar.exceptions import HTTPException

from wordwaiter.errors import MalformedError
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.stream_kind import CommandMeta, digest_of
from wordwaiter.web.http.authentication import IDEMPOTENCY_KEY, caller_of

T = TypeVar("T")

IF_MATCH: Final = "If-Match"
_KEY: Final = re.compile(r"[!-~]{1,200}")
_VERSION: Final = re.compile(r'(?:W/)?"?(\d{1,9})"?')

AnyRequest = Request[Any, Any, Any]


class JsonBody(Generic[T]):
    """Reads the body of a request as one type, to the letter: the number 7 is not the text "7".

    The framework's own reading is lenient (it takes the name "null" for nothing), and so are others' errors.
    """

    def __init__(self, kind: type[T] | Any) -> None:
        self.kind = kind
        self._decoder = msgspec.json.Decoder(kind)

    def __deepcopy__(self, _: object) -> "JsonBody[T]":
        return self  # routers are copied with all that hangs on them

    async def __call__(self, request: AnyRequest) -> T:
        media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if media_type != "application/json":
            raise HTTPException(status_code=415)
        return self.read(await request.body())

    def read(self, body: bytes) -> T:
        """The value in these bytes."""
        try:
            value: T = self._decoder.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise MalformedError("malformed-request", f"the request could not be read: {error}") from error
        return value


class TextBody:
    """Reads the body of a request as a file of text; whoever reads it finds out in which letters."""

    def __init__(self, *media_types: str) -> None:
        self.media_types = media_types

    async def __call__(self, request: AnyRequest) -> bytes:
        media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if media_type not in self.media_types:
            raise HTTPException(status_code=415)
        return await request.body()


def text_body(*media_types: str) -> Provide:
    """The dependency `sent` of a route that takes a file of one of these types."""
    return Provide(TextBody(*media_types))


def json_body(kind: type[T] | Any) -> Provide:
    """The dependency `sent` of a route that takes a body of that type."""
    return Provide(JsonBody(kind))


async def meta(request: AnyRequest) -> CommandMeta:
    """Returns a command's metadata from its headers; with a key, also a digest of address and body."""
    caller, headers = caller_of(request), request.headers
    key, seen = _key(caller, headers.get(IDEMPOTENCY_KEY)), _version(headers.get(IF_MATCH))
    if key is None:
        return CommandMeta(caller.device, key, seen)
    # The guard has read it already (`web.entry`): nobody waits here, and nobody else reads it meanwhile.
    content = _in_one_form(await request.body())
    scope = request.scope
    path = scope.get("root_path", "") + scope["path"]
    if not scope.get("query_string"):
        return CommandMeta(caller.device, key, seen, digest_of(path, content))
    asked = sorted(request.query_params.multi_items())  # the division of a file, for example
    parts = (part for pair in asked for part in pair)
    return CommandMeta(caller.device, key, seen, digest_of(path, *parts, content))


def _in_one_form(body: bytes) -> bytes:
    """JSON with its fields in order and no space between: whoever sends it again may write it anew."""
    try:
        return msgspec.json.encode(msgspec.json.decode(body), order="sorted")
    except (ValueError, RecursionError):
        return body


def _key(caller: Caller, given: str | None) -> str | None:
    if given is None:
        return None
    if not _KEY.fullmatch(given):
        raise MalformedError(
            "bad-key",
            f"{IDEMPOTENCY_KEY} must be 1 to 200 letters, digits or symbols; choose a new one each time",
        )
    # Two devices may choose the same key, and one must not get the other's answer.
    return f"{caller.device}/{given}"


def _version(given: str | None) -> int | None:
    if given is None or given.strip() == "*":
        return None
    found = _VERSION.fullmatch(given.strip())
    if found is None:
        raise MalformedError("bad-version", f"{IF_MATCH} must be the ETag you received: a number in quotes")
    return int(found[1])


def etag(version: int) -> dict[str, str]:
    """The header that tells a version."""
    return {"ETag": f'"{version}"'}
