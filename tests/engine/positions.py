"""Random positions to compare two move generators on: sparse, dense, with blanks, with foreign words."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from wordwaiter.lexicon.tiles import BLANK, TileSet
from wordwaiter.rules.board import Board, PlacedTile, empty_board
from wordwaiter.rules.layout import BoardLayout, Direction, Premium, Square
from wordwaiter.rules.rack import Rack, rack_of
from wordwaiter.rules.rulebooks.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Deal:
    """A board and the rack of the side to move."""

    board: Board
    rack: Rack


def random_deals(rulebook: Rulebook, words: Sequence[str], count: int, rng: random.Random) -> Iterator[Deal]:
    """Boards with words laid at random, crossing or not, good or not, and racks drawn at random."""
    table = rulebook.table
    for number in range(count):
        board = empty_board(table.layout, table.tile_set)
        # Nothing, a few words, many words, and so on in turn.
        for _ in range((0, 3, 12, 40)[number % 4]):
            board = _with_word(board, rng.choice(words), rng)
        size = rng.randint(1, table.rack_size or 7)
        yield Deal(board, _random_rack(table.tile_set, size, rng))


def _with_word(board: Board, word: str, rng: random.Random) -> Board:
    """The board with a word where its letters agree with what is there; now and then with a foreign one."""
    layout = board.layout
    labels = list(board.tile_set.spell(word))
    if rng.random() < 0.15:
        labels[rng.randrange(len(labels))] = rng.choice(board.tile_set.labels)
    direction = rng.choice(list(Direction))
    first = Square(rng.randrange(layout.height), rng.randrange(layout.width))
    squares = [first.toward(direction, step) for step in range(len(labels))]
    if any(square not in layout for square in squares):
        return board
    laid = []
    for square, label in zip(squares, labels, strict=True):
        there = board.at(square)
        if there is None:
            laid.append((square, PlacedTile(label, is_blank=rng.random() < 0.06)))
        elif there.label != label:
            return board
    return board.with_tiles(laid)


def _random_rack(tile_set: TileSet, size: int, rng: random.Random) -> Rack:
    bag = [label for label, count in tile_set.counts.items() for _ in range(count)]
    tiles = rng.sample(bag, size)
    if rng.random() < 0.2:
        tiles[0] = BLANK
    return rack_of(tiles, tile_set)


def random_layout(height: int, width: int, rng: random.Random) -> BoardLayout:
    """A board with premiums at random, which is neither square nor symmetrical if so asked."""
    premiums = [Premium.PLAIN] * 6 + list(Premium)
    rows = tuple(tuple(rng.choice(premiums) for _ in range(width)) for _ in range(height))
    return BoardLayout("random", "Random", rows, Square(rng.randrange(height), rng.randrange(width)))


def variant(
    rulebook: Rulebook,
    *,
    layout: BoardLayout | None = None,
    tile_set: TileSet | None = None,
    rack_size: int | None = None,
    longest_word: int | None = None,
) -> Rulebook:
    """The rulebook with another board, other tiles or other limits."""
    table = rulebook.table
    return replace(
        rulebook,
        table=replace(
            table,
            layout=layout or table.layout,
            tile_set=tile_set or table.tile_set,
            rack_size=rack_size or table.rack_size,
            longest_word=longest_word,
        ),
    )
