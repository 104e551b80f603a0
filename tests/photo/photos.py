"""Made-up photographs for tests, and their files."""

import random
from functools import cache
from io import BytesIO
from pathlib import Path

import numpy as np
from PIL import Image

import wordwaiter.picture
from board_photos.fonts import Fonts, fonts_in
from board_photos.photo import Photo, made_up_photo
from board_photos.tiles import LABELS
from wordwaiter.lexicon.tiles import shipped_tile_set

GOOD_SEED = 95_000_003
_READ = [(7, column) for column in range(7, 11)]


@cache
def shipped_fonts() -> Fonts:
    """Returns the fonts that come with the program."""
    return fonts_in([Path(wordwaiter.picture.__file__).parent / "fonts"])


@cache
def good_photo() -> Photo:
    """Returns a photograph of 100 tiles that is read well."""
    return made_up_photo(GOOD_SEED, shipped_fonts(), full=True, clear=True)


@cache
def playable_photo(seed: int = GOOD_SEED) -> Photo:
    """Returns a photograph of the 100 tiles of the English set, with READ on the star."""
    chance = random.Random(1)
    places = made_up_photo(seed, shipped_fonts(), full=True).letters > 0
    places[7, 7:11] = True
    tiles = [tile for tile, count in shipped_tile_set("english").counts.items() for _ in range(count)]
    for letter in "READ":
        tiles.remove(letter)
    chance.shuffle(tiles)
    letters = np.zeros_like(places, np.int64)
    others = [square for square in map(tuple, np.argwhere(places)) if square not in _READ]
    for square, tile in zip(others, tiles, strict=False):
        letters[square] = LABELS.index(tile)
    for square, letter in zip(_READ, "READ", strict=True):
        letters[square] = LABELS.index(letter)
    return made_up_photo(seed, shipped_fonts(), letters=letters, clear=True)


def true_signs(photo: Photo) -> list[list[str]]:
    """Returns what lies on the squares of a photograph."""
    return [[LABELS[label] or "." for label in row] for row in photo.letters]


def file_of(image: Image.Image, kind: str = "PNG") -> bytes:
    """Returns an image as a file."""
    file = BytesIO()
    image.save(file, kind)
    return file.getvalue()
