"""Tiles without a printed letter: plain, with an ornament, a face or a logo, or with a letter by hand."""

from typing import Final

import numpy as np
from PIL import Image, ImageDraw

from board_photos.artwork import star_points
from board_photos.chance import Chance, Colour, Pixels
from board_photos.fonts import Fonts, drawn
from board_photos.make import Make

_PENS: Final[tuple[Colour, ...]] = ((25, 25, 30), (30, 50, 150), (170, 30, 40), (90, 90, 95), (30, 110, 60))


def blank_tile(chance: Chance, fonts: Fonts, make: Make, tile: Pixels) -> Pixels:
    """Returns a tile without a printed letter: plain, with an ornament, or with a letter by hand."""
    page, colour = blank_ink(chance, fonts, make)
    result: Pixels = tile * (1 - page[..., None]) + np.asarray(colour, np.float32) * page[..., None]
    return result


def blank_ink(chance: Chance, fonts: Fonts, make: Make, kind: str | None = None) -> tuple[Pixels, Colour]:
    """Returns how much of a blank is ink, 0 to 1, and the ink's colour; by default of the set's kind."""
    span, big = make.tile + 8, 4
    middle, radius = span / 2, make.tile * chance.between(0.2, 0.34)
    ink, colour, strength = Image.new("L", (span * big, span * big)), make.ink, chance.between(0.35, 1)
    pen = ImageDraw.Draw(ink)
    box = tuple(big * (middle + side * radius) for side in (-1, -1, 1, 1))
    if kind is None:
        kind = make.blank if chance.of(0.85) else chance.pick(("plain", "hand"))
    match kind:
        case "smiley":
            _smiley(chance, pen, big * middle, big * radius, big)
        case "shape":
            _ornament(chance, pen, big * middle, big * radius, box)
            colour = chance.pick((make.ink, *_PENS))
        case "logo":
            image = _name(chance, make.font, big * make.tile)
            image.thumbnail((big * make.tile * 0.85, big * make.tile * 0.85))
            if chance.of(0.35):
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
            pass
    page = np.asarray(ink.resize((span, span), Image.Resampling.BOX), np.float32) / 255 * strength
    return page, colour


def _name(chance: Chance, font: str, side: float) -> Image.Image:
    """Returns the name of a club or a maker, in one line or two."""
    if chance.of(0.5):
        lines = [chance.pick(("SCRABBLE", "WORDS", "GAME", "BLANK", "S", "JOKER", "®"))]
    else:
        letters = "".join(chance.pick("ABCDEGILNOPRSTW") for _ in range(chance.whole(2, 7)))
        half = (len(letters) + 1) // 2
        lines = [letters[:half], letters[half:]] if len(letters) > 3 and chance.of(0.6) else [letters]
    high = side * (chance.between(0.1, 0.28) if len(lines) == 1 else chance.between(0.14, 0.26))
    marks = [drawn(line, font, high)[0] for line in lines]
    gap = round(high * chance.between(0.15, 0.5))
    wide = max(mark.shape[1] for mark in marks)
    page = np.zeros((sum(mark.shape[0] for mark in marks) + gap * (len(marks) - 1), wide), np.uint8)
    top = 0
    for mark in marks:
        left = (wide - mark.shape[1]) // 2
        page[top : top + mark.shape[0], left : left + mark.shape[1]] = mark * 255
        top += mark.shape[0] + gap
    return Image.fromarray(page)


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
