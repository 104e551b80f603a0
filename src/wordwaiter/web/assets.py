"""The files that pages are made of: style sheets, scripts, the icon. All come from the package."""

import hashlib
import mimetypes
from dataclasses import dataclass
from functools import cache
from importlib import resources

from litestar import Request, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Response


@dataclass(frozen=True, slots=True)
class Asset:
    """A file with what a browser needs to know of it."""

    content: bytes
    media_type: str
    etag: str


@cache
def assets() -> dict[str, Asset]:
    """All files of the folder `static`, by name."""
    # The system's table of types may be wrong, and a browser runs no script that is sent as another type.
    types = mimetypes.MimeTypes()
    types.add_type("text/javascript", ".js")
    types.add_type("image/svg+xml", ".svg")
    found = {}
    for file in (resources.files(__package__) / "static").iterdir():
        content = file.read_bytes()
        media_type = types.guess_type(file.name)[0] or "application/octet-stream"
        found[file.name] = Asset(content, media_type, f'"{hashlib.sha256(content).hexdigest()[:20]}"')
    return found


@get("/static/{name:str}", sync_to_thread=False)
def asset(name: FromPath[str], request: Request[None, None, State]) -> Response[bytes]:
    """One file; a browser that still has it gets only the word that it is the same."""
    try:
        found = assets()[name]
    except KeyError:
        raise NotFoundException from None
    # Asked for again on every page, so that a new version of the program shows at once.
    headers = {"ETag": found.etag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == found.etag:
        return Response(b"", status_code=304, media_type=found.media_type, headers=headers)
    return Response(found.content, media_type=found.media_type, headers=headers)
