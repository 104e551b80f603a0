"""The judge: one verdict for a play, and its grounds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordwaiter._core import LONGEST_WORD
from wordwaiter.errors import MalformedError
from wordwaiter.lexicon import Ground, Judge, Lexicon, open_lexicon, parse_words

MODERN = Lexicon.of_words("modern", ["QI", "ZA"])
SMALL = Lexicon.of_words("small", ["HELLO", "WORLD", "CANT", "REDO", "STRENGTHENS"])


def ground(word: str, *, longest: int | None = None) -> Ground | None:
    (ruling,) = Judge((SMALL,), longest).rule([word]).words
    assert ruling.word == word
    assert ruling.good == (ruling.ground is None)
    return ruling.ground


def test_a_play_is_good_if_all_its_words_are() -> None:
    judge = Judge((open_lexicon("enable"),))
    assert judge.rule(["HELLO", "WORLD"]).good
    assert not judge.rule(["HELLO", "QXZ"]).good
    assert not judge.rule(["QXZ"]).good


def test_a_word_that_a_play_makes_twice_is_ruled_on_twice() -> None:
    verdict = Judge((SMALL,)).rule(["HELLO", "HELLO"])
    assert verdict.good
    assert len(verdict.words) == 2


@pytest.mark.clause("bee-dictionary")
def test_a_word_is_good_if_any_list_of_the_event_has_it() -> None:
    verdict = Judge((SMALL, MODERN)).rule(["QI", "HELLO"])
    assert verdict.good
    assert [ruling.found_in for ruling in verdict.words] == [("modern",), ("small",)]
    assert not Judge((SMALL,)).rule(["QI", "HELLO"]).good


@pytest.mark.clause("bee-dictionary")
@pytest.mark.clause("grand-island-8")
@pytest.mark.parametrize("word", ["QXZ", "qxz", "LONDON", "helloes", "hELLOES"])
def test_a_word_that_no_list_has_is_not_good(word: str) -> None:
    assert ground(word) is Ground.NOT_IN_LIST


@pytest.mark.clause("grand-island-8")
@pytest.mark.clause("bee-8-9")
@pytest.mark.parametrize("word", ["London", "McGill"])
def test_a_word_that_no_list_has_and_that_is_written_with_a_capital_is_a_name(word: str) -> None:
    assert ground(word) is Ground.CAPITAL


@pytest.mark.clause("bee-8-9")
def test_a_sponsor_that_is_a_list_of_the_event_is_good_however_it_is_written() -> None:
    judge = Judge((SMALL, Lexicon.of_words("sponsors", ["Rotary"])))
    assert judge.rule(["Rotary"]).good
    assert judge.rule(["ROTARY"]).good


@pytest.mark.parametrize("word", ["Hello", "hello", "HELLO", "hELLO"])
def test_tiles_have_no_case(word: str) -> None:
    assert ground(word) is None


@pytest.mark.clause("grand-island-8")
@pytest.mark.clause("bee-10")
@pytest.mark.parametrize(
    "word", ["CAN'T", "can’t", "CAN`T", "RE-DO", "re‐do", "re–do", "RE—DO", "-ING", "'", "Re-Do"]
)
def test_a_word_with_hyphen_or_apostrophe_is_never_good_whatever_its_letters(word: str) -> None:
    assert ground(word) is Ground.HYPHEN_OR_APOSTROPHE


@pytest.mark.clause("bee-11")
def test_a_good_word_that_is_longer_than_the_event_allows_is_not_good() -> None:
    assert ground("STRENGTHENS", longest=10) is Ground.TOO_LONG
    assert ground("STRENGTHENS", longest=11) is None
    assert ground("STRENGTHENS") is None


@pytest.mark.clause("bee-11")
def test_length_is_counted_in_tiles() -> None:
    spanish = Lexicon.of_words("espanol", ["CHORRILLO"], letters="spanish")
    assert Judge((spanish,), longest=6).rule(["chorrillo"]).good
    assert not Judge((spanish,), longest=5).rule(["chorrillo"]).good


@pytest.mark.parametrize("word", ["CAFÉ", "7UP", "B&B", "HELL?", "ДА", "HELLO!", "Dr."])
def test_a_sign_that_is_on_no_tile_makes_a_word_bad(word: str) -> None:
    assert ground(word) is Ground.NO_SUCH_TILE


def test_spanish_words_are_judged_by_their_tiles_and_without_accents() -> None:
    judge = Judge((Lexicon.of_words("espanol", ["ÁRBOL", "PERRO"], letters="spanish"),))
    assert judge.rule(["arbol", "Árbol", "perro"]).good
    assert not judge.rule(["pero"]).good


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ([], "no-words"),
        ([""], "empty-word"),
        (["HELLO", "   "], "empty-word"),
        (["HE\x00LLO"], "bad-word"),
        (["HELLO\n"], "bad-word"),
        (["HELLO WORLD"], "bad-word"),
        (["\udcff"], "bad-word"),
        (["HEL\u200bLO"], "bad-word"),
        (["A" * (LONGEST_WORD + 1)], "long-word"),
        (["A" * 10_000], "long-word"),
    ],
)
def test_what_nobody_can_have_laid_gets_no_verdict(words: list[str], code: str) -> None:
    with pytest.raises(MalformedError) as caught:
        Judge((SMALL,)).rule(words)
    assert caught.value.code == code
    assert len(caught.value.sentence) < 100
    assert caught.value.sentence.isprintable()


def test_a_judge_needs_a_list_and_a_sensible_length() -> None:
    spanish = Lexicon.of_words("espanol", ["SI"], letters="spanish")
    for lexicons, longest, code in [
        ((), None, "no-lists"),
        ((SMALL, spanish), None, "mixed-letters"),
        ((SMALL,), 0, "bad-longest"),
    ]:
        with pytest.raises(MalformedError) as caught:
            Judge(lexicons, longest)
        assert caught.value.code == code


def test_a_ruling_can_be_read_out() -> None:
    sentences = [
        ruling.sentence
        for ruling in Judge((SMALL, MODERN), 10).rule(["Hello", "qxz", "STRENGTHENS", "7up"]).words
    ]
    assert sentences == [
        "Hello is good (small)",
        "qxz is not in the word list (bee-dictionary)",
        "STRENGTHENS is longer than this event allows (bee-11)",
        "7up has a sign that is on no tile",
    ]


def test_the_codes_of_grounds_never_change() -> None:
    assert {ground.code for ground in Ground} == {
        "not-in-list",
        "hyphen-or-apostrophe",
        "capital",
        "too-long",
        "no-such-tile",
    }


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello world", ("hello", "world")),
        ("HELLO, WORLD", ("HELLO", "WORLD")),
        ("hello/world;  can't\nre-do\r\n", ("hello", "world", "can't", "re-do")),
        ("hello\u00a0world", ("hello", "world")),
        ("", ()),
        (" ,/; \n", ()),
    ],
)
def test_what_somebody_types_is_split_into_words(text: str, words: tuple[str, ...]) -> None:
    assert parse_words(text) == words


@pytest.mark.long
@given(st.text(max_size=40))
def test_any_text_gets_a_verdict_or_our_refusal(text: str) -> None:
    words = parse_words(text)
    try:
        verdict = Judge((SMALL,)).rule(words)
    except MalformedError:
        return
    assert verdict.good == all(
        word.upper() in {"HELLO", "WORLD", "CANT", "REDO", "STRENGTHENS"} for word in words
    )
