"""How the tiles of one made-up set look."""

from dataclasses import dataclass
from typing import Final

from board_photos.artwork import SQUARE
from board_photos.chance import Chance, Colour
from board_photos.fonts import Fonts

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


_COLOURED: Final[tuple[Colour, ...]] = (
    (205, 45, 60), (215, 80, 100), (150, 30, 35), (30, 60, 160), (20, 100, 70), (120, 60, 25),
)  # fmt: skip
"""Inks of pale tiles."""


@dataclass(frozen=True, slots=True)
class Make:
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
    bolder: float
    """How much of a pixel the strokes are thicker than the font's, or thinner below 0."""
    dents: tuple[tuple[float, float, float], ...]
    """Round marks of the mould, with middle and radius in tiles: one under an F makes an E of it."""
    dent_depth: float


def some_make(chance: Chance, fonts: Fonts) -> tuple[Make, float]:
    """Returns a random make, and how strong the grain of its wood is."""
    weights = [make[0] for make in _MAKES]
    _, colour, ink, grain = chance.pick(_MAKES, weights)
    face, ink = chance.tint(colour, 14), chance.tint(ink, 10)
    if chance.of(0.05):
        face, ink = chance.colour(90, 255), (20, 20, 20)
    if sum(face) > 480 and chance.of(0.1):
        ink = chance.tint(chance.pick(_COLOURED))
    other = chance.tint(chance.pick(_MAKES, weights)[1]) if chance.of(0.08) else None
    if other and abs(sum(other) - sum(ink)) < 220:
        other = None
    font = chance.pick(fonts.sans) if chance.of(0.86) else chance.pick(fonts.serif)
    tile = max(
        8, round((chance.between(0.82, 0.985) if chance.of(0.9) else chance.between(0.66, 0.82)) * SQUARE)
    )
    make = Make(
        face, other, ink, font, font if chance.of(0.7) else chance.pick(fonts.sans), tile,
        chance.between(0.02, 0.18) * tile, chance.between(0.42, 0.66) * tile,
        chance.between(0.14, 0.25) * tile,
        chance.between(-0.12, 0.03), chance.between(-0.12, 0.04), chance.between(0.82, 1.2),
        chance.of(0.93), (chance.between(0.74, 0.92), chance.between(0.8, 0.94)), chance.of(0.3),
        chance.between(0, 0.35), chance.between(0, 0.09),
        chance.pick(("plain", "logo", "smiley", "shape", "hand", "sticker"), (5, 1.4, 2, 1.2, 1.6, 0.5)),
        chance.near(0, 0.5) if chance.of(0.6) else 0, _dents(chance), chance.between(0.08, 0.45),
    )  # fmt: skip
    return make, grain


def _dents(chance: Chance) -> tuple[tuple[float, float, float], ...]:
    if chance.of(0.8):
        return ()
    radius, inward = chance.between(0.035, 0.11), chance.between(0.1, 0.3)
    far = 1 - inward
    anywhere = (chance.between(0.1, 0.9), chance.between(0.1, 0.9))
    corners = ((inward, inward), (far, inward), (inward, far), (far, far))
    spots = (*corners, (0.5, inward), (0.5, far), (0.5, 0.5), anywhere)
    return tuple((x, y, radius) for x, y in spots if chance.of(0.4))
