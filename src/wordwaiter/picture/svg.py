"""SVG by hand: elements as text, with everything that people typed escaped."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import blake2s
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from PIL import ImageFont

from wordwaiter.errors import MalformedError
from wordwaiter.picture.glyphs import SHIPPED, is_shipped

FAMILY: Final = "Inter, 'Noto Sans', 'DejaVu Sans', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
"""The shipped font first, then what machines usually have."""

WIDEST: Final = 4096
"""Pixels; more is a mistyped number, and takes the memory of the machine that draws it."""

_MEASURED: Final = 1000
"""Pixels at which letters are measured."""

_NOT_IN_XML: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def plain(text: str) -> str:
    """The text without signs that no XML may hold; each becomes the sign for an unknown letter."""
    return _NOT_IN_XML.sub("\ufffd", text)


def element(name: str, *children: str, **attributes: object) -> str:
    """An element; `children` are SVG already, attributes are escaped. `font_size` is `font-size`."""
    told = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(plain(_written(value)))}"
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{told}>{''.join(children)}</{name}>" if children else f"<{name}{told}/>"


def text(words: str, x: float, y: float, **attributes: object) -> str:
    """Words as they are, with their baseline at `y`."""
    return element("text", escape(plain(words)), x=x, y=y, **attributes)


def _written(value: object) -> str:
    """Numbers without more digits than a picture needs."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def check_width(pixels: int) -> None:
    """Refuse a width that no picture has."""
    if not 1 <= pixels <= WIDEST:
        raise MalformedError(
            "bad-width", f"a picture must be 1 to {WIDEST} pixels wide, not {pixels}", width=pixels
        )


@dataclass(frozen=True, slots=True)
class Canvas:
    """A whole picture: its size in units, its size on the page, and what a screen reader says of it."""

    width: float
    height: float
    shown_width: int
    title: str
    description: str
    ground: str

    def drawn(self, parts: Iterable[str]) -> str:
        """The picture with these parts on it."""
        check_width(self.shown_width)
        # Several pictures may stand in one page, so names must not meet unless their words are the same.
        key = blake2s(f"{self.title}\0{self.description}".encode(errors="replace"), digest_size=6).hexdigest()
        return element(
            "svg",
            element("title", escape(plain(self.title)), id=f"t{key}"),
            element("desc", escape(plain(self.description)), id=f"d{key}"),
            element("rect", width=self.width, height=self.height, fill=self.ground),
            *parts,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {_written(float(self.width))} {_written(float(self.height))}",
            width=self.shown_width,
            height=round(self.shown_width * self.height / self.width),
            role="img",
            aria_labelledby=f"t{key} d{key}",
            font_family=FAMILY,
        )


# ---------------------------------------------------------------- words that must fit


def text_width(words: str, size: float) -> float:
    """Returns how wide words are in our heavier font, the wider one; about, where another has the letters."""
    return size * sum(map(_advance, words))


@lru_cache(maxsize=4096)
def _advance(sign: str) -> float:
    if unicodedata.combining(sign):
        return 0
    if is_shipped(sign):
        return _heavier().getlength(sign) / _MEASURED
    return 1.3 if unicodedata.east_asian_width(sign) in "WF" else 0.8


@cache
def _heavier() -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(SHIPPED[-1], _MEASURED)


def wrapped(words: str, size: float, width: float) -> tuple[str, ...]:
    """The words in lines of that width; a word that is too long for a line goes on in the next."""
    lines: list[str] = []
    line = ""
    for word in words.split():
        longer = f"{line} {word}" if line else word
        if text_width(longer, size) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        line = word
        while text_width(line, size) > width and len(line) > 1:
            fits = next(
                n for n in range(len(line) - 1, 0, -1) if n == 1 or text_width(line[:n], size) <= width
            )
            lines.append(line[:fits])
            line = line[fits:]
    return (*lines, line) if line or not lines else tuple(lines)


@dataclass(frozen=True, slots=True)
class Fitted:
    """Words in lines, and the size at which they fit."""

    lines: tuple[str, ...]
    size: float


def fitted(words: str, size: float, width: float, most_lines: int = 1) -> Fitted:
    """The words as large as they can be in so many lines; they are made smaller, never cut off.

    A word that would become tiny on one line, or has no spaces as in Chinese, goes on in the next line.
    """
    smallest = 0.6 * size
    while size > 1:
        lines = wrapped(words, size, width)
        whole = len(words.split()) >= len(lines) or size < smallest
        if len(lines) <= most_lines and whole:
            return Fitted(lines, size)
        size *= 0.92
    return Fitted((words,), size)
