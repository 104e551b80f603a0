"""Plays as they are written, and the tiles that they lay."""

import pytest
from hypothesis import assume, given

from rules.strategies import boards_with_line
from rules.vocabulary import board_with, dragged, glow
from wordwaiter.errors import MalformedError
from wordwaiter.lexicon.tiles import shipped_tile_set
from wordwaiter.rules.board import Board, PlacedTile, empty_board
from wordwaiter.rules.layout import Direction, Square, shipped_layout
from wordwaiter.rules.placement import Placement, parse_play, placement_of, play_text, readable_play

GLOW = glow("iowa")
SPANISH = empty_board(shipped_layout("standard"), shipped_tile_set("spanish"))


def laid(play: str, board: Board = GLOW) -> str:
    """The tiles that a play lays, as `8L S`."""
    return ", ".join(f"{square} {tile}" for square, tile in parse_play(play, board).laid)


@pytest.mark.parametrize(
    ("play", "tiles"),
    [
        ("8D RETINA", "8D R, 8E E, 8F T, 8G I, 8H N, 8I A"),
        ("D8 RETINA", "8D R, 9D E, 10D T, 11D I, 12D N, 13D A"),
        ("d8 RETINA", "8D R, 9D E, 10D T, 11D I, 12D N, 13D A"),
        ("8d ReTINa", "8D R, 8E e, 8F T, 8G I, 8H N, 8I a"),
        ("  8D\t RETINA \r\n", "8D R, 8E E, 8F T, 8G I, 8H N, 8I A"),
        ("8H AB?", "8H A, 8I B, 8J ?"),
    ],
)
def test_row_first_is_across_column_first_is_down_lower_case_is_a_blank(play: str, tiles: str) -> None:
    assert laid(play, board_with("iowa")) == tiles


@pytest.mark.parametrize(
    "play",
    ["8H ....S", "8H GLOWS", "8H glowS", "8H (GLOW)S", "8H G.O.S", "8H (....)S", "8I LOWS", "8L S", "L8 S"],
)
def test_tiles_that_are_there_already_are_not_laid(play: str) -> None:
    assert laid(play) == "8L S"


def test_a_letter_that_differs_from_the_tile_there_is_laid_on_it() -> None:
    assert laid("8H SLOW") == "8H S"
    assert laid("8H [B]LOW") == "8H B"


@pytest.mark.parametrize(
    ("play", "tiles"),
    [
        ("8H [CH]ICO", "8H [CH], 8I I, 8J C, 8K O"),
        ("8H CHICO", "8H [CH], 8I I, 8J C, 8K O"),
        ("8H chICO", "8H [ch], 8I I, 8J C, 8K O"),
        ("8H [ch]ICO", "8H [ch], 8I I, 8J C, 8K O"),
        ("8H [C]HICO", "8H C, 8I H, 8J I, 8K C, 8L O"),
        ("8H cHICO", "8H c, 8I H, 8J I, 8K C, 8L O"),
        ("8H ÉL", "8H E, 8I L"),
    ],
)
def test_a_tile_of_two_letters_is_read_with_and_without_brackets(play: str, tiles: str) -> None:
    assert laid(play, SPANISH) == tiles


@pytest.mark.parametrize(
    ("play", "code"),
    [
        ("", "bad-play"),
        ("8D", "bad-play"),
        ("RETINA 8D", "bad-square"),
        ("8D RET INA", "bad-play"),
        ("8D RET(INA", "bad-play"),
        ("8D RET)INA", "bad-play"),
        ("8D R((E))", "bad-play"),
        ("8D [RETINA", "open-bracket"),
        ("8D RET1NA", "no-such-tile"),
        ("8D RE-IN", "no-such-tile"),
        ("8D [CH]AT", "no-such-tile"),
        ("8D ÑU", "no-such-tile"),
        ("1A R.T", "no-tile-there"),
        ("8H ......S", "no-tile-there"),
        ("1A (R)AT", "no-tile-there"),
        ("8H (S)LOW", "no-tile-there"),
        ("15N .....", "no-tile-there"),
    ],
)
def test_what_is_no_play_is_refused(play: str, code: str) -> None:
    with pytest.raises(MalformedError) as refused:
        parse_play(play, GLOW)
    assert refused.value.code == code


