"""What each move does to a position."""

from wordwaiter.game.facts import Tiles
from wordwaiter.game.holdings import count_of, draw_to, less, more, taken_out
from wordwaiter.game.replacing import replace
from wordwaiter.game.table import Bag, Holding, Position, Seat
from wordwaiter.rules.placement import Placement


def after_play(position: Position, seats: tuple[Seat, ...], placement: Placement, points: int) -> Position:
    """Tiles are on the board and their points credited; nothing is drawn yet."""
    played = replace(position, board=position.board.with_tiles(placement.laid))
    if not position.partial:
        tile_set = position.board.tile_set
        rack = less(position.racks[position.to_move], placement.needs().elements(), tile_set)
        played = with_rack(played, position.to_move, rack)
    return _turn_over(played, seats, points)


def after_draw(position: Position, seat: int, drawn: Tiles) -> Position:
    """A seat took tiles out of the bag."""
    rack = more(position.racks[seat], drawn, position.board.tile_set)
    return with_rack(replace(position, bag=taken_out(position.bag, drawn)), seat, rack)


def after_exchange(
    position: Position, seats: tuple[Seat, ...], tiles: Tiles, drawn: Tiles, bag: Bag
) -> Position:
    """Tiles were drawn, then as many others put into the bag."""
    tile_set = position.board.tile_set
    held = position.racks[position.to_move]
    kept = count_of(held) - tiles if isinstance(tiles, int) else less(held, tiles, tile_set)
    exchanged = with_rack(position, position.to_move, more(kept, drawn, tile_set))
    return _turn_over(replace(exchanged, bag=bag), seats, 0)


def after_lost_turn(position: Position, seats: tuple[Seat, ...]) -> Position:
    """A turn went by without tiles or points: passed, skipped or ruled off."""
    return _turn_over(position, seats, 0)


def after_report(position: Position, seats: tuple[Seat, ...], points: int) -> Position:
    """Points were told without their tiles: from here on the position is partial."""
    counted = tuple(map(count_of, position.racks))
    return _turn_over(replace(position, partial=True, racks=counted), seats, points)


def after_fill(position: Position, drawn: tuple[Tiles, ...]) -> Position:
    """Racks were filled in turn order from the seat to move."""
    for seat in in_turn_order(position, len(drawn)):
        position = after_draw(position, seat, drawn[seat])
    return position


def fills(position: Position, size: int) -> tuple[Tiles, ...]:
    """What each seat draws when racks are filled in turn order until the bag is empty, by seat."""
    drawn: dict[int, Tiles] = {}
    for seat in in_turn_order(position, len(position.racks)):
        drawn[seat] = draw_to(position, seat, size)
        position = after_draw(position, seat, drawn[seat])
    return tuple(drawn[seat] for seat in sorted(drawn))


def in_turn_order(position: Position, seats: int) -> tuple[int, ...]:
    """The seats, beginning with the one to move."""
    return tuple((position.to_move + step) % seats for step in range(seats))


def somebody_is_out(position: Position) -> bool:
    """Whether a rack is empty and the bag too."""
    return count_of(position.bag) == 0 and any(count_of(rack) == 0 for rack in position.racks)


def with_rack(position: Position, seat: int, rack: Holding) -> Position:
    """The position with another rack at one seat."""
    return replace(position, racks=(*position.racks[:seat], rack, *position.racks[seat + 1 :]))


def with_points(position: Position, points: tuple[int, ...]) -> Position:
    """The position with points added to each side."""
    return replace(position, scores=tuple(map(sum, zip(position.scores, points, strict=True))))


def _turn_over(position: Position, seats: tuple[Seat, ...], points: int) -> Position:
    side = seats[position.to_move].side
    credited = with_points(
        position, tuple(points if each == side else 0 for each in range(len(position.scores)))
    )
    return replace(
        credited,
        to_move=(position.to_move + 1) % len(seats),
        scoreless=0 if points else position.scoreless + 1,
    )
