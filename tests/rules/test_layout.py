"""Squares and layouts."""

import re
from pathlib import Path

import pytest

from wordwaiter.errors import MalformedError, MalformedFileError
from wordwaiter.rules.layout import (
    Direction,
    Premium,
    Square,
    parse_layout,
    parse_square,
    parse_start,
    shipped_layout,
    shipped_layouts,
)

RIGHT = """
name = "tiny"
title = "Tiny"
start = "1B"
rows = ["D.", ".T"]
"""


def test_the_standard_board_has_its_61_premium_squares() -> None:
    layout = shipped_layout("standard")
    counts = {premium: sum(row.count(premium) for row in layout.rows) for premium in Premium}
    assert counts == {
        Premium.PLAIN: 164,
        Premium.DOUBLE_LETTER: 24,
        Premium.TRIPLE_LETTER: 12,
        Premium.DOUBLE_WORD: 17,
        Premium.TRIPLE_WORD: 8,
    }
    assert layout.premium(layout.start) is Premium.DOUBLE_WORD
    assert (layout.height, layout.width, str(layout.start)) == (15, 15, "8H")


def test_the_standard_board_looks_the_same_from_every_side() -> None:
    rows = shipped_layout("standard").rows
    assert rows == rows[::-1]
    assert rows == tuple(zip(*rows, strict=True))


def test_every_square_of_a_layout_is_named_once() -> None:
    names = [str(square) for square in shipped_layout("standard").squares()]
    assert len(set(names)) == 225
    assert [names[0], names[-1]] == ["1A", "15O"]
    assert [parse_square(name) for name in names] == list(shipped_layout("standard").squares())


@pytest.mark.parametrize("text", ["8H", "8h", "H8", "h8", " 8H "])
def test_a_square_is_read_in_any_form(text: str) -> None:
    assert parse_square(text) == Square(7, 7)


def test_the_form_of_a_square_tells_the_direction() -> None:
    assert parse_start("8D") == (Square(7, 3), Direction.ACROSS)
    assert parse_start("D8") == (Square(7, 3), Direction.DOWN)
    assert Square(7, 3).written(Direction.ACROSS) == "8D"
    assert Square(7, 3).written(Direction.DOWN) == "D8"


@pytest.mark.parametrize("text", ["", "8", "H", "0H", "8HH", "008H", "H-8", "8 H", "٨H"])
def test_what_is_no_square_is_refused(text: str) -> None:
    with pytest.raises(MalformedError) as refused:
        parse_square(text)
    assert refused.value.code == "bad-square"


def test_an_unknown_layout_is_refused_with_those_there_are() -> None:
    assert shipped_layouts() == ("standard",)
    with pytest.raises(MalformedError, match="choose from: standard") as refused:
        shipped_layout("../standard")
    assert refused.value.code == "no-such-layout"


def test_a_layout_is_read() -> None:
    layout = parse_layout(RIGHT, Path("tiny.toml"))
    assert layout.rows == ((Premium.DOUBLE_WORD, Premium.PLAIN), (Premium.PLAIN, Premium.TRIPLE_WORD))
    assert Square(1, 1) in layout
    assert Square(2, 0) not in layout
    assert Square(0, -1) not in layout


@pytest.mark.parametrize(
    ("find", "put", "reason"),
    [
        ('rows = ["D.", ".T"]', "", "'rows' is missing"),
        ('title = "Tiny"', "title = 3", "'title' is missing or not of type str"),
        ('".T"', '".X"', "row 2 has 'X'"),
        ('".T"', '".T."', "row 2 has 3 squares and row 1 has 2"),
        ('["D.", ".T"]', '["D."]', "2 to 21 rows"),
        ('["D.", ".T"]', '["D", "T"]', "2 to 21 columns"),
        ('["D.", ".T"]', "[1, 2]", "rows of text"),
        ('"1B"', '"3B"', "start 3B is not on the board"),
        ('"1B"', '"B"', "'B' is not a square"),
        ('"1B"', '"1B', "Illegal character"),
        ("start", 'colour = "red"\nstart', "unknown setting 'colour'"),
    ],
)
def test_a_wrong_layout_is_refused_with_its_reason(find: str, put: str, reason: str) -> None:
    assert find in RIGHT
    with pytest.raises(MalformedFileError, match=re.escape(reason)) as refused:
        parse_layout(RIGHT.replace(find, put), Path("tiny.toml"))
    assert refused.value.code == "bad-layout"
    assert str(refused.value).startswith("tiny.toml: ")


def test_a_premium_multiplies_the_letter_or_the_word() -> None:
    factors = {premium.value: (premium.letter_factor, premium.word_factor) for premium in Premium}
    assert factors == {".": (1, 1), "d": (2, 1), "t": (3, 1), "D": (1, 2), "T": (1, 3)}
