"""Tile sets as data."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordwaiter.errors import MalformedError, MalformedFileError
from wordwaiter.lexicon import BLANK, parse_tile_set, shipped_tile_set, shipped_tile_sets

GOOD = """
name = "tiny"
title = "Tiny"
language = "xx"
blanks = 1
tiles = [["A", 1, 2], ["B", 3, 1], ["BA", 4, 1]]
reads_as = { "Á" = "A" }
"""


@pytest.mark.clause("bee-tiles")
def test_the_english_set_has_100_tiles_two_of_them_blank() -> None:
    english = shipped_tile_set("english")
    assert english.size == 100
    assert english.counts[BLANK] == 2
    assert len(english.labels) == 26
    assert sum(english.values[label] * count for label, count in english.counts.items()) == 187


def test_the_spanish_set_has_100_tiles_three_of_them_of_two_letters() -> None:
    spanish = shipped_tile_set("spanish")
    assert spanish.size == 100
    assert [label for label in spanish.labels if len(label) == 2] == ["CH", "LL", "RR"]


def test_shipped_sets_are_found_by_the_name_that_they_bear() -> None:
    assert [shipped_tile_set(name).name for name in shipped_tile_sets()] == [
        "dutch", "english", "french", "german", "italian", "polish", "spanish",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["klingon", "", "../english", "english.toml"])
def test_an_unknown_set_is_refused_with_those_that_there_are(name: str) -> None:
    with pytest.raises(
        MalformedError, match="dutch, english, french, german, italian, polish, spanish"
    ) as caught:
        shipped_tile_set(name)
    assert caught.value.code == "no-such-tile-set"


def test_two_letters_that_are_one_tile_are_spelled_with_it() -> None:
    assert shipped_tile_set("spanish").spell("chillarRa") == ("CH", "I", "LL", "A", "RR", "A")


def test_three_of_a_letter_are_the_tile_of_two_and_one_more() -> None:
    assert shipped_tile_set("spanish").spell("LLL") == ("LL", "L")


@pytest.mark.parametrize("written", ["pingüino", "PINGÜINO", "pingu\u0308ino"])
def test_an_accent_is_played_with_the_plain_tile_however_it_is_encoded(written: str) -> None:
    assert shipped_tile_set("spanish").spell(written) == tuple("PINGUINO")


def test_a_letter_that_is_no_accent_keeps_its_own_tile_however_it_is_encoded() -> None:
    assert shipped_tile_set("spanish").spell("n\u0303u") == ("Ñ", "U")


def test_a_word_with_a_sign_that_is_on_no_tile_is_refused_with_that_sign() -> None:
    with pytest.raises(MalformedError, match=r"'É'.*English") as caught:
        shipped_tile_set("english").spell("café")
    assert caught.value.facts["sign"] == "É"


def test_a_long_word_is_not_repeated_in_full_by_its_error() -> None:
    with pytest.raises(MalformedError) as caught:
        shipped_tile_set("english").spell("A" * 10_000 + "7")
    assert len(caught.value.sentence) < 120


def test_words_go_in_the_order_of_the_tiles_not_of_unicode() -> None:
    spanish = shipped_tile_set("spanish")
    assert spanish.in_order(["ÑU", "DA", "CHA", "OA", "CUZ", "NO", "LLA", "LUZ"]) == [
        "CUZ",
        "CHA",
        "DA",
        "LUZ",
        "LLA",
        "NO",
        "ÑU",
        "OA",
    ]


@given(st.lists(st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=1)))
def test_english_words_go_in_the_usual_order(words: list[str]) -> None:
    assert shipped_tile_set("english").in_order(words) == sorted(words)


@given(st.lists(st.sampled_from(shipped_tile_set("spanish").labels)))
def test_what_is_spelled_reads_as_the_word_again(labels: list[str]) -> None:
    spanish = shipped_tile_set("spanish")
    word = "".join(labels)
    assert "".join(spanish.spell(word.lower())) == word


def test_a_set_can_be_a_member_of_a_set() -> None:
    assert len({shipped_tile_set("english"), parse_tile_set(GOOD, Path("tiny.toml"))}) == 2


def test_a_set_is_read_from_text() -> None:
    tiny = parse_tile_set(GOOD, Path("tiny.toml"))
    assert tiny.size == 5
    assert tiny.spell("Ába") == ("A", "BA")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('name = "tiny"', "", "'name' is missing"),
        ('name = "tiny"', "name = 3", "'name' is missing or not of type str"),
        ("blanks = 1", "blanks = -1", "cannot be negative"),
        ("blanks = 1", "blanks = true", "'blanks' is missing or not of type int"),
        ("blanks = 1", "blanks = 1\nspares = 2", "unknown setting 'spares'"),
        ("blanks = 1", "blanks = ", "line 5"),
        ('["A", 1, 2]', '["A", 1]', "a tile is"),
        ('["A", 1, 2]', '["A", true, 2]', "a tile is"),
        ('["A", 1, 2]', '["A", -1, 2]', "negative"),
        ('["A", 1, 2]', '["a", 1, 2]', "capital"),
        ('["A", 1, 2]', '["", 1, 2]', "capital"),
        ('["A", 1, 2]', '["?", 0, 2]', "capital"),
        ('["A", 1, 2]', '["A", 1, 2], ["A", 1, 2]', "twice"),
        ('[["A", 1, 2], ["B", 3, 1], ["BA", 4, 1]]', "[]", "1 to 63"),
        ('{ "Á" = "A" }', '{ "Á" = "?" }', "reads_as"),
        ('{ "Á" = "A" }', '{ "Á" = ["A"] }', "reads_as"),
        ('{ "Á" = "A" }', '{ "á" = "A" }', "reads_as"),
        ('{ "Á" = "A" }', '{ "B" = "A" }', "reads_as"),
        ('{ "Á" = "A" }', "3", "reads_as"),
    ],
)
def test_a_wrong_file_is_refused_with_the_reason(old: str, new: str, reason: str) -> None:
    assert old in GOOD
    with pytest.raises(MalformedFileError, match=reason) as caught:
        parse_tile_set(GOOD.replace(old, new), Path("tiny.toml"))
    assert str(caught.value).startswith("tiny.toml: ")


@pytest.mark.parametrize(
    ("name", "tiles", "points"),
    # The points of a full bag: French 73 + 8 * 2 + 6 * 3 + 6 * 4 + 2 * 8 + 5 * 10, and so on.
    [
        ("french", 102, 197),
        ("german", 102, 202),
        ("polish", 100, 190),
        ("spanish", 100, 192),
        ("italian", 120, 293),
        ("dutch", 102, 230),
    ],
)
def test_the_sets_of_other_languages_have_these_tiles(name: str, tiles: int, points: int) -> None:
    tile_set = shipped_tile_set(name)
    assert tile_set.size == tiles
    assert sum(tile_set.values[label] * count for label, count in tile_set.counts.items()) == points


@pytest.mark.parametrize(
    ("name", "written", "tiles"),
    [
        ("german", "straße", "STRASSE"),
        ("german", "STRAẞE", "STRASSE"),
        ("german", "ärger", "ÄRGER"),
        ("german", "a\u0308rger", "ÄRGER"),
        ("french", "œuvré", "OEUVRE"),
        ("french", "garçon", "GARCON"),
        ("polish", "źdźbło", "ŹDŹBŁO"),
        ("polish", "żółć", "ŻÓŁĆ"),
        ("italian", "perché", "PERCHE"),
        ("dutch", "reünie", "REUNIE"),
        ("dutch", "ĳs", "IJS"),
    ],
)
def test_letters_that_are_on_no_tile_are_played_with_others(name: str, written: str, tiles: str) -> None:
    assert shipped_tile_set(name).spell(written) == tuple(tiles)


@pytest.mark.parametrize(("name", "word"), [("polish", "quiz"), ("italian", "jazz"), ("french", "straße!")])
def test_a_word_with_a_letter_that_the_set_lacks_is_refused(name: str, word: str) -> None:
    with pytest.raises(MalformedError) as caught:
        shipped_tile_set(name).spell(word)
    assert caught.value.code == "no-such-tile"
