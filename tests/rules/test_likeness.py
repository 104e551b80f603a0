"""A board is known again though somebody has altered it, and no other board is taken for it."""

import random

import pytest

from rules.vocabulary import board_with
from wordwaiter.lexicon.tiles import shipped_tile_set
from wordwaiter.rules.board import Board, PlacedTile, empty_board, parse_board
from wordwaiter.rules.layout import Square, shipped_layout
from wordwaiter.rules.likeness import is_nearly

LETTERS = shipped_tile_set("english")
NOTHING = empty_board(shipped_layout("standard"), LETTERS)
_ROWS = {
    3: "...........W...", 5: "....QUOTES.....", 6: "...........M...", 7: "...RETINA..A...",
    8: "......N...FIRE.", 9: "......K....D...", 10: "..JOY..........",
}  # fmt: skip
GAME = parse_board(
    "\n".join(_ROWS.get(row, "." * 15) for row in range(15)), shipped_layout("standard"), LETTERS
)


def _with(tiles: dict[tuple[int, int], str]) -> Board:
    laid = ((Square(*place), PlacedTile(label)) for place, label in tiles.items())
    return NOTHING.with_tiles(laid)


def _tiles(board: Board) -> dict[tuple[int, int], str]:
    return {(square.row, square.col): tile.label for square, tile in board.tiles()}


def test_a_board_is_like_itself_and_like_one_with_another_tile() -> None:
    assert is_nearly(GAME, GAME)
    for place in _tiles(GAME):
        assert is_nearly(GAME, _with({**_tiles(GAME), place: "Z"}))


def test_a_board_is_known_by_a_part_of_it_and_among_tiles_that_hide_it() -> None:
    tiles = sorted(_tiles(GAME).items())
    assert is_nearly(GAME, _with(dict(tiles[: len(tiles) // 2])))
    hidden = _tiles(GAME) | {(14, col): "E" for col in range(15)} | {(13, col): "I" for col in range(15)}
    assert is_nearly(GAME, _with(hidden))
    assert is_nearly(_with(hidden), GAME)


@pytest.mark.parametrize("kept", [0.6, 0.45])
def test_a_board_is_known_though_half_of_it_is_left_out_and_other_tiles_hide_that(kept: float) -> None:
    tiles = sorted(_tiles(GAME).items(), key=lambda each: (each[0][1], each[0]))
    altered = dict(tiles[: round(len(tiles) * kept)])
    free = ((row, col) for row in (0, 1, 13) for col in range(15))
    altered |= {next(free): label for _, label in tiles[len(altered) :]}
    assert len(altered) == len(tiles)
    assert is_nearly(GAME, _with(altered))
    assert is_nearly(GAME, _with({(col, row): label for (row, col), label in altered.items()}))


def test_a_board_that_is_mirrored_or_moved_is_known_again() -> None:
    assert is_nearly(GAME, _with({(col, row): label for (row, col), label in _tiles(GAME).items()}))
    assert is_nearly(GAME, _with({(row + 1, col - 1): label for (row, col), label in _tiles(GAME).items()}))


def test_a_blank_is_its_letter() -> None:
    blank = NOTHING.with_tiles((square, PlacedTile(tile.label, True)) for square, tile in GAME.tiles())
    assert is_nearly(GAME, blank)


def test_a_first_play_is_known_with_a_tile_changed() -> None:
    assert is_nearly(board_with("club", "8D CATS"), board_with("club", "8D BATS"))
    assert is_nearly(board_with("club", "8G AT"), board_with("club", "8G AT"))


@pytest.mark.parametrize("other", ["8D TISANE", "8H AT", "8G BE"])
def test_another_first_play_is_another_game(other: str) -> None:
    assert not is_nearly(board_with("club", other), board_with("club", "8D RETINA"))
    assert not is_nearly(NOTHING, board_with("club", other))


def test_games_that_have_nothing_to_do_with_each_other_are_not_alike() -> None:
    """Random letters on random squares share more than the boards of two games, which begin at the centre."""
    rng = random.Random(7)
    bag = [label for label, count in LETTERS.counts.items() for _ in range(count) if label != "?"]

    def anything(size: int) -> Board:
        squares = [(row, col) for row in range(4, 12) for col in range(4, 12)]
        return _with(dict(zip(rng.sample(squares, size), rng.sample(bag, size), strict=True)))

    boards = [anything(rng.randint(5, 60)) for _ in range(60)]
    assert not [1 for at, one in enumerate(boards) for other in boards[:at] if is_nearly(one, other)]
