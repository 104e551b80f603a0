"""The end of a replayed game: what its unplayed tiles bring, as recorded and by the rules."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from wordwaiter.notation import difference
from wordwaiter.notation.difference import Difference
from wordwaiter.notation.record import OpponentsRack, OwnRack, Tiles
from wordwaiter.notation.stand import Stand
from wordwaiter.rules.rulebooks.rulebook import GameEnding, Rulebook
from wordwaiter.rules.unplayed import holder_factor, out_factor


@dataclass(frozen=True, slots=True)
class Closing:
    """Where a game stands when its unplayed tiles are counted."""

    stand: Stand
    rulebook: Rulebook
    ending: GameEnding
    tiles_add_up: bool
    """Whether the record kept to the set's tiles, so that those not on the board are the unplayed ones."""

    def points(self, player: int, move: OpponentsRack | OwnRack) -> int:
        """Returns the points that the rules give for a closing line."""
        known = self._tiles_of(player, move)
        return self._points_with(player, move, move.tiles if known is None else known)

    def differences(
        self, line: int, player: int, move: OpponentsRack | OwnRack, recorded: int
    ) -> Iterator[Difference]:
        """Returns where a closing line and the rules differ: in its tiles, or in what its tiles bring."""
        known = self._tiles_of(player, move)
        if known is not None and Counter(known) != Counter(move.tiles):
            yield difference.unplayed_tiles(line, move.tiles, known)
        given = self._points_with(player, move, move.tiles)
        if recorded != given:
            yield difference.end_adjustment(line, move, recorded, given, self._why(player, move))

    def missing(self, players: Iterable[int], racks: tuple[Tiles | None, ...]) -> Iterator[tuple[int, int]]:
        """Those of `players` whose score unplayed tiles would change, and by what.

        `racks` are those that are known; where a rack is not, nothing is said of it.
        """
        for player in players:
            unplayed = self._tiles_of(player, OpponentsRack(()))
            if unplayed is not None:
                points = self._gain(unplayed)
            else:
                own = self._tiles_of(player, OwnRack(())) or racks[player]
                points = 0 if own is None else self._loss(own)
            if points:
                yield player, points

    def _tiles_of(self, player: int, move: OpponentsRack | OwnRack) -> Tiles | None:
        """The tiles that a closing line must have, where the board alone tells them."""
        out = self.stand.out
        if out is None or not self.tiles_add_up:
            return None
        is_last_rack = len(self.stand.held) == 2 and player != out
        if player == out if isinstance(move, OpponentsRack) else is_last_rack:
            return tuple(self.stand.unseen().elements())
        return None

    def _points_with(self, player: int, move: OpponentsRack | OwnRack, tiles: Tiles) -> int:
        if isinstance(move, OwnRack):
            return self._loss(tiles)
        return self._gain(tiles) if self.stand.out == player else 0

    def _gain(self, tiles: Tiles) -> int:
        """Returns what the player who went out gains from the others' tiles."""
        return out_factor(self.ending) * self._value(tiles)

    def _loss(self, tiles: Tiles) -> int:
        """Returns what a player's own tiles bring: zero or less."""
        return holder_factor(self.ending, somebody_is_out=self.stand.out is not None) * self._value(tiles)

    def _value(self, tiles: Tiles) -> int:
        values = self.stand.board.tile_set.values
        return sum(values[tile] for tile in tiles)

    def _why(self, player: int, move: OpponentsRack | OwnRack) -> str:
        if isinstance(move, OpponentsRack) and self.stand.out != player:
            return "this player is not out"
        if self.stand.out is None:
            rule, key = self.ending.unplayed_otherwise.value, "ending.unplayed_otherwise"
        else:
            rule, key = self.ending.unplayed_when_out.value, "ending.unplayed_when_out"
        return f"{rule.replace('-', ' ')}, {self.rulebook.clause_of(key)}"
