"""A board entered from a photo: who may, what is asked about it, and the board that comes of the answers."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wordwaiter.errors import IllegalError, MalformedError
from wordwaiter.game.hare.round import RoundStage
from wordwaiter.rules.board import Board, parse_board, split_tiles
from wordwaiter.rules.layout import Square
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.bee.word_waiter import hare_scene
from wordwaiter.service.jobs.photo_process import AskedSquare, PhotoRead, PhotoToRead, read_photo
from wordwaiter.service.tables.practice import practice_scene
from wordwaiter.service.tables.stream_names import is_practice

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

EMPTY: Final = "."
BLANK: Final = "?"
_OPEN: Final = frozenset({RoundStage.BUILDING, RoundStage.ENTERING})


def board_to_photograph(context: "Context", caller: Caller, stream: str) -> Board:
    """Returns the saved board of whoever may enter it now; refuses everybody else."""
    if is_practice(stream):
        practice = practice_scene(context, caller, stream)
        may, built = practice.builds, practice.built
    else:
        scene = hare_scene(context, caller, stream)
        may, built = scene.keeps and scene.built.stage in _OPEN, scene.built
    if not may:
        raise IllegalError(
            "photo-not-now", "only whoever enters this board can do so, before it is handed in"
        )
    return built.board


def read_board_photo(content: bytes, corners: tuple[tuple[float, float], ...], saved: Board) -> PhotoRead:
    """Returns the letters in a photo of a board; squares that differ from the saved board are asked about."""
    read = read_photo(PhotoToRead(content, saved.layout.name, saved.tile_set.name, corners))
    return read if read.problem else replace(read, asked=_with_saved(read, saved))


def _with_saved(read: PhotoRead, saved: Board) -> tuple[AskedSquare, ...]:
    """Adds the saved letters to what may lie on a square. They never take the place of what was read."""
    asked = {(each.row, each.column): each.candidates for each in read.asked}
    signs = [list(split_tiles(line)) for line in read.lines]
    for square in saved.layout.squares():
        tile, seen = saved.at(square), signs[square.row][square.col]
        if tile is None:
            continue
        before = sign_of(saved, square)
        if before != seen and not (tile.is_blank and seen == BLANK):
            at = (square.row, square.col)
            asked[at] = tuple(dict.fromkeys((*asked.get(at, (seen,)), before)))
        elif tile.is_blank:
            asked[square.row, square.col] = (before,)
    return tuple(AskedSquare(*at, each) for at, each in asked.items())


def sign_of(board: Board, square: Square) -> str:
    """Returns the sign of a square in the text of a board, without brackets."""
    return list(split_tiles(board.text().splitlines()[square.row]))[square.col]


def board_of_answers(lines: str, answers: Mapping[tuple[int, int], str], saved: Board) -> Board:
    """Returns the board that was read, with what somebody answered about single squares."""
    rows = [list(split_tiles(line.strip())) for line in lines.strip().splitlines()]
    for (row, column), sign in answers.items():
        if not sign or sign == BLANK:
            name = f"{chr(ord('A') + column)}{row + 1}"
            raise MalformedError(
                "photo-blank-letter", f"say which letter the blank on {name} is", square=name
            )
        if row < len(rows) and column < len(rows[row]):
            rows[row][column] = sign
    text = "\n".join("".join(f"[{sign}]" if len(sign) > 1 else sign for sign in row) for row in rows)
    return parse_board(text, saved.layout, saved.tile_set)
