"""Free games shortly before their end: an empty bag, and racks that the test chooses."""

from collections import Counter

from wordwaiter.game.commands import GivenPosition, OpenTable
from wordwaiter.game.table import Table, TableKind
from wordwaiter.lexicon.tiles import BLANK
from wordwaiter.roles import Role
from wordwaiter.rules.board import Board, PlacedTile, empty_board
from wordwaiter.rules.layout import Square
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.service.access.callers import Caller, Grant, director_of_everything
from wordwaiter.service.context import Context
from wordwaiter.service.tables.free_games import PROGRAM
from wordwaiter.service.tables.opening import open_free_table

LAST_ROW = 14


def late_game(context: Context, sides: tuple[str, str], racks: tuple[str, str]) -> str:
    """A free game of these sides with these racks: all other tiles lie on the lower half of the board."""
    board = crowded_board("".join(racks))
    position = GivenPosition(board, (200, 200), (tuple(racks[0]), tuple(racks[1])))
    opening = OpenTable(TableKind.VIRTUAL, sides, position=position, by=PROGRAM)
    return open_free_table(context, director_of_everything(PROGRAM), "club", opening).stream


def opening_game(context: Context, sides: tuple[str, str], racks: tuple[str, str]) -> str:
    """A free game on an empty board with these racks; the first side begins."""
    table = shipped_rulebook("club").table
    board = empty_board(table.layout, table.tile_set)
    position = GivenPosition(board, (0, 0), (tuple(racks[0]), tuple(racks[1])))
    opening = OpenTable(TableKind.VIRTUAL, sides, position=position, by=PROGRAM)
    return open_free_table(context, director_of_everything(PROGRAM), "club", opening).stream


def crowded_board(held: str) -> Board:
    """The board on which all tiles lie that nobody holds, from the bottom row up."""
    table = shipped_rulebook("club").table
    left = sorted((Counter(table.tile_set.counts) - Counter(held)).elements())
    laid = [
        (
            Square(LAST_ROW - place // 15, place % 15),
            PlacedTile("E" if tile == BLANK else tile, tile == BLANK),
        )
        for place, tile in enumerate(left)
    ]
    return empty_board(table.layout, table.tile_set).with_tiles(laid)


def sitting(stream: str, seat: int, name: str) -> Caller:
    """Somebody on a device of their own."""
    return Caller(name, f"{name}'s phone", frozenset({Grant(Role.PLAYER, stream, entrant=seat)}))


def table_at(context: Context, stream: str) -> Table:
    table: Table = context.states.of(stream).state
    return table
