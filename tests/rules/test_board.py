"""Boards as values and as text."""

import pytest
from hypothesis import given

from rules.strategies import boards
from rules.vocabulary import board_with, glow
from wordwaiter.errors import IllegalError, MalformedError
from wordwaiter.lexicon.tiles import BLANK, shipped_tile_set
from wordwaiter.rules.board import Board, PlacedTile, empty_board, parse_board
from wordwaiter.rules.layout import Direction, Square, shipped_layout

STANDARD = shipped_layout("standard")
ENGLISH = shipped_tile_set("english")
EMPTY_ROWS = ["." * 15] * 15


def rows_with(row: int, line: str) -> str:
    return "\n".join([*EMPTY_ROWS[: row - 1], line, *EMPTY_ROWS[row:]])


def test_a_board_is_read_and_written_as_fifteen_lines() -> None:
    text = rows_with(8, ".......GLoW....")
    board = parse_board(text, STANDARD, ENGLISH)
    assert board.at(Square(7, 9)) == PlacedTile("O", is_blank=True)
    assert board.text() == str(board) == text


@pytest.mark.long
@given(boards())
def test_a_board_reads_back_from_its_text(board: Board) -> None:
    assert parse_board(board.text(), board.layout, board.tile_set) == board


def test_a_board_rebuilds_from_its_repr() -> None:
    board = board_with("iowa", "8H GLoW", "K5 KNEW")
    names = {
        "parse_board": parse_board,
        "shipped_layout": shipped_layout,
        "shipped_tile_set": shipped_tile_set,
    }
    assert eval(repr(board), names) == board  # noqa: S307 - the repr is our own


def test_a_tile_of_two_letters_takes_one_square_of_the_text() -> None:
    spanish = shipped_tile_set("spanish")
    board = parse_board(rows_with(8, ".......[CH]ICO[ll]..."), STANDARD, spanish)
    assert board.at(Square(7, 7)) == PlacedTile("CH")
    assert board.at(Square(7, 11)) == PlacedTile("LL", is_blank=True)
    assert board.text().splitlines()[7] == ".......[CH]ICO[ll]..."


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_other_line_ends_and_signs_for_empty_squares_are_read(ends: str) -> None:
    untidy = ends + rows_with(8, "_-_-_-_GLOW----").replace("\n", ends) + ends + ends
    assert parse_board(untidy, STANDARD, ENGLISH) == glow("iowa")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("\n".join(EMPTY_ROWS[:14]), "the board has 14 rows; the standard layout has 15"),
        (rows_with(3, "." * 14), "row 3 has 14 squares; the standard layout has 15"),
        (rows_with(3, "." * 16), "row 3 has 16 squares"),
        (rows_with(4, "..1............"), "row 4: the English set has no tile '1'"),
        (rows_with(4, "..?............"), "row 4: the English set has no tile '?'"),
        (rows_with(4, "..Ñ............"), "row 4: the English set has no tile 'Ñ'"),
        (rows_with(4, "..[CH]............"), "row 4: the English set has no tile 'CH'"),
        (rows_with(4, "..[A............"), "row 4: '..[A............' has a [ without a ]"),
        ("", "the board has 0 rows"),
    ],
)
def test_a_text_that_is_no_board_is_refused(text: str, reason: str) -> None:
    with pytest.raises(MalformedError) as refused:
        parse_board(text, STANDARD, ENGLISH)
    assert refused.value.code == "bad-board-text"
    assert reason in str(refused.value)


def test_a_blank_for_half_a_tile_is_refused() -> None:
    with pytest.raises(MalformedError, match="mixes cases"):
        parse_board(rows_with(8, ".......[Ch]ICO...."), STANDARD, shipped_tile_set("spanish"))


def test_a_board_is_a_value() -> None:
    assert glow("iowa") == glow("ontario")
    assert hash(glow("iowa")) == hash(glow("ontario"))
    assert glow("iowa") != board_with("iowa", "8H GLoW")
    assert glow("iowa") != empty_board(STANDARD, ENGLISH)
    spanish = empty_board(STANDARD, shipped_tile_set("spanish"))
    assert empty_board(STANDARD, ENGLISH) != spanish


def test_adding_tiles_leaves_the_board_as_it_was() -> None:
    before = glow("iowa")
    after = before.with_tiles([(Square(7, 11), PlacedTile("S"))])
    assert before == glow("iowa")
    assert after == board_with("iowa", "8H GLOWS")
    assert after.without_tiles([Square(7, 11)]) == before


@pytest.mark.parametrize(
    ("square", "code"),
    [(Square(7, 7), "square-occupied"), (Square(7, 15), "off-board"), (Square(-1, 0), "off-board")],
)
def test_a_tile_needs_an_empty_square_of_the_board(square: Square, code: str) -> None:
    with pytest.raises(IllegalError) as refused:
        glow("iowa").with_tiles([(square, PlacedTile("S"))])
    assert refused.value.code == code


def test_nothing_lies_off_the_board() -> None:
    board = board_with("iowa", "8H GLOWWORM")
    assert [board.at(square) for square in (Square(7, 15), Square(7, -1), Square(15, 7), Square(-1, 7))] == [
        None
    ] * 4


def test_tiles_are_counted_as_they_were_in_the_bag() -> None:
    board = board_with("iowa", "8H GLoW", "K5 KNEW")
    assert board.tile_counts() == {"G": 1, "L": 1, BLANK: 1, "W": 1, "K": 1, "N": 1, "E": 1}
    assert not board.is_empty
    assert empty_board(STANDARD, ENGLISH).is_empty


def test_words_are_found_through_a_square() -> None:
    board = board_with("iowa", "8H GLOW", "K5 KNEW")
    found = board.word_through(Square(7, 10), Direction.ACROSS)
    assert found is not None
    assert (str(found), found.labels, found.squares[-1]) == ("8H GLOW", ("G", "L", "O", "W"), Square(7, 10))
    assert str(board.word_through(Square(7, 10), Direction.DOWN)) == "K5 KNEW"
    assert board.word_through(Square(7, 7), Direction.DOWN) is None
    assert [str(word) for word in board.words()] == ["8H GLOW", "K5 KNEW"]


@pytest.mark.long
@given(boards())
def test_every_word_of_a_board_is_found_once_and_whole(board: Board) -> None:
    words = list(board.words())
    assert len(words) == len(set(words))
    for word in words:
        assert len(word.tiles) > 1
        assert tuple(board.at(square) for square in word.squares) == word.tiles
        assert board.at(word.square.toward(word.direction, -1)) is None
        assert board.at(word.square.toward(word.direction, len(word.tiles))) is None
    for square, _ in board.tiles():
        for direction in Direction:
            neighbours = [board.at(square.toward(direction, sense)) for sense in (-1, 1)]
            holding = [word for word in words if word.direction is direction and square in word.squares]
            assert len(holding) == int(any(neighbours))
