"""One made-up photograph from one seed, with the truth about it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from board_photos.artwork import SQUARE, Artwork, empty_board
from board_photos.camera import CORNERS, Matrix, View, project, some_view
from board_photos.chance import Chance, Colour, Pixels
from board_photos.fonts import Fonts, face
from board_photos.tiles import LABELS, VALUES, Letters, Sheet, dealt, laid_out, tile_sheet, together
from wordwaiter.lexicon.tiles import TileSet


@dataclass(frozen=True, slots=True)
class Photo:
    """A photograph, where its board lies, and what lies on it."""

    image: Image.Image
    board: Matrix | None
    """From squares (0 to 15, right and down) to pixels; None where there is no board."""
    letters: Letters


def made_up_photo(
    seed: int,
    fonts: Fonts,
    *,
    full: bool = False,
    english: bool = False,
    board: bool = True,
    letters: Letters | None = None,
    values: Mapping[str, int] = VALUES,
    makes: int = 1,
    clear: bool = False,
) -> Photo:
    """Returns the photograph of that seed; with `full`, 100 tiles lie on the board, or those of `letters`.

    `values` are those that the set has, and the tiles are of so many `makes`.

    With `english`, no letter of another set is among them. With `clear`, it is one that the guide asks for: a
    steady hand, no glare, every letter to be seen.
    """
    chance = Chance(seed)
    view = some_view(chance)
    photo = _background(chance, fonts, view)
    drawn = laid_out(chance, full=full, english=english)
    letters = drawn if letters is None else letters
    if board:
        art = empty_board(chance, fonts)
        height, width = art.outline.shape
        whose = chance.field.integers(makes, size=letters.shape) if makes > 1 else np.zeros_like(letters)
        sheets = [
            tile_sheet(
                chance, fonts, np.where(whose == make, letters, 0), (width, height), (art.left, art.top),
                clear=clear, values=values,
            )
            for make in range(makes)
        ]  # fmt: skip
        sheet = sheets[0] if makes == 1 else together(sheets)
        photo = _with_board(chance, photo, view, art, sheet)
        if chance.of(0.25):
            photo = _with_hand(chance, photo, view, letters)
    image = _exposed(chance, photo, view, clear=clear)
    return Photo(image, view.at(0) if board else None, letters)


def photo_of_set(seed: int, fonts: Fonts, tiles: TileSet, *, clear: bool = False) -> Photo:
    """Returns the photograph of that seed, on whose board all tiles of a set lie, with their values."""
    chance = Chance(seed)
    bag = [tile for tile, count in tiles.counts.items() for _ in range(count)]
    letters = dealt(chance, laid_out(chance, full=True) > 0, bag)
    return made_up_photo(seed, fonts, letters=letters, values=tiles.values, clear=clear)


def _background(chance: Chance, fonts: Fonts, view: View) -> Pixels:
    """Returns a table, with things on it."""
    width, height = view.width, view.height
    colour = chance.tint(
        chance.pick(
            ((150, 110, 70), (90, 60, 40), (200, 190, 175), (60, 60, 65), (120, 100, 90), (230, 228, 222),
             (170, 150, 130), (30, 30, 32), (110, 120, 130), (40, 70, 50), (110, 40, 40))
        ), 20,
    )  # fmt: skip
    kind = chance.between(0, 1)
    if kind < 0.45:
        table = chance.wood(width, height, colour, chance.between(0.03, 0.12))
    elif kind < 0.7:
        grain = (
            chance.cloud(width, height, 2, 2) * chance.between(3, 22)
            + chance.cloud(width, height, 50, 50) * 10
        )
        table = np.asarray(colour, np.float32) + grain[..., None]
    else:
        table = np.asarray(colour, np.float32) + chance.cloud(width, height, 120, 120)[..., None] * 12
    image = Image.fromarray(np.clip(table, 0, 255).astype(np.uint8))
    pen = ImageDraw.Draw(image)
    if chance.of(0.12):
        _checks(chance, pen, view)
    for _ in range(chance.pick((0, 0, 1, 2, 4))):
        pen.polygon(_box(chance, view, 0.5), fill=chance.colour())
    for _ in range(chance.pick((0, 0, 0, 3, 8, 20))):
        _loose_tile(chance, fonts, image, view)
    if chance.of(0.25):
        for reach in sorted((chance.between(0.3, 4) for _ in range(chance.whole(1, 3))), reverse=True):
            border = project(view.at(0), CORNERS + np.sign(CORNERS - 1) * reach)
            pen.polygon(
                [(x, y) for x, y in border],
                fill=chance.tint(chance.pick(((50, 40, 35), colour, (225, 220, 210))), 25),
            )
    return np.asarray(image, np.float32)


def _box(chance: Chance, view: View, largest: float) -> list[tuple[float, float]]:
    """Returns the corners of a turned rectangle somewhere in the picture."""
    x, y = chance.between(0, view.width), chance.between(0, view.height)
    wide, high = chance.between(10, view.width * largest), chance.between(10, view.height * largest)
    angle = chance.angle()
    along, across = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
    return [
        (
            x + a * wide / 2 * along[0] + b * high / 2 * across[0],
            y + a * wide / 2 * along[1] + b * high / 2 * across[1],
        )
        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]


def _checks(chance: Chance, pen: ImageDraw.ImageDraw, view: View) -> None:
    """Draws a chessboard, a crossword or graph paper: a grid that is no board of ours."""
    step = chance.between(8, 40)
    x, y, count = chance.between(0, view.width / 2), chance.between(0, view.height / 2), chance.whole(5, 14)
    dark, light = chance.colour(0, 120), chance.colour(130, 255)
    kind = chance.pick(("chess", "crossword", "graph"))
    for row in range(count):
        for column in range(count):
            odd = (row + column) % 2 == 1 if kind == "chess" else kind == "crossword" and chance.of(0.3)
            box = (x + column * step, y + row * step, x + (column + 1) * step, y + (row + 1) * step)
            pen.rectangle(box, fill=dark if odd else light, outline=None if kind == "chess" else dark)


def _loose_tile(chance: Chance, fonts: Fonts, image: Image.Image, view: View) -> None:
    """Drops a tile beside the board."""
    side = max(6, round(view.square * 0.9))
    tile = Image.new("RGBA", (side, side), (*chance.tint((215, 180, 135)), 255))
    letter = chance.pick(LABELS[1:27])
    font = face(chance.pick(fonts.sans), max(6, round(side * 0.6)))
    ImageDraw.Draw(tile).text((side / 2, side / 2), letter, fill=(30, 25, 20, 255), font=font, anchor="mm")
    turned = tile.rotate(chance.between(0, 360), expand=True)
    image.paste(turned, (chance.whole(-side, view.width), chance.whole(-side, view.height)), turned)


def _with_board(chance: Chance, photo: Pixels, view: View, art: Artwork, sheet: Sheet) -> Pixels:
    corner = (art.left, art.top)
    high = chance.between(0.12, 0.3) if chance.of(0.9) else chance.between(0, 0.1)
    board = art.colours * (1 - _shadow(chance, sheet.cover))[..., None]
    edge = np.asarray(chance.tint((90, 70, 60), 30), np.float32) * 0.6 * art.outline[..., None]
    photo = view.lay(photo, edge, art.outline, -chance.between(0.05, 0.4), corner)
    photo = view.lay(photo, board * art.outline[..., None], art.outline, 0, corner)
    side = _scaled(sheet.side, chance.between(0.45, 0.8))
    sunk = 0.0
    if art.ridges is not None:
        wall = chance.between(0.05, 0.14)
        for part, light in ((0.5, 0.75), (1.0, chance.between(0.95, 1.1))):
            paint = np.asarray(_scaled(art.ridge_colour, light), np.float32) * art.ridges[..., None]
            photo = view.lay(photo, paint, art.ridges, wall * part, corner)
        sunk = wall * 0.5 if chance.of(0.3) else 0
    for part in (0.0, 0.33, 0.66) if high > 0.02 else ():
        photo = view.lay(
            photo,
            np.asarray(side, np.float32) * sheet.cover[..., None],
            sheet.cover,
            sunk + high * part,
            corner,
        )
    return view.lay(photo, sheet.colours, sheet.cover, sunk + high, corner)


def _scaled(colour: Colour, light: float) -> Colour:
    red, green, blue = (min(255, int(part * light)) for part in colour)
    return (red, green, blue)


def _shadow(chance: Chance, cover: Pixels) -> Pixels:
    """Returns how much of the light the tiles take from the board beside them."""
    image = Image.fromarray((cover * 255).astype(np.uint8)).filter(
        ImageFilter.GaussianBlur(chance.between(1, 4))
    )
    reach = SQUARE * (chance.between(0, 0.3) if chance.of(0.6) else chance.between(0.2, 0.6))
    angle = chance.angle()
    moved = image.transform(
        image.size, Image.Transform.AFFINE, (1, 0, -reach * math.cos(angle), 0, 1, -reach * math.sin(angle))
    )
    return np.asarray(moved, np.float32) / 255 * chance.between(0.1, 0.75)


def _with_hand(chance: Chance, photo: Pixels, view: View, letters: Letters) -> Pixels:
    """Puts a hand, a rack or a sheet of paper over the edge of the picture, but over no tile."""
    cover = Image.new("L", (view.width, view.height))
    pen = ImageDraw.Draw(cover)
    corners = project(view.at(0), CORNERS)
    middle = corners.mean(0)
    from_corner, along = chance.whole(0, 3), chance.between(0, 1)
    edge = corners[from_corner] * along + corners[(from_corner + 1) % 4] * (1 - along)
    x, y = middle + (edge - middle) * chance.between(1.05, 1.5)
    wide, high = view.square * chance.between(1, 4), view.square * chance.between(1, 5)
    if chance.of(0.5):
        colour = chance.tint(chance.pick(((224, 180, 150), (190, 130, 100), (120, 80, 60))))
        pen.ellipse((x - wide / 2, y - high / 2, x + wide / 2, y + high / 2), fill=255)
    else:
        angle = chance.angle()
        points = [
            (
                x + a * wide * math.cos(angle) - b * high * math.sin(angle),
                y + a * wide * math.sin(angle) + b * high * math.cos(angle),
            )
            for a, b in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
        ]
        pen.polygon(points, fill=255)
        colour = chance.colour()
    covered = np.asarray(cover) > 0
    if _covers_a_tile(covered, view, letters):
        return photo
    result: Pixels = np.where(covered[..., None], np.asarray(colour, np.float32), photo)
    return result


def _covers_a_tile(covered: NDArray[np.bool_], view: View, letters: Letters) -> bool:
    """Whether any of nine places on a square with a tile is covered, at the tile's foot."""
    squares = np.argwhere(letters > 0)[:, ::-1]
    if not len(squares):
        return False
    spots = np.array([(x, y) for x in (0.02, 0.5, 0.98) for y in (0.02, 0.5, 0.98)])
    x, y = np.rint(project(view.at(0), (squares[:, None] + spots).reshape(-1, 2))).astype(int).T
    inside = (x >= 0) & (y >= 0) & (x < covered.shape[1]) & (y < covered.shape[0])
    return bool(covered[y[inside], x[inside]].any())


