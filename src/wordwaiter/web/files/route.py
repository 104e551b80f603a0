"""The route of all files that pages are made of."""

import re
from typing import Final

from litestar import Request, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Response

from wordwaiter.web.files.assets import TOGETHER, Asset, assets, joined_sheets, version
from wordwaiter.web.files.joined_scripts import is_joined, joined_script
from wordwaiter.web.http.guards import anybody

_FOREVER: Final = "public, max-age=31536000, immutable"


def _found(name: str) -> Asset:
    """The file of that name, or KeyError."""
    if is_joined(name):
        return joined_script(name)
    return joined_sheets(name) if TOGETHER in name else assets()[name]


@get("/static/{path:path}", sync_to_thread=False, who=anybody)
def asset(path: FromPath[str], request: Request[None, None, State]) -> Response[bytes]:
    """One file; a browser that still has it gets only the word that it is the same."""
    name = path.removeprefix("/")
    prefix = f"{version()}/"
    lasts = name.startswith(prefix)
    # A page of an earlier version that is still open somewhere gets today's file, and does not keep it.
    name = re.sub(r"^v-[0-9a-f]{12}/", "", name)
    try:
        found = _found(name)
    except KeyError:
        raise NotFoundException from None
    headers = {
        "ETag": found.etag,
        "Cache-Control": _FOREVER if lasts else "no-cache",
        "Vary": "Accept-Encoding",
    }
    if request.headers.get("if-none-match") == found.etag:
        return Response(b"", status_code=304, media_type=found.media_type, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(found.packed, media_type=found.media_type, headers=headers)
    return Response(found.content, media_type=found.media_type, headers=headers)
