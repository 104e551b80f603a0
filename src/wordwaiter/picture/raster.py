"""Pictures as pixels: SVG drawn by resvg with the shipped fonts, and others only where letters need them."""

import re
from typing import Final

import resvg_py

from wordwaiter.errors import MalformedError
from wordwaiter.picture.glyphs import SHIPPED, fonts_for

WIDEST: Final = 4096
"""Pixels; more is a mistyped number, and takes the memory of the machine."""

_WORDS: Final = re.compile(r">([^<]+)<")


def png(svg: str, width: int) -> bytes:
    """One of our SVG pictures as PNG, so many pixels wide."""
    if not 1 <= width <= WIDEST:
        raise MalformedError("bad-width", f"a picture is 1 to {WIDEST} pixels wide, not {width}", width=width)
    others = () if svg.isascii() else fonts_for(_WORDS.findall(svg))
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=True,
            font_files=[str(path) for path in (*SHIPPED, *others)],
            font_family="Inter",
            sans_serif_family="Inter",
        )
    )
