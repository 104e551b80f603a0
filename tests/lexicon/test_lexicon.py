"""The questions that a list answers, against plain code that answers them slowly."""

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon.strategies import LETTERS, words_of
from wordwaiter.errors import MalformedError
from wordwaiter.lexicon import Lexicon, TileSet, common_tile_set, open_lexicon, shipped_tile_set


def has_tiles(tile_set: TileSet, word: str, tiles: Counter[str], blanks: int) -> bool:
    return (Counter(tile_set.spell(word)) - tiles).total() <= blanks


@pytest.mark.long
@given(st.data())
def test_anagrams_and_words_within_are_what_counting_tiles_gives(data: st.DataObject) -> None:
    letters = data.draw(LETTERS)
    words = data.draw(words_of(letters))
    tile_set = shipped_tile_set(letters)
    lexicon = Lexicon.of_words("some", words, letters=letters)
    chosen = tile_set.spell(data.draw(st.sampled_from(words)))
    blanks = data.draw(st.integers(0, 2))
    text = "".join(chosen) + "?" * blanks

    within = [word for word in lexicon.words() if has_tiles(tile_set, word, Counter(chosen), blanks)]
    assert lexicon.subanagrams(text) == within
    assert lexicon.anagrams(text) == [
        word for word in within if len(tile_set.spell(word)) == len(chosen) + blanks
    ]


@pytest.mark.long
@given(st.data())
def test_hooks_and_parts_are_what_trying_gives(data: st.DataObject) -> None:
    letters = data.draw(LETTERS)
    words = data.draw(words_of(letters))
    tile_set = shipped_tile_set(letters)
    lexicon = Lexicon.of_words("some", words, letters=letters)
    tiles = tile_set.spell(data.draw(st.sampled_from(words)))
    part = tiles[: data.draw(st.integers(1, len(tiles)))]
    asked = "".join(part)

    spelled = {tile_set.spell(word): word for word in lexicon.words()}
    assert lexicon.front_hooks(asked) == [label for label in tile_set.labels if (label, *part) in spelled]
    assert lexicon.back_hooks(asked) == [label for label in tile_set.labels if (*part, label) in spelled]
    assert lexicon.containing(asked) == [
        word
        for each, word in spelled.items()
        if any(each[start : start + len(part)] == part for start in range(len(each)))
    ]


@given(words_of("english"), st.text("ABCDEF?*", min_size=1, max_size=6))
def test_patterns_are_what_a_regular_expression_gives(words: list[str], pattern: str) -> None:
    lexicon = Lexicon.of_words("some", words)
    expression = re.compile(pattern.replace("?", ".").replace("*", ".*"))
    assert lexicon.matching(pattern) == [word for word in lexicon.words() if expression.fullmatch(word)]


def test_patterns_may_name_the_tiles_of_a_place() -> None:
    lexicon = Lexicon.of_words("some", ["BAT", "BET", "BIT", "BOT", "BUT"])
    assert lexicon.matching("B[aei]T") == ["BAT", "BET", "BIT"]
    assert lexicon.matching("B[^AEI]T") == ["BOT", "BUT"]


@given(words_of("english"), st.lists(st.text("ABCDEFabcdef", max_size=6)))
def test_membership_is_that_of_a_set(words: list[str], asked: list[str]) -> None:
    lexicon = Lexicon.of_words("some", words)
    expected = [word.upper() in set(words) for word in asked]
    assert lexicon.contains_each(asked) == expected
    assert [word in lexicon for word in asked] == expected


@pytest.mark.parametrize("word", ["", "?", "*", "CAFÉ", "HELLO WORLD", "HE\x00LLO", "\udcff", "A" * 10_000])
def test_what_is_no_word_is_in_no_list(word: str) -> None:
    lexicon = Lexicon.of_words("some", ["HELLO"])
    assert word not in lexicon
    assert lexicon.contains_each(["hello", word]) == [True, False]


@pytest.mark.parametrize("tiles", ["A1", "\udcff", "É"])
def test_a_question_that_tiles_cannot_spell_is_refused(tiles: str) -> None:
    lexicon = Lexicon.of_words("some", ["HELLO"])
    for question in (
        lexicon.anagrams,
        lexicon.subanagrams,
        lexicon.containing,
        lexicon.front_hooks,
        lexicon.matching,
    ):
        with pytest.raises(MalformedError):
            question(tiles)


def test_two_letter_tiles_are_one_place_of_a_pattern_and_one_hook() -> None:
    lexicon = Lexicon.of_words("some", ["CHE", "ECHE", "CHEC", "PERRO", "PERO"], letters="spanish")
    assert lexicon.matching("?E") == ["CHE"]
    assert lexicon.matching("PE?O") == ["PERO", "PERRO"]
    assert lexicon.anagrams("orpre") == []
    assert lexicon.anagrams("orrpe") == ["PERRO"]
    assert lexicon.front_hooks("E") == ["CH"]
    assert "perro" in lexicon


def test_a_list_in_memory_has_a_card_like_any_other() -> None:
    sponsors = Lexicon.of_words("Sponsors", ["Rotary", "acme", "ACME"])
    assert (sponsors.name, sponsors.count, sponsors.words()) == ("sponsors", 2, ["ACME", "ROTARY"])
    assert sponsors.hash == Lexicon.of_words("others", ["ROTARY", "ACME"]).hash


@pytest.mark.clause("bee-8-9")
def test_a_sponsor_that_cannot_be_made_of_tiles_is_refused_beforehand() -> None:
    with pytest.raises(MalformedError, match="'&'"):
        Lexicon.of_words("sponsors", ["ROTARY", "B&B"])


@pytest.mark.parametrize(("words", "code"), [([], "empty-list"), (["A"], "bad-word"), ([""], "bad-word")])
def test_a_list_in_memory_needs_words(words: list[str], code: str) -> None:
    with pytest.raises(MalformedError) as caught:
        Lexicon.of_words("some", words)
    assert caught.value.code == code


def test_a_list_shows_what_it_is_in_one_line() -> None:
    assert repr(open_lexicon("enable")) == "<Lexicon enable: 172,820 words, b819e7b67f8f>"


def test_lists_of_different_tiles_cannot_be_asked_together() -> None:
    english, spanish = Lexicon.of_words("a", ["ON"]), Lexicon.of_words("b", ["ON"], letters="spanish")
    assert common_tile_set([english, english]) is english.tile_set
    for lists in ([], [english, spanish]):
        with pytest.raises(MalformedError):
            common_tile_set(lists)
