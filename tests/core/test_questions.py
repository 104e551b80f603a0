"""Each question of the graph against the plain answer, for lists that Hypothesis makes up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordwaiter._core import GraphError, WordGraph

from .plain import PlainList

LETTERS = "ABCDE"
LABELS = list(LETTERS)

letters = st.text(LETTERS, min_size=1, max_size=7)
racks = st.text(LETTERS + "?", max_size=7)
word_lists = st.lists(letters, max_size=40)
places = st.one_of(
    st.sampled_from([*LETTERS, "?", ".", "*"]),
    st.builds("[{}{}]".format, st.sampled_from(["", "^"]), st.text(LETTERS, min_size=1, max_size=3)),
)
patterns = st.lists(places, max_size=8).map("".join)


@pytest.mark.long
@given(word_lists)
def test_words_come_back_in_order_and_once(words: list[str]) -> None:
    graph = WordGraph.build(words, LABELS)
    assert graph.words() == PlainList(words).words
    assert len(graph) == len(set(words))


@given(word_lists)
def test_written_graphs_are_read_and_opened_again(words: list[str]) -> None:
    graph = WordGraph.build(words, LABELS)
    content = graph.write()
    assert len(content) == 4 * graph.node_count
    for again in (WordGraph.read(content, LABELS), WordGraph.open(content, LABELS)):
        assert again.words() == graph.words()
        assert again.write() == content


@given(word_lists, st.lists(st.text(LETTERS, max_size=8), max_size=20))
def test_membership_is_that_of_the_list(words: list[str], asked: list[str]) -> None:
    graph = WordGraph.build(words, LABELS)
    expected = [word in words for word in asked]
    assert [word in graph for word in asked] == expected
    assert graph.contains_each(asked) == expected
    assert graph.contains_each(tuple(word.lower() for word in asked)) == expected


@given(word_lists, racks)
def test_anagrams_are_those_of_the_list(words: list[str], rack: str) -> None:
    graph, plain = WordGraph.build(words, LABELS), PlainList(words)
    assert graph.anagrams(rack) == plain.anagrams(rack)
    assert graph.subanagrams(rack) == plain.subanagrams(rack)


@given(word_lists, patterns)
def test_patterns_mean_what_they_mean_as_regular_expressions(words: list[str], pattern: str) -> None:
    graph, plain = WordGraph.build(words, LABELS), PlainList(words)
    assert graph.matching(pattern) == plain.matching(pattern)


@given(word_lists, st.text(LETTERS, max_size=3))
def test_parts_are_found(words: list[str], part: str) -> None:
    graph, plain = WordGraph.build(words, LABELS), PlainList(words)
    assert graph.containing(part) == plain.containing(part)


@given(word_lists, st.text(LETTERS, max_size=6))
def test_hooks_are_found(words: list[str], word: str) -> None:
    graph, plain = WordGraph.build(words, LABELS), PlainList(words)
    assert graph.front_hooks(word) == plain.front_hooks(word, LETTERS)
    assert graph.back_hooks(word) == plain.back_hooks(word, LETTERS)


@given(st.binary(max_size=400))
def test_bytes_are_read_as_a_sound_graph_or_refused(content: bytes) -> None:
    try:
        graph = WordGraph.read(content, LABELS)
    except GraphError as error:
        code, sentence = error.args
        assert code
        assert sentence
    else:
        assert len(graph) == len(graph.words()) == len(WordGraph.open(content, LABELS))
