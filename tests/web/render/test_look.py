"""The colours of every theme can be read: WCAG's contrast of AA, computed from the tokens."""

import re

import pytest

from wordwaiter.web.files.assets import assets

AA = 4.5

PAIRS = [
    ("ink", "paper"),
    ("ink", "card"),
    ("soft", "paper"),
    ("soft", "card"),
    ("accent", "paper"),
    ("accent", "card"),
    ("accent-ink", "accent"),
    ("tile-ink", "tile"),
    ("tile-ink", "tile-light"),
    ("verdict-ink", "verdict-good"),
    ("verdict-ink", "verdict-bad"),
    *((ink, ground) for ink in ("good", "bad", "warn") for ground in ("paper", "card")),
    *((f"{square}-ink", square) for square in ("dl", "tl", "dw", "tw")),
    ("soft", "sq"),
    *(("tile-ink", ground) for ground in ("tile-new", "tile-new-light")),
    *(("tile-blank", ground) for ground in ("tile", "tile-light", "tile-new")),
]
"""A colour of text, and the colour behind it."""


def _tokens(css: str, selector: str) -> dict[str, str]:
    block = re.search(re.escape(selector) + r"\s*\{(.*?)\}", css, re.DOTALL)
    assert block
    return dict(re.findall(r"--([a-z-]+):\s*(#[0-9a-f]{6});", block[1]))


def _themes() -> dict[str, dict[str, str]]:
    light = _tokens(assets()["tokens.css"].content.decode(), ":root")
    dark_css = assets()["dark.css"].content.decode()
    dark = light | _tokens(dark_css, ":root")
    large = light | _tokens(assets()["tokens.css"].content.decode(), '[data-theme="large"]')
    projector = dark | _tokens(dark_css, '[data-theme="projector"]')
    return {"light": light, "dark": dark, "projector": projector, "large": large}


def _luminance(colour: str) -> float:
    shades = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        shade / 12.92 if shade <= 0.04045 else ((shade + 0.055) / 1.055) ** 2.4 for shade in shades
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_computed_as_wcag_says() -> None:
    assert _contrast("#000000", "#ffffff") == pytest.approx(21)
    assert _contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("theme", _themes())
@pytest.mark.parametrize(("text", "behind"), PAIRS)
def test_text_can_be_read_in_every_theme(theme: str, text: str, behind: str) -> None:
    tokens = _themes()[theme]
    assert _contrast(tokens[text], tokens[behind]) >= AA
