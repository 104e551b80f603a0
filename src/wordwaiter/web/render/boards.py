"""Boards for pages: a table that is complete without scripts, and the state that `<ww-board>` takes over."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from markupsafe import Markup

from wordwaiter.lexicon.tiles import TileSet
from wordwaiter.rules.board import Board, PlacedTile
from wordwaiter.rules.layout import BoardLayout, Premium, Square, square_at
from wordwaiter.rules.rack import Rack
from wordwaiter.service.memo import Memo
from wordwaiter.web.render.templates import fragment
from wordwaiter.web.words import Catalogue

_KEYS: Final = {
    Premium.DOUBLE_LETTER: "dl",
    Premium.TRIPLE_LETTER: "tl",
    Premium.DOUBLE_WORD: "dw",
    Premium.TRIPLE_WORD: "tw",
}
_START: Final = "★"

_ROWS_KEPT: Final = 4_096
"""Rows of boards as they were drawn, of half a kilobyte to two: all of a large room."""


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
class BoardView:
    """A board on a page: its rows of squares as they are drawn, and the same as data for the element."""

    rows: tuple[Markup, ...]
    columns: tuple[str, ...]
    state: dict[str, object]


def board_view(
    board: Board,
    words: Catalogue,
    *,
    last: Collection[Square] = (),
    rack: Rack | None = None,
    locked: bool = True,
) -> BoardView:
    """The board as a page shows it, in the page's language."""
    layout, values = board.layout, board.tile_set.values
    look, width = _look(layout, board.tile_set, words), layout.width
    rows = [
        _drawn(
            look,
            row,
            board.cells[row * width : (row + 1) * width],
            tuple([square.col for square in last if square.row == row]),
        )
        for row in range(layout.height)
    ]
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
    return BoardView(tuple(rows), look.columns, state)


def square_name(square: Square) -> str:
    """A square as the scripts name it: column first, whatever the direction."""
    return square.name


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """The look of squares in a layout with tiles of a set, in a language. Another one is never equal."""

    layout: BoardLayout
    tile_set: TileSet
    words: Catalogue

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(square_at(0, col).column_letter for col in range(self.layout.width))


_LOOKS: Final = Memo[_Look](64)


def _look(layout: BoardLayout, tile_set: TileSet, words: Catalogue) -> _Look:
    """Returns one look for equal boards, so that rows are found again."""
    key = (layout.name, tile_set.name, words.language)
    return _LOOKS.of(key, (layout, tile_set), lambda: _Look(layout, tile_set, words))


@lru_cache(maxsize=_ROWS_KEPT)
def _drawn(look: _Look, row: int, tiles: tuple[PlacedTile | None, ...], last: tuple[int, ...]) -> Markup:
    """The squares of a row; a move changes few rows of a board, and all who look at it see the same."""
    squares = zip((square_at(row, col) for col in range(look.layout.width)), tiles, strict=True)
    return fragment(
        "board_row.html", cells=[_cell(look, square, tile, square.col in last) for square, tile in squares]
    )


def _cell(look: _Look, square: Square, tile: PlacedTile | None, is_last: bool) -> Cell:
    premium = _KEYS.get(look.layout.premium(square))
    is_start = square == look.layout.start
    label = "" if premium is None else look.words.say(f"board.label-{premium}")
    return Cell(
        square_name(square),
        premium,
        _START if is_start else label,
        is_start,
        "" if tile is None else tile.label,
        tile is not None and tile.is_blank,
        0 if tile is None else tile.value(look.tile_set),
        is_last,
    )
