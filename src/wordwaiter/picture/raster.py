"""Pictures as pixels: SVG drawn by resvg with the shipped fonts, and others only where letters need them."""

import re
from typing import Final

import resvg_py

from wordwaiter.picture.glyphs import SHIPPED, fonts_for
from wordwaiter.picture.svg import check_width

_WORDS: Final = re.compile(r">([^<]+)<")


def png(svg: str, width: int) -> bytes:
    """One of our SVG pictures as PNG, so many pixels wide."""
    check_width(width)
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
