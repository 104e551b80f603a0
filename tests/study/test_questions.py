"""The questions of a quiz."""

from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.study.questions import anagrams_of, study_word


def test_a_question_has_all_anagrams_once() -> None:
    lexicon = Lexicon.of_words("few", ["TAR", "RAT", "ART", "CAT"])
    questions = anagrams_of(lexicon, ["RAT", "CAT", "TAR"])
    assert [[each.word for each in question.answers] for question in questions] == [
        ["ART", "RAT", "TAR"],
        ["CAT"],
    ]


def test_a_word_has_front_hooks_back_hooks_and_inner_hooks() -> None:
    lexicon = Lexicon.of_words("few", ["CAT", "SCAT", "CATS", "CATE", "AT"])
    word = study_word(lexicon, "CAT")
    assert (word.front, word.back) == (("S",), ("E", "S"))
    assert (word.loses_first, word.loses_last) == (True, False)


def test_a_tile_of_two_letters_is_one_letter_of_a_question() -> None:
    lexicon = Lexicon.of_words("few", ["MUCHA", "HACE"], letters="spanish")
    mucha, hace = anagrams_of(lexicon, ["mucha", "hace"])
    assert mucha.tiles == ("A", "CH", "M", "U")
    assert hace.tiles == ("A", "C", "E", "H"), "C and H beside each other are two tiles here"
    assert [each.word for each in hace.answers] == ["HACE"]
