"""Board layouts as data: the size of the board, its premium squares, and where play begins."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property, lru_cache
from importlib import resources
from pathlib import Path
from typing import Final

from wordwaiter.errors import MalformedError, MalformedFileError

LARGEST_BOARD: Final = 21
"""Rows or columns a layout may have; columns are written with one letter each."""

_SQUARES_KEPT: Final = 2_048
"""Far more than the largest board has; plays that run off the board name others."""


class Premium(Enum):
    """The effect of a square on the tile first laid on it, or on its word."""

    PLAIN = "."
    DOUBLE_LETTER = "d"
    TRIPLE_LETTER = "t"
    DOUBLE_WORD = "D"
    TRIPLE_WORD = "T"

    @cached_property
    def letter_factor(self) -> int:
        match self:
            case Premium.DOUBLE_LETTER:
                return 2
            case Premium.TRIPLE_LETTER:
                return 3
            case Premium.PLAIN | Premium.DOUBLE_WORD | Premium.TRIPLE_WORD:
                return 1

    @cached_property
    def word_factor(self) -> int:
        match self:
            case Premium.DOUBLE_WORD:
                return 2
            case Premium.TRIPLE_WORD:
                return 3
            case Premium.PLAIN | Premium.DOUBLE_LETTER | Premium.TRIPLE_LETTER:
                return 1


class Direction(Enum):
    """The way a word is read."""

    ACROSS = "across"
    DOWN = "down"

    @property
    def other(self) -> "Direction":
        return Direction.DOWN if self is Direction.ACROSS else Direction.ACROSS


@dataclass(frozen=True, slots=True, order=True)
class Square:
    """A square of the board, counted from 0 at the top left; written `8H`, row first."""

    row: int
    col: int

    def __str__(self) -> str:
        return f"{self.row + 1}{chr(ord('A') + self.col)}"

    @property
    def column_letter(self) -> str:
        return chr(ord("A") + self.col)

    @property
    def name(self) -> str:
        """What a square is called where no word gives a direction: column first, `H8`."""
        return f"{self.column_letter}{self.row + 1}"

    def toward(self, direction: Direction, steps: int = 1) -> "Square":
        """The square so many steps further in `direction`, or before it; it may lie off the board."""
        if direction is Direction.ACROSS:
            return square_at(self.row, self.col + steps)
        return square_at(self.row + steps, self.col)

    def written(self, direction: Direction) -> str:
        """As it stands in a play: row first for a word across (`8H`), column first for one down (`H8`)."""
        return str(self) if direction is Direction.ACROSS else self.name


@lru_cache(maxsize=_SQUARES_KEPT)
def square_at(row: int, col: int) -> Square:
    """The square there; the same value each time, since every play asks for dozens of them."""
    return Square(row, col)


@cache
def _squares(height: int, width: int) -> tuple[Square, ...]:
    """The squares of a board of that size, row by row."""
    return tuple(square_at(row, col) for row in range(height) for col in range(width))


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """An empty board."""

    name: str
    title: str
    rows: tuple[tuple[Premium, ...], ...]
    start: Square

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0])

    def premium(self, square: Square) -> Premium:
        return self.rows[square.row][square.col]

    def __contains__(self, square: Square) -> bool:
        rows = self.rows
        return 0 <= square.row < len(rows) and 0 <= square.col < len(rows[0])

    def squares(self) -> Iterator[Square]:
        """Every square, row by row."""
        return iter(_squares(self.height, self.width))


_START: Final = re.compile(r"([1-9]\d?)([A-Za-z])|([A-Za-z])([1-9]\d?)", re.ASCII)


def parse_square(text: str) -> Square:
    """The square that `8H` or `H8` names, in either case."""
    return parse_start(text)[0]


def parse_start(text: str) -> tuple[Square, Direction]:
    """Returns where a word begins and how it is read: `8H` across, `H8` down, in either case."""
    found = _START.fullmatch(text.strip())
    if not found:
        raise MalformedError("bad-square", f"{text!r} is not a square; write it like 8H", text=text)
    row, col = found[1] or found[4], found[2] or found[3]
    direction = Direction.ACROSS if found[1] else Direction.DOWN
    return square_at(int(row) - 1, ord(col.upper()) - ord("A")), direction


def shipped_layouts() -> tuple[str, ...]:
    """The names of the layouts that come with the package."""
    folder = resources.files(__package__) / "layouts"
    return tuple(
        sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))
    )


@cache
def shipped_layout(name: str) -> BoardLayout:
    """The layout of that name that comes with the package."""
    if name not in shipped_layouts():
        known = ", ".join(shipped_layouts())
        raise MalformedError(
            "no-such-layout", f"there is no board layout {name!r}; choose from: {known}", name=name
        )
    source = resources.files(__package__) / "layouts" / f"{name}.toml"
    return parse_layout(source.read_text("utf-8"), Path(f"{name}.toml"))


def parse_layout(text: str, path: Path) -> BoardLayout:
    """The layout that a TOML text describes; `path` is for the errors."""

    def refuse(reason: str) -> MalformedFileError:
        return MalformedFileError("bad-layout", path, reason)

    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise refuse(str(error)) from error
    if unknown := sorted(table.keys() - {"name", "title", "start", "rows"}):
        raise refuse(f"unknown setting {unknown[0]!r}")
    for key, kind in (("name", str), ("title", str), ("start", str), ("rows", list)):
        if type(table.get(key)) is not kind:
            raise refuse(f"setting {key!r} is missing or not of type {kind.__name__}")

    lines = table["rows"]
    if not 2 <= len(lines) <= LARGEST_BOARD or not all(isinstance(line, str) for line in lines):
        raise refuse(f"a board has 2 to {LARGEST_BOARD} rows of text")
    if not 2 <= len(lines[0]) <= LARGEST_BOARD:
        raise refuse(f"a board has 2 to {LARGEST_BOARD} columns")
    signs = {premium.value: premium for premium in Premium}
    rows: list[tuple[Premium, ...]] = []
    for number, line in enumerate(lines, 1):
        if len(line) != len(lines[0]):
            raise refuse(f"row {number} has {len(line)} squares and row 1 has {len(lines[0])}")
        if wrong := set(line) - signs.keys():
            raise refuse(f"row {number} has {min(wrong)!r}; squares are . d t D T")
        rows.append(tuple(signs[sign] for sign in line))
    try:
        start = parse_square(table["start"])
    except MalformedError as error:
        raise refuse(f"start: {error}") from error
    layout = BoardLayout(table["name"], table["title"], tuple(rows), start)
    if start not in layout:
        raise refuse(f"start {start} is not on the board")
    return layout
