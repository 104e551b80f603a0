"""Whether a play is left: what a finder must answer, a plain one, and what its answer says about a table."""

from typing import Protocol

from wordwaiter.game.holdings import count_of, unseen_tiles
from wordwaiter.game.table import Evidence, Table
from wordwaiter.rules.board import Board
from wordwaiter.rules.rack import Rack, rack_of
from wordwaiter.rules.reference import ReferenceWords, exists_play
from wordwaiter.rules.rulebooks.rulebook import Rulebook


class Finder(Protocol):
    """Knows a word list, and whether a play is possible."""

    def exists_play(self, board: Board, tiles: Rack, rulebook: Rulebook) -> bool:
        """Whether some of `tiles`, no more than a rack holds, can be laid as a play of good words.

        `tiles` may be more than a rack holds: all those that nobody has seen.
        """
        ...


class PlainFinder:
    """A finder that tries every play, for reading and for small word lists."""

    def __init__(self, words: ReferenceWords) -> None:
        self._words = words

    def exists_play(self, board: Board, tiles: Rack, rulebook: Rulebook) -> bool:
        """Whether some of `tiles` can be laid as a play of good words."""
        return exists_play(board, tiles, self._words, rulebook)


def no_play_left(table: Table, finder: Finder | None) -> Evidence:
    """What the word list says of the question whether no play is left for anybody.

    It is asked exactly where every rack is known and the bag is empty. Otherwise it is asked with all unseen
    tiles as one rack: if they make no play, no rack does; if they make one, nobody knows who holds them.
    """
    position = table.position
    if finder is None or position.partial:
        return Evidence.UNKNOWN
    racks = [rack for rack in position.racks if isinstance(rack, Rack)]
    if any(finder.exists_play(position.board, rack, table.rulebook) for rack in racks):
        return Evidence.PLAY_EXISTS
    if len(racks) == len(position.racks) and count_of(position.bag) == 0:
        return Evidence.EXACT
    unseen = rack_of(unseen_tiles(position).elements(), position.board.tile_set)
    found = finder.exists_play(position.board, unseen, table.rulebook)
    return Evidence.UNKNOWN if found else Evidence.SAFE
