"""The files that pages are made of: style sheets, scripts, the icon. All come from the package."""

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from wordwaiter import __version__
from wordwaiter.web.words import LANGUAGES

_COMMENT: Final = re.compile(r"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)$", re.MULTILINE)
"""A comment with whole lines to itself, as all of ours are; none of our texts runs over several lines."""
_BLANK: Final = re.compile(r"^\s+", re.MULTILINE)
"""What begins a line, and lines of nothing else."""
_SHEETS: Final = re.compile(
    r"""\{% block styles %\}([^{]*)\{% endblock %\}|fetch_ahead\([^)]*styles="([^"]*)"\)"""
)
"""Where templates name style sheets."""

TOGETHER: Final = "+"
"""Between the names of files that a page gets as one: each file is a way there and back."""

DARK_BY_DEVICE: Final = "dark-by-device.css"
"""The dark theme, where the device prefers it."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file with what a browser needs to know of it."""

    content: bytes
    media_type: str
    etag: str

    @property
    def packed(self) -> bytes:
        """The content compressed: the venue's Wi-Fi is slow and shared."""
        return _packed(self.content)


@cache
def _packed(content: bytes) -> bytes:
    """Compresses a file when it is first asked for: the start of the program need not wait for all."""
    return gzip.compress(content, mtime=0)


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
        found[name] = as_asset(content, media_type)
    return found


def _without_comments(text: str) -> str:
    """Strips comments from a script or a style sheet; every line keeps its number."""
    return _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)


def as_asset(content: bytes, media_type: str) -> Asset:
    """Returns a file of that content."""
    return Asset(content, media_type, f'"{hashlib.sha256(content).hexdigest()[:20]}"')


@cache
def templates() -> tuple[str, ...]:
    """Returns the texts of all templates: they name the files that pages ask for together."""
    return tuple(
        file.read_text("utf-8") for _, file in _files(resources.files("wordwaiter.web") / "templates", "")
    )


@cache
def sheets_together() -> frozenset[str]:
    """The names of style sheets that pages ask for as one; there are no others."""
    groups = {*(sheets_of_theme(theme) for theme in (None, "light", "dark")), *_sheets_in_templates()}
    return frozenset(TOGETHER.join(names) for names in groups if len(names) > 1)


def sheets_of_theme(theme: str | None) -> tuple[str, ...]:
    """The style sheets of every page in a theme."""
    dark = {None: (DARK_BY_DEVICE,), "dark": ("dark.css",), "projector": ("dark.css",)}.get(theme, ())
    return ("tokens.css", *dark, "look.css", "controls.css", "parts.css")


def _sheets_in_templates() -> set[tuple[str, ...]]:
    """Returns the combinations of style sheets that templates name, for a page or the one that comes next."""
    found = (names for text in templates() for each in _SHEETS.findall(text) for names in each)
    return {tuple(names.split()) for names in found if names.strip()}


@cache
def joined_sheets(name: str) -> Asset:
    """Returns style sheets that pages ask for as one; KeyError where no page does."""
    if name not in sheets_together():
        raise KeyError(name)
    text = "\n".join(map(_sheet, name.split(TOGETHER)))
    return as_asset(without_blanks(text).encode(), "text/css")


def without_blanks(text: str) -> str:
    """Strips blank lines and indentation from files that are joined; none of our texts has several lines."""
    return _BLANK.sub("", text)


def _sheet(name: str) -> str:
    if name == DARK_BY_DEVICE:
        return f"@media (prefers-color-scheme: dark) {{\n{_sheet('dark.css')}}}\n"
    if not name.endswith(".css"):
        raise KeyError(name)
    return assets()[name].content.decode()


def _files(folder: Traversable, prefix: str) -> list[tuple[str, Traversable]]:
    found = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        name = f"{prefix}{entry.name}"
        found += _files(entry, f"{name}/") if entry.is_dir() else [(name, entry)]
    return found


@cache
def version() -> str:
    """A name for these files as they are; it changes when one of them, their words or the program does."""
    everything = "".join(f"{name} {asset.etag}\n" for name, asset in sorted(assets().items()))
    words = b"".join(
        (resources.files("wordwaiter.web.words") / f"{each}.toml").read_bytes() for each in LANGUAGES
    )
    return "v-" + hashlib.sha256(f"{__version__}\n{everything}".encode() + words).hexdigest()[:12]


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
