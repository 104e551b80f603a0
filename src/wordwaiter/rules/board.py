"""Board: which tile lies on which square, as a value that never changes, and its text."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from wordwaiter.errors import IllegalError, MalformedError
from wordwaiter.lexicon.quoting import quoted
from wordwaiter.lexicon.tiles import BLANK, TileSet
from wordwaiter.rules.layout import BoardLayout, Direction, Square, square_at

EMPTY_SIGNS: Final = frozenset("._-")
"""Signs for an empty square that are read; the first is the one written."""


class _Signed:
    """A place for the sign of a tile: boards of two hundred squares are written after each move."""

    __slots__ = ("sign",)
    sign: str
    """As in board text: upper case, lower case for a blank, `[CH]` for a tile of two letters."""


@dataclass(frozen=True, slots=True)
class PlacedTile(_Signed):
    """A tile on the board: the letter it stands for, and whether it is a blank.

    A blank for which no letter was named has the label `?`.
    """

    label: str
    is_blank: bool = False

    def __post_init__(self) -> None:
        label = self.label.lower() if self.is_blank else self.label
        object.__setattr__(self, "sign", label if len(label) == 1 else f"[{label}]")

    def __reduce__(self) -> tuple[type["PlacedTile"], tuple[str, bool]]:
        return PlacedTile, (self.label, self.is_blank)  # in another process it is made, with its sign

    def __str__(self) -> str:
        return self.sign

    @property
    def kind(self) -> str:
        """The tile as it was in the bag: its label, or `?` for a blank."""
        return BLANK if self.is_blank else self.label

    def value(self, tile_set: TileSet) -> int:
        """Its points: those printed on it, and none for a blank."""
        return tile_set.values[self.kind]


Laid = tuple[Square, PlacedTile]
"""A tile and the square it is laid on."""


@dataclass(frozen=True, slots=True)
class BoardWord:
    """A word of two or more tiles on a board."""

    square: Square
    direction: Direction
    tiles: tuple[PlacedTile, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(tile.label for tile in self.tiles)

    @property
    def text(self) -> str:
        return "".join(self.labels)

    @property
    def squares(self) -> tuple[Square, ...]:
        row, col = self.square.row, self.square.col
        if self.direction is Direction.ACROSS:
            return tuple([square_at(row, col + step) for step in range(len(self.tiles))])
        return tuple([square_at(row + step, col) for step in range(len(self.tiles))])

    def __str__(self) -> str:
        return f"{self.square.written(self.direction)} {self.text}"


@dataclass(frozen=True, slots=True, repr=False)
class Board:
    """A layout with tiles of one set on it."""

    layout: BoardLayout
    tile_set: TileSet
    cells: tuple[PlacedTile | None, ...]
    """Row by row; build boards with `empty_board`, `parse_board` and `with_tiles`."""

    def __hash__(self) -> int:
        # The tile set holds a mapping, and boards that are compared have the same one.
        return hash((self.layout.name, self.cells))

    def __repr__(self) -> str:
        return (
            f"parse_board({self.text()!r}, shipped_layout({self.layout.name!r}), "
            f"shipped_tile_set({self.tile_set.name!r}))"
        )

    def __str__(self) -> str:
        return self.text()

    def text(self) -> str:
        """The board as lines of text: `.` empty, upper case a tile, lower case a blank."""
        width = self.layout.width
        signs = ["." if cell is None else cell.sign for cell in self.cells]
        return "\n".join(["".join(signs[begin : begin + width]) for begin in range(0, len(signs), width)])

    def at(self, square: Square) -> PlacedTile | None:
        """The tile on `square`; nothing on an empty square or off the board."""
        row, col, rows = square.row, square.col, self.layout.rows
        width = len(rows[0])
        return self.cells[row * width + col] if 0 <= row < len(rows) and 0 <= col < width else None

    @property
    def is_empty(self) -> bool:
        return not any(self.cells)

    def tiles(self) -> Iterator[Laid]:
        """Every tile with its square, row by row."""
        return (
            (square, tile)
            for square, tile in zip(self.layout.squares(), self.cells, strict=True)
            if tile is not None
        )

    def tile_counts(self) -> Counter[str]:
        """Returns how many tiles of each kind lie on the board, `?` for blanks."""
        return Counter(self.kinds())

    def kinds(self) -> list[str]:
        """The tiles on the board as they were in the bag, `?` for each blank."""
        # Not by `kind`: this is asked with every play, and the property takes as long as all the rest.
        return [BLANK if tile.is_blank else tile.label for tile in self.cells if tile is not None]

    def with_tiles(self, laid: Iterable[Laid]) -> "Board":
        """The board with more tiles, each on an empty square."""
        cells = list(self.cells)
        for square, tile in laid:
            if square not in self.layout:
                raise IllegalError("off-board", f"{square} is off the board", square=str(square))
            place = self._place(square)
            there = cells[place]
            if there is not None:
                raise IllegalError(
                    "square-occupied", f"{square} already has {there.label}", square=str(square)
                )
            cells[place] = tile
        return Board(self.layout, self.tile_set, tuple(cells))

    def without_tiles(self, squares: Iterable[Square]) -> "Board":
        """The board with the tiles of these squares taken off."""
        cells = list(self.cells)
        for square in squares:
            cells[self._place(square)] = None
        return Board(self.layout, self.tile_set, tuple(cells))

    def word_through(self, square: Square, direction: Direction) -> BoardWord | None:
        """The word of two or more tiles that `square` is part of; nothing if there is none."""
        line, place = self._line(square, direction)
        first = last = place
        while first > 0 and line[first - 1] is not None:
            first -= 1
        while last < len(line) and line[last] is not None:
            last += 1
        if last - first < 2:
            return None
        tiles = tuple([tile for tile in line[first:last] if tile is not None])
        return BoardWord(square.toward(direction, first - place), direction, tiles)

    def tiles_beyond(self, square: Square, direction: Direction) -> tuple[int, int]:
        """Returns how many tiles lie side by side before a square, and how many after it."""
        if square not in self.layout:
            return 0, 0
        line, place = self._line(square, direction)
        return _count_tiles(line[:place][::-1]), _count_tiles(line[place + 1 :])

    def line_from(self, square: Square, direction: Direction) -> tuple[PlacedTile | None, ...]:
        """Returns what lies on a square and on those after it; nothing off the board."""
        if square not in self.layout:
            return ()
        line, place = self._line(square, direction)
        return line[place:]

    def is_beside_tile(self, square: Square) -> bool:
        """Checks whether a tile lies before, after, above or below a square of the board."""
        cells, width, col = self.cells, self.layout.width, square.col
        place = square.row * width + col
        return (
            (col > 0 and cells[place - 1] is not None)
            or (col + 1 < width and cells[place + 1] is not None)
            or (place >= width and cells[place - width] is not None)
            or (place + width < len(cells) and cells[place + width] is not None)
        )

    def _line(self, square: Square, direction: Direction) -> tuple[tuple[PlacedTile | None, ...], int]:
        """The row or the column of a square on the board, and its place there."""
        width = self.layout.width
        if direction is Direction.ACROSS:
            return self.cells[square.row * width : (square.row + 1) * width], square.col
        return self.cells[square.col :: width], square.row

    def words(self) -> Iterator[BoardWord]:
        """Every word on the board, those across first, each in reading order."""
        for direction in Direction:
            for square, _ in self.tiles():
                if self.at(square.toward(direction, -1)) is None:
                    word = self.word_through(square, direction)
                    if word is not None:
                        yield word

    def _place(self, square: Square) -> int:
        return square.row * self.layout.width + square.col


def _count_tiles(line: tuple[PlacedTile | None, ...]) -> int:
    """Returns how many tiles there are before the first empty square."""
    for count, cell in enumerate(line):
        if cell is None:
            return count
    return len(line)


def empty_board(layout: BoardLayout, tile_set: TileSet) -> Board:
    """The layout before the first play."""
    return Board(layout, tile_set, (None,) * (layout.height * layout.width))


def parse_board(text: str, layout: BoardLayout, tile_set: TileSet) -> Board:
    """The board that a text shows, a line for each row; empty lines before and after it are skipped."""
    lines = [line.strip() for line in text.strip().splitlines()]
    if len(lines) != layout.height:
        raise MalformedError(
            "bad-board-text",
            f"the board has {len(lines)} rows; the {layout.name} layout has {layout.height}",
            rows=len(lines),
        )
    cells: list[PlacedTile | None] = []
    for number, line in enumerate(lines, 1):
        try:
            row = [None if sign in EMPTY_SIGNS else parse_tile(sign, tile_set) for sign in split_tiles(line)]
        except MalformedError as error:
            raise MalformedError("bad-board-text", f"row {number}: {error}", row=number) from error
        if len(row) != layout.width:
            raise MalformedError(
                "bad-board-text",
                f"row {number} has {len(row)} squares; the {layout.name} layout has {layout.width}",
                row=number,
            )
        cells += row
    return Board(layout, tile_set, tuple(cells))


def split_tiles(text: str) -> Iterator[str]:
    """The signs of a text, one a square: what stands in brackets is one sign."""
    place = 0
    while place < len(text):
        if text[place] == "[":
            end = text.find("]", place)
            if end < 0:
                raise MalformedError("open-bracket", f"{quoted(text)} has a [ without a ]", text=text)
            yield text[place + 1 : end]
            place = end + 1
        else:
            yield text[place]
            place += 1


def parse_tile(sign: str, tile_set: TileSet) -> PlacedTile:
    """The tile that a sign stands for: lower case is a blank for that letter."""
    label = tile_set.upper(sign)
    if label not in tile_set.values or label == BLANK:
        raise MalformedError(
            "no-such-tile", f"the {tile_set.short_title} set has no tile {quoted(sign)}", sign=sign
        )
    if sign.lower() != sign.upper() and sign not in (sign.lower(), sign.upper()):
        raise MalformedError(
            "mixed-case", f"{sign!r} mixes cases; write [CH], or [ch] for a blank", sign=sign
        )
    return _tile(label, sign == sign.lower())


@lru_cache(maxsize=256)
def _tile(label: str, is_blank: bool) -> PlacedTile:
    """The tile with that label; the same value each time, since boards are full of them."""
    return PlacedTile(label, is_blank)
