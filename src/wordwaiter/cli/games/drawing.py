"""Boards drawn in the terminal: letters on a grid, premium squares as signs, tiles in colour."""

import os
import sys
from collections.abc import Iterator

import typer

from wordwaiter.rules.board import Board
from wordwaiter.rules.layout import BoardLayout, Premium, Square

_SIGNS = {
    Premium.PLAIN: ".",
    Premium.DOUBLE_LETTER: "'",
    Premium.TRIPLE_LETTER: '"',
    Premium.DOUBLE_WORD: "-",
    Premium.TRIPLE_WORD: "=",
}
LEGEND = "' and \" double and triple a letter, - and = a word; lower case is a blank"
"""The signs of a drawn board, explained."""


def draw_board(board: Board) -> Iterator[str]:
    """The board line by line, with the letters of its columns and the numbers of its rows.

    A square is as wide as the longest tile of the set, so that columns stand below one another.
    """
    width = max(map(len, board.tile_set.labels)) + 1
    header = _columns(board.layout, width)
    yield header
    for row in range(board.layout.height):
        squares = (Square(row, col) for col in range(board.layout.width))
        yield f"{row + 1:>3} {''.join(_cell(board, square, width) for square in squares)} {row + 1}"
    yield header


def _columns(layout: BoardLayout, width: int) -> str:
    letters = (Square(0, col).column_letter for col in range(layout.width))
    return "    " + "".join(letter.rjust(width) for letter in letters)


def _cell(board: Board, square: Square, width: int) -> str:
    tile = board.at(square)
    if tile is None:
        return _SIGNS[board.layout.premium(square)].rjust(width)
    label = tile.label.lower() if tile.is_blank else tile.label
    text = label.rjust(width)
    return typer.style(text, bold=True, fg="bright_yellow") if in_colour() else text


def in_colour() -> bool:
    """Checks whether the output is a terminal that wants colour."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
