"""Boards for pages: a table that is complete without scripts, and the state that `<ww-board>` takes over."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from wordwaiter.rules.board import Board
from wordwaiter.rules.layout import Premium, Square
from wordwaiter.rules.rack import Rack
from wordwaiter.web.words import Catalogue

_KEYS: Final = {
    Premium.DOUBLE_LETTER: "dl",
    Premium.TRIPLE_LETTER: "tl",
    Premium.DOUBLE_WORD: "dw",
    Premium.TRIPLE_WORD: "tw",
}
_START: Final = "★"


@dataclass(frozen=True, slots=True)
class Cell:
    """One square of a board on a page."""

    name: str
    premium: str | None
    label: str
    is_start: bool
    letter: str
    is_blank: bool
    value: int
    is_last: bool


@dataclass(frozen=True, slots=True)
class BoardShown:
    """A board on a page: its rows of squares, and the same as data for the element."""

    rows: tuple[tuple[Cell, ...], ...]
    columns: tuple[str, ...]
    state: dict[str, object]


def shown_board(
    board: Board,
    words: Catalogue,
    *,
    last: Collection[Square] = (),
    rack: Rack | None = None,
    locked: bool = True,
) -> BoardShown:
    """The board as a page shows it, in the page's language."""
    layout, values = board.layout, board.tile_set.values
    rows = []
    for row in range(layout.height):
        squares = [Square(row, col) for col in range(layout.width)]
        rows.append(tuple(_cell(board, square, square in last, words) for square in squares))
    state: dict[str, object] = {
        "legend": {
            key: {"label": words.say(f"board.label-{key}"), "name": words.say(f"board.premium-{key}")}
            for key in _KEYS.values()
        },
        "values": {label: values[label] for label in board.tile_set.labels},
        "board": board.text().split("\n"),
        "lastPlay": [square_name(square) for square in last],
        "locked": locked,
        "rack": None if rack is None else list(rack.tiles),
    }
    return BoardShown(tuple(rows), tuple(cell.name[0] for cell in rows[0]), state)


def square_name(square: Square) -> str:
    """A square as the scripts name it: column first, whatever the direction."""
    return f"{square.column_letter}{square.row + 1}"


def _cell(board: Board, square: Square, is_last: bool, words: Catalogue) -> Cell:
    premium = _KEYS.get(board.layout.premium(square))
    is_start = square == board.layout.start
    label = "" if premium is None else words.say(f"board.label-{premium}")
    tile = board.at(square)
    return Cell(
        square_name(square),
        premium,
        _START if is_start else label,
        is_start,
        "" if tile is None else tile.label,
        tile is not None and tile.is_blank,
        0 if tile is None else tile.value(board.tile_set),
        is_last,
    )
