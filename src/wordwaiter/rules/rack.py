"""Rack: the tiles that somebody holds, in the order of the alphabet."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from wordwaiter.errors import MalformedError
from wordwaiter.lexicon.tiles import BLANK, TileSet
from wordwaiter.rules.board import split_tiles


@dataclass(frozen=True, slots=True)
class Rack:
    """Tiles held, by label, blanks (`?`) last; build it with `rack_of` or `parse_rack`."""

    tiles: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.tiles)

    def __str__(self) -> str:
        return "".join(f"[{tile}]" if len(tile) > 1 else tile for tile in self.tiles)

    def counts(self) -> Counter[str]:
        """Returns how many of each tile."""
        return Counter(self.tiles)

    def lacks(self, tiles: Iterable[str]) -> tuple[str, ...]:
        """Those of `tiles` that are not here."""
        return tuple(sorted((Counter(tiles) - self.counts()).elements()))

    def value(self, tile_set: TileSet) -> int:
        """The sum of the points printed on the tiles."""
        return sum(tile_set.values[tile] for tile in self.tiles)


def rack_of(tiles: Iterable[str], tile_set: TileSet) -> Rack:
    """The rack that holds these tiles."""
    order = {label: place for place, label in enumerate((*tile_set.labels, BLANK))}
    try:
        return Rack(tuple(sorted(tiles, key=order.__getitem__)))
    except KeyError as error:
        raise MalformedError(
            "no-such-tile", f"the {tile_set.short_title} set has no tile {error.args[0]!r}"
        ) from error


def parse_rack(text: str, tile_set: TileSet) -> Rack:
    """The rack that a text such as `AEINRT?` or `a, e, i` shows, in any order and case; `[CH]` is one."""
    signs = (sign for sign in split_tiles(text) if sign != "," and not sign.isspace())
    return rack_of(map(tile_set.upper, signs), tile_set)
