"""A board as pixels, put together from parts that were drawn before: each kind of square and each tile once.

Drawn in one piece, a full board takes three times as long. It looks the same as long as squares begin on
whole pixels; where they do not, `mosaic` gives nothing and the picture is drawn in one piece.
"""

import io
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import Final, TypeVar

from PIL import Image

from wordwaiter.picture.raster import png
from wordwaiter.picture.squares import GAP, UNIT, Face, empty_squares, tile
from wordwaiter.picture.svg import Canvas, element
from wordwaiter.picture.theme import Theme
from wordwaiter.rules.board import Board
from wordwaiter.rules.layout import BoardLayout, Square

Kind = TypeVar("Kind", Face, Square)

_CLOSE: Final = 1e-6
_MOST_TILES: Final = 1024
"""Tiles that are kept, of each theme and size."""


def mosaic(board: Board, new: frozenset[Square], theme: Theme, scale: float) -> Image.Image | None:
    """The squares of a board with its tiles; nothing if squares do not begin on whole pixels."""
    pixels = scale * UNIT
    if abs(pixels - round(pixels)) > _CLOSE or pixels < 1:
        return None
    side = round(pixels)
    picture = _ground(board.layout, theme, side).copy()
    faces = {
        square: Face(placed.label, placed.value(board.tile_set), placed.is_blank, square in new)
        for square, placed in board.tiles()
    }
    tiles = _tiles(frozenset(faces.values()), theme, side)
    for square, face in faces.items():
        picture.paste(tiles[face], (square.col * side, square.row * side))
    return picture


@lru_cache(maxsize=64)
def _ground(layout: BoardLayout, theme: Theme, side: int) -> Image.Image:
    first: dict[object, Square] = {}
    kinds = {
        square: first.setdefault((layout.premium(square), square == layout.start), square)
        for square in layout.squares()
    }
    cells = _cells(frozenset(first.values()), partial(_empty_square, layout, theme), theme, side)
    picture = Image.new("RGB", (layout.width * side, layout.height * side))
    for square, kind in kinds.items():
        picture.paste(cells[kind], (square.col * side, square.row * side))
    return picture


def _empty_square(layout: BoardLayout, theme: Theme, square: Square) -> str:
    others = frozenset(layout.squares()) - {square}
    return moved([*empty_squares(layout, others, theme.palette)], -square.col * UNIT, -square.row * UNIT)


def _tiles(faces: frozenset[Face], theme: Theme, side: int) -> dict[Face, Image.Image]:
    """Draws the tiles that were not drawn before, in one piece."""
    known = _known_tiles(theme, side)
    found = {face: known[face] for face in faces & known.keys()}
    if faces - found.keys():
        drawn = _cells(faces - found.keys(), partial(_tile, theme), theme, side)
        if len(known) + len(drawn) > _MOST_TILES:
            known.clear()
        known.update(drawn)
        found.update(drawn)
    return found


@lru_cache(maxsize=16)
def _known_tiles(*_: object) -> dict[Face, Image.Image]:
    """Returns what is known of a theme and a size."""
    return {}


def _tile(theme: Theme, face: Face) -> str:
    return tile(face, (GAP / 2, GAP / 2), theme.palette)


def _cells(
    kinds: Iterable[Kind], drawn: Callable[[Kind], str], theme: Theme, side: int
) -> dict[Kind, Image.Image]:
    """Draws one square of each kind, all in one strip: each call for pixels reads the fonts."""
    each = list(kinds)
    parts = [moved([drawn(kind)], UNIT * place, 0) for place, kind in enumerate(each)]
    row = strip(parts, UNIT * len(each), UNIT, side * len(each), theme)
    return {kind: row.crop((side * place, 0, side * (place + 1), side)) for place, kind in enumerate(each)}


def strip(parts: list[str], width: float, height: float, pixels: int, theme: Theme) -> Image.Image:
    """Parts of a picture on a canvas of their own, so many pixels wide."""
    canvas = Canvas(width, height, pixels, "", "", theme.palette.paper)
    return Image.open(io.BytesIO(png(canvas.drawn(parts), pixels))).convert("RGB")


def moved(parts: list[str], x: float, y: float) -> str:
    """Parts of a picture at another place."""
    return element("g", *parts, transform=f"translate({x:g} {y:g})")
