"""Whether a play is left: what a finder must answer, and what its answer says about a table."""

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from wordwaiter.game.holdings import count_of, unseen_tiles
from wordwaiter.game.table import Evidence, Table
from wordwaiter.rules.board import Board
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.rulebook import Rulebook


class Finder(Protocol):
    """Knows a word list, and whether a play is possible."""

    def play_exists(self, board: Board, tiles: Sequence[str], rulebook: Rulebook) -> bool:
        """Whether some of `tiles`, a rack's number at most, can be laid as a play of good words.

        `tiles` may be more than a rack holds: all those that nobody has seen.
        """
        ...


def no_play_left(table: Table, finder: Finder | None) -> Evidence:
    """What the word list says of the question whether no play is left for anybody.

    It is asked exactly where every rack is known. Otherwise it is asked with all unseen tiles as one rack: if
    they make no play, no rack does, but if they make one, nobody knows whether a rack has those tiles.
    """
    position = table.position
    if finder is None or position.partial:
        return Evidence.UNKNOWN
    racks = [rack for rack in position.racks if isinstance(rack, Rack)]
    known = any(finder.play_exists(position.board, rack.tiles, table.rulebook) for rack in racks)
    if known:
        return Evidence.PLAY_EXISTS
    if len(racks) == len(position.racks) and count_of(position.bag) == 0:
        return Evidence.EXACT
    unseen = tuple(sorted(Counter(unseen_tiles(position)).elements()))
    return Evidence.UNKNOWN if finder.play_exists(position.board, unseen, table.rulebook) else Evidence.SAFE
