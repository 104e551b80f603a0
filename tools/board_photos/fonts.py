"""The free fonts that letters of made-up tiles are drawn with, sorted by what they are for."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from board_photos.chance import Pixels

_NEVER = [
    "ital",
    "obliq",
    "symbol",
    "dingbat",
    "d050",
    "z003",
    "thin",
    "hairline",
    "extralight",
    "ultralight",
    "mono",
    "code",
    "cond",
    "outline",
    "cursor",
    "narrow",
    "cjk",
    "emoji",
    "arab",
    "hebrew",
    "thai",
    "math",
    "lignes",
    "_i.",
    "_ri",
    "_rbi",
    "-i.",
    "ita.",
    "keyboard",
    "initials",
    "aenigma",
    "light",
    "stencil",
    "cupola",
    "abogado",
    "penguin",
    "lobster",
    "millimetre",
    "okolaks",
    # Capitals in the shape of small letters, as no tile has them.
    "solothurn",
    "oldania",
]
_SERIF = [
    "serif",
    "roman",
    "termes",
    "pagella",
    "schola",
    "bonum",
    "bookman",
    "c059",
    "p052",
    "garamond",
    "gentium",
    "didot",
    "libertine",
    "berenis",
    "tribun",
    "accanthis",
    "slab",
    "baskervald",
    "irianis",
    "artemisia",
    "caladea",
    "century",
    "caslon",
    "prociono",
    "fanwood",
    "lindenhill",
    "goudy",
    "stix",
]
_HAND = [
    "hand",
    "breip",
    "bwht",
    "humor",
    "comic",
    "femke",
    "kristi",
    "ruf",
    "tomson",
    "sjfonts",
    "steve",
    "delphine",
    "leckerli",
    "ecolier",
    "yusei",
    "dancing",
    "dkg",
    "jeff",
    "beth",
    "annifont",
]


@dataclass(frozen=True, slots=True)
class Fonts:
    """Paths of fonts: without serifs, with serifs, and like handwriting."""

    sans: tuple[str, ...]
    serif: tuple[str, ...]
    hand: tuple[str, ...]


def fonts_in(folders: Iterable[Path], signs: str = "AÑÜ") -> Fonts:
    """Returns the usable fonts in folders and the folders in them, those that have all signs."""
    paths = sorted(
        str(path)
        for folder in folders
        for path in folder.rglob("*.?tf")
        if not any(word in path.name.lower() for word in _NEVER) and _has(signs, str(path))
    )
    hand = tuple(path for path in paths if any(word in path.lower() for word in _HAND))
    rest = [path for path in paths if path not in hand and _is_upright(path)]
    serif = tuple(
        path for path in rest if any(word in path.lower() for word in _SERIF) and "sans" not in path.lower()
    )
    sans = tuple(path for path in rest if path not in serif)
    return Fonts(sans, serif or sans, hand or sans)


def _is_upright(path: str) -> bool:
    """Whether the font's I stands straight: no tile has slanted letters."""
    rows = np.asarray(_page("I", path)) > 127
    if not rows.any():
        return False
    high = rows[rows.any(1)]
    middles = [np.nonzero(row)[0].mean() for row in (high[len(high) // 4], high[-len(high) // 4])]
    return bool(abs(middles[0] - middles[1]) < 0.04 * len(high))


def _page(text: str, path: str) -> Image.Image:
    page = Image.new("L", (160, 160))
    ImageDraw.Draw(page).text((40, 20), text, fill=255, font=ImageFont.truetype(path, 96))
    return page


def _has(signs: str, path: str) -> bool:
    """Whether the font draws these signs, each differently."""
    face = ImageFont.truetype(path, 24)
    return len({bytes(face.getmask(sign)) for sign in (*signs, "\uffff")}) == len(signs) + 1


@lru_cache(maxsize=400)
def face(path: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size)


@lru_cache(maxsize=2_000)
def capital_height(path: str) -> float:
    """Returns the height of a capital as a part of the font's size."""
    _, top, _, bottom = face(path, 64).getbbox("H")
    return max(0.2, (bottom - top) / 64)


def drawn(text: str, path: str, capital: float) -> tuple[Pixels, int]:
    """Returns the text's ink, 0 to 1, cut out tightly, and how far below the capitals' top it begins."""
    font = face(path, max(6, round(capital / capital_height(path))))
    left, top, right, bottom = (int(edge) for edge in font.getbbox(text))
    image = Image.new("L", (max(1, right - left), max(1, bottom - top)))
    ImageDraw.Draw(image).text((-left, -top), text, fill=255, font=font)
    return np.asarray(image, np.float32) / 255, top - int(font.getbbox("H")[1])
