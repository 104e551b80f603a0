"""What boards drawn on a device are put together from: empty boards, letters, blanks and makes of tiles."""

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from torch import Tensor

from board_photos.artwork import SIZE, SQUARE, empty_board
from board_photos.blanks import blank_ink
from board_photos.chance import Chance
from board_photos.fonts import Fonts, drawn
from board_photos.make import some_make
from board_photos.tiles import PLAIN, laid_out

GLYPH: Final = 64
"""Pixels of the page that a letter or the face of a blank is drawn on."""
CAPITAL: Final = 36
"""Pixels of a capital on that page; its top is at `TOP`."""
TOP: Final = 14
VALUE_WIDE: Final = 48
VALUE_HIGH: Final = 32
VALUE: Final = 24
VALUE_TOP: Final = 4
QUEUES: Final = 3
"""Other shapes of the letter Q: an O with a short stroke at its rim, each with another stroke."""
MARKS: Final = len(PLAIN) + QUEUES
PAGE: Final = (SIZE + 2) * SQUARE
_Q: Final = PLAIN.index("Q")
_LARGEST_VALUE: Final = 10
MAKE_FIELDS: Final = 26

Array = NDArray[Any]


def glyph_pages(path: str, chance: Chance) -> tuple[Array, Array]:
    """Returns all letters of a font, and the values 0 to 10, each on a page of its own."""
    letters = np.zeros((MARKS, GLYPH, GLYPH), np.uint8)
    for index, label in enumerate(PLAIN):
        if label not in ("", "?"):
            letters[index] = _letter_page(label, path)
    for index in range(QUEUES):
        letters[len(PLAIN) + index] = _short_tailed(path, chance)
    values = np.zeros((_LARGEST_VALUE + 1, VALUE_HIGH, VALUE_WIDE), np.uint8)
    for value in range(_LARGEST_VALUE + 1):
        ink, drop = drawn(str(value), path, VALUE)
        _put(values[value], ink, VALUE_WIDE // 2 - ink.shape[1] // 2, VALUE_TOP + drop)
    return letters, values


def _letter_page(label: str, path: str) -> Array:
    page = np.zeros((GLYPH, GLYPH), np.uint8)
    ink, drop = drawn(label, path, CAPITAL)
    if ink.shape[1] > GLYPH - 2:  # two wide letters
        ink = np.asarray(Image.fromarray(ink).resize((GLYPH - 2, ink.shape[0]), Image.Resampling.BOX))
    _put(page, ink, GLYPH // 2 - ink.shape[1] // 2, TOP + drop)
    return page


def _short_tailed(path: str, chance: Chance) -> Array:
    """Returns a Q that is an O but for a short stroke at the lower right."""
    image = Image.fromarray(_letter_page("O", path)).resize((4 * GLYPH,) * 2, Image.Resampling.BILINEAR)
    filled = np.asarray(image) > 127
    if not filled.any():
        return _letter_page("Q", path)
    rows, columns = np.nonzero(filled)
    angle = math.radians(chance.between(35, 75))
    x = (columns.min() + columns.max()) / 2 + math.cos(angle) * np.ptp(columns) / 2
    y = (rows.min() + rows.max()) / 2 + math.sin(angle) * np.ptp(rows) / 2
    inward, outward, lean = chance.between(8, 44), chance.between(2, 22), math.radians(chance.between(30, 60))
    width = round(chance.between(0.6, 1.1) * max(6, int(filled[len(filled) // 2].sum()) / 2))
    ends = [(x + side * math.cos(lean), y + side * math.sin(lean)) for side in (-inward, outward)]
    ImageDraw.Draw(image).line(ends, fill=255, width=width)
    return np.asarray(image.resize((GLYPH, GLYPH), Image.Resampling.BOX))


def _put(page: Array, ink: Array, left: int, top: int) -> None:
    height, width = ink.shape
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(page.shape[1], left + width), min(page.shape[0], top + height)
    if x1 > x0 and y1 > y0:
        page[y0:y1, x0:x1] = (ink[y0 - top : y1 - top, x0 - left : x1 - left] * 255).astype(np.uint8)


def board_page(seed: int, fonts: Fonts) -> tuple[Array, Array]:
    """Returns an empty board with a square of what is round it, and where its walls are, if it has any."""
    chance = Chance(seed)
    art = empty_board(chance, fonts)
    table = np.broadcast_to(np.asarray(chance.colour(), np.float32), (PAGE, PAGE, 3)).copy()
    table += chance.cloud(PAGE, PAGE, 3, 3)[..., None] * chance.between(0, 12)
    walls = np.zeros((PAGE, PAGE), np.uint8)
    height, width = art.outline.shape
    left, top = SQUARE - art.left, SQUARE - art.top
    x0, y0, x1, y1 = max(0, left), max(0, top), min(PAGE, left + width), min(PAGE, top + height)
    there, here = np.s_[y0:y1, x0:x1], np.s_[y0 - top : y1 - top, x0 - left : x1 - left]
    cover = art.outline[here][..., None]
    table[there] = table[there] * (1 - cover) + art.colours[here] * cover
    if art.ridges is not None:
        walls[there] = art.ridges[here] * 255
        ridge = art.ridges[here][..., None]
        table[there] = table[there] * (1 - ridge) + np.asarray(art.ridge_colour) * ridge
    return np.clip(table, 0, 255).astype(np.uint8), walls


def make_row(seed: int, fonts: Fonts) -> Array:
    """Returns how the tiles of a made-up set look, as numbers; fonts are told by their places."""
    chance = Chance(seed)
    make, grain = some_make(chance, fonts)
    every = (*fonts.sans, *fonts.serif)
    kinds = ("plain", "logo", "smiley", "shape", "hand", "sticker")
    row = [
        *make.face, *make.ink, every.index(make.font), every.index(make.value_font),
        make.tile / SQUARE, make.corner / make.tile, make.capital / make.tile,
        make.value_capital / make.tile, make.left, make.up, make.stretch, make.has_values,
        *make.value_at, make.strange_values, make.edge, make.unlike, kinds.index(make.blank),
        make.bolder, make.dent_depth, grain, chance.between(0, 1),
    ]  # fmt: skip
    return np.array(row, np.float32)


def dent_row(seed: int, fonts: Fonts) -> Array:
    """Returns the dents of the same set: middles and radiuses in tiles, 0 where there is none."""
    make, _ = some_make(Chance(seed), fonts)
    rows = np.zeros((3, 3), np.float32)
    for row, dent in zip(rows, make.dents, strict=False):
        row[:] = dent
    return rows


def blank_page(seed: int, fonts: Fonts) -> tuple[Array, Array, int]:
    """Returns the ink on a blank that is not plain, its colour, and its kind."""
    chance = Chance(seed)
    make, _ = some_make(chance, fonts)
    kind = seed % 5 + 1
    name = ("plain", "logo", "smiley", "shape", "hand", "sticker")[kind]
    page, colour = blank_ink(chance, fonts, make, name)
    image = Image.fromarray((np.clip(page, 0, 1) * 255).astype(np.uint8))
    inner = image.crop((4, 4, 4 + make.tile, 4 + make.tile)).resize((GLYPH, GLYPH), Image.Resampling.BILINEAR)
    # A colour that suits the set is chosen anew where it is used: this one may be as its own face.
    return np.asarray(inner), np.asarray(colour, np.float32), kind


def layout(seed: int) -> Array:
    """Returns which squares of a board have a tile."""
    return laid_out(Chance(seed)) > 0


@dataclass(frozen=True, slots=True)
class Stock:
    """What was drawn beforehand."""

    boards: Tensor
    walls: Tensor
    letters: Tensor
    """For each font and mark a page."""
    values: Tensor
    smaller: Tensor
    """How much smaller than others a label is written."""
    blanks: Tensor
    blank_kinds: Tensor
    makes: Tensor
    dents: Tensor
    layouts: Tensor

    def on(self, device: str) -> "Stock":
        return Stock(*(getattr(self, name).to(device) for name in self.__slots__))


Job = tuple[str, int]


def draw_part(fonts: Fonts, job: Job) -> tuple[Job, list[Array]]:
    """Draws one thing of the stock: its kind and its number say which."""
    kind, number = job
    match kind:
        case "font":
            letters, values = glyph_pages((*fonts.sans, *fonts.serif)[number], Chance(number))
            return job, [letters, values]
        case "board":
            return job, list(board_page(number, fonts))
        case "make":
            return job, [make_row(number, fonts), dent_row(number, fonts)]
        case "blank":
            page, _, which = blank_page(number, fonts)
            return job, [page, np.array(which)]
        case _:
            return job, [layout(number)]


def stock_jobs(fonts: Fonts, first: int, boards: int, makes: int, blanks: int, layouts: int) -> list[Job]:
    """Returns all that has to be drawn for a stock."""
    counts = {"board": boards, "make": makes, "blank": blanks, "layout": layouts}
    jobs = [("font", number) for number in range(len(fonts.sans) + len(fonts.serif))]
    return jobs + [(kind, first + number) for kind, count in counts.items() for number in range(count)]


def gathered(parts: list[tuple[Job, list[Array]]]) -> Stock:
    """Returns the stock of parts that were drawn in any order."""
    columns: dict[str, list[list[Array]]] = {}
    for (kind, _), arrays in sorted(parts, key=lambda part: part[0]):
        columns.setdefault(kind, []).append(arrays)

    def stacked(kind: str, column: int) -> Tensor:
        return torch.from_numpy(np.stack([arrays[column] for arrays in columns[kind]]))

    smaller = [0.8 if len(label) == 2 else 0.86 if label in tuple("ÑÄÖÜ") else 1.0 for label in PLAIN]
    return Stock(
        stacked("board", 0), stacked("board", 1), stacked("font", 0), stacked("font", 1),
        torch.tensor(smaller), stacked("blank", 0), stacked("blank", 1).long(), stacked("make", 0),
        stacked("make", 1), stacked("layout", 0),
    )  # fmt: skip
