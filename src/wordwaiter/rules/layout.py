"""Board layouts as data: the size of the board, its premium squares, and where play begins."""

import re
import tomllib
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

from wordwaiter.errors import MalformedError, MalformedFileError

LARGEST_BOARD: Final = 21
"""Rows or columns a layout may have; columns are written with one letter each."""


class Premium(Enum):
    """What a square does to the tile first laid on it, or to its word."""

    PLAIN = "."
    DOUBLE_LETTER = "d"
    TRIPLE_LETTER = "t"
    DOUBLE_WORD = "D"
    TRIPLE_WORD = "T"

    @property
    def letter_factor(self) -> int:
        return {Premium.DOUBLE_LETTER: 2, Premium.TRIPLE_LETTER: 3}.get(self, 1)

    @property
    def word_factor(self) -> int:
        return {Premium.DOUBLE_WORD: 2, Premium.TRIPLE_WORD: 3}.get(self, 1)


@dataclass(frozen=True, slots=True, order=True)
class Square:
    """A square of the board, counted from 0 at the top left; written `8H`, row first."""

    row: int
    col: int

    def __str__(self) -> str:
        return f"{self.row + 1}{chr(ord('A') + self.col)}"


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
        return 0 <= square.row < self.height and 0 <= square.col < self.width


def parse_square(text: str) -> Square:
    """The square that `8H` or `H8` names, in either case."""
    found = re.fullmatch(r"(?:(\d{1,2})([A-Za-z])|([A-Za-z])(\d{1,2}))", text.strip())
    if not found:
        raise MalformedError("bad-square", f"{text!r} is not a square; write it like 8H", text=text)
    row, col = found[1] or found[4], found[2] or found[3]
    return Square(int(row) - 1, ord(col.upper()) - ord("A"))


@cache
def shipped_layout(name: str) -> BoardLayout:
    """The layout of that name that comes with the package."""
    source = resources.files(__package__) / "layouts" / f"{name}.toml"
    if not name.isidentifier() or not source.is_file():
        raise MalformedError("no-such-layout", f"there is no board layout {name!r}", name=name)
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
