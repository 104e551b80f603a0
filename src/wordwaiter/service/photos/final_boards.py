"""The board at the end of a game, from a photo: where it differs from the turns, and what lies beside it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordwaiter.errors import MalformedError
from wordwaiter.game.table import Played, Stage, Table, Turn
from wordwaiter.rules.board import Board, PlacedTile, parse_board
from wordwaiter.rules.layout import Square
from wordwaiter.rules.placement import Placement, readable_play
from wordwaiter.rules.rack import Rack, rack_of
from wordwaiter.service.photos.kept_photos import final_board_at, sees_photos
from wordwaiter.service.tables.out_of_play import NotBegun, TakenBack
from wordwaiter.service.tables.scene import Scene

if TYPE_CHECKING:
    from wordwaiter.service.access.callers import Caller
    from wordwaiter.service.context import Context

FROM_TABLE: Final = "final/"
"""Before the stream of a table: its final board, asked for on its own page."""
FROM_SHEETS: Final = "sheet/"
"""Likewise, asked for on the page of score sheets."""


def named_final(stream: str) -> str | None:
    """Returns the table whose final board an address names; `None` where it names something else."""
    for prefix in (FROM_TABLE, FROM_SHEETS):
        if stream.startswith(prefix):
            return stream.removeprefix(prefix)
    return None


def may_photograph_final(context: "Context", caller: "Caller", at: Scene) -> bool:
    """Checks whether a caller may enter the final board of a table: a real one whose game has begun."""
    if at.is_virtual or isinstance(at.out, NotBegun | TakenBack):
        return False
    return at.writes_for_all if at.is_free else sees_photos(context, caller, at.stream)


def takes_final_photo(context: "Context", caller: "Caller", at: Scene) -> bool:
    """Checks whether the page of a table offers to check its final board: when the game is over."""
    return at.table.stage is Stage.ENDED and may_photograph_final(context, caller, at)


@dataclass(frozen=True, slots=True)
class UnlikeSquare:
    """A square on which the photo shows something else than the turns."""

    square: Square
    seen: PlacedTile | None
    was: PlacedTile | None
    turn: int | None
    """The turn that laid the tile there."""


@dataclass(frozen=True, slots=True)
class MendedTurn:
    """A turn as the photo shows it."""

    number: int
    who: str
    was: str
    """The play as it was entered, as people read it."""
    play: str
    """The play in the photo, as people read it."""
    placement: Placement


@dataclass(frozen=True, slots=True)
class FinalBoard:
    """A final board beside the turns of its table."""

    board: Board
    unlike: tuple[UnlikeSquare, ...]
    """None where no turns were entered that could tell."""
    mended: tuple[MendedTurn, ...]
    beside: Rack
    """The tiles of the set that are not on the board: on racks or in the bag."""
    has_turns: bool

    @property
    def beside_text(self) -> str:
        """The tiles beside the board, each kind once."""
        counts = self.beside.counts().items()
        return " ".join(f"{tile} ×{count}" if count > 1 else tile for tile, count in counts)

    @property
    def beside_points(self) -> int:
        values = self.board.tile_set.values
        return sum(values[tile] for tile in self.beside.tiles)


def final_board(table: Table, board: Board) -> FinalBoard:
    """Compares a board from a photo with the turns that were entered at its table."""
    has_turns = bool(table.turns) and not table.position.partial
    unlike = tuple(_unlike(table, board)) if has_turns else ()
    left = dict(board.tile_set.counts)
    for kind in board.kinds():
        left[kind] = max(0, left.get(kind, 0) - 1)
    beside = rack_of([label for label, count in left.items() for _ in range(count)], board.tile_set)
    mended = tuple(each for turn in table.turns if (each := _mended(table, turn, unlike, board)) is not None)
    return FinalBoard(board, unlike, mended, beside, has_turns)


def saved_final(context: "Context", caller: "Caller", at: Scene) -> FinalBoard | None:
    """Returns the final board of a table that was saved last, beside its turns as they are now."""
    photo = final_board_at(context, caller, at.stream)
    if photo is None:
        return None
    entered = at.table.position.board
    return final_board(at.table, parse_board(photo.text, entered.layout, entered.tile_set))


def mended_turn(final: FinalBoard, number: str) -> MendedTurn:
    """Returns the turn of that number as the photo shows it."""
    for each in final.mended:
        if str(each.number) == number:
            return each
    raise MalformedError("unknown-form", "this page is out of date; reload it")


def _unlike(table: Table, board: Board) -> Iterator[UnlikeSquare]:
    entered = table.position.board
    laid = {
        square: turn.number
        for turn in table.turns
        if isinstance(turn.move, Played) and not turn.ruled_off
        for square in turn.move.placement.squares
    }
    for square in board.layout.squares():
        seen, was = board.at(square), entered.at(square)
        if seen != was:
            yield UnlikeSquare(square, seen, was, laid.get(square) if was is not None else None)


def _mended(table: Table, turn: Turn, unlike: tuple[UnlikeSquare, ...], board: Board) -> MendedTurn | None:
    """Returns a turn with the letters of the photo; `None` where it is as it was, or a tile is missing."""
    wrong = [each for each in unlike if each.turn == turn.number]
    if not wrong or not isinstance(turn.move, Played) or any(each.seen is None for each in wrong):
        return None
    laid = tuple(
        (square, tile) for square in turn.move.placement.squares if (tile := board.at(square)) is not None
    )
    placement, before = Placement(laid), turn.before.board
    try:
        play = readable_play(before, placement)
    except MalformedError:
        return None
    return MendedTurn(turn.number, table.seats[turn.seat].name, turn.move.text_on(before), play, placement)
