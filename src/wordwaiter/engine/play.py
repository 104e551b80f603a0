"""Play: a legal play with what it scores and what it leaves on the rack, as a value."""

from dataclasses import dataclass

from wordwaiter.rules.board import Board, Laid, PlacedTile
from wordwaiter.rules.layout import Direction, Square
from wordwaiter.rules.placement import Placement, play_text, readable_play
from wordwaiter.rules.rack import Rack


@dataclass(frozen=True, slots=True)
class Play:
    """Tiles laid from one square on in one direction; tiles that are there already are played through."""

    square: Square
    """That of the first tile laid."""
    direction: Direction
    tiles: tuple[PlacedTile, ...]
    score: int
    leave: Rack
    """The tiles that stay on the rack."""
    leave_thousandths: int
    equity_thousandths: int
    """Score and worth of what is kept, in thousandths of a point."""

    def placement(self, board: Board) -> Placement:
        """Its tiles with their squares on the board that it was found on."""
        laid: list[Laid] = []
        square = self.square
        for tile in self.tiles:
            while board.at(square) is not None:
                square = square.toward(self.direction)
            laid.append((square, tile))
            square = square.toward(self.direction)
        return Placement(tuple(laid))

    def text(self, board: Board) -> str:
        """As it is written in a game record: `8D RE.INA`."""
        return play_text(board, self.placement(board))

    def readable(self, board: Board) -> str:
        """Returns it as people read it: `8D RE(T)INA`."""
        return readable_play(board, self.placement(board))
