"""A board entered from a photo: who may, what is asked about it, and what comes of the answers."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from wordwaiter.errors import IllegalError, MalformedError
from wordwaiter.game.hare.round import RoundStage
from wordwaiter.game.table import Table
from wordwaiter.lexicon.tiles import shipped_tile_set
from wordwaiter.notation.cgp import Position, write_cgp
from wordwaiter.rules.board import Board, PlacedTile, empty_board, parse_board, split_tiles
from wordwaiter.rules.layout import Direction, Square, shipped_layout
from wordwaiter.rules.placement import Placement
from wordwaiter.rules.rack import Rack
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.bee.word_waiter import hare_scene
from wordwaiter.service.jobs.photo_process import AskedSquare, PhotoRead, PhotoToRead, read_photo
from wordwaiter.service.photos.final_boards import may_photograph_final, named_final
from wordwaiter.service.photos.kept_photos import keeps_photos
from wordwaiter.service.tables.game_reviews import require_no_round
from wordwaiter.service.tables.practice import practice_scene
from wordwaiter.service.tables.scene import Scene, scene_at
from wordwaiter.service.tables.stream_names import is_practice

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

ANALYSIS: Final = "analysis"
"""Stands for a stream where a photo gives a position to analyse; nothing is saved."""

EMPTY: Final = "."
BLANK: Final = "?"
MOST_ALLOWED: Final = 8
"""Letters that are offered first for a blank; where the words allow more, they tell nothing."""
_OPEN: Final = frozenset({RoundStage.BUILDING, RoundStage.ENTERING})

Answers = Mapping[tuple[int, int], str]
"""Somebody's answers about squares, by row and column."""


@dataclass(frozen=True, slots=True)
class PhotoPlace:
    """Where photos are taken: the board that is saved there, and its table where turns are played."""

    stream: str
    board: Board
    table: Scene | None = None
    """None where a team's whole board is entered."""
    is_kept: bool = False
    """Whether the organiser keeps the photo."""
    final: Scene | None = None
    """The table whose final board is entered."""


def place_to_photograph(context: "Context", caller: Caller, stream: str) -> PhotoPlace:
    """Returns the board of whoever may enter it now; refuses everybody else."""
    if (table := named_final(stream)) is not None:
        at = scene_at(context, caller, table)
        if not may_photograph_final(context, caller, at):
            raise _not_now()
        board = at.table.position.board
        return PhotoPlace(stream, board, None, keeps_photos(context, table), at)
    if stream == ANALYSIS:
        require_no_round(context)
        return PhotoPlace(stream, empty_board(shipped_layout("standard"), shipped_tile_set("english")))
    if is_practice(stream):
        practice = practice_scene(context, caller, stream)
        may, place = practice.builds, PhotoPlace(stream, practice.built.board)
    elif isinstance(context.states.of(stream).state, Table):
        at = scene_at(context, caller, stream)
        may = takes_photos(at)
        place = PhotoPlace(stream, at.table.position.board, at)
    else:
        scene = hare_scene(context, caller, stream)
        may, place = scene.keeps and scene.built.stage in _OPEN, PhotoPlace(stream, scene.built.board)
    if not may:
        raise _not_now()
    return replace(place, is_kept=keeps_photos(context, stream))


def _not_now() -> IllegalError:
    return IllegalError("photo-not-now", "only whoever enters this board can do so, before it is handed in")


def takes_photos(at: Scene) -> bool:
    """Checks whether the caller can enter the turn under way at a table by a photo of its board."""
    return at.writes_for_all and at.can_play and not at.table.position.partial


# ---------------------------------------------------------------- what is asked


def read_board_photo(photo: PhotoToRead, place: PhotoPlace) -> PhotoRead:
    """Returns the letters in a photo, and what to ask about them beside the saved board."""
    read = read_photo(photo)
    if read.problem:
        return read
    return _beside_turns(read, place.board) if place.table else _beside_board(read, place.board)