def _exposed(chance: Chance, photo: Pixels, view: View, *, clear: bool) -> Image.Image:
    """Returns the photo as a camera gives it: light, lens, noise and JPEG."""
    part = 0.4 if clear else 1.0
    width, height = view.width, view.height
    across = np.linspace(-0.5, 0.5, width, dtype=np.float32)[None]
    down = np.linspace(-0.5, 0.5, height, dtype=np.float32)[:, None]

    def slope() -> Pixels:
        angle = chance.angle()
        return across * np.float32(math.cos(angle)) + down * np.float32(math.sin(angle))

    # In some photos it is so dark or bright that tiles are lost.
    harsh = part * (1.0 if chance.of(0.2) else 0.6)
    cloud = chance.between(0, 0.3) * harsh
    light = 1 + cloud * chance.cloud(width, height, width * chance.between(0.4, 1.2), height)
    light = light * (1 + chance.between(0, 0.4) * slope())
    if chance.of(0.35):
        edge = (slope() - chance.between(-0.4, 0.4)) * chance.between(10, 120)
        light = light * (1 - chance.between(0.1, 0.5) / (1 + np.exp(np.clip(-edge, -30, 30))))
    photo = photo * np.clip(light, 0.5 - 0.35 * harsh, 2)[..., None]
    for _ in range(chance.pick((0, 0, 0, 1, 1, 2))):
        x, y = chance.between(-0.5, 0.5), chance.between(-0.5, 0.5)
        spot = ((across - x) / chance.between(0.03, 0.25)) ** 2 + (
            (down - y) / chance.between(0.03, 0.25)
        ) ** 2
        photo = photo + np.exp(-spot)[..., None] * chance.between(20, 150) * harsh
    red, blue = chance.between(0.88, 1.15), chance.between(0.75, 1.15)
    if chance.of(0.15):  # a lamp or a filter of a strong colour
        red, blue = chance.between(0.7, 1.35), chance.between(0.4, 1.35)
    photo = photo * np.asarray([red, 1, blue], np.float32)
    grey = photo.mean(2, keepdims=True)
    photo = np.clip(grey + (photo - grey) * chance.between(0.35, 1.4), 0, 255) / 255
    photo = photo ** (1 + chance.between(-0.4, 0.6) * harsh)
    photo = (photo - 0.5) * chance.between(0.7, 1.25) + 0.5 + chance.between(-0.1, 0.1) * harsh
    image = Image.fromarray((np.clip(photo, 0, 1) * 255).astype(np.uint8))
    if chance.of(0.6):
        image = image.filter(
            ImageFilter.GaussianBlur(max(0.2, part * view.square * chance.between(0.005, 0.032)))
        )
    if chance.of(0.15) and not clear:
        image = _shaken(chance, image, view.square)
    if chance.of(0.3):
        image = image.filter(ImageFilter.UnsharpMask(1.2, round(chance.between(30, 120)), 0))
    noise = chance.field.standard_normal((height, width, 1), np.float32) * np.float32(
        part * chance.between(0, 9)
    )
    noise = noise + chance.field.standard_normal((height, width, 3), np.float32) * np.asarray(
        part * chance.between(0, 5), np.float32
    )
    image = Image.fromarray(np.clip(np.asarray(image, np.float32) + noise, 0, 255).astype(np.uint8))
    file = BytesIO()
    image.save(file, "JPEG", quality=chance.whole(75 if clear else 40, 95))
    return Image.open(file).convert("RGB")


def _shaken(chance: Chance, image: Image.Image, square: float) -> Image.Image:
    """Returns the image blurred along a line, as by an unsteady hand."""
    reach, angle = square * chance.between(0.03, 0.13), chance.angle()
    pixels = np.zeros((image.height, image.width, 3), np.float32)
    steps = 4
    for step in range(steps):
        part = (step / (steps - 1) - 0.5) * reach
        move = (1, 0, part * math.cos(angle), 0, 1, part * math.sin(angle))
        moved = image.transform(image.size, Image.Transform.AFFINE, move, Image.Resampling.BILINEAR)
        pixels += np.asarray(moved, np.float32) / steps
    return Image.fromarray(pixels.astype(np.uint8))
