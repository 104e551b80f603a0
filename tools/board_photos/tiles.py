"""Tiles as they lie on a made-up board: which letters, and the flat picture of all tiles."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from board_photos.artwork import SIZE, SQUARE
from board_photos.blanks import blank_tile
from board_photos.chance import Chance, Colour, Pixels
from board_photos.fonts import Fonts, drawn
from board_photos.make import Make, some_make
from wordwaiter.photo.network import ACCENTED as ACCENTED
from wordwaiter.photo.network import LABELS as LABELS
from wordwaiter.photo.network import PLAIN as PLAIN

BLANK: Final = LABELS.index("?")
VALUES: Final = dict(
    zip(
        LABELS[1:27],
        (1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10),
        strict=True,
    )
)
COUNTS: Final = (9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2, 1)

Letters: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Sheet:
    """All tiles seen from above: colours already multiplied by `cover`, which is 0 to 1."""

    colours: Pixels
    cover: Pixels
    side: Colour


def laid_out(chance: Chance, *, full: bool = False, english: bool = False) -> Letters:
    """Returns the letters of a board as indexes of LABELS, words crossing as in a game.

    With `english`, all are letters of the English set.
    """
    letters = np.zeros((SIZE, SIZE), np.int64)
    weights = chance.pick((COUNTS, (1,) * 26, tuple(math.sqrt(count) for count in COUNTS)), (0.35, 0.4, 0.25))
    foreign = chance.of(0.15) and not english
    target = chance.pick((0, 10, 30, 50, 70, 85, 95, 100, 100, chance.whole(100, 160)), (0.6, *(1.0,) * 9))
    target = 100 if full else target
    for _ in range(400):
        if (letters > 0).sum() >= target:
            break
        cells = _next_word(chance, letters)
        for cell in cells:
            if not letters[cell]:
                letters[cell] = 1 + chance.pick(range(26), weights)
                if foreign and chance.of(0.15):
                    letters[cell] = chance.whole(BLANK + 1, len(PLAIN) - 1)
    blanks = chance.pick((0.02, 0.05, 0.12, 0.3), (3, 3, 3, 1))
    for cell in zip(*np.nonzero(letters), strict=True):
        if chance.of(blanks):
            letters[cell] = BLANK
    return letters


def dealt(chance: Chance, places: NDArray[np.bool_], tiles: Sequence[str]) -> Letters:
    """Returns tiles in random order on the squares that are `places`, as many as there are of both."""
    letters = np.zeros(places.shape, np.int64)
    for square, tile in zip(np.argwhere(places), chance.shuffled(tiles), strict=False):
        letters[tuple(square)] = LABELS.index(tile)
    return letters


def _next_word(chance: Chance, letters: Letters) -> list[tuple[int, int]]:
    """Returns the squares of a word that may join the others; none where it would lie too close to them."""
    length, across = chance.whole(2, 8), chance.of(0.5)
    rows, columns = np.nonzero(letters)
    if len(rows) and chance.of(0.85):
        index = chance.whole(0, len(rows) - 1)
        row, column = int(rows[index]), int(columns[index])
    else:
        row, column = chance.whole(0, SIZE - 1), chance.whole(0, SIZE - 1)
    back = chance.whole(0, length - 1)
    if across:
        column = max(0, min(SIZE - length, column - back))
        cells = [(row, column + step) for step in range(length)]
    else:
        row = max(0, min(SIZE - length, row - back))
        cells = [(row + step, column) for step in range(length)]
    beside = ((1, 0), (-1, 0)) if across else ((0, 1), (0, -1))
    touching = sum(
        bool(letters[row + down, column + right])
        for row, column in cells
        if not letters[row, column]
        for down, right in beside
        if 0 <= row + down < SIZE and 0 <= column + right < SIZE
    )
    return [] if touching > 1 and chance.of(0.8) else cells


def tile_sheet(
    chance: Chance,
    fonts: Fonts,
    letters: Letters,
    size: tuple[int, int],
    corner: tuple[int, int],
    *,
    clear: bool = False,
    values: Mapping[str, int] = VALUES,
) -> Sheet:
    """Returns the tiles of `letters` on a sheet of that size whose first square is at `corner`.

    With `clear`, no letter is worn off. `values` are those that the set has.
    """
    make, grain = some_make(chance, fonts)
    width, height = size
    if grain > 0.02:
        surface = chance.wood(width, height, make.face, grain * chance.between(0.4, 1.3))
    else:
        surface = np.asarray(make.face, np.float32) + chance.cloud(width, height, 3, 3)[..., None] * 2
    colours, cover = np.zeros((height, width, 3), np.float32), np.zeros((height, width), np.float32)
    shift = chance.between(0, 0.035) if chance.of(0.7) else chance.between(0.03, 0.09)
    turn = chance.between(0, 1.5) if chance.of(0.5) else chance.between(1.5, 6)
    blank = _tile_mask(make)
    relief = _relief(chance, make, blank)
    inks: dict[str, Pixels] = {}
    span = blank.shape[0]
    for row, column in zip(*np.nonzero(letters), strict=True):
        y, x = chance.whole(0, height - span), chance.whole(0, width - span)
        tile = _one_tile(
            chance,
            fonts,
            make,
            surface[y : y + span, x : x + span],
            relief,
            LABELS[letters[row, column]],
            inks,
            values,
            worn=not clear and chance.of(0.03),
        )
        degrees = chance.near(0, turn) if chance.of(0.97) else chance.near(0, 9)
        image = Image.fromarray((np.clip(np.dstack([tile, blank * 255]), 0, 255)).astype(np.uint8), "RGBA")
        turned = np.asarray(image.rotate(degrees, Image.Resampling.BILINEAR), np.float32)
        part = turned[..., 3] / 255
        left = round(corner[0] + (column + 0.5 + chance.near(0, shift)) * SQUARE - span / 2)
        top = round(corner[1] + (row + 0.5 + chance.near(0, shift)) * SQUARE - span / 2)
        x0, y0, x1, y1 = max(0, left), max(0, top), min(width, left + span), min(height, top + span)
        part = part[y0 - top : y1 - top, x0 - left : x1 - left]
        paint = turned[y0 - top : y1 - top, x0 - left : x1 - left, :3]
        area = np.s_[y0:y1, x0:x1]
        colours[area] = colours[area] * (1 - part[..., None]) + paint * part[..., None]
        cover[area] = np.maximum(cover[area], part)
    return Sheet(colours, cover, make.face)


def together(sheets: Sequence[Sheet]) -> Sheet:
    """Returns the tiles of several makes on one sheet; their sides are those of the first."""
    colours, cover = sheets[0].colours.copy(), sheets[0].cover.copy()
    for sheet in sheets[1:]:
        colours = colours * (1 - sheet.cover[..., None]) + sheet.colours
        cover = np.maximum(cover, sheet.cover)
    return Sheet(colours, cover, sheets[0].side)


def _tile_mask(make: Make) -> Pixels:
    """Returns the tile's outline in a picture a little larger than it."""
    span = make.tile + 8
    image = Image.new("L", (2 * span, 2 * span))
    edge = 8 + 2 * make.tile - 1
    ImageDraw.Draw(image).rounded_rectangle((8, 8, edge, edge), 2 * make.corner, fill=255)
    return np.asarray(image.resize((span, span), Image.Resampling.BILINEAR), np.float32) / 255


