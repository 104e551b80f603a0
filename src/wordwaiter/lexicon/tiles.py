"""Tile sets as data: which tiles there are, what each is worth, and how text is spelled with them."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from pathlib import Path
from typing import Final

from wordwaiter.errors import MalformedError, MalformedFileError

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
    reads_as: Mapping[str, str]

    @cached_property
    def labels(self) -> tuple[str, ...]:
        return tuple(tile.label for tile in self.tiles)

    @cached_property
    def values(self) -> Mapping[str, int]:
        """The points of each tile; a blank has none."""
        return {BLANK: 0} | {tile.label: tile.value for tile in self.tiles}

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """How many of each tile are in a full bag, blanks too."""
        return {tile.label: tile.count for tile in self.tiles} | {BLANK: self.blanks}

    @cached_property
    def size(self) -> int:
        """How many tiles a full bag has."""
        return sum(self.counts.values())

    @cached_property
    def _longest_label(self) -> int:
        return max(map(len, self.labels))

    def upper(self, text: str) -> str:
        """`text` in the capitals and plain letters that stand on tiles."""
        capitals = text.upper()
        return "".join(self.reads_as.get(sign, sign) for sign in capitals) if self.reads_as else capitals

    def spell(self, word: str) -> tuple[str, ...]:
        """The tiles that `word` is laid with, a tile of two letters before two tiles of one."""
        text = self.upper(word)
        labels: list[str] = []
        place = 0
        while place < len(text):
            for length in range(min(self._longest_label, len(text) - place), 0, -1):
                label = text[place : place + length]
                if label in self.values and label != BLANK:
                    labels.append(label)
                    place += length
                    break
            else:
                raise MalformedError(
                    "no-such-tile",
                    f"{word} has {text[place]!r}, and there is no such tile in the {self.name} set",
                    word=word,
                    sign=text[place],
                )
        return tuple(labels)


@cache
def shipped_tile_set(name: str) -> TileSet:
    """The tile set of that name that comes with the package."""
    folder = resources.files(__package__) / "tilesets"
    source = folder / f"{name}.toml"
    if not name.isidentifier() or not source.is_file():
        known = ", ".join(shipped_tile_sets())
        raise MalformedError(
            "no-such-tile-set", f"there is no tile set {name!r}; there are: {known}", name=name
        )
    return parse_tile_set(source.read_text("utf-8"), Path(f"{name}.toml"))


def shipped_tile_sets() -> tuple[str, ...]:
    """The names of the tile sets that come with the package."""
    folder = resources.files(__package__) / "tilesets"
    return tuple(
        sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))
    )


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
    seen: set[str] = {BLANK}
    for row in table["tiles"]:
        match row:
            case [str(label), int(value), int(count)] if label and value >= 0 and count >= 0:
                pass
            case _:
                raise refuse(f"a tile is [label, value, count] with nothing negative, not {row!r}")
        if not label.isalpha() or label != label.upper():
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
        if len(sign) != 1 or label not in seen or sign in seen:
            raise refuse(f"reads_as: {sign!r} = {label!r} must turn one other letter into a tile of the set")
    return TileSet(table["name"], table["title"], table["language"], tuple(tiles), table["blanks"], reads_as)
