"""Tiles as they lie on a made-up board: which letters, and the flat picture of all tiles."""

import math
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from board_photos.artwork import SIZE, SQUARE, star_points
from board_photos.chance import Chance, Colour, Pixels
from board_photos.fonts import Fonts, drawn

LABELS: Final = ("", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "?", "Ñ", "CH", "LL", "RR", "Ä", "Ö", "Ü")
"""Contents of a square in the order of the network's answers: none, a letter, a blank, other letters."""

BLANK: Final = LABELS.index("?")
_VALUES: Final = dict(
    zip(
        LABELS[1:27],
        (1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10),
        strict=True,
    )
)
_COUNTS: Final = (9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2, 1)
# weight, face, ink, strength of the grain
_MAKES: Final[tuple[tuple[float, Colour, Colour, float], ...]] = (
    (6, (222, 184, 135), (35, 25, 20), 0.06),
    (4, (200, 150, 100), (30, 20, 15), 0.10),
    (3, (235, 205, 160), (25, 20, 20), 0.05),
    (3, (180, 125, 80), (25, 15, 10), 0.10),
    (2.5, (240, 232, 210), (20, 20, 20), 0.01),
    (1.5, (250, 248, 240), (25, 25, 30), 0.01),
    (2, (235, 220, 110), (25, 25, 20), 0.01),
    (1.5, (175, 210, 240), (20, 25, 35), 0.01),
    (2.5, (105, 35, 35), (245, 235, 225), 0.06),
    (2, (35, 33, 35), (240, 238, 230), 0.01),
    (1, (60, 40, 30), (235, 225, 205), 0.08),
    (1, (40, 60, 120), (240, 240, 240), 0.01),
    (1, (150, 100, 60), (20, 10, 8), 0.12),
    (1, (215, 170, 140), (60, 30, 20), 0.06),
    (0.7, (130, 190, 120), (20, 30, 20), 0.01),
    (0.7, (230, 150, 170), (30, 20, 25), 0.01),
    (0.7, (225, 185, 80), (120, 60, 20), 0.04),
)
_PENS: Final[tuple[Colour, ...]] = ((25, 25, 30), (30, 50, 150), (170, 30, 40), (90, 90, 95), (30, 110, 60))

Letters: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Sheet:
    """All tiles seen from above: colours already multiplied by `cover`, which is 0 to 1."""

    colours: Pixels
    cover: Pixels
    side: Colour


@dataclass(frozen=True, slots=True)
class _Make:
    """How the tiles of one set look."""

    face: Colour
    other_face: Colour | None
    ink: Colour
    font: str
    value_font: str
    tile: int
    corner: float
    capital: float
    value_capital: float
    left: float
    up: float
    stretch: float
    has_values: bool
    value_at: tuple[float, float]
    """The middle and the foot of the value: beside the letter on some tiles, where it makes an E of an F."""
    strange_values: bool
    edge: float
    unlike: float
    blank: str


