"""Searches: patterns, letters, lengths, hooks, places by probability."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordwaiter.errors import MalformedError
from wordwaiter.lexicon import open_lexicon
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.study.probability import places_by_probability
from wordwaiter.study.queries import Order, Use, WordQuery, words_found

ENABLE = open_lexicon("enable")
FEW = Lexicon.of_words("few", ["CAT", "CATS", "ACT", "SCAT", "AT", "ATE", "RATE", "QAT", "TAR", "RAT", "ART"])


def found(lexicon: Lexicon = FEW, /, **asked: object) -> list[str]:
    return list(words_found(lexicon, WordQuery(order=Order.ALPHABET, **asked)))  # type: ignore[arg-type]


def test_a_pattern_is_matched_and_shorter_words_stand_first() -> None:
    assert found(pattern="?A*") == ["CAT", "QAT", "RAT", "TAR", "CATS", "RATE"]
    assert found(pattern="?A*E") == ["RATE"]
    assert found(pattern="[CR]AT") == ["CAT", "RAT"]


def test_letters_make_anagrams_shorter_words_and_longer_ones() -> None:
    assert found(letters="TAR") == ["ART", "RAT", "TAR"]
    assert found(letters="TA?", use=Use.ALL) == ["ACT", "ART", "ATE", "CAT", "QAT", "RAT", "TAR"]
    assert found(letters="CATS", use=Use.SOME) == ["AT", "ACT", "CAT", "CATS", "SCAT"]
    assert found(letters="TC", use=Use.AMONG) == ["ACT", "CAT", "CATS", "SCAT"]
    assert found(letters="TC??", use=Use.AMONG) == ["CATS", "SCAT"]


def test_pattern_and_letters_are_both_heeded() -> None:
    assert found(letters="TAR", pattern="?A?") == ["RAT", "TAR"]
    assert found(letters="T", use=Use.AMONG, pattern="*E") == ["ATE", "RATE"]


def test_lengths_bound_what_is_found() -> None:
    assert found(shortest=4) == ["CATS", "RATE", "SCAT"]
    assert found(longest=2) == ["AT"]


def test_hooks_are_asked_for_by_letter_or_any() -> None:
    assert found(front="S", shortest=3) == ["CAT"]
    assert found(back="S") == ["CAT"]
    assert found(front="?", longest=2) == ["AT"]
    assert found(front="s", back="S") == ["CAT"]


def test_places_by_probability_count_all_words_of_a_length() -> None:
    sevens = words_found(ENABLE, WordQuery(shortest=7, longest=7, first=11, last=20))
    places = places_by_probability(ENABLE, 7)
    assert [places[word] for word in sevens] == list(range(11, 21))
    few = words_found(ENABLE, WordQuery(pattern="*S", shortest=7, longest=7, last=20))
    assert set(few) == {word for word, place in places.items() if place <= 20 and word.endswith("S")}


@given(
    st.sets(st.text("ACRTS", min_size=2, max_size=5), min_size=1, max_size=30), st.text("ACRTS?", max_size=5)
)
def test_what_is_made_of_letters_is_found_by_trying_every_word(words: set[str], letters: str) -> None:
    letters = "?".join(letters.split("?")[:3])
    lexicon = Lexicon.of_words("any", words)
    blanks, rest = letters.count("?"), letters.replace("?", "")

    def lacking(word: str) -> int:
        return (Counter(word) - Counter(rest)).total()

    if letters:
        made = {word for word in words if lacking(word) <= blanks}
        assert set(found(lexicon, letters=letters, use=Use.SOME)) == made
        exact = {word for word in made if len(word) == len(letters)}
        assert set(found(lexicon, letters=letters)) == exact


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"shortest": 5, "longest": 4}, "bad-length"),
        ({"longest": 16}, "bad-length"),
        ({"shortest": 0}, "bad-length"),
        ({"first": 0}, "bad-places"),
        ({"first": 9, "last": 8}, "bad-places"),
        ({"pattern": "?" * 101}, "long-search"),
        ({"letters": "A???"}, "many-blanks"),
    ],
)
def test_a_query_that_makes_no_sense_is_refused(asked: dict[str, object], code: str) -> None:
    with pytest.raises(MalformedError) as refused:
        WordQuery(**asked)  # type: ignore[arg-type]
    assert refused.value.code == code


def test_a_word_is_asked_for_by_half_of_its_letters() -> None:
    assert WordQuery(letters="TARE").asks_for("TEAR")
    assert WordQuery(pattern="TE*").asks_for("TEAR")
    assert not WordQuery(pattern="T[EA]*").asks_for("TEAR")
    assert not WordQuery(pattern="????").asks_for("TEAR")
