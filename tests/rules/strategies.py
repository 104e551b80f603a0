"""Random boards, placements and racks."""

from hypothesis import strategies as st

from rules.vocabulary import small_layout
from wordwaiter.lexicon.tiles import BLANK, TileSet, shipped_tile_set, shipped_tile_sets
from wordwaiter.rules.board import Board, PlacedTile
from wordwaiter.rules.layout import BoardLayout, Direction, Square, shipped_layout
from wordwaiter.rules.placement import Placement, placement_of

LAYOUTS = (shipped_layout("standard"), small_layout("D.dt.", "T...D", "..d..", ".t..T", start="2B"))


def tile_sets() -> st.SearchStrategy[TileSet]:
    return st.sampled_from(shipped_tile_sets()).map(shipped_tile_set)


def placed_tiles(tile_set: TileSet) -> st.SearchStrategy[PlacedTile]:
    return st.builds(PlacedTile, st.sampled_from(tile_set.labels), st.booleans())


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Any board, whether or not it could come from a game."""
    layout: BoardLayout = draw(st.sampled_from(LAYOUTS))
    tile_set = draw(tile_sets())
    size = layout.height * layout.width
    tiles = draw(st.dictionaries(st.integers(0, size - 1), placed_tiles(tile_set), max_size=30))
    return Board(layout, tile_set, tuple(tiles.get(place) for place in range(size)))


@st.composite
def boards_with_line(draw: st.DrawFn) -> tuple[Board, Placement]:
    """A board and tiles for successive empty squares of one of its lines, tiles on the board between them."""
    board = draw(boards())
    direction = draw(st.sampled_from(Direction))
    first = draw(st.sampled_from(list(board.layout.squares())))
    empty = []
    square: Square = first
    while square in board.layout:
        if board.at(square) is None:
            empty.append(square)
        square = square.toward(direction)
    tiles = draw(st.lists(placed_tiles(board.tile_set), max_size=len(empty)))
    return board, placement_of(zip(empty, tiles, strict=False))


def rack_tiles(tile_set: TileSet) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from((*tile_set.labels, BLANK)), max_size=9)
