"""A board as pixels, put together from parts that were drawn before: each empty board and each tile once.

Drawn in one piece, a full board takes three times as long. It looks the same as long as squares begin on
whole pixels; where they do not, `mosaic` gives nothing and the picture is drawn in one piece.
"""

import io
from functools import lru_cache
from typing import Final

from PIL import Image

from wordwaiter.picture.raster import png
from wordwaiter.picture.squares import GAP, UNIT, Face, empty_squares, tile
from wordwaiter.picture.svg import Canvas, element
from wordwaiter.picture.theme import Theme
from wordwaiter.rules.board import Board
from wordwaiter.rules.layout import BoardLayout, Square

_CLOSE: Final = 1e-6


def mosaic(board: Board, new: frozenset[Square], theme: Theme, scale: float) -> Image.Image | None:
    """The squares of a board with its tiles; nothing if squares do not begin on whole pixels."""
    pixels = scale * UNIT
    if abs(pixels - round(pixels)) > _CLOSE or pixels < 1:
        return None
    side = round(pixels)
    picture = _ground(board.layout, theme, side).copy()
    for square, placed in board.tiles():
        face = Face(placed.label, placed.value(board.tile_set), placed.is_blank, square in new)
        picture.paste(_cell(face, theme, side), (square.col * side, square.row * side))
    return picture


@lru_cache(maxsize=64)
def _ground(layout: BoardLayout, theme: Theme, side: int) -> Image.Image:
    parts = empty_squares(layout, frozenset(), theme.palette)
    return strip([*parts], layout.width * UNIT, layout.height * UNIT, layout.width * side, theme)


@lru_cache(maxsize=1024)
def _cell(face: Face, theme: Theme, side: int) -> Image.Image:
    return strip([tile(face, (GAP / 2, GAP / 2), theme.palette)], UNIT, UNIT, side, theme)


def strip(parts: list[str], width: float, height: float, pixels: int, theme: Theme) -> Image.Image:
    """Parts of a picture on a canvas of their own, so many pixels wide."""
    canvas = Canvas(width, height, pixels, "", "", theme.palette.paper)
    return Image.open(io.BytesIO(png(canvas.drawn(parts), pixels))).convert("RGB")


def moved(parts: list[str], x: float, y: float) -> str:
    """Parts of a picture at another place."""
    return element("g", *parts, transform=f"translate({x:g} {y:g})")
