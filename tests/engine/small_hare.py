"""Hare puzzles so small that every board can be tried, and the plain way to try them."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from wordwaiter.engine.hare import HarePuzzle
from wordwaiter.lexicon import Lexicon, Tile, TileSet
from wordwaiter.rules.announcement import announce, starting_tiles
from wordwaiter.rules.board import Board, PlacedTile, empty_board
from wordwaiter.rules.finished_board import RemovedTiles, connected_groups
from wordwaiter.rules.layout import BoardLayout, Premium, Square
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.rules.tally import tally_board

_SIGNS = {premium.value: premium for premium in Premium}


def tiles_of(text: str, blanks: int = 0) -> TileSet:
    """English tiles with these letters alone, each as often as it stands here, worth its place in A to Z."""
    counts = Counter(text)
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    tiles = tuple(Tile(letter, 1 + place % 7, counts[letter]) for place, letter in enumerate(alphabet))
    return TileSet("english", "small", "en", tiles, blanks, {})


def small_rulebook(rows: tuple[str, ...], start: Square, tile_set: TileSet, longest: int | None) -> Rulebook:
    """The Bee's rules on a board of these premiums."""
    bee = shipped_rulebook("bee-hare")
    layout = BoardLayout("small", "small", tuple(tuple(_SIGNS[sign] for sign in row) for row in rows), start)
    return replace(bee, table=replace(bee.table, layout=layout, tile_set=tile_set, longest_word=longest))


def small_puzzle(
    rulebook: Rulebook, words: str, start: str, surprise: str | None = None, sponsors: tuple[str, ...] = ()
) -> HarePuzzle:
    """The puzzle of a few words."""
    announcement = announce(rulebook.table.tile_set, start, surprise, sponsors)
    return HarePuzzle(rulebook, announcement, (Lexicon.of_words("few", words.split()),))


def best_total(puzzle: HarePuzzle) -> int:
    """The highest total of any board, by trying them all."""
    return max(
        tally_board(board, puzzle.rulebook, puzzle.announcement, puzzle.removed).total
        for board in _boards(puzzle)
    )


def _boards(puzzle: HarePuzzle) -> Iterator[Board]:
    """Every board of good words that hangs together and has the starting word."""
    table = puzzle.rulebook.table
    assert isinstance(puzzle.removed, RemovedTiles)
    supply = Counter(table.tile_set.counts) - Counter(puzzle.removed.tiles)
    start, supply = _started(puzzle, supply)
    free = [square for square in table.layout.squares() if start.at(square) is None]
    for board in _fillings(start, free, supply):
        longest = table.longest_word or max(table.layout.width, table.layout.height)
        good = all(len(word.tiles) <= longest and puzzle.is_good(word.text) for word in board.words())
        if good and len(connected_groups(board)) == 1:
            yield board


def _started(puzzle: HarePuzzle, supply: Counter[str]) -> tuple[Board, Counter[str]]:
    """The board with the starting word, a blank only where there is no tile for it, and what is left."""
    table = puzzle.rulebook.table
    board, left = empty_board(table.layout, table.tile_set), supply
    for square, tile in starting_tiles(puzzle.announcement, puzzle.rulebook):
        laid = tile if left[tile.kind] else PlacedTile(tile.label, is_blank=True)
        assert left[laid.kind] > 0
        board, left = board.with_tiles([(square, laid)]), left - Counter([laid.kind])
    return board, left


def _fillings(board: Board, squares: list[Square], supply: Counter[str]) -> Iterator[Board]:
    """Every way to lay some of the tiles on these squares, a blank as any letter that the set has."""
    if not squares:
        yield board
        return
    square, *rest = squares
    yield from _fillings(board, rest, supply)
    for label in (tile.label for tile in board.tile_set.tiles if tile.count):
        for tile in (PlacedTile(label), PlacedTile(label, is_blank=True)):
            if supply[tile.kind] > 0:
                left = supply - Counter([tile.kind])
                yield from _fillings(board.with_tiles([(square, tile)]), rest, left)
