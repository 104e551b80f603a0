"""One team that builds its board while the round runs (Hare): word by word, of the tiles that lie loose."""

import random
from collections import Counter

from wordwaiter.engine import MIDGAME
from wordwaiter.game.facts import Tiles
from wordwaiter.rules.announcement import Announcement, starting_tiles
from wordwaiter.rules.board import Board, empty_board
from wordwaiter.rules.finished_board import RemovedTiles
from wordwaiter.rules.rack import rack_of
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.rules.tally import Tally, tally_board
from wordwaiter.tournament.rehearsal.hall import Steps, Until
from wordwaiter.tournament.rehearsal.room import RehearsalRoom


class BuildingTable:
    """A board from its starting word to the end of the round."""

    def __init__(
        self, room: RehearsalRoom, rulebook: Rulebook, announced: Announcement, removed: Tiles, ends_ms: int
    ) -> None:
        if isinstance(removed, int):
            raise TypeError("a rehearsal draws the tiles that are taken out, so it knows them")
        tile_set = rulebook.table.tile_set
        laid = starting_tiles(announced, rulebook)
        self.board: Board = empty_board(rulebook.table.layout, tile_set).with_tiles(laid)
        self.loose = Counter(tile_set.counts) - self.board.tile_counts() - Counter(removed)
        self._removed = Counter(removed)
        self._room = room
        self._rulebook = rulebook
        self._announced = announced
        self._ends_ms = ends_ms

    def take_back(self, tiles: Tiles) -> None:
        """Tiles that were bought back lie loose from now on."""
        bought = Counter() if isinstance(tiles, int) else Counter(tiles)
        self._removed -= bought
        self.loose += bought

    def steps(self) -> Steps:
        """Word after word until the signal, then the tally."""
        hall, rng, habits = self._room.hall, self._room.rng, self._room.plan.building
        while True:
            next_ms = hall.now_ms + max(habits.word.draw(rng), 1_000)
            if next_ms >= self._ends_ms:
                break
            yield Until(next_ms)
            self._lay(rng)
        yield Until(self._ends_ms)
        yield Until(hall.now_ms + self._room.plan.day.counting.draw(rng))

    def _lay(self, rng: random.Random) -> None:
        """The next word of some loose tiles, if they make one."""
        plan, players = self._room.plan, self._room.players
        tiles = sorted(self.loose.elements())
        seen = rng.sample(tiles, min(plan.building.tiles_in_view, len(tiles)))
        if not seen:
            return
        engine = players.engine(self._rulebook, plan.building.tiles_in_view)
        rack = rack_of(seen, self._rulebook.table.tile_set)
        found = players.find(engine, self.board, rack, MIDGAME, plan.play.best_of, rng)
        if found is None:
            return
        if rng.random() < plan.play.phoneys:
            found = players.misspelt(self.board, found, rng)
        self.board = self.board.with_tiles(found.laid)
        self.loose -= found.needs()

    def tally(self) -> Tally:
        """The tally of the board as it lies."""
        removed = RemovedTiles(rack_of(self._removed.elements(), self._rulebook.table.tile_set).tiles)
        return tally_board(self.board, self._rulebook, self._announced, removed)
