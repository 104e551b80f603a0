"""Tiles on racks and in the bag, counted or known."""

import random
from collections import Counter
from collections.abc import Iterable

from wordwaiter.game.facts import Tiles
from wordwaiter.game.table import Bag, Holding, Position
from wordwaiter.lexicon.tiles import TileSet
from wordwaiter.rules.rack import Rack, rack_of


def count_of(tiles: Holding | Bag) -> int:
    """Returns how many tiles these are."""
    return tiles if isinstance(tiles, int) else len(tiles)


def holding_of(tiles: Tiles, tile_set: TileSet) -> Holding:
    """Returns the holding of a seat, from the tiles in a fact."""
    return tiles if isinstance(tiles, int) else rack_of(tiles, tile_set)


def less(holding: Holding, tiles: Iterable[str], tile_set: TileSet) -> Holding:
    """Returns the holding after these tiles left the rack."""
    if isinstance(holding, Rack):
        return rack_of((holding.counts() - Counter(tiles)).elements(), tile_set)
    return holding - len(tuple(tiles))


def more(holding: Holding, drawn: Tiles, tile_set: TileSet) -> Holding:
    """Returns the holding after a draw; a rack with unknown new tiles is only counted from then on."""
    if isinstance(holding, Rack) and not isinstance(drawn, int):
        return rack_of((*holding.tiles, *drawn), tile_set)
    return holding if count_of(drawn) == 0 else count_of(holding) + count_of(drawn)


def draw_to(position: Position, seat: int, size: int) -> Tiles:
    """Returns the tiles that fill a seat's rack to `size`: the next of the bag, as far as they go."""
    wanted = max(size - count_of(position.racks[seat]), 0)
    return min(wanted, position.bag) if isinstance(position.bag, int) else position.bag[:wanted]


def taken_out(bag: Bag, drawn: Tiles) -> Bag:
    """The bag after a draw from its front."""
    return bag - count_of(drawn) if isinstance(bag, int) else bag[count_of(drawn) :]


def shaken_bag(now: Position, before: Position, rng: random.Random) -> Bag | None:
    """The bag of `before`, shaken after what was drawn since went back; `None` if nothing was."""
    if now.bag == before.bag:
        return None
    if isinstance(before.bag, int):
        return before.bag
    # Sorted first, so that the new order does not depend on one that somebody has seen a part of.
    tiles = sorted(before.bag)
    rng.shuffle(tiles)
    return tuple(tiles)


def unseen_tiles(position: Position, *, apart_from: int | None = None) -> Counter[str]:
    """The tiles that lie neither on the board nor on a known rack; one seat's may be left out of account."""
    unseen = _off_the_board(position)
    for seat, rack in enumerate(position.racks):
        if isinstance(rack, Rack) and seat != apart_from:
            unseen.subtract(rack.counts())
    return unseen


def unseen_by(position: Position, seat: int | None) -> Counter[str]:
    """The tiles that a seat does not see: neither on the board nor on its own rack. Nobody's has no rack."""
    unseen = _off_the_board(position)
    own = None if seat is None else position.racks[seat]
    if isinstance(own, Rack):
        unseen.subtract(own.counts())
    return unseen


def _off_the_board(position: Position) -> Counter[str]:
    tiles = Counter(position.board.tile_set.counts)
    tiles.subtract(position.board.tile_counts())
    return tiles
