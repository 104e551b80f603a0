"""The flat picture of an empty board: its squares, lines, frame and lettering."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from PIL import Image, ImageDraw

from board_photos.chance import Chance, Colour, Pixels
from board_photos.fonts import Fonts, face

SIZE: Final = 15
SQUARE: Final = 40
"""Pixels of a square in flat pictures."""

STANDARD: Final = (
    "T..d...T...d..T", ".D...t...t...D.", "..D...d.d...D..", "d..D...d...D..d", "....D.....D....",
    ".t...t...t...t.", "..d...d.d...d..", "T..d...*...d..T", "..d...d.d...d..", ".t...t...t...t.",
    "....D.....D....", "d..D...d...D..d", "..D...d.d...D..", ".D...t...t...D.", "T..d...T...d..T",
)  # fmt: skip

_WHITE: Final = (245, 244, 238)
# weight; plain square, line, double letter, triple letter, double word, triple word
_SCHEMES: Final[tuple[tuple[float, tuple[Colour, ...]], ...]] = (
    (6, ((205, 190, 165), (240, 238, 230), (160, 210, 225), (40, 110, 185), (240, 160, 180), (215, 50, 55))),
    (2, ((190, 185, 180), (245, 245, 245), (160, 210, 235), (50, 110, 180), (235, 150, 180), (210, 45, 55))),
    (3, ((238, 236, 230), (255, 255, 255), (95, 125, 180), (45, 65, 140), (205, 150, 80), (210, 50, 50))),
    (2, ((240, 238, 228), (250, 250, 250), (50, 130, 190), (140, 195, 60), (215, 50, 50), (225, 120, 40))),
    (4, ((30, 110, 85), (230, 235, 230), (150, 200, 225), (30, 110, 190), (240, 165, 150), (215, 55, 50))),
    (3, ((40, 150, 60), (20, 70, 30), (140, 190, 235), (40, 70, 190), (245, 170, 160), (225, 45, 45))),
    (1, ((150, 40, 40), (230, 200, 190), (120, 180, 210), (30, 90, 170), (240, 170, 150), (235, 160, 40))),
    (2, ((225, 160, 40), (225, 165, 50), (80, 160, 245), (10, 70, 150), (185, 110, 200), (125, 30, 40))),
    (2, ((225, 215, 190), (250, 250, 245), (170, 215, 235), (60, 130, 200), (245, 180, 195), (225, 70, 80))),
    (1, ((70, 65, 65), (150, 150, 150), (90, 150, 190), (40, 80, 160), (200, 120, 140), (190, 40, 50))),
    (2, ((185, 140, 90), (90, 60, 35), (150, 180, 195), (60, 100, 150), (210, 140, 140), (180, 60, 55))),
    (2, ((200, 200, 195), (230, 230, 230), (150, 170, 205), (70, 90, 150), (205, 170, 180), (170, 70, 75))),
    (1, ((150, 175, 150), (215, 225, 215), (150, 195, 205), (70, 130, 140), (215, 175, 165), (190, 90, 90))),
)
_LONG: Final = {
    "T": ("TRIPLE", "WORD", "SCORE"),
    "D": ("DOUBLE", "WORD", "SCORE"),
    "t": ("TRIPLE", "LETTER", "SCORE"),
    "d": ("DOUBLE", "LETTER", "SCORE"),
}
_SHORT: Final = {
    "T": ("3W", "TW", "x3"),
    "D": ("2W", "DW", "x2"),
    "t": ("3L", "TL", "x3"),
    "d": ("2L", "DL", "x2"),
}
_LETTERING: Final = (
    "CROSSWORD GAME", "LETTER DISTRIBUTION", "A-9 B-2 C-2 D-4 E-12", "W O R D S", "BOARD GAME", "DELUXE",
    "ABCDEFGHIJKLMNO", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Artwork:
    """An empty board seen from straight above: colours 0 to 255, its outline, and ridges that stand up."""

    colours: Pixels
    outline: Pixels
    ridges: Pixels | None
    """How much of each pixel is ridge, 0 to 1; None where the board is flat."""
    ridge_colour: Colour
    left: int
    top: int
    """Where the first square begins."""


@dataclass(frozen=True, slots=True)
class _Paint:
    """The colours of one board and the pen for its words."""

    plain: Colour
    line: Colour
    premium: dict[str, Colour]
    ink: Colour
    font: str


def empty_board(chance: Chance, fonts: Fonts) -> Artwork:
    """Returns a board of a random make."""
    paint = _paint(chance, fonts)
    margins = [chance.between(0.05, 1.2) for _ in range(4)]  # left, top, right, bottom, in squares
    panel = chance.whole(0, 3) if chance.of(0.5) else None
    if panel is not None:
        margins[panel] = chance.between(1.2, 4)
    if round_table := chance.of(0.06):
        margins = [chance.between(3.2, 4.2)] * 4
    width, height = (round((SIZE + margins[i] + margins[i + 2]) * SQUARE) for i in (0, 1))
    left, top = round(margins[0] * SQUARE), round(margins[1] * SQUARE)
    image = Image.fromarray(_frame(chance, paint, width, height).astype(np.uint8))
    pen = ImageDraw.Draw(image)
    _write_margins(chance, fonts, image, margins, panel)
    if chance.of(0.25):
        _legend(chance, pen, paint, (left, top))
    if margins[0] > 0.9 and chance.of(0.3):
        _fake_tiles(chance, pen, paint, left, top)
    span = SIZE * SQUARE
    pen.rectangle((left, top, left + span, top + span), fill=paint.plain)
    line = chance.between(0.5, 5) if chance.of(0.8) else chance.between(4, 7)
    _draw_squares(chance, pen, paint, (left, top), max(1, round(line)))
    colours: Pixels = np.asarray(image, np.float32)
    colours = (
        colours
        + (
            chance.cloud(width, height, 2, 2) * chance.between(0, 5)
            + chance.cloud(width, height, 60, 60) * chance.between(0, 6)
        )[..., None]
    )
    ridges = None
    ridge_colour = chance.tint(paint.line, 10)
    if chance.of(0.3):
        ridges, colours = _ridges(chance, colours, (left, top))
    if chance.of(0.3):
        fold = left + (span // 2 if chance.of(0.5) else chance.whole(6, 9) * SQUARE)
        colours[:, fold - 1 : fold + 1] *= chance.between(0.4, 0.8)
    outline = _outline(chance, width, height, round_table)
    return Artwork(np.clip(colours, 0, 255), outline, ridges, ridge_colour, left, top)


def _paint(chance: Chance, fonts: Fonts) -> _Paint:
    if chance.of(0.07):
        colours = tuple(chance.colour(20) for _ in range(6))
    else:
        weights, schemes = zip(*_SCHEMES, strict=True)
        colours = tuple(chance.tint(colour) for colour in chance.pick(schemes, weights))
    plain, line, double, triple, double_word, triple_word = colours
    if chance.of(0.08):
        line = chance.tint(plain, 6)
    premium = {"d": double, "t": triple, "D": double_word, "T": triple_word, "*": double_word}
    ink = chance.pick(((25, 25, 30), (250, 250, 250), (25, 25, 30), chance.tint((60, 60, 60))))
    return _Paint(plain, line, premium, ink, chance.pick(fonts.sans))


def _frame(chance: Chance, paint: _Paint, width: int, height: int) -> Pixels:
    colour = chance.pick(
        (
            paint.plain,
            chance.tint((195, 40, 40)),
            chance.tint((235, 230, 215)),
            chance.tint((60, 50, 50), 40),
        ),
        (3.5, 2.5, 2, 2),
    )
    if chance.of(0.25):
        return chance.wood(width, height, colour, 0.06)
    return np.broadcast_to(np.asarray(colour, np.float32), (height, width, 3))


def _outline(chance: Chance, width: int, height: int, round_table: bool) -> Pixels:
    image = Image.new("L", (width, height))
    radius = min(width, height) // 2 if round_table else chance.pick((0, 0, 0, 8, 20, 50))
    if round_table:
        ImageDraw.Draw(image).ellipse((0, 0, width - 1, height - 1), fill=255)
    else:
        ImageDraw.Draw(image).rounded_rectangle((0, 0, width - 1, height - 1), radius, fill=255)
    return np.asarray(image, np.float32) / 255


def _write_margins(
    chance: Chance, fonts: Fonts, image: Image.Image, margins: list[float], panel: int | None
) -> None:
    """Writes names and tables on the frame."""
    left, top = margins[0] * SQUARE, margins[1] * SQUARE
    for _ in range(chance.pick((0, 1, 1, 2, 3))):
        side = panel if panel is not None and chance.of(0.6) else chance.whole(0, 3)
        size = int(chance.between(0.25, 0.6) * min(margins[side], 1.8) * SQUARE)
        if size < 7:
            continue
        font = face(chance.pick(fonts.sans + fonts.serif), size)
        text = chance.pick(_LETTERING)
        box = [int(edge) for edge in font.getbbox(text)]
        mask = Image.new("L", (box[2] - box[0] + 4, box[3] - box[1] + 4))
        ImageDraw.Draw(mask).text((2 - box[0], 2 - box[1]), text, fill=255, font=font)
        across = SIZE * SQUARE
        spare = max(1.0, margins[side] * SQUARE - mask.height)
        along = chance.between(0, max(1, across - mask.width))
        if side in (0, 2):
            mask = mask.rotate(chance.pick((90, 270)), expand=True)
            place = (chance.between(0, spare) + (left + across) * (side == 2), top + along)
        else:
            place = (left + along, chance.between(0, spare) + (top + across) * (side == 3))
        ink = chance.tint(chance.pick((_WHITE, (20, 20, 20))))
        image.paste(Image.new("RGB", mask.size, ink), (int(place[0]), int(place[1])), mask)


def _legend(chance: Chance, pen: ImageDraw.ImageDraw, paint: _Paint, corner: tuple[int, int]) -> None:
    """Draws boxes in the colours of premium squares beside the squares, which explain them."""
    left, top = corner
    high, long = SQUARE * chance.between(0.5, 1), SQUARE * chance.between(1, 4)
    beside = chance.between(0, 0.4) * SQUARE
    for index, colour in enumerate(paint.premium.values()):
        along = (index + chance.between(0, 0.1)) * SIZE * SQUARE / 5
        if chance.of(0.5):
            pen.rectangle((left + along, top - beside - high, left + along + long, top - beside), fill=colour)
        else:
            far = top + SIZE * SQUARE + beside
            pen.rectangle((left + along, far, left + along + long, far + high), fill=colour)


def _fake_tiles(chance: Chance, pen: ImageDraw.ImageDraw, paint: _Paint, left: int, top: int) -> None:
    """Draws white tiles that spell a name on the frame, as on some boards; no tile of the game is there."""
    offset = chance.pick((0, 0.3))
    for index, sign in enumerate(chance.pick(("SCRABBLE", "WORDGAME", "LETTERS"))):
        x, y = left - int(0.95 * SQUARE), top + int((index + offset) * SQUARE)
        pen.rectangle(
            (x, y, x + int(0.8 * SQUARE), y + int(0.85 * SQUARE)), fill=_WHITE, outline=(60, 60, 60)
        )
        pen.text((x + 8, y + 4), sign, fill=(20, 20, 20), font=face(paint.font, int(0.55 * SQUARE)))


def _draw_squares(
    chance: Chance, pen: ImageDraw.ImageDraw, paint: _Paint, corner: tuple[int, int], line: int
) -> None:
    left, top = corner
    span = SIZE * SQUARE
    layout = STANDARD if chance.of(0.93) else _shuffled_layout(chance)
    inset = chance.pick((0, 0, 0, 1, 2, 3))
    squares = [
        (kind, left + column * SQUARE, top + row * SQUARE)
        for row, kinds in enumerate(layout)
        for column, kind in enumerate(kinds)
        if kind != "."
    ]
    for kind, x, y in squares:
        pen.rectangle(
            (x + inset, y + inset, x + SQUARE - inset, y + SQUARE - inset), fill=paint.premium[kind]
        )
    if chance.of(0.9):
        for index in range(SIZE + 1):
            at = index * SQUARE - line // 2
            pen.rectangle((left + at, top, left + at + line - 1, top + span), fill=paint.line)
            pen.rectangle((left, top + at, left + span, top + at + line - 1), fill=paint.line)
    spikes, words, short = chance.of(0.5), chance.between(0, 1), chance.whole(0, 2)
    for kind, x, y in squares:
        if kind == "*":
            _draw_star(chance, pen, x, y)
            continue
        if spikes:
            _draw_spikes(pen, paint.premium[kind], x, y, 2 if kind in "dD" else 3, line / 2 + 3)
        if words < 0.75:
            font = face(paint.font, chance.pick((7, 8, 8, 9)))
            for index, text in enumerate(_LONG[kind]):
                pen.text((x + SQUARE / 2, y + 11 + index * 10), text, fill=paint.ink, font=font, anchor="mm")
        elif words < 0.87:
            text = _SHORT[kind][short]
            pen.text(
                (x + SQUARE / 2, y + SQUARE / 2), text, fill=paint.ink, font=face(paint.font, 14), anchor="mm"
            )
    if chance.of(0.25):
        font = face(paint.font, 12)
        for index in range(SIZE):
            middle = index * SQUARE + SQUARE / 2
            pen.text(
                (left + middle, top - 10), "ABCDEFGHIJKLMNO"[index], fill=paint.line, font=font, anchor="mm"
            )
            pen.text((left - 12, top + middle), str(index + 1), fill=paint.line, font=font, anchor="mm")


def _shuffled_layout(chance: Chance) -> tuple[str, ...]:
    """Returns a layout with other premium squares, symmetrical as layouts are."""
    half = SIZE // 2 + 1
    corner = [[chance.pick(".dtDT", (9, 2, 1, 1.4, 0.5)) for _ in range(half)] for _ in range(half)]
    fold = [min(index, SIZE - 1 - index) for index in range(SIZE)]
    rows = [[corner[max(fold[r], fold[c])][min(fold[r], fold[c])] for c in range(SIZE)] for r in range(SIZE)]
    rows[half - 1][half - 1] = "*"
    return tuple("".join(row) for row in rows)


def _draw_star(chance: Chance, pen: ImageDraw.ImageDraw, x: int, y: int) -> None:
    kind = chance.between(0, 1)
    if kind < 0.75:
        colour = chance.tint((30, 20, 25)) if chance.of(0.6) else chance.tint((170, 20, 40))
        pen.polygon(star_points(x + SQUARE / 2, y + SQUARE / 2, SQUARE * 0.36), fill=colour)
    elif kind < 0.85:
        pen.ellipse((x + 10, y + 10, x + 30, y + 30), fill=(20, 20, 20))


def star_points(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    """Returns the corners of a star with five points."""
    return [
        (
            x + radius * (1 if index % 2 == 0 else 0.42) * math.sin(index * math.pi / 5),
            y - radius * (1 if index % 2 == 0 else 0.42) * math.cos(index * math.pi / 5),
        )
        for index in range(10)
    ]


def _draw_spikes(pen: ImageDraw.ImageDraw, colour: Colour, x: int, y: int, count: int, height: float) -> None:
    """Draws the small triangles on the edges of premium squares."""
    for index in range(count):
        at = SQUARE * (0.5 + (index - (count - 1) / 2) * 0.16)
        for edge, out in ((1, -height), (SQUARE - 1, height)):
            pen.polygon(
                [(x + at - 3, y + edge), (x + at + 3, y + edge), (x + at, y + edge + out)], fill=colour
            )
            pen.polygon(
                [(x + edge, y + at - 3), (x + edge, y + at + 3), (x + edge + out, y + at)], fill=colour
            )


def _ridges(chance: Chance, colours: Pixels, corner: tuple[int, int]) -> tuple[Pixels | None, Pixels]:
    """Returns walls between the squares, and the colours with the walls' shade in each square."""
    left, top = corner
    span, wall, soft = SIZE * SQUARE, chance.whole(1, 3), chance.whole(2, 5)
    shade = np.zeros((span, span), np.float32)
    for index in range(SIZE):
        at = index * SQUARE + wall
        shade[at : at + soft] -= chance.between(8, 25)
        shade[:, at : at + soft] -= chance.between(8, 25)
    colours = colours.copy()
    colours[top : top + span, left : left + span] += shade[..., None]
    if chance.of(0.4):
        return None, colours
    walls = np.zeros(colours.shape[:2], np.float32)
    for index in range(SIZE + 1):
        at = index * SQUARE
        walls[max(0, top + at - wall) : top + at + wall, left : left + span] = 1
        walls[top : top + span, max(0, left + at - wall) : left + at + wall] = 1
    return walls, colours
