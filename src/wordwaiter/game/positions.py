"""The effect of each move on a position."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from wordwaiter.game.facts import Tiles
from wordwaiter.game.holdings import count_of, draw_to, less, more, taken_out
from wordwaiter.game.replacing import replace
from wordwaiter.game.table import Bag, Holding, Position, Seat
from wordwaiter.rules.placement import Placement
from wordwaiter.rules.rack import Rack


def after_play(position: Position, seats: tuple[Seat, ...], placement: Placement, points: int) -> Position:
    """Tiles are on the board and their points credited; nothing is drawn yet."""
    board, racks = position.board.with_tiles(placement.laid), position.racks
    if not position.partial:
        rack = less(racks[position.to_move], placement.kinds, board.tile_set)
        racks = _racks_with(racks, position.to_move, rack)
    return _turn_over(position, seats, points, board=board, racks=racks)


def after_draw(position: Position, seat: int, drawn: Tiles) -> Position:
    """A seat took tiles out of the bag."""
    rack = more(position.racks[seat], drawn, position.board.tile_set)
    bag = taken_out(position.bag, drawn)
    return replace(position, bag=bag, racks=_racks_with(position.racks, seat, rack))


def after_exchange(
    position: Position, seats: tuple[Seat, ...], tiles: Tiles, drawn: Tiles, bag: Bag
) -> Position:
    """Tiles were drawn, then as many others put into the bag."""
    tile_set = position.board.tile_set
    held = position.racks[position.to_move]
    kept = count_of(held) - tiles if isinstance(tiles, int) else less(held, tiles, tile_set)
    racks = _racks_with(position.racks, position.to_move, more(kept, drawn, tile_set))
    return _turn_over(position, seats, 0, bag=bag, racks=racks)


def after_lost_turn(position: Position, seats: tuple[Seat, ...]) -> Position:
    """A turn went by without tiles or points: passed, skipped or ruled off."""
    return _turn_over(position, seats, 0)


def after_report(position: Position, seats: tuple[Seat, ...], points: int) -> Position:
    """Points were told without their tiles: from here on the position is partial."""
    counted = tuple(map(count_of, position.racks))
    return _turn_over(position, seats, points, partial=True, racks=counted)


def after_fill(position: Position, drawn: tuple[Tiles, ...]) -> Position:
    """Racks were filled in turn order from the seat to move."""
    for seat in in_turn_order(position, len(drawn)):
        position = after_draw(position, seat, drawn[seat])
    return position


def fills(position: Position, size: int) -> tuple[Tiles, ...]:
    """Returns the tiles each seat draws when racks are filled in turn order until the bag is empty."""
    drawn: dict[int, Tiles] = {}
    for seat in in_turn_order(position, len(position.racks)):
        drawn[seat] = draw_to(position, seat, size)
        position = after_draw(position, seat, drawn[seat])
    return tuple(drawn[seat] for seat in sorted(drawn))


def in_turn_order(position: Position, seats: int) -> tuple[int, ...]:
    """The seats, beginning with the one to move."""
    return tuple((position.to_move + step) % seats for step in range(seats))


def somebody_is_out(position: Position) -> bool:
    """Checks whether a rack is empty and the bag too."""
    return count_of(position.bag) == 0 and any(count_of(rack) == 0 for rack in position.racks)


def is_dealt_here(position: Position) -> bool:
    """Checks whether the software deals the tiles; elsewhere somebody told what is on a rack."""
    return isinstance(position.bag, tuple)


def without_refuted_racks(position: Position, seat: int, tiles: Iterable[str] = ()) -> Position:
    """Only the number of tiles of each rack that was told wrongly, where a seat holds or lays these tiles.

    Somebody at a camera may take an E for an F: that stops no game.
    """
    racks = position.racks
    if is_dealt_here(position) or not any(isinstance(rack, Rack) for rack in racks):
        return position
    laid, counts = Counter(tiles), position.board.tile_set.counts
    lying = Counter(position.board.kinds()) + laid
    kept: list[Holding] = []
    for each, rack in enumerate(racks):
        if isinstance(rack, Rack):
            held = rack.counts()
            refuted = laid - held if each == seat else (held + lying) - Counter(counts)
            kept.append(len(rack.tiles) if refuted else rack)
        else:
            kept.append(rack)
    return replace(position, racks=tuple(kept))


def with_rack(position: Position, seat: int, rack: Holding) -> Position:
    """The position with another rack at one seat."""
    return replace(position, racks=_racks_with(position.racks, seat, rack))


def _racks_with(racks: tuple[Holding, ...], seat: int, rack: Holding) -> tuple[Holding, ...]:
    return (*racks[:seat], rack, *racks[seat + 1 :])


def with_points(position: Position, points: tuple[int, ...]) -> Position:
    """The position with points added to each side."""
    return replace(position, scores=tuple(map(sum, zip(position.scores, points, strict=True))))


def _turn_over(position: Position, seats: tuple[Seat, ...], points: int, **changes: Any) -> Position:
    """The position with what a turn changed, its points credited, and the next seat to move."""
    side, scores = seats[position.to_move].side, position.scores
    return replace(
        position,
        scores=(*scores[:side], scores[side] + points, *scores[side + 1 :]),
        to_move=(position.to_move + 1) % len(seats),
        scoreless=0 if points else position.scoreless + 1,
        **changes,
    )
