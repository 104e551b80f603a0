"""A rack as a picture."""

from dataclasses import dataclass
from typing import Final

from wordwaiter.lexicon.tiles import BLANK, TileSet
from wordwaiter.picture.raster import png
from wordwaiter.picture.squares import GAP, UNIT, Face, tile
from wordwaiter.picture.svg import Canvas, element
from wordwaiter.picture.theme import Theme
from wordwaiter.rules.rack import Rack

_EDGE: Final = 8.0


@dataclass(frozen=True, slots=True)
class RackPicture:
    """The tiles that somebody holds; in a notebook it shows itself."""

    rack: Rack
    tile_set: TileSet
    theme: Theme = Theme.LIGHT
    width: int = 320
    places: int = 7
    """Tiles that a full rack has."""

    def svg(self) -> str:
        """The picture as SVG."""
        palette = self.theme.palette
        places = max(self.places, len(self.rack))
        canvas = Canvas(
            width=places * UNIT + 2 * _EDGE,
            height=UNIT + 2 * _EDGE,
            shown_width=self.width,
            title=f"Rack of {len(self.rack)} tiles",
            description=", ".join(map(self._named, self.rack.tiles)) or "No tiles.",
            ground=palette.paper,
        )
        tray = element(
            "rect",
            x=_EDGE / 2,
            y=_EDGE / 2,
            width=canvas.width - _EDGE,
            height=canvas.height - _EDGE,
            rx=6,
            fill=palette.line,
        )
        tiles = [
            tile(
                Face(label, self.tile_set.values[label], label == BLANK),
                (_EDGE + place * UNIT + GAP / 2, _EDGE + GAP / 2),
                palette,
            )
            for place, label in enumerate(self.rack.tiles)
        ]
        return canvas.drawn([tray, *tiles])

    def png(self) -> bytes:
        """The picture as PNG."""
        return png(self.svg(), self.width)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _named(self, label: str) -> str:
        return "blank" if label == BLANK else f"{label} {self.tile_set.values[label]}"


def rack_svg(rack: Rack, tile_set: TileSet, theme: Theme = Theme.LIGHT) -> str:
    """A rack as SVG."""
    return RackPicture(rack, tile_set, theme).svg()
