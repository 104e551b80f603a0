"""Themes: the colours of boards and charts, the same as on the pages.

The squares carry the colours that the rulebooks name (light blue, dark blue, pink, red). Nothing is told by
colour alone: a premium has a label, a blank a ring, the last play a bar and a frame.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Final

from wordwaiter.errors import MalformedError
from wordwaiter.rules.layout import Premium

LABELS: Final[Mapping[Premium, str]] = MappingProxyType(
    {
        Premium.PLAIN: "",
        Premium.DOUBLE_LETTER: "2L",
        Premium.TRIPLE_LETTER: "3L",
        Premium.DOUBLE_WORD: "2W",
        Premium.TRIPLE_WORD: "3W",
    }
)
"""The label on a premium square."""


@dataclass(frozen=True, slots=True)
class Colour:
    """A ground and what is written on it."""

    ground: str
    ink: str


@dataclass(frozen=True, eq=False)
class Palette:
    """Everything that a picture is painted with."""

    paper: str
    ink: str
    soft: str
    line: str
    accent: str
    warn: str
    squares: Mapping[Premium, Colour]
    square_edge: str | None
    """A line round every square, where the ground alone would not part them."""
    tile: str
    tile_new: str
    tile_edge: str
    tile_ink: str
    blank_ink: str
    letter_scale: float = 0.56
    """The height of a letter's type, in squares."""
    value_scale: float = 0.22
    label_scale: float = 0.28
    label_in_corner: bool = False
    """Labels leave the middle of the square to be written on."""


def _squares(plain: Colour, *premiums: Colour) -> Mapping[Premium, Colour]:
    return MappingProxyType(dict(zip(Premium, (plain, *premiums), strict=True)))


_LIGHT: Final = Palette(
    paper="#fffdf9",
    ink="#22252b",
    soft="#5d626b",
    line="#ddd5c5",
    accent="#0f6b5c",
    warn="#9a4505",
    squares=_squares(
        Colour("#f1ebdf", "#5d626b"),
        Colour("#bfe3f2", "#1d5470"),
        Colour("#2b78ad", "#ffffff"),
        Colour("#f6c3c6", "#8a2530"),
        Colour("#c93f3b", "#ffffff"),
    ),
    square_edge=None,
    tile="#fbeecb",
    tile_new="#ffd978",
    tile_edge="#cfb273",
    tile_ink="#2b2415",
    blank_ink="#a01f18",
)
_DARK: Final = replace(
    _LIGHT,
    paper="#1c2027",
    ink="#eceff4",
    soft="#a8afbb",
    line="#363d49",
    accent="#3fb8a2",
    warn="#f2b15a",
    squares=_squares(
        Colour("#272c35", "#a8afbb"),
        Colour("#2a566e", "#d3ecf8"),
        Colour("#3b92cf", "#04131e"),
        Colour("#7a3a45", "#ffdfe2"),
        Colour("#c04541", "#ffffff"),
    ),
    tile="#efdfb3",
    tile_new="#ffd060",
    tile_edge="#b0935a",
)
# A projector washes dark colours out: deeper ground, brighter squares and tiles.
_PROJECTOR: Final = replace(
    _DARK,
    paper="#0d1014",
    ink="#ffffff",
    soft="#c3c9d3",
    line="#4a5261",
    accent="#4fd1ba",
    squares=_squares(
        Colour("#2b313b", "#c3c9d3"),
        Colour("#2f6f8f", "#ffffff"),
        Colour("#55aeea", "#04131e"),
        Colour("#9c4a58", "#ffffff"),
        Colour("#c93f3a", "#ffffff"),
    ),
    tile="#fff0c4",
    letter_scale=0.62,
    label_scale=0.32,
)
# Black on white as far as it goes, lines round everything, letters as large as a tile holds.
_LARGE_PRINT: Final = replace(
    _LIGHT,
    paper="#ffffff",
    ink="#000000",
    soft="#33363b",
    line="#6f7681",
    accent="#0a5548",
    warn="#7c3600",
    squares=_squares(
        Colour("#ffffff", "#000000"),
        Colour("#bfe3f2", "#0a2c3d"),
        Colour("#1f6496", "#ffffff"),
        Colour("#f6c3c6", "#5c0f19"),
        Colour("#b02d29", "#ffffff"),
    ),
    square_edge="#8a8477",
    tile="#fff6dd",
    tile_new="#ffe08a",
    tile_edge="#000000",
    tile_ink="#000000",
    blank_ink="#8a0f09",
    letter_scale=0.64,
    value_scale=0.26,
    label_scale=0.4,
)


# On white paper a ground of its own would be a grey box.
_PRINT: Final = replace(_LIGHT, paper="#ffffff")
# To be written on: pale enough for a pencil, with lines round the squares.
_FORM: Final = replace(
    _PRINT,
    squares=_squares(
        Colour("#ffffff", "#5d626b"),
        Colour("#e2f2f9", "#1d5470"),
        Colour("#b9d7ec", "#123f5e"),
        Colour("#fce7e8", "#8a2530"),
        Colour("#f3bfbd", "#6d1512"),
    ),
    square_edge="#8a8477",
    label_scale=0.24,
    label_in_corner=True,
)


class Theme(Enum):
    """The themes that the pages have too, and two for paper."""

    LIGHT = "light"
    DARK = "dark"
    PROJECTOR = "projector"
    LARGE_PRINT = "large-print"
    PRINT = "print"
    FORM = "form"

    @property
    def palette(self) -> Palette:
        match self:
            case Theme.LIGHT:
                return _LIGHT
            case Theme.DARK:
                return _DARK
            case Theme.PROJECTOR:
                return _PROJECTOR
            case Theme.LARGE_PRINT:
                return _LARGE_PRINT
            case Theme.PRINT:
                return _PRINT
            case Theme.FORM:
                return _FORM


def theme_named(name: str) -> Theme:
    """The theme of that name; the pages call large print `large`."""
    try:
        return Theme.LARGE_PRINT if name == "large" else Theme(name)
    except ValueError:
        known = ", ".join(theme.value for theme in Theme)
        raise MalformedError("no-such-theme", f"there is no theme {name!r}; choose from: {known}") from None
