"""Random tables, plays and racks: well shaped ones without any word list, and nonsense."""

import random
from collections import Counter

from wordwaiter.game import commands as c
from wordwaiter.game.holdings import count_of, unseen_tiles
from wordwaiter.game.table import Position, Table, TableKind
from wordwaiter.lexicon.tiles import BLANK
from wordwaiter.rules.announcement import announce
from wordwaiter.rules.board import Board, Laid, PlacedTile, empty_board
from wordwaiter.rules.layout import Direction, Square
from wordwaiter.rules.placement import Placement
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.rulebooks.rulebook import Rulebook


def random_opening(
    rulebook: Rulebook, kind: TableKind, tiles_left: int | None, chance: random.Random
) -> c.OpenTable:
    """A table from the beginning, or with so many tiles not yet on the board."""
    team = rulebook.name == "bee-tortoise"
    sides = ("Owls",) if team else ("Ann", "Ben")
    seats = ("Ann", "Ben", "Cy", "Di", "Ed")[: chance.randrange(4, 6)] if team else ()
    announcement = announce(rulebook.table.tile_set, "GLOW", "TEA", ["EAT"]) if team else c.NOTHING_ANNOUNCED
    position = None
    if tiles_left is not None:
        position = _late_position(rulebook, tiles_left, len(sides), len(seats or sides), chance)
    clocked = chance.random() < 0.5
    return c.OpenTable(
        kind,
        sides,
        seats,
        announcement,
        position=position,
        room_ms=1_800_000 if clocked and rulebook.name == "grand-island" else None,
        side_ms=600_000 if clocked and rulebook.name == "iowa" else None,
    )


def _late_position(
    rulebook: Rulebook, tiles_left: int, sides: int, seats: int, chance: random.Random
) -> c.GivenPosition:
    board = empty_board(rulebook.table.layout, rulebook.table.tile_set)
    tiles = list(Counter(board.tile_set.counts).elements())
    chance.shuffle(tiles)
    # Row after row from the top: words of any length, with room below them.
    laid = [_placed(board, tile, chance) for tile in tiles[tiles_left:]]
    board = board.with_tiles(zip(board.layout.squares(), laid, strict=False))
    share = min(tiles_left // seats, rulebook.table.rack_size or 0)
    all_known = chance.random() < 0.5
    racks = tuple(
        tuple(tiles[seat * share : (seat + 1) * share]) if all_known or seat == 0 else None
        for seat in range(seats)
    )
    return c.GivenPosition(board, (100,) * sides, racks)


def possible_rack(position: Position, seat: int, chance: random.Random) -> list[str]:
    """Tiles that the seat holds, or could hold where nobody told."""
    rack = position.racks[seat]
    if isinstance(rack, Rack):
        return list(rack.tiles)
    # On a partial board nothing is known of what was drawn, and counts may not add up.
    left = list((+unseen_tiles(position, apart_from=seat)).elements())
    return chance.sample(left, min(count_of(rack), len(left)))


def phoney(position: Position, seat: int, chance: random.Random) -> Placement:
    """Tiles of a possible rack in one line that joins on to the board: well shaped unless space runs out."""
    board, rack = position.board, possible_rack(position, seat, chance)
    chance.shuffle(rack)
    direction = chance.choice(tuple(Direction))
    number = chance.choice((1, 2, 2, 3, 3, 4, 7))
    laid: list[Laid] = []
    square = _beginning(board, direction, chance)
    for tile in rack[:number]:
        while board.at(square) is not None:
            square = square.toward(direction)
        if square not in board.layout:
            break
        laid.append((square, _placed(board, tile, chance)))
        square = square.toward(direction)
    return Placement(tuple(laid))


def _beginning(board: Board, direction: Direction, chance: random.Random) -> Square:
    """An empty square from which a line of tiles joins on to the board; the centre of an empty one."""
    if board.is_empty:
        return board.layout.start
    square, _ = chance.choice(tuple(board.tiles()))
    return square.toward(chance.choice((direction, direction.other)), chance.choice((-1, 1)))


def _placed(board: Board, tile: str, chance: random.Random) -> PlacedTile:
    if tile == BLANK:
        return PlacedTile(chance.choice(board.tile_set.labels), is_blank=True)
    return PlacedTile(tile)


def shifted(placement: Placement, chance: random.Random) -> Placement:
    """The same tiles elsewhere, or among themselves."""
    tiles = list(placement.tiles)
    chance.shuffle(tiles)
    direction, steps = chance.choice(tuple(Direction)), chance.choice((0, 0, -1, 1))
    squares = (square.toward(direction, steps) for square in placement.squares)
    return Placement(tuple(zip(squares, tiles, strict=True)))


def nonsense(table: Table, chance: random.Random) -> Placement:
    """Any tiles anywhere, on and off the board."""
    labels = (*table.rulebook.table.tile_set.labels, BLANK, "É")
    return Placement(
        tuple(
            (
                Square(chance.randrange(-1, 17), chance.randrange(-1, 17)),
                PlacedTile(chance.choice(labels), chance.random() < 0.2),
            )
            for _ in range(chance.randrange(9))
        )
    )


def some_tiles(table: Table, chance: random.Random) -> tuple[str, ...]:
    """Any tiles, perhaps more than there are."""
    labels = (*table.rulebook.table.tile_set.labels, BLANK)
    return tuple(chance.choice(labels) for _ in range(chance.randrange(9)))


def all_tiles(position: Position) -> Counter[str]:
    """Every tile that lies on the board, on a known rack or in a known bag."""
    tiles = position.board.tile_counts()
    for rack in position.racks:
        tiles.update(rack.tiles if isinstance(rack, Rack) else ())
    tiles.update(() if isinstance(position.bag, int) else position.bag)
    return tiles
