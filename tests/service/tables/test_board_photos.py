"""What is asked about a photo beside the saved board, and the board that comes of the answers."""

import pytest

from wordwaiter.errors import MalformedError
from wordwaiter.lexicon.tiles import shipped_tile_set
from wordwaiter.rules.board import Board, parse_board
from wordwaiter.rules.layout import Square, shipped_layout
from wordwaiter.rules.placement import parse_play
from wordwaiter.service.jobs.photo_process import AskedSquare, PhotoRead, PhotoToRead, turned
from wordwaiter.service.tables import board_photos
from wordwaiter.service.tables.board_photos import (
    PhotoPlace,
    board_of_answers,
    letters_allowed,
    play_on,
    read_board_photo,
)

EMPTY = "." * 15


def board(row_8: str) -> Board:
    lines = "\n".join(row_8 if row == 7 else EMPTY for row in range(15))
    return parse_board(lines, shipped_layout("standard"), shipped_tile_set("english"))


def shown(
    monkeypatch: pytest.MonkeyPatch, row_8: str, saved: str, *doubts: AskedSquare
) -> tuple[str, dict[int, tuple[str, ...]]]:
    """Returns row 8 as it is shown beside the saved one, and what is asked about its squares, by column."""
    lines = tuple(row_8 if row == 7 else EMPTY for row in range(15))
    monkeypatch.setattr(board_photos, "read_photo", lambda _: PhotoRead(lines, doubts, b"", 480))
    photo = PhotoToRead(b"", "standard", "english")
    read = read_board_photo(photo, PhotoPlace("practice-1", board(saved)))
    return read.lines[7], {each.column: each.candidates for each in read.asked}


def asked(
    monkeypatch: pytest.MonkeyPatch, row_8: str, saved: str, *doubts: AskedSquare
) -> dict[int, tuple[str, ...]]:
    return shown(monkeypatch, row_8, saved, *doubts)[1]


def test_a_saved_tile_that_the_photo_does_not_show_is_asked_about_and_never_put_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert asked(monkeypatch, ".......RE.D....", ".......READ....") == {9: (".", "A")}


def test_the_saved_letter_is_offered_after_what_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    doubt = AskedSquare(7, 7, ("P", "B"))
    assert asked(monkeypatch, ".......PEAD....", ".......READ....", doubt) == {7: ("P", "B", "R")}


def test_a_saved_blank_keeps_its_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    doubt = AskedSquare(7, 8, ("?",))
    assert shown(monkeypatch, ".......R?AD....", ".......ReAD....", doubt) == (".......ReAD....", {})


def test_squares_that_agree_are_not_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked(monkeypatch, ".......READ....", ".......READ....") == {}


def test_answers_take_the_place_of_what_was_read() -> None:
    read = board(".......PEAD....").text()
    assert board_of_answers(read, {(7, 7): "R", (7, 8): "e", (7, 10): "."}, board(EMPTY)) == board(
        ".......ReA....."
    )


@pytest.mark.parametrize("sign", ["", "?"])
def test_a_blank_without_a_letter_is_refused(sign: str) -> None:
    with pytest.raises(MalformedError) as refused:
        board_of_answers(board(EMPTY).text(), {(7, 7): sign}, board(EMPTY))
    assert refused.value.code == "photo-blank-letter"
    assert refused.value.facts["square"] == "H8"


def test_a_quarter_turn_begins_at_the_corner_before() -> None:
    assert turned(((0, 0), (9, 0), (9, 9), (0, 9)), 1) == ((0, 9), (0, 0), (9, 0), (9, 9))


GOOD = {"READ", "ROAD", "RID", "TREAD", "OR"}


@pytest.mark.parametrize(
    ("row", "column", "letters"),
    [
        (".......R.AD....", 8, ("E", "O")),
        (".......R.D.....", 8, ("I",)),
        (".......READ....", 6, ("T",)),
        (".......READ....", 2, ()),
        (".......XX.X....", 9, ()),
    ],
    ids=["two", "one", "at the front", "no word", "no good word"],
)
def test_a_blank_is_offered_the_letters_with_which_its_words_are_good(
    row: str, column: int, letters: tuple[str, ...]
) -> None:
    assert letters_allowed(board(row), Square(7, column), GOOD.__contains__) == letters


def test_where_nearly_every_letter_would_do_the_words_tell_nothing() -> None:
    assert letters_allowed(board(".......READ...."), Square(7, 6), lambda _: True) == ()


def test_the_play_is_what_was_not_there_before() -> None:
    before = board(".......READ....")
    assert play_on(board("......BREADs..."), before) == parse_play("8G BREADs", before)