def laid_out(chance: Chance, *, full: bool = False) -> Letters:
    """Returns the letters of a board as indexes of LABELS, words crossing as in a game."""
    letters = np.zeros((SIZE, SIZE), np.int64)
    weights = chance.pick(
        (_COUNTS, (1,) * 26, tuple(math.sqrt(count) for count in _COUNTS)), (0.35, 0.4, 0.25)
    )
    foreign = chance.of(0.15)
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
                    letters[cell] = chance.whole(BLANK + 1, len(LABELS) - 1)
    blanks = chance.pick((0.02, 0.05, 0.12))
    for cell in zip(*np.nonzero(letters), strict=True):
        if chance.of(blanks):
            letters[cell] = BLANK
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
    chance: Chance, fonts: Fonts, letters: Letters, size: tuple[int, int], corner: tuple[int, int]
) -> Sheet:
    """Returns the tiles of `letters` on a sheet of that size whose first square is at `corner`."""
    make, grain = _make(chance, fonts)
    width, height = size
    if grain > 0.02:
        surface = chance.wood(width, height, make.face, grain * chance.between(0.4, 1.3))
    else:
        surface = np.asarray(make.face, np.float32) + chance.cloud(width, height, 3, 3)[..., None] * 2
    colours, cover = np.zeros((height, width, 3), np.float32), np.zeros((height, width), np.float32)
    shift = chance.between(0, 0.035) if chance.of(0.7) else chance.between(0.03, 0.09)
    turn = chance.between(0, 1.5) if chance.of(0.5) else chance.between(1.5, 6)
    blank = _tile_mask(make)
    inks: dict[str, Pixels] = {}
    span = blank.shape[0]
    for row, column in zip(*np.nonzero(letters), strict=True):
        y, x = chance.whole(0, height - span), chance.whole(0, width - span)
        tile = _one_tile(
            chance,
            fonts,
            make,
            surface[y : y + span, x : x + span],
            blank,
            LABELS[letters[row, column]],
            inks,
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


def _make(chance: Chance, fonts: Fonts) -> tuple[_Make, float]:
    weights = [make[0] for make in _MAKES]
    _, colour, ink, grain = chance.pick(_MAKES, weights)
    face, ink = chance.tint(colour, 14), chance.tint(ink, 10)
    if chance.of(0.05):
        face, ink = chance.colour(90, 255), (20, 20, 20)
    other = chance.tint(chance.pick(_MAKES, weights)[1]) if chance.of(0.08) else None
    if other and abs(sum(other) - sum(ink)) < 220:
        other = None
    font = chance.pick(fonts.sans) if chance.of(0.92) else chance.pick(fonts.serif)
    tile = max(
        8, round((chance.between(0.82, 0.985) if chance.of(0.9) else chance.between(0.66, 0.82)) * SQUARE)
    )
    make = _Make(
        face, other, ink, font, font if chance.of(0.7) else chance.pick(fonts.sans), tile,
        chance.between(0.02, 0.18) * tile, chance.between(0.42, 0.66) * tile,
        chance.between(0.14, 0.25) * tile,
        chance.between(-0.12, 0.03), chance.between(-0.12, 0.04), chance.between(0.82, 1.2),
        chance.of(0.93), (chance.between(0.74, 0.92), chance.between(0.8, 0.94)), chance.of(0.45),
        chance.between(0, 0.35), chance.between(0, 0.09),
        chance.pick(("plain", "logo", "smiley", "shape", "hand", "sticker"), (5, 1.4, 2, 1.2, 1.6, 0.5)),
    )  # fmt: skip
    return make, grain


def _tile_mask(make: _Make) -> Pixels:
    """Returns the tile's outline in a picture a little larger than it."""
    span = make.tile + 8
    image = Image.new("L", (2 * span, 2 * span))
    edge = 8 + 2 * make.tile - 1
    ImageDraw.Draw(image).rounded_rectangle((8, 8, edge, edge), 2 * make.corner, fill=255)
    return np.asarray(image.resize((span, span), Image.Resampling.BILINEAR), np.float32) / 255


def _one_tile(
    chance: Chance,
    fonts: Fonts,
    make: _Make,
    surface: Pixels,
    mask: Pixels,
    label: str,
    inks: dict[str, Pixels],
) -> Pixels:
    tint = [1 + chance.near(0, make.unlike * 0.25) for _ in range(3)]
    light = 1 + chance.near(0, make.unlike)
    face = surface if make.other_face is None or chance.of(0.6) else np.asarray(make.other_face, np.float32)
    soft = np.asarray(
        Image.fromarray((mask * 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(1.2)), np.float32
    )
    rim = 1 - make.edge * (1 - np.clip(soft / 127.5 - 1, 0, 1)) * mask
    tile = face * np.asarray(tint, np.float32) * light * rim[..., None]
    if label == "?":
        return _blank(chance, fonts, make, tile)
    if label not in inks:
        inks[label] = _lettered(chance, make, label)
    strength = chance.between(0.85, 1) if chance.of(0.95) else chance.between(0.3, 0.8)
    ink = (inks[label] * strength)[..., None]
    result: Pixels = tile * (1 - ink) + np.asarray(make.ink, np.float32) * ink
    return result


def _lettered(chance: Chance, make: _Make, label: str) -> Pixels:
    """Returns the ink of a letter and its value on a tile."""
    page = np.zeros((make.tile + 8,) * 2, np.float32)
    capital = make.capital * (0.8 if len(label) == 2 else 0.86 if label in "ÑÄÖÜ" else 1)
    ink, drop = drawn(label, make.font, capital)
    width = min(int(make.tile * 0.86), max(2, int(ink.shape[1] * make.stretch)))
    ink = np.asarray(Image.fromarray(ink).resize((width, ink.shape[0]), Image.Resampling.BOX))
    _stamp(page, ink, 4 + make.tile * (0.5 + make.left), 4 + make.tile * (0.5 + make.up) - capital / 2 + drop)
    if make.has_values:
        plain = _VALUES.get(label, 8)
        value = str(chance.whole(1, 10) if make.strange_values else plain)
        mark, _ = drawn(value, make.value_font, make.value_capital)
        x, y = make.value_at
        _stamp(page, mark, 4 + make.tile * x - mark.shape[1] / 2, 4 + make.tile * y - mark.shape[0])
    return page


def _stamp(page: Pixels, ink: Pixels, middle: float, top: float) -> None:
    """Prints `ink` onto `page`, cut off at its edges."""
    height, width = ink.shape
    x, y = round(middle - width / 2), round(top)
    x0, y0, x1, y1 = max(0, x), max(0, y), min(page.shape[1], x + width), min(page.shape[0], y + height)
    if x1 > x0 and y1 > y0:
        np.maximum(page[y0:y1, x0:x1], ink[y0 - y : y1 - y, x0 - x : x1 - x], out=page[y0:y1, x0:x1])


def _blank(chance: Chance, fonts: Fonts, make: _Make, tile: Pixels) -> Pixels:
    """Returns a tile without a printed letter: plain, with an ornament, or with a letter by hand."""
    span, big = make.tile + 8, 4
    middle, radius = span / 2, make.tile * chance.between(0.2, 0.34)
    ink, colour, strength = Image.new("L", (span * big, span * big)), make.ink, chance.between(0.35, 1)
    pen = ImageDraw.Draw(ink)
    box = tuple(big * (middle + side * radius) for side in (-1, -1, 1, 1))
    match make.blank if chance.of(0.85) else chance.pick(("plain", "hand")):
        case "smiley":
            _smiley(chance, pen, big * middle, big * radius, big)
        case "shape":
            _ornament(chance, pen, big * middle, big * radius, box)
            colour = chance.pick((make.ink, *_PENS))
        case "logo":
            text = chance.pick(("SCRABBLE", "WORDS", "GAME", "BLANK", "S", "JOKER", "®"))
            mark, _ = drawn(text, make.font, big * make.tile * chance.between(0.1, 0.28))
            image = Image.fromarray((mark * 255).astype(np.uint8))
            image.thumbnail((big * make.tile * 0.85, big * make.tile * 0.85))
            if chance.of(0.5):
                image = image.rotate(chance.pick((45, -45, 20)), expand=True)
            ink.paste(image, (int(big * middle - image.width / 2), int(big * middle - image.height / 2)))
            colour = chance.pick((make.ink, chance.tint((150, 40, 40)), chance.tint(make.face, 30)))
        case "hand":
            letter = chance.pick("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
            letter = letter.lower() if chance.of(0.4) else letter
            mark, _ = drawn(letter, chance.pick(fonts.hand), big * make.tile * chance.between(0.3, 0.6))
            image = Image.fromarray((mark * 255).astype(np.uint8)).rotate(chance.near(0, 9), expand=True)
            image.thumbnail((big * make.tile * 0.85, big * make.tile * 0.85))
            place = tuple(int(big * (middle + chance.near(0, 1.5)) - side / 2) for side in image.size)
            ink.paste(image, (place[0], place[1]))
            dark_face = sum(make.face) < 330
            colour = (235, 235, 230) if dark_face else chance.pick(_PENS)
        case "sticker":
            pen.rectangle(box, fill=255)
            colour = chance.tint((240, 235, 200), 25)
        case _:
            return tile
    page = np.asarray(ink.resize((span, span), Image.Resampling.BOX), np.float32)[..., None] / 255 * strength
    return tile * (1 - page) + np.asarray(colour, np.float32) * page


def _smiley(chance: Chance, pen: ImageDraw.ImageDraw, middle: float, radius: float, big: int) -> None:
    """Draws a face: a ring or a disc, with eyes, a mouth and sometimes a nose, hair or tongue."""
    is_disc = chance.of(0.2)
    ring, inner = (big * chance.between(0.8, 2.4), 0) if is_disc else (big * chance.between(0.8, 2.4), 255)
    flat = chance.between(0.85, 1.1)
    pen.ellipse(
        (middle - radius, middle - radius * flat, middle + radius, middle + radius * flat),
        fill=255 if is_disc else None,
        outline=255,
        width=round(ring),
    )
    apart, up, eye = chance.between(0.25, 0.45), chance.between(0.15, 0.4), radius * chance.between(0.06, 0.2)
    tall = chance.between(1, 2)
    for side in (-1, 1):
        x, y = middle + side * radius * apart, middle - radius * up
        pen.ellipse((x - eye, y - eye * tall, x + eye, y + eye * tall), fill=inner)
    smile = radius * chance.between(0.4, 0.7)
    box = (middle - smile, middle - smile, middle + smile, middle + smile)
    if chance.of(0.25):
        pen.chord(box, 15, 165, fill=inner)
    else:
        pen.arc(box, chance.whole(10, 40), chance.whole(140, 170), fill=inner, width=round(ring))
    if chance.of(0.2):
        pen.line((middle, middle - radius * 0.1, middle, middle + radius * 0.15), fill=inner, width=big)
    for _ in range(chance.pick((0, 0, 0, 3, 6))):
        lean = chance.near(0, 0.4) * radius
        pen.line(
            (middle + lean, middle - radius, middle + lean * 1.4, middle - radius * 1.25), fill=255, width=big
        )


def _ornament(
    chance: Chance, pen: ImageDraw.ImageDraw, middle: float, radius: float, box: tuple[float, ...]
) -> None:
    match chance.pick(("star", "heart", "disc", "ring", "diamond")):
        case "star":
            pen.polygon(star_points(middle, middle, radius), fill=255)
        case "heart":
            half = radius / 2
            for side in (-1, 1):
                x = middle + side * half
                pen.ellipse((x - half, middle - radius * 0.7, x + half, middle + radius * 0.3), fill=255)
            pen.polygon(
                [
                    (middle - radius * 0.95, middle),
                    (middle + radius * 0.95, middle),
                    (middle, middle + radius),
                ],
                fill=255,
            )
        case "disc":
            pen.ellipse((box[0], box[1], box[2], box[3]), fill=255)
        case "ring":
            pen.ellipse((box[0], box[1], box[2], box[3]), outline=255, width=5)
        case _:
            pen.polygon(
                [
                    (middle, middle - radius),
                    (middle + radius, middle),
                    (middle, middle + radius),
                    (middle - radius, middle),
                ],
                fill=255,
            )