def _beside_board(read: PhotoRead, saved: Board) -> PhotoRead:
    """Adds the saved letters to what may lie on a square. They never take the place of what was read.

    A blank that lies where one was saved has the letter that was told then.
    """
    asked = {(each.row, each.column): each.candidates for each in read.asked}
    lines = [list(split_tiles(line)) for line in read.lines]
    for square, seen in _differing(read, saved):
        at = (square.row, square.col)
        asked[at] = tuple(dict.fromkeys((*asked.get(at, (seen,)), sign_of(saved, square))))
    for square, tile in saved.tiles():
        if tile.is_blank and lines[square.row][square.col] == BLANK:
            lines[square.row][square.col] = sign_of(saved, square)
            asked.pop((square.row, square.col), None)
    questions = tuple(AskedSquare(*at, each) for at, each in asked.items())
    return replace(read, lines=tuple(map(line_of, lines)), asked=questions)


def _beside_turns(read: PhotoRead, saved: Board) -> PhotoRead:
    """Leaves what earlier turns laid as it was entered: only new tiles are asked about."""
    doubtful = {(each.row, each.column) for each in read.asked}
    unlike = tuple(
        AskedSquare(square.row, square.col, (seen,))
        for square, seen in _differing(read, saved)
        if (square.row, square.col) not in doubtful
    )
    lines = [list(split_tiles(line)) for line in read.lines]
    for square, _ in saved.tiles():
        lines[square.row][square.col] = sign_of(saved, square)
    asked = tuple(each for each in read.asked if saved.at(Square(each.row, each.column)) is None)
    return replace(read, lines=tuple(map(line_of, lines)), asked=asked, unlike=unlike)


def _differing(read: PhotoRead, saved: Board) -> Iterator[tuple[Square, str]]:
    for square, tile in saved.tiles():
        seen = _seen(read, square)
        if seen != sign_of(saved, square) and not (tile.is_blank and seen == BLANK):
            yield square, seen


def _seen(read: PhotoRead, square: Square) -> str:
    return list(split_tiles(read.lines[square.row]))[square.col]


def sign_of(board: Board, square: Square) -> str:
    """Returns the sign of a square in the text of a board, without brackets."""
    return list(split_tiles(board.text().splitlines()[square.row]))[square.col]


def letters_allowed(board: Board, square: Square, is_good: Callable[[str], bool]) -> tuple[str, ...]:
    """Returns the letters with which a blank on a square makes good words, both ways.

    None where the words tell nothing: no word runs through the square, or too many letters would do.
    """
    found = []
    for label in board.tile_set.labels:
        laid = board.without_tiles([square]).with_tiles([(square, PlacedTile(label, is_blank=True))])
        words = [word.text for each in Direction if (word := laid.word_through(square, each)) is not None]
        if all(map(is_good, words)):
            found.append(label)
    return tuple(found) if len(found) <= MOST_ALLOWED else ()


# ---------------------------------------------------------------- what comes of the answers


def play_on(board: Board, before: Board) -> Placement:
    """Returns the tiles that lie on a board and did not before."""
    return Placement(tuple((square, tile) for square, tile in board.tiles() if before.at(square) is None))


def board_of_answers(lines: str, answers: Answers, saved: Board) -> Board:
    """Returns the board that was read, with what somebody answered about single squares."""
    rows = [list(split_tiles(line.strip())) for line in lines.strip().replace(BLANK, EMPTY).splitlines()]
    for (row, column), sign in answers.items():
        if not sign or sign == BLANK:
            name = f"{chr(ord('A') + column)}{row + 1}"
            raise MalformedError(
                "photo-blank-letter", f"say which letter the blank on {name} is", square=name
            )
        if row < len(rows) and column < len(rows[row]):
            rows[row][column] = sign
    return parse_board("\n".join(map(line_of, rows)), saved.layout, saved.tile_set)


def position_of(board: Board) -> str:
    """Returns a board as the line of a position; nobody knows the racks and scores."""
    return write_cgp(Position(board, (Rack(()), Rack(()))))


def line_of(signs: Iterable[str]) -> str:
    """Returns a line of a board's text."""
    return "".join(f"[{sign}]" if len(sign) > 1 else sign for sign in signs)
