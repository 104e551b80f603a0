"""Definitions from WordNet, or why there is none."""

from pathlib import Path

import pytest

from wordwaiter.lexicon import Defined, NoDefinition, NotInstalled, WordNet, define, find_wordnet

INDEX = """  1 a licence
  2 that sorts before all words
aardvark n 1 2 @ ~ 1 0 00000000
japan n 2 1 @ 2 1 00000100 00000200
wolf n 1 1 @ 1 1 00000300
zebra n 9
"""


def meanings(wordnet: WordNet, word: str) -> dict[str, tuple[str, str]]:
    answer = define(word, wordnet)
    assert isinstance(answer, Defined)
    assert answer.word == word
    return {meaning.part_of_speech: (meaning.base, meaning.text) for meaning in answer.meanings}


def test_a_word_is_defined_for_each_part_of_speech_that_it_can_be(wordnet: WordNet) -> None:
    found = meanings(wordnet, "LAST")
    assert set(found) == {"noun", "verb", "adj", "adv"}
    assert found["verb"] == ("last", "persist for a specified period of time")


@pytest.mark.parametrize(
    ("word", "part", "base"),
    [
        ("TABLES", "noun", "table"),
        ("BOXES", "noun", "box"),
        ("WOMEN", "noun", "woman"),
        ("CITIES", "noun", "city"),
        ("WOLVES", "noun", "wolf"),
        ("GEESE", "noun", "goose"),
        ("RAN", "verb", "run"),
        ("CARED", "verb", "care"),
        ("TALKING", "verb", "talk"),
        ("BAGGED", "verb", "bag"),
        ("HAPPIER", "adj", "happy"),
        ("nicest", "adj", "nice"),
        ("Hello", "noun", "hello"),
    ],
)
def test_an_inflected_word_has_the_definition_of_its_base(
    wordnet: WordNet, word: str, part: str, base: str
) -> None:
    assert meanings(wordnet, word)[part][0] == base


def test_a_word_that_is_a_name_too_is_defined_as_the_word(wordnet: WordNet) -> None:
    assert "lacquer" in meanings(wordnet, "JAPAN")["noun"][1]


def test_examples_are_left_out(wordnet: WordNet) -> None:
    assert '"' not in meanings(wordnet, "WORLD")["noun"][1]


@pytest.mark.parametrize("word", ["QUIXOTRY", "ZYZZYVA", "QXZ", "", "ñu", "\udcff", "'", "a" * 10_000])
def test_a_word_without_a_definition_is_no_error(wordnet: WordNet, word: str) -> None:
    assert define(word, wordnet) == NoDefinition(word)


def test_the_first_and_the_last_words_are_found(wordnet: WordNet) -> None:
    assert meanings(wordnet, "aah")["verb"][0] == "aah"
    assert meanings(wordnet, "zymurgy")["noun"][0] == "zymurgy"


def test_without_wordnet_that_is_said_and_nothing_else(tmp_path: Path) -> None:
    missing = find_wordnet({"WNSEARCHDIR": str(tmp_path)})
    assert missing is None
    assert define("HELLO", missing) == NotInstalled("HELLO")


@pytest.mark.parametrize("data", ["", "00000000 05 n 01 aardvark 0 000 | ", "00000000", "\xff" * 500])
def test_a_damaged_wordnet_has_no_definitions_and_is_no_error(tmp_path: Path, data: str) -> None:
    (tmp_path / "index.noun").write_text(INDEX)
    (tmp_path / "data.noun").write_text(data, encoding="latin-1")
    damaged = find_wordnet({"WNSEARCHDIR": str(tmp_path)})
    for word in ("AARDVARK", "JAPAN", "WOLVES", "ZEBRA", "ZZZ", "THAT"):
        assert define(word, damaged) == NoDefinition(word)
