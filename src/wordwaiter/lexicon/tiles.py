"""Tile sets as data: which tiles there are, what each is worth, and how text is spelled with them."""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Final

from wordwaiter.errors import MalformedError, MalformedFileError
from wordwaiter.lexicon.quoting import quoted

BLANK: Final = "?"
"""A blank that does not yet stand for a letter."""

MOST_TILES: Final = 63
"""Different tiles a set may have: what fits the word graph's letter sets."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One kind of tile: its label (usually one letter), its value, and how many the set has."""

    label: str
    value: int
    count: int


@dataclass(frozen=True)
class TileSet:
    """The tiles of one edition of the game, in the order of their alphabet."""

    name: str
    title: str
    language: str
    tiles: tuple[Tile, ...]
    blanks: int
    reads_as: Mapping[str, str] = field(hash=False)
    """Letters that stand on no tile and are played with others: Á with A, Œ with O and E."""

    @property
    def short_title(self) -> str:
        """Its title in a sentence: `English`, of `English, 100 tiles`."""
        return self.title.partition(",")[0]

    @cached_property
    def labels(self) -> tuple[str, ...]:
        return tuple(tile.label for tile in self.tiles)

    @cached_property
    def longest_label(self) -> int:
        """Returns how many letters stand on the tile with most of them: one in nearly all sets."""
        return max(map(len, self.labels))

    @cached_property
    def values(self) -> Mapping[str, int]:
        """The points of each tile; a blank has none."""
        return {BLANK: 0} | {tile.label: tile.value for tile in self.tiles}

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """Returns how many of each tile are in a full bag, blanks too."""
        return {tile.label: tile.count for tile in self.tiles} | {BLANK: self.blanks}

    @cached_property
    def size(self) -> int:
        """Returns how many tiles a full bag has."""
        return sum(self.counts.values())

    @cached_property
    def _label(self) -> re.Pattern[str]:
        """The next tile of a text: a tile of two letters before a tile of one."""
        return re.compile("|".join(sorted(map(re.escape, self.labels), key=len, reverse=True)))

    @cached_property
    def _orders_as_unicode(self) -> bool:
        return all(len(label) == 1 for label in self.labels) and list(self.labels) == sorted(self.labels)

    def upper(self, text: str) -> str:
        """`text` in the capitals and plain letters that stand on tiles."""
        if text.isascii():
            return text.upper()
        # Some systems write É as E and a mark; on a tile it is one sign.
        capitals = unicodedata.normalize("NFC", text).upper()
        return "".join(self.reads_as.get(sign, sign) for sign in capitals)

    def spell(self, word: str) -> tuple[str, ...]:
        """The tiles that `word` is laid with, a tile of two letters before two tiles of one."""
        text = self.upper(word)
        labels = tuple(self._label.findall(text))
        if "".join(labels) == text:
            return labels
        place = 0
        while found := self._label.match(text, place):
            place = found.end()
        raise MalformedError(
            "no-such-tile",
            f"{quoted(word)} has {text[place]!r}, which is not in the {self.short_title} set",
            word=word,
            sign=text[place],
        )

    def in_order(self, words: Iterable[str]) -> list[str]:
        """Words that are spelled with these tiles, in the order of their alphabet."""
        if self._orders_as_unicode:
            return sorted(words)
        place = {label: index for index, label in enumerate(self.labels)}
        return sorted(words, key=lambda word: [place[label] for label in self._label.findall(word)])


_SHIPPED: Final = Path(__file__).parent / "tilesets"


@cache
def shipped_tile_set(name: str) -> TileSet:
    """The tile set of that name that comes with the package."""
    if name not in (known := shipped_tile_sets()):
        raise MalformedError(
            "no-such-tile-set",
            f"there is no tile set {quoted(name)}; choose from: {', '.join(known)}",
            name=name,
        )
    path = _SHIPPED / f"{name}.toml"
    return parse_tile_set(path.read_text("utf-8"), path)


def shipped_tile_sets() -> tuple[str, ...]:
    """The names of the tile sets that come with the package."""
    return tuple(sorted(path.stem for path in _SHIPPED.glob("*.toml")))


def parse_tile_set(text: str, path: Path) -> TileSet:
    """The tile set that a TOML text describes; `path` is for the errors."""

    def refuse(reason: str) -> MalformedFileError:
        return MalformedFileError("bad-tile-set", path, reason)

    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise refuse(str(error)) from error
    if unknown := sorted(table.keys() - {"name", "title", "language", "blanks", "tiles", "reads_as"}):
        raise refuse(f"unknown setting {unknown[0]!r}")
    for key, kind in (("name", str), ("title", str), ("language", str), ("blanks", int), ("tiles", list)):
        if type(table.get(key)) is not kind:
            raise refuse(f"setting {key!r} is missing or not of type {kind.__name__}")
    if table["blanks"] < 0:
        raise refuse("blanks cannot be negative")

    tiles: list[Tile] = []
    seen: set[str] = set()
    for row in table["tiles"]:
        match row:
            case [str(label), int(value), int(count)] if bool not in (type(value), type(count)):
                pass
            case _:
                raise refuse(f"a tile is [label, value, count], not {row!r}")
        if value < 0 or count < 0:
            raise refuse(f"tile {label!r}: nothing can be negative")
        if not label.isalpha() or label != unicodedata.normalize("NFC", label).upper():
            raise refuse(f"tile {label!r} must be written in capital letters")
        if label in seen:
            raise refuse(f"tile {label!r} stands here twice")
        seen.add(label)
        tiles.append(Tile(label, value, count))
    if not 1 <= len(tiles) <= MOST_TILES:
        raise refuse(f"a set has 1 to {MOST_TILES} kinds of tile, not {len(tiles)}")

    reads_as = table.get("reads_as", {})
    if not isinstance(reads_as, dict):
        raise refuse("reads_as must be a table of letters")
    for sign, label in reads_as.items():
        is_other_letter = len(sign) == 1 and sign.isalpha() and sign == sign.upper() and sign not in seen
        is_tile = isinstance(label, str) and (label in seen or (bool(label) and seen.issuperset(label)))
        if not is_other_letter or not is_tile:
            raise refuse(f"reads_as: {sign!r} = {label!r} must turn another capital into tiles of the set")
    return TileSet(table["name"], table["title"], table["language"], tuple(tiles), table["blanks"], reads_as)
