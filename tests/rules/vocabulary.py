"""How tests speak of boards, plays and rulebooks."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from wordwaiter.lexicon.tiles import BLANK, TileSet
from wordwaiter.rules.board import Board, PlacedTile, empty_board, parse_board, parse_tile
from wordwaiter.rules.layout import BoardLayout, Premium, parse_square
from wordwaiter.rules.placement import Placement, parse_play, placement_of, play_text
from wordwaiter.rules.rack import parse_rack
from wordwaiter.rules.reference import ReferenceWords, reference_plays
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.rules.scoring import PlayScore, points_of_checked_play, score_play
from wordwaiter.rules.shape import check_shape

TWO_SIDES: Final = ("iowa", "grand-island", "ontario", "androscoggin", "club")
"""Rulebooks whose game begins on an empty board."""

IN_TURNS: Final = (*TWO_SIDES, "bee-tortoise")
"""Rulebooks under which turns are taken."""


def board_with(rulebook: str | Rulebook, *plays: str) -> Board:
    """The board of a rulebook after these plays, whatever their shape."""
    book = shipped_rulebook(rulebook) if isinstance(rulebook, str) else rulebook
    board = empty_board(book.table.layout, book.table.tile_set)
    for play in plays:
        board = board.with_tiles(parse_play(play, board).laid)
    return board


def glow(rulebook: str) -> Board:
    """A board with GLOW across from the centre: a first play, or a starting word of the Bee."""
    return board_with(rulebook, "8H GLOW")


def score(rulebook: str | Rulebook, board: Board, play: str) -> PlayScore:
    """What a play scores, which a move must get too."""
    book = shipped_rulebook(rulebook) if isinstance(rulebook, str) else rulebook
    placement = parse_play(play, board)
    explained = score_play(board, placement, book)
    words = tuple(word.word for word in explained.words)
    assert points_of_checked_play(board, placement, book) == (words, explained.total)
    return explained


def faults(
    rulebook: str | Rulebook, board: Board, play: str | Placement, rack: str | None = None
) -> list[tuple[str, str]]:
    """The code and the clause of everything that is wrong with the shape of a play."""
    book = shipped_rulebook(rulebook) if isinstance(rulebook, str) else rulebook
    placement = parse_play(play, board) if isinstance(play, str) else play
    held = None if rack is None else parse_rack(rack, board.tile_set)
    return [(fault.code.value, fault.clause) for fault in check_shape(board, placement, book, held)]


def dragged(tiles: str, board: Board) -> Placement:
    """Tiles put on squares one by one, wherever that is: `9H C, 10I T`; `?` is a blank without a letter."""
    laid = []
    for each in filter(None, tiles.split(",")):
        square, sign = each.split()
        tile = PlacedTile(BLANK, is_blank=True) if sign == BLANK else parse_tile(sign, board.tile_set)
        laid.append((parse_square(square), tile))
    return placement_of(laid)


def small_layout(*rows: str, start: str = "1A") -> BoardLayout:
    """A layout for one test, with its premiums as in a file."""
    signs = {premium.value: premium for premium in Premium}
    premiums = tuple(tuple(signs[sign] for sign in line) for line in rows)
    return BoardLayout("small", "Small board", premiums, parse_square(start))


def on_layout(rulebook: str, layout: BoardLayout, tile_set: TileSet | None = None) -> Rulebook:
    """A shipped rulebook on another board, and with other tiles."""
    book = shipped_rulebook(rulebook)
    return replace(book, table=replace(book.table, layout=layout, tile_set=tile_set or book.table.tile_set))


def small_board(rulebook: Rulebook, *rows: str) -> Board:
    """A board of a rulebook with a layout of its own."""
    return parse_board("\n".join(rows), rulebook.table.layout, rulebook.table.tile_set)


def assert_plays(
    board: Board, rack: str, words: Iterable[str], rulebook: str | Rulebook, expected: dict[str, int]
) -> None:
    """These and no other plays are legal, with these scores."""
    book = shipped_rulebook(rulebook) if isinstance(rulebook, str) else rulebook
    known = ReferenceWords(words, board.tile_set)
    found = reference_plays(board, parse_rack(rack, board.tile_set), known, book)
    assert {play_text(board, play.placement): play.score for play in found} == expected
