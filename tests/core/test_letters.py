"""Text and tiles at the border between Python and the core."""

import pytest

from wordwaiter._core import LONGEST_WORD, GraphError, WordGraph

HALF_A_SIGN = "A\udc80"


def test_tiles_of_several_letters_are_one_tile(spanish: list[str]) -> None:
    graph = WordGraph.build(["HACHA", "CALLO", "LLAÑA", "CAÑO"], spanish)
    assert graph.words() == ["CALLO", "CAÑO", "HACHA", "LLAÑA"]
    assert graph.matching("CA?O") == ["CALLO", "CAÑO"]
    assert graph.anagrams("AHCHA") == ["HACHA"]
    assert graph.anagrams("AHCAH") == []
    assert graph.containing("L") == []
    assert graph.back_hooks("CALL") == ["O"]
    assert graph.front_hooks("AÑA") == ["LL"]


def test_words_are_in_the_order_of_the_alphabet() -> None:
    graph = WordGraph.build(["AB", "BA", "B"], ["B", "A"])
    assert graph.words() == ["B", "BA", "AB"]


def test_case_does_not_matter(spanish: list[str]) -> None:
    graph = WordGraph.build(["caño"], spanish)
    assert "CaÑo" in graph
    assert "chacha" not in graph


def test_half_a_sign_is_in_no_word(cars: WordGraph) -> None:
    assert HALF_A_SIGN not in cars
    assert cars.contains_each([HALF_A_SIGN, "CAR"]) == [False, True]
    with pytest.raises(GraphError) as caught:
        cars.anagrams(HALF_A_SIGN)
    assert caught.value.args[0] == "spelling"


def test_a_word_of_ten_thousand_letters_is_no_word(cars: WordGraph) -> None:
    assert "A" * 10_000 not in cars
    assert cars.anagrams("A" * 10_000) == []


@pytest.mark.parametrize(
    ("words", "code"),
    [(["A", ""], "empty-word"), (["A1"], "spelling"), (["A" * (LONGEST_WORD + 1)], "long-word")],
)
def test_words_that_are_none_are_refused(english: list[str], words: list[str], code: str) -> None:
    with pytest.raises(GraphError) as caught:
        WordGraph.build(words, english)
    assert caught.value.args[0] == code


@pytest.mark.parametrize("labels", [[], ["A", "a"], ["A", "?"], [""], [chr(0x4E00 + n) for n in range(64)]])
def test_labels_that_make_no_alphabet_are_refused(labels: list[str]) -> None:
    with pytest.raises(GraphError) as caught:
        WordGraph.build(["A"], labels)
    assert caught.value.args[0] == "labels"


@pytest.mark.parametrize(
    ("pattern", "code"), [("[A", "pattern"), ("?" * 65, "long-pattern"), ("É", "spelling")]
)
def test_patterns_that_cannot_be_read_are_refused(cars: WordGraph, pattern: str, code: str) -> None:
    with pytest.raises(GraphError) as caught:
        cars.matching(pattern)
    assert caught.value.args[0] == code


def test_one_text_is_not_a_sequence_of_words(english: list[str], cars: WordGraph) -> None:
    with pytest.raises(TypeError):
        WordGraph.build("CAR", english)
    with pytest.raises(TypeError):
        cars.contains_each("CAR")


def test_what_is_no_text_is_refused(cars: WordGraph) -> None:
    with pytest.raises(TypeError):
        cars.contains_each(["CAR", 5])  # type: ignore[list-item]