def _relief(chance: Chance, make: Make, mask: Pixels) -> Pixels:
    """Returns how much light each pixel of a tile gives back: less at its rim, more and less at its dents."""
    soft = np.asarray(
        Image.fromarray((mask * 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(1.2)), np.float32
    )
    light = 1 - make.edge * (1 - np.clip(soft / 127.5 - 1, 0, 1)) * mask
    span, angle = make.tile + 8, chance.angle()
    down, across = np.mgrid[:span, :span].astype(np.float32)
    for x, y, radius in make.dents:
        right, below = across - 4 - x * make.tile, down - 4 - y * make.tile
        inside = np.clip(radius * make.tile - np.hypot(right, below) + 0.5, 0, 1)
        slope = (right * math.cos(angle) + below * math.sin(angle)) / (radius * make.tile)
        light = light * (1 + make.dent_depth * inside * slope)
    result: Pixels = light.astype(np.float32)
    return result


def _one_tile(
    chance: Chance,
    fonts: Fonts,
    make: Make,
    surface: Pixels,
    relief: Pixels,
    label: str,
    inks: dict[str, Pixels],
    values: Mapping[str, int],
    *,
    worn: bool,
) -> Pixels:
    tint = [1 + chance.near(0, make.unlike * 0.25) for _ in range(3)]
    light = 1 + chance.near(0, make.unlike)
    face = surface if make.other_face is None or chance.of(0.6) else np.asarray(make.other_face, np.float32)
    tile = face * np.asarray(tint, np.float32) * light * relief[..., None]
    if label == "?":
        return blank_tile(chance, fonts, make, tile)
    if label not in inks:
        inks[label] = _lettered(chance, make, label, values)
    strength = chance.between(0.3, 0.8) if worn else chance.between(0.85, 1)
    ink = (inks[label] * strength)[..., None]
    result: Pixels = tile * (1 - ink) + np.asarray(make.ink, np.float32) * ink
    return result


def _lettered(chance: Chance, make: Make, label: str, values: Mapping[str, int]) -> Pixels:
    """Returns the ink of a letter and its value on a tile."""
    page = np.zeros((make.tile + 8,) * 2, np.float32)
    capital = make.capital * (0.8 if len(label) == 2 else 0.86 if label in "ÑÄÖÜ" else 1)
    if label in ACCENTED:
        capital *= chance.between(0.8, 1)
    ink, drop = drawn(label, make.font, capital)
    width = min(int(make.tile * 0.86), max(2, int(ink.shape[1] * make.stretch)))
    ink = np.asarray(Image.fromarray(ink).resize((width, ink.shape[0]), Image.Resampling.BOX))
    _stamp(page, ink, 4 + make.tile * (0.5 + make.left), 4 + make.tile * (0.5 + make.up) - capital / 2 + drop)
    if make.has_values:
        plain = values.get(label, 8)
        value = str(chance.whole(1, 10) if make.strange_values else plain)
        mark, _ = drawn(value, make.value_font, make.value_capital)
        x, y = make.value_at
        _stamp(page, mark, 4 + make.tile * x - mark.shape[1] / 2, 4 + make.tile * y - mark.shape[0])
    return _weighed(page, make.bolder)


def _weighed(ink: Pixels, bolder: float) -> Pixels:
    """Returns ink with its strokes thicker or thinner by a part of a pixel."""
    if not bolder:
        return ink
    image = Image.fromarray((ink * 255).astype(np.uint8))
    other = image.filter(ImageFilter.MaxFilter(3) if bolder > 0 else ImageFilter.MinFilter(3))
    share = min(abs(bolder), 0.9 if bolder > 0 else 0.5)
    return ink * (1 - share) + np.asarray(other, np.float32) / 255 * share


def _stamp(page: Pixels, ink: Pixels, middle: float, top: float) -> None:
    """Prints `ink` onto `page`, cut off at its edges."""
    height, width = ink.shape
    x, y = round(middle - width / 2), round(top)
    x0, y0, x1, y1 = max(0, x), max(0, y), min(page.shape[1], x + width), min(page.shape[0], y + height)
    if x1 > x0 and y1 > y0:
        np.maximum(page[y0:y1, x0:x1], ink[y0 - y : y1 - y, x0 - x : x1 - x], out=page[y0:y1, x0:x1])
