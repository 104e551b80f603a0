"""Letters of other scripts: found in a font of the machine, or told of before anything is printed."""

from pathlib import Path

import pytest

from picture.drawing import pixels, played
from wordwaiter.picture import ShareCard, Shot
from wordwaiter.picture.glyphs import (
    SHIPPED,
    font_for,
    fonts_for,
    is_shipped,
    letters_of,
    machine_fonts,
    missing_letters,
)
from wordwaiter.picture.raster import png
from wordwaiter.picture.svg import Canvas, fitted, text, text_width, wrapped

NO_LETTER = "\ue123"
"""For private use: no font has it by rights."""
SCRIPTS = {"Hebrew": "שלום", "Arabic": "سلام", "Chinese": "漢字", "Thai": "ภาษา", "emoji": "🐢"}


@pytest.mark.parametrize(
    "words", ["Agnès Øye Łódź", "Ωμέγα Ελλάδα", "Жанна Їжак Ђорђе", "“–…” ★ × ✓ ▶ □ − £ €"]
)
def test_latin_greek_and_cyrillic_need_no_font_of_the_machine(words: str) -> None:
    assert all(map(is_shipped, words))
    assert fonts_for([words]) == ()
    assert missing_letters([words]) == ""


@pytest.mark.parametrize("script", SCRIPTS)
def test_other_scripts_are_drawn_with_the_machines_fonts_or_named(script: str) -> None:
    words = SCRIPTS[script]
    lacking = missing_letters([words])
    drawn = png(_line(words), 300)
    empty = png(_line(""), 300)
    if lacking:
        assert set(lacking) <= set(words)
    else:
        assert {font_for(sign) for sign in words} <= set(machine_fonts())
        assert pixels(drawn).tobytes() != pixels(empty).tobytes()


def test_a_letter_that_no_font_has_is_named_once() -> None:
    assert missing_letters([f"A{NO_LETTER}", NO_LETTER, "B"]) in (NO_LETTER, "")
    assert missing_letters(["A\u200dB\ufe0f\n"]) == ""


def test_a_file_that_is_no_font_has_no_letters(tmp_path: Path) -> None:
    broken = tmp_path / "broken.ttf"
    for content in (b"", b"ttcf", b"OTTO\xff\xff" + b"\x00" * 40, SHIPPED[0].read_bytes()[:300]):
        broken.write_bytes(content)
        letters_of.cache_clear()
        assert ord("A") not in letters_of(broken)
    assert ord("A") not in letters_of(tmp_path / "absent.ttf")


def _line(words: str) -> str:
    return Canvas(300, 60, 300, "t", "d", "#ffffff").drawn([text(words, 10, 40, font_size=30)])


@pytest.mark.parametrize("words", ["A" * 60, "Anna Maria " * 6, "漢" * 60, "W" * 7 + " " + "i" * 60])
def test_words_that_are_too_long_are_made_smaller_and_never_cut_off(words: str) -> None:
    shown = fitted(words, 20, 200, most_lines=2)
    assert "".join(shown.lines).replace(" ", "") == words.replace(" ", "")
    assert len(shown.lines) <= 2
    assert all(text_width(line, shown.size) <= 200 for line in shown.lines)


def test_a_long_word_goes_on_in_the_next_line() -> None:
    lines = wrapped("A" * 40, 10, 100)
    assert "".join(lines) == "A" * 40
    assert len(lines) > 1
    assert wrapped("", 10, 100) == ("",)


def test_words_without_any_room_are_tiny_and_whole() -> None:
    for width in (0, -5):
        assert fitted("two words", 13, width).lines == ("two words",)


@pytest.mark.parametrize("letter", ["W", "Щ", "№", "i"])
def test_a_name_of_wide_letters_stays_on_the_card(letter: str) -> None:
    board, last = played("8D RETINA")
    shot = Shot(board, last, (letter * 60, "Bo"), (400, 300), 0, "8D RETINA +14")
    card = pixels(ShareCard(shot, letter * 60).png())
    beside = card.crop((card.width - 24, 0, card.width, card.height))
    assert len(beside.getcolors() or ()) == 1


def test_a_long_word_goes_on_in_the_next_line_before_it_becomes_tiny() -> None:
    shown = fitted("W" * 60, 32, 500, most_lines=2)
    assert len(shown.lines) == 2
    assert "".join(shown.lines) == "W" * 60
    assert shown.size > 12
