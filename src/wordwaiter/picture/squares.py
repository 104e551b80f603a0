"""Squares and tiles: the parts that boards and racks are drawn of, each square of `UNIT` units."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from wordwaiter.lexicon.tiles import BLANK
from wordwaiter.picture.theme import LABELS, Palette
from wordwaiter.rules.layout import BoardLayout, Premium, Square

UNIT: Final = 40.0
GAP: Final = 2.0
_SIDE: Final = UNIT - GAP
_ROUND: Final = 3.0
_CAPITAL: Final = 0.727
"""The height of a capital in our font, in ems: what it takes to stand letters in the middle."""


def corner(square: Square) -> tuple[float, float]:
    """The top left of a square."""
    return square.col * UNIT + GAP / 2, square.row * UNIT + GAP / 2


def middle_line(centre: float, size: float) -> float:
    """The baseline on which capitals stand in the middle."""
    return centre + size * _CAPITAL / 2


def empty_squares(layout: BoardLayout, covered: frozenset[Square], palette: Palette) -> Iterator[str]:
    """The squares on which no tile lies, grouped by their premium, each premium with its label."""
    for premium in Premium:
        colour = palette.squares[premium]
        here = [
            square
            for square in layout.squares()
            if layout.premium(square) is premium and square not in covered
        ]
        if here:
            edge = f' stroke="{palette.square_edge}"' if palette.square_edge else ""
            name = premium.name.lower().replace("_", "-")
            grounds = "".join(map(_ground, here))
            yield f'<g data-premium="{name}" fill="{colour.ground}"{edge}>{grounds}</g>'
        labelled = [square for square in here if LABELS[premium] or square == layout.start]
        if labelled:
            size = palette.label_scale * UNIT
            place = _corner_label if palette.label_in_corner else _label
            labels = "".join(place(square, LABELS[premium], layout, size) for square in labelled)
            style = f'fill="{colour.ink}" font-size="{size:g}" font-weight="600" text-anchor="middle"'
            yield f"<g {style}>{labels}</g>"


def _ground(square: Square) -> str:
    x, y = corner(square)
    return f'<rect x="{x:g}" y="{y:g}" width="{_SIDE:g}" height="{_SIDE:g}" rx="{_ROUND:g}"/>'


def _label(square: Square, label: str, layout: BoardLayout, size: float) -> str:
    x, y = corner(square)
    x += _SIDE / 2
    y += _SIDE / 2
    if square == layout.start:
        star = size * 1.6
        return f'<text x="{x:g}" y="{middle_line(y, star):.4g}" font-size="{star:g}">★</text>'
    return f'<text x="{x:g}" y="{middle_line(y, size):.4g}">{label}</text>'


def _corner_label(square: Square, label: str, layout: BoardLayout, size: float) -> str:
    x, y = corner(square)
    sign = "★" if square == layout.start else label
    return f'<text x="{x + size:.4g}" y="{y + size * 1.15:.4g}">{sign}</text>'


@dataclass(frozen=True, slots=True)
class Face:
    """The face of a tile: its letter, its points if any, whether it is a blank, whether it is new."""

    label: str
    value: int
    is_blank: bool = False
    is_new: bool = False


def tile(face: Face, at: tuple[float, float], palette: Palette) -> str:
    """A tile with its top left there; a blank has a ring, a new one a frame and a bar."""
    x, y = at
    marks = (' data-blank=""' if face.is_blank else "") + (' data-last=""' if face.is_new else "")
    parts = f"{_body(face.is_new, palette)}{_letter(face, palette)}"
    return f'<g data-tile={quoteattr(face.label)}{marks} transform="translate({x:g} {y:g})">{parts}</g>'


@cache
def _body(is_new: bool, palette: Palette) -> str:
    edge = palette.accent if is_new else palette.tile_edge
    top = palette.tile_new if is_new else palette.tile
    size = f'width="{_SIDE:g}" rx="{_ROUND + 1:g}"'
    body = (
        f'<rect {size} height="{_SIDE:g}" fill="{edge}"/>'
        f'<rect {size} height="{_SIDE - _depth(is_new):g}" fill="{top}"/>'
    )
    if is_new or palette.square_edge:
        frame = f'x=".9" y=".9" width="{_SIDE - 1.8:g}" height="{_SIDE - 1.8:g}" rx="{_ROUND:g}"'
        body += f'<rect {frame} fill="none" stroke="{edge}" stroke-width="1.8"/>'
    return body


def _depth(is_new: bool) -> float:
    return 4.0 if is_new else 2.6


@cache
def _letter(face: Face, palette: Palette) -> str:
    ink = palette.blank_ink if face.is_blank else palette.tile_ink
    middle_x, middle_y = _SIDE / 2, (_SIDE - _depth(face.is_new)) / 2
    size = _letter_size(face.label, palette)
    drawn = ""
    if face.is_blank:
        drawn += (
            f'<circle cx="{middle_x:g}" cy="{middle_y:g}" r="{_SIDE * 0.39:.4g}" fill="none" stroke="{ink}" '
            'stroke-width="1.4" stroke-dasharray="3 2.4"/>'
        )
    if face.label != BLANK:
        # A letter stands a little to the left of its points, as on real tiles.
        left = size * (0.08 if face.value > 9 else 0.05) if face.value else 0
        drawn += (
            f'<text x="{middle_x - left:.4g}" y="{middle_line(middle_y, size):.4g}" font-size="{size:.4g}" '
            f'font-weight="600" text-anchor="middle" fill="{ink}">{escape(face.label)}</text>'
        )
    if face.value:
        drawn += (
            f'<text x="{_SIDE * 0.94:.4g}" y="{_SIDE - _depth(face.is_new) - 2:g}" '
            f'font-size="{palette.value_scale * UNIT:g}" font-weight="600" text-anchor="end" '
            f'fill="{ink}">{face.value}</text>'
        )
    return drawn


def _letter_size(label: str, palette: Palette) -> float:
    """Tiles of two letters have smaller ones."""
    return palette.letter_scale * UNIT * {1: 1.0, 2: 0.72}.get(len(label), 0.55)
