"""Whether a play is left: what a finder must answer, a plain one, and what its answer says about a table."""

from dataclasses import dataclass
from typing import Protocol

from wordwaiter.game.deciders.count import racks_untold
from wordwaiter.game.holdings import count_of, unseen_tiles
from wordwaiter.game.table import Evidence, Table
from wordwaiter.rules.board import Board
from wordwaiter.rules.placement import readable_play
from wordwaiter.rules.rack import Rack, rack_of
from wordwaiter.rules.reference import ReferenceWords, exists_play, reference_plays
from wordwaiter.rules.rulebooks.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class BestPlay:
    """The play of a rack that scores most."""

    text: str
    """As people read it: `8D RE(T)INA`."""
    points: int


class Finder(Protocol):
    """Knows a word list, and whether a play is possible."""

    def exists_play(self, board: Board, tiles: Rack, rulebook: Rulebook) -> bool:
        """Checks whether some of `tiles`, no more than a rack holds, can be laid as a play of good words.

        `tiles` may be more than a rack holds: all those that nobody has seen.
        """
        ...

    def best_play(self, board: Board, rack: Rack, rulebook: Rulebook) -> BestPlay | None:
        """Returns the play of a rack that scores most; nothing if it has no play."""
        ...


class PlainFinder:
    """A finder that tries every play, for reading and for small word lists."""

    def __init__(self, words: ReferenceWords) -> None:
        self._words = words

    def exists_play(self, board: Board, tiles: Rack, rulebook: Rulebook) -> bool:
        """Checks whether some of `tiles` can be laid as a play of good words."""
        return exists_play(board, tiles, self._words, rulebook)

    def best_play(self, board: Board, rack: Rack, rulebook: Rulebook) -> BestPlay | None:
        """Returns the play of a rack that scores most; nothing if it has no play."""
        plays = reference_plays(board, rack, self._words, rulebook)
        best = max(plays, key=lambda play: play.score, default=None)
        return None if best is None else BestPlay(readable_play(board, best.placement), best.score)


def no_play_left(table: Table, finder: Finder | None) -> Evidence:
    """Returns the word list's answer to whether nobody has a play left.

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


@dataclass(frozen=True, slots=True)
class PlaysLeft:
    """Who could still have played when a game ended because no play was left, as far as racks are known."""

    best: tuple[tuple[int, BestPlay | None], ...]
    """The seats whose tiles are known, each with its best play."""
    unknown: tuple[int, ...]
    """The seats whose tiles are not known."""
    is_open: bool
    """Whether those that are not known might make a play."""

    @property
    def plays(self) -> tuple[tuple[int, BestPlay], ...]:
        """Returns the seats that could have played."""
        return tuple((seat, play) for seat, play in self.best if play is not None)


def plays_left(table: Table, finder: Finder) -> PlaysLeft:
    """Returns who could still have played, asked anew with each rack that has been told since the end."""
    board, rulebook = table.position.board, table.rulebook
    racks = _racks_known(table)
    best = tuple((seat, finder.best_play(board, rack, rulebook)) for seat, rack in racks.items())
    unknown = tuple(seat for seat in range(len(table.seats)) if seat not in racks)
    if not unknown:
        return PlaysLeft(best, (), is_open=False)
    unseen = unseen_tiles(table.position)
    return PlaysLeft(
        best, unknown, finder.exists_play(board, rack_of(unseen.elements(), board.tile_set), rulebook)
    )


def _racks_known(table: Table) -> dict[int, Rack]:
    """The racks that were told, by seat; where the bag is empty the last one holds all that is left."""
    position, untold = table.position, racks_untold(table)
    known = {
        seat: rack
        for seat, rack in enumerate(position.racks)
        if isinstance(rack, Rack) and seat not in untold
    }
    others = [seat for seat in range(len(position.racks)) if seat not in known]
    if len(others) == 1 and not untold and count_of(position.bag) == 0:
        known[others[0]] = rack_of(unseen_tiles(position).elements(), position.board.tile_set)
    return dict(sorted(known.items()))
