"""The files that pages are made of: style sheets, scripts, the icon. All come from the package."""

import gzip
import hashlib
import mimetypes
import posixpath
import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from litestar import Request, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Response

from wordwaiter.web.http.guards import anybody

_IMPORT: Final = re.compile(r"""^\s*(?:import|export)\s[^'"]*?['"](\.[^'"]+)['"];$""", re.MULTILINE)
_IMPORT_LATER: Final = re.compile(r"""^void import\(['"](\.[^'"]+)['"]\);$""", re.MULTILINE)
_COMMENT: Final = re.compile(r"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)$", re.MULTILINE)
"""A comment with whole lines to itself, as all of ours are; none of our texts runs over several lines."""
_SHEETS: Final = re.compile(
    r"""\{% block styles %\}([^{]*)\{% endblock %\}|fetch_ahead\("[^"]*", "([^"]*)"\)"""
)
"""Where templates name style sheets."""
_FOREVER: Final = "public, max-age=31536000, immutable"

TOGETHER: Final = "+"
"""Between the names of style sheets that a page gets as one file: each one is a way there and back."""

DARK_BY_DEVICE: Final = "dark-by-device.css"
"""The dark theme, where the device prefers it."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file with what a browser needs to know of it."""

    content: bytes
    packed: bytes
    """The content compressed: the venue's Wi-Fi is slow and shared."""
    media_type: str
    etag: str


@cache
def assets() -> dict[str, Asset]:
    """All files below the folder `static`, by their path in it."""
    # The system's table of types may be wrong, and a browser runs no script that is sent as another type.
    types = mimetypes.MimeTypes()
    types.add_type("text/javascript", ".js")
    types.add_type("image/svg+xml", ".svg")
    found = {}
    for name, file in _files(resources.files("wordwaiter.web") / "static", ""):
        media_type = types.guess_type(name)[0] or "application/octet-stream"
        content = file.read_bytes()
        if media_type in ("text/javascript", "text/css"):
            content = _without_comments(content.decode()).encode()
        found[name] = _asset(content, media_type)
    return found


def _without_comments(text: str) -> str:
    """Strips comments from a script or a style sheet; every line keeps its number."""
    return _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)


def _asset(content: bytes, media_type: str) -> Asset:
    etag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
    return Asset(content, gzip.compress(content, mtime=0), media_type, etag)


@cache
def sheets_together() -> dict[str, Asset]:
    """The style sheets that pages ask for as one, by their names; there are no others."""
    groups = {*(sheets_of_theme(theme) for theme in (None, "light", "dark")), *_sheets_in_templates()}
    return {TOGETHER.join(names): _together(names) for names in groups if len(names) > 1}


def sheets_of_theme(theme: str | None) -> tuple[str, ...]:
    """The style sheets of every page in a theme."""
    dark = {None: (DARK_BY_DEVICE,), "dark": ("dark.css",), "projector": ("dark.css",)}.get(theme, ())
    return ("tokens.css", *dark, "look.css", "controls.css", "parts.css")


def _sheets_in_templates() -> set[tuple[str, ...]]:
    """Returns the combinations of style sheets that templates name, for a page or the one that comes next."""
    files = _files(resources.files("wordwaiter.web") / "templates", "")
    texts = [file.read_text("utf-8") for _, file in files]
    return {
        tuple(names.split())
        for text in texts
        for found in _SHEETS.findall(text)
        for names in found
        if names.strip()
    }


def _together(names: tuple[str, ...]) -> Asset:
    return _asset("\n".join(map(_sheet, names)).encode(), "text/css")


def _sheet(name: str) -> str:
    if name == DARK_BY_DEVICE:
        return f"@media (prefers-color-scheme: dark) {{\n{_sheet('dark.css')}}}\n"
    if not name.endswith(".css"):
        raise KeyError(name)
    return assets()[name].content.decode()


def _found(name: str) -> Asset:
    """The file of that name, or KeyError."""
    return sheets_together()[name] if TOGETHER in name else assets()[name]


def _files(folder: Traversable, prefix: str) -> list[tuple[str, Traversable]]:
    found = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        name = f"{prefix}{entry.name}"
        found += _files(entry, f"{name}/") if entry.is_dir() else [(name, entry)]
    return found


@cache
def version() -> str:
    """A name for these files as they are; it changes when any of them does."""
    everything = "".join(f"{name} {asset.etag}\n" for name, asset in sorted(assets().items()))
    return "v-" + hashlib.sha256(everything.encode()).hexdigest()[:12]


def address_of(name: str) -> str:
    """Returns where pages ask for a file: an address that no other version of it will ever have."""
    if name not in assets():
        raise LookupError(f"there is no file {name!r} in static")
    return f"/static/{version()}/{name}"


def sheets_address(names: tuple[str, ...]) -> str:
    """Returns where pages ask for several style sheets at once."""
    name = TOGETHER.join(names)
    if len(names) == 1:
        return address_of(name)
    if name not in sheets_together():
        raise LookupError(f"no template names the style sheets {name!r}")
    return f"/static/{version()}/{name}"


@cache
def modules_of(name: str) -> tuple[str, ...]:
    """A script and all that it imports, each once, so that a page can ask for them together."""
    found: dict[str, None] = {}
    waiting = [name]
    while waiting:
        module = waiting.pop()
        if module not in found:
            found[module] = None
            waiting += _imported(module, _IMPORT)
    return tuple(found)


@cache
def later_modules_of(name: str) -> tuple[str, ...]:
    """Returns the modules that a script loads only after it has run, with all that these import."""
    at_once = modules_of(name)
    later = [target for module in at_once for target in _imported(module, _IMPORT_LATER)]
    found = dict.fromkeys(module for target in later for module in modules_of(target))
    return tuple(module for module in found if module not in at_once)


def _imported(module: str, pattern: re.Pattern[str]) -> list[str]:
    targets = pattern.findall(assets()[module].content.decode())
    return [posixpath.normpath(posixpath.join(posixpath.dirname(module), target)) for target in targets]


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
