"""Pictures have the colours of the pages: the tokens of the style sheets are held against the palettes."""

import re
from pathlib import Path

import pytest

from wordwaiter import web
from wordwaiter.picture import Theme
from wordwaiter.picture.theme import Palette
from wordwaiter.rules.layout import Premium

STATIC = Path(web.__file__).parent / "static"
_MEDIA = re.compile(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_TOKEN = re.compile(r"--([\w-]+):\s*(#[0-9a-f]{6})")


def tokens(file: str, selector: str) -> dict[str, str]:
    """The colours that a style sheet gives under a selector."""
    text = re.sub(r"/\*.*?\*/", "", (STATIC / file).read_text("utf-8"), flags=re.DOTALL)
    text = _MEDIA.sub("", text)
    found: dict[str, str] = {}
    for selectors, body in _RULE.findall(text):
        if selectors.strip() == selector:
            found |= dict(_TOKEN.findall(body))
    assert found, (file, selector)
    return found


LIGHT = tokens("tokens.css", ":root")
DARK = LIGHT | tokens("dark.css", ":root")
PAGES = {
    Theme.LIGHT: LIGHT,
    Theme.DARK: DARK,
    Theme.PROJECTOR: DARK | tokens("dark.css", '[data-theme="projector"]'),
    Theme.LARGE_PRINT: LIGHT | tokens("tokens.css", '[data-theme="large"]'),
}
TEXT = ("paper", "ink", "soft", "line", "accent", "warn")
TILES = {
    "tile": "tile",
    "tile_new": "tile-new",
    "tile_edge": "tile-edge",
    "tile_ink": "tile-ink",
    "blank_ink": "tile-blank",
}
SQUARES = {
    Premium.DOUBLE_LETTER: "dl",
    Premium.TRIPLE_LETTER: "tl",
    Premium.DOUBLE_WORD: "dw",
    Premium.TRIPLE_WORD: "tw",
}


def colour(palette: Palette, name: str) -> str:
    value = getattr(palette, name)
    assert isinstance(value, str)
    return value


@pytest.mark.parametrize("theme", PAGES)
def test_text_has_the_colours_of_the_pages(theme: Theme) -> None:
    page = PAGES[theme] | {"paper": PAGES[theme]["card"]}  # a picture is a card on the page
    assert {name: colour(theme.palette, name) for name in TEXT} == {name: page[name] for name in TEXT}


@pytest.mark.parametrize("theme", [Theme.LIGHT, Theme.DARK, Theme.PROJECTOR])
def test_squares_and_tiles_have_the_colours_of_the_pages(theme: Theme) -> None:
    palette, page = theme.palette, PAGES[theme]
    assert palette.squares[Premium.PLAIN].ground == page["sq"]
    for premium, token in SQUARES.items():
        here = palette.squares[premium]
        assert (here.ground, here.ink) == (page[token], page[f"{token}-ink"])
    assert {name: colour(palette, name) for name in TILES} == {
        name: page[token] for name, token in TILES.items()
    }


def test_large_print_has_lines_round_everything_and_the_largest_letters() -> None:
    palettes = {theme: theme.palette for theme in PAGES}
    large = palettes.pop(Theme.LARGE_PRINT)
    assert large.square_edge
    assert all(large.letter_scale > other.letter_scale for other in palettes.values())
    assert all(large.label_scale > other.label_scale for other in palettes.values())
