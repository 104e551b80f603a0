"""CGP: a position on one line, as a value and back.

rows racks scores scoreless opcodes
15/15/15/15/15/15/15/6QUAD5/15/15/15/15/15/15/15 AEINRTE/ 0/28 0 lex ENABLE;
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from wordwaiter.errors import MalformedError
from wordwaiter.lexicon.quoting import quoted
from wordwaiter.lexicon.tiles import TileSet
from wordwaiter.rules.board import Board, PlacedTile, parse_tile, split_tiles
from wordwaiter.rules.layout import BoardLayout
from wordwaiter.rules.rack import Rack, parse_rack

_FIELDS: Final = ("rows", "racks", "scores", "count of scoreless turns")
_NUMBER: Final = re.compile(r"-?[0-9]{1,6}")
_RUN_OR_TILES: Final = re.compile(r"[0-9]+|[^0-9]+")


@dataclass(frozen=True, slots=True)
class Opcode:
    """One of the settings at the end of the line, such as `lex ENABLE;`."""

    name: str
    value: str

    def __str__(self) -> str:
        return f"{self.name} {self.value};" if self.value else f"{self.name};"


@dataclass(frozen=True, slots=True)
class Position:
    """A board with racks and scores; those of the side to move come first."""

    board: Board
    racks: tuple[Rack, ...]
    """Two, or of a team around one board one for each seat. A rack that nobody knows is empty."""
    scores: tuple[int, int] = (0, 0)
    scoreless: int = 0
    """How many turns in a row brought no points."""
    opcodes: tuple[Opcode, ...] = ()

    def opcode(self, name: str) -> str | None:
        """The value of the setting of that name, if the position has it."""
        return next((each.value for each in self.opcodes if each.name == name), None)

    def __str__(self) -> str:
        return write_cgp(self)


def write_cgp(position: Position) -> str:
    """The position on one line, in the one way in which we write it."""
    fields = (
        "/".join(_row_text(row) for row in _rows(position.board)),
        "/".join(map(str, position.racks)),
        "/".join(map(str, position.scores)),
        str(position.scoreless),
        *map(str, position.opcodes),
    )
    return " ".join(fields)


def parse_cgp(text: str, layout: BoardLayout, tile_set: TileSet, seats: int = 2) -> Position:
    """The position that a line of CGP writes, on a board of that layout with tiles of that set.

    The format has two racks; for a table of more seats it may have one for each.
    """
    fields = text.split(maxsplit=4)
    if len(fields) < len(_FIELDS):
        raise _bad(
            f"the position ends before its {_FIELDS[len(fields)]}; it is written: rows racks scores scoreless"
        )
    rows, racks, scores, scoreless, *opcodes = fields
    if not re.fullmatch(r"[0-9]{1,3}", scoreless):
        raise _bad(f"{quoted(scoreless)} is not a number of scoreless turns")
    return Position(
        _parse_rows(rows, layout, tile_set),
        _parse_racks(racks, tile_set, seats),
        _parse_scores(scores),
        int(scoreless),
        tuple(_parse_opcodes(opcodes[0] if opcodes else "")),
    )


def _rows(board: Board) -> Iterator[tuple[PlacedTile | None, ...]]:
    width = board.layout.width
    return (board.cells[begin : begin + width] for begin in range(0, len(board.cells), width))


def _row_text(row: tuple[PlacedTile | None, ...]) -> str:
    return "".join(
        str(len(cells)) if is_empty else "".join(map(str, cells))
        for is_empty, cells in (
            (is_empty, list(group)) for is_empty, group in groupby(row, lambda each: each is None)
        )
    )


def _parse_rows(text: str, layout: BoardLayout, tile_set: TileSet) -> Board:
    rows = text.split("/")
    if len(rows) != layout.height:
        raise _bad(f"the board has {len(rows)} rows, and the {layout.name} layout has {layout.height}")
    cells: list[PlacedTile | None] = []
    for number, row in enumerate(rows, 1):
        try:
            parsed = _parse_row(row, layout.width, tile_set)
        except MalformedError as error:
            raise _bad(f"row {number}: {error}") from error
        if len(parsed) != layout.width:
            raise _bad(
                f"row {number} has {len(parsed)} squares, and the {layout.name} layout has {layout.width}"
            )
        cells += parsed
    return Board(layout, tile_set, tuple(cells))


def _parse_row(text: str, width: int, tile_set: TileSet) -> list[PlacedTile | None]:
    cells: list[PlacedTile | None] = []
    for part in _RUN_OR_TILES.findall(text):
        if part.isascii() and part.isdigit():
            if len(part) > 3 or int(part) > width:
                raise _bad(f"{part[:9]} empty squares are more than a row has")
            cells += [None] * int(part)
        else:
            cells += (parse_tile(sign, tile_set) for sign in split_tiles(part))
    return cells


def _parse_racks(text: str, tile_set: TileSet, seats: int) -> tuple[Rack, ...]:
    racks = text.split("/")
    if len(racks) not in (2, seats):
        raise _bad(f"there are two racks with / between them, not {len(racks)}; an empty one may be left out")
    return tuple(parse_rack(rack, tile_set) for rack in racks)


def _parse_scores(text: str) -> tuple[int, int]:
    match text.split("/"):
        case [to_move, other] if _NUMBER.fullmatch(to_move) and _NUMBER.fullmatch(other):
            return int(to_move), int(other)
        case _:
            raise _bad(f"{quoted(text)} is not two scores with / between them")


def _parse_opcodes(text: str) -> Iterator[Opcode]:
    for part in text.split(";"):
        words = part.split()
        if words:
            yield Opcode(words[0], " ".join(words[1:]))


def _bad(reason: str) -> MalformedError:
    return MalformedError("bad-cgp", reason)
