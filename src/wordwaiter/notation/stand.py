"""Where a replayed game stands: the board, and how many tiles are in the bag and on each rack.

Which tiles a rack held is known only as far as it was written down. How many follows from the plays alone.
"""

from collections import Counter
from dataclasses import dataclass, replace

from wordwaiter.rules.board import Board, empty_board
from wordwaiter.rules.placement import Placement
from wordwaiter.rules.rulebooks.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Stand:
    """The game between two lines of its record."""

    board: Board
    bag: int
    held: tuple[int, ...]
    """How many tiles each player has."""
    to_move: int | None = None
    """Whose turn it is; nobody's in particular before the first."""
    scoreless: int = 0
    """How many turns in a row brought no points."""
    out: int | None = None
    """Who has played all tiles with the bag empty."""

    def after_play(self, player: int, placement: Placement, rack_size: int, *, is_scoreless: bool) -> "Stand":
        """The stand when the tiles lie and the rack was filled."""
        left = max(self.held[player] - len(placement.laid), 0)
        drawn = min(max(rack_size - left, 0), self.bag)
        held = tuple(left + drawn if each == player else count for each, count in enumerate(self.held))
        return replace(
            self,
            board=self.board.with_tiles(placement.laid),
            bag=self.bag - drawn,
            held=held,
            to_move=self._next(player),
            scoreless=self.scoreless + 1 if is_scoreless else 0,
            out=player if left + drawn == 0 and self.out is None else self.out,
        )

    def after_scoreless_turn(self, player: int) -> "Stand":
        """The stand after a pass, an exchange, or a play that was withdrawn."""
        return replace(self, to_move=self._next(player), scoreless=self.scoreless + 1)

    def with_starting_word(self, placement: Placement) -> "Stand":
        """The stand when the committee has laid the starting word, with tiles from the bag."""
        return replace(
            self,
            board=self.board.with_tiles(placement.laid),
            bag=max(self.bag - len(placement.laid), 0),
        )

    def unseen(self) -> Counter[str]:
        """The tiles of the set that are not on the board."""
        return Counter(self.board.tile_set.counts) - self.board.tile_counts()

    def _next(self, player: int) -> int:
        return (player + 1) % len(self.held)


def opening(rulebook: Rulebook, players: int, rack_size: int) -> Stand:
    """The stand before the first move: an empty board, and a full rack for each player."""
    tile_set = rulebook.table.tile_set
    held = min(rack_size, tile_set.size // max(players, 1))
    return Stand(
        empty_board(rulebook.table.layout, tile_set), tile_set.size - held * players, (held,) * players
    )
