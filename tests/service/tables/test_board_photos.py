"""What is asked about a photo beside the saved board, and the board that comes of the answers."""

import pytest

from wordwaiter.errors import MalformedError
from wordwaiter.lexicon.tiles import shipped_tile_set
from wordwaiter.rules.board import Board, parse_board
from wordwaiter.rules.layout import shipped_layout
from wordwaiter.service.jobs.photo_process import AskedSquare, PhotoRead, turned
from wordwaiter.service.tables import board_photos
from wordwaiter.service.tables.board_photos import board_of_answers, read_board_photo

EMPTY = "." * 15


def board(row_8: str) -> Board:
    lines = "\n".join(row_8 if row == 7 else EMPTY for row in range(15))
    return parse_board(lines, shipped_layout("standard"), shipped_tile_set("english"))


def asked(
    monkeypatch: pytest.MonkeyPatch, row_8: str, saved: str, *doubts: AskedSquare
) -> dict[int, tuple[str, ...]]:
    """Returns what is asked about the squares of row 8, by column."""
    lines = tuple(row_8 if row == 7 else EMPTY for row in range(15))
    monkeypatch.setattr(board_photos, "read_photo", lambda _: PhotoRead(lines, doubts, b"", 480))
    return {each.column: each.candidates for each in read_board_photo(b"", (), board(saved)).asked}


def test_a_saved_tile_that_the_photo_does_not_show_is_asked_about_and_never_put_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert asked(monkeypatch, ".......RE.D....", ".......READ....") == {9: (".", "A")}


def test_the_saved_letter_is_offered_after_what_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    doubt = AskedSquare(7, 7, ("P", "B"))
    assert asked(monkeypatch, ".......PEAD....", ".......READ....", doubt) == {7: ("P", "B", "R")}


def test_a_saved_blank_keeps_its_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    doubt = AskedSquare(7, 8, ("?",))
    assert asked(monkeypatch, ".......R?AD....", ".......ReAD....", doubt) == {8: ("e",)}


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
