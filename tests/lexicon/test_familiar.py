"""Which words people know: everyday words, those of a club player, and all."""

import pytest

from wordwaiter.lexicon import Lexicon, open_lexicon
from wordwaiter.lexicon.familiar import Vocabulary, known_list

ENABLE = open_lexicon("enable")


@pytest.mark.parametrize(
    ("word", "everyday", "club"),
    [
        ("HOUSE", True, True),
        ("TEACHERS", True, True),
        ("OX", True, True),
        ("AA", False, True),  # two letters: every club player learns it
        ("ZAX", False, True),
        ("LITERACY", True, True),
        ("ZEALOT", False, True),
        ("ALBEDO", False, False),
        ("AALII", False, False),
    ],
)
def test_a_beginner_knows_everyday_words_and_a_club_player_the_short_ones_too(
    word: str, everyday: bool, club: bool
) -> None:
    assert word in ENABLE
    assert (word in known_list(ENABLE, Vocabulary.EVERYDAY)) is everyday
    assert (word in known_list(ENABLE, Vocabulary.CLUB)) is club


def test_each_vocabulary_is_part_of_the_next() -> None:
    everyday, club, every = (set(known_list(ENABLE, each).words()) for each in Vocabulary)
    assert everyday < club < every == set(ENABLE.words())
    assert 40_000 < len(everyday) < 41_000
    assert 78_000 < len(club) < 79_000


def test_a_word_that_is_not_in_the_list_is_not_known_though_it_is_common() -> None:
    few = Lexicon.of_words("few", ["HOUSE", "AALII"])
    assert known_list(few, Vocabulary.EVERYDAY).words() == ["HOUSE"]


def test_of_a_list_in_another_language_all_words_are_known() -> None:
    words = Lexicon.of_words("haus", ["HAUS", "ZYAN"], letters="german")
    assert known_list(words, Vocabulary.EVERYDAY) is words


def test_a_list_without_any_known_word_stays_whole() -> None:
    rare = Lexicon.of_words("rare", ["AALII", "ETESIAN"])
    assert known_list(rare, Vocabulary.EVERYDAY) is rare