def test_a_dot_on_an_empty_square_says_what_to_do() -> None:
    with pytest.raises(MalformedError) as refused:
        parse_play("1A R.T", GLOW)
    assert str(refused.value) == "'1A R.T' puts . on 1B, which is empty; write the letter on the board"


# ---------------------------------------------------------------- as a value


def test_placements_of_the_same_tiles_are_equal_however_they_were_made() -> None:
    written = parse_play("L8 SAD", GLOW)
    assert written == dragged("10L D, 8L S, 9L A", GLOW)
    assert parse_play("8L S", GLOW) == parse_play("L8 S", GLOW) == parse_play("8H GLOWS", GLOW)
    assert len({written, placement_of(reversed(written.laid))}) == 1


def test_a_placement_knows_the_tiles_it_needs() -> None:
    assert parse_play("L8 sADsS", GLOW).needs() == {"?": 2, "A": 1, "D": 1, "S": 1}
    assert parse_play("L8 SAD", GLOW).tiles == (PlacedTile("S"), PlacedTile("A"), PlacedTile("D"))


@pytest.mark.parametrize(
    ("tiles", "direction"),
    [
        ("9L A, 9M B", Direction.ACROSS),
        ("9L A, 11L B", Direction.DOWN),
        ("9L A, 10M B", None),
        ("8L S", Direction.ACROSS),
        ("9I A", Direction.DOWN),
        ("1A A", Direction.ACROSS),
    ],
)
def test_the_direction_of_a_play_is_that_of_its_word(tiles: str, direction: Direction | None) -> None:
    assert dragged(tiles, GLOW).direction_on(GLOW) is direction


def test_a_single_tile_is_read_in_the_direction_of_its_longer_word() -> None:
    board = board_with("iowa", "8H GLOW", "L9 AD")
    assert play_text(board, dragged("8L S", board)) == "8H ....S"
    board = board_with("iowa", "8H GLOW", "L9 ANDED")
    assert play_text(board, dragged("8L S", board)) == "L8 S....."


# ---------------------------------------------------------------- written back


@pytest.mark.parametrize(
    ("play", "written"),
    [
        ("8H GLOWS", "8H ....S"),
        ("8L S", "8H ....S"),
        ("I7 FLAp", "I7 F.Ap"),
        ("9I AN", "9I AN"),
        ("8G AGLOWS", "8G A....S"),
        ("8H GLOW?", "8H ....?"),
        ("1A R", "1A R"),
    ],
)
def test_a_play_is_written_with_dots_for_tiles_on_the_board(play: str, written: str) -> None:
    assert play_text(GLOW, parse_play(play, GLOW)) == written


@pytest.mark.parametrize(
    ("play", "read"),
    [
        ("8L S", "8H (GLOW)S"),
        ("I7 FLAp", "I7 F(L)Ap"),
        ("9I AN", "9I AN"),
        ("8G AGLOWS", "8G A(GLOW)S"),
    ],
)
def test_people_read_the_tiles_on_the_board_in_parentheses_and_may_type_them_so(play: str, read: str) -> None:
    placement = parse_play(play, GLOW)
    assert readable_play(GLOW, placement) == read
    assert parse_play(read, GLOW) == placement


def test_two_tiles_that_look_like_one_of_two_letters_are_written_apart() -> None:
    apart = parse_play("8H [C]HICO", SPANISH)
    assert play_text(SPANISH, apart) == "8H [C]HICO"
    assert parse_play("8H [C]HICO", SPANISH) == apart


@pytest.mark.long
@given(boards_with_line())
def test_a_play_in_one_line_reads_back_from_its_text(drawn: tuple[Board, Placement]) -> None:
    board, placement = drawn
    assume(placement.laid)
    assert parse_play(play_text(board, placement), board) == placement


def test_tiles_that_are_not_in_one_line_cannot_be_written() -> None:
    with pytest.raises(MalformedError) as refused:
        play_text(GLOW, dragged("1A A, 2B B", GLOW))
    assert refused.value.code == "not-in-one-line"


def test_squares_stand_in_reading_order() -> None:
    assert dragged("10L D, 8L S, 9L A", GLOW).squares == (Square(7, 11), Square(8, 11), Square(9, 11))
