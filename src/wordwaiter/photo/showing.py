"""A reading as a picture: the flattened photo, and beside it the letters that were read."""

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw, ImageFont

from wordwaiter.photo.geometry import SIZE

if TYPE_CHECKING:
    from wordwaiter.photo.reading import Reading

# Pillow's own font has no Polish letters.
_FONT: Final = Path(__file__).parents[1] / "picture" / "fonts" / "Inter-Regular.otf"
_SQUARE: Final = 32
_SIDE: Final = SIZE * _SQUARE
_GAP: Final = 16
_PAPER: Final = (250, 248, 242)
_LINE: Final = (205, 200, 190)
_TILE: Final = (236, 214, 170)
_INK: Final = (30, 26, 22)
_DOUBT: Final = (200, 30, 40)


def shown(reading: "Reading") -> bytes:
    """Returns a PNG: the photo from above on the left, the reading on the right, doubts framed in red."""
    picture = Image.new("RGB", (2 * _SIDE + _GAP, _SIDE), _PAPER)
    if reading.flat is not None:
        picture.paste(reading.flat.resize((_SIDE, _SIDE)), (0, 0))
    pen = ImageDraw.Draw(picture)
    if reading.problem:
        pen.text((_GAP, _GAP), reading.problem, fill=_INK, font=ImageFont.truetype(_FONT, 16))
    else:
        _draw_letters(pen, reading)
    for row, column in reading.doubtful:
        for left in (0, _SIDE + _GAP):
            x, y = left + column * _SQUARE, row * _SQUARE
            pen.rectangle((x, y, x + _SQUARE - 1, y + _SQUARE - 1), outline=_DOUBT, width=3)
    file = BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def _draw_letters(pen: ImageDraw.ImageDraw, reading: "Reading") -> None:
    font = ImageFont.truetype(_FONT, 20)
    for row, line in enumerate(reading.board):
        for column, sign in enumerate(signs_of(line)):
            x, y = _SIDE + _GAP + column * _SQUARE, row * _SQUARE
            box = (x, y, x + _SQUARE - 1, y + _SQUARE - 1)
            pen.rectangle(box, outline=_LINE, fill=None if sign == "." else _TILE)
            if sign != ".":
                pen.text((x + _SQUARE / 2, y + _SQUARE / 2), sign, fill=_INK, font=font, anchor="mm")


def signs_of(line: str) -> list[str]:
    """Returns what lies on each square of a line; a tile of two letters is in brackets there."""
    signs, rest = [], line
    while rest:
        sign, rest = rest[1:].split("]", 1) if rest[0] == "[" else (rest[0], rest[1:])
        signs.append(sign)
    return signs
