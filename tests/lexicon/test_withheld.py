"""Words that are good and that the program does not show by itself."""

from importlib import resources

import pytest

from wordwaiter.lexicon import Lexicon, open_lexicon
from wordwaiter.lexicon.withheld import shown_list, withheld_words


def test_every_withheld_word_is_a_good_one() -> None:
    lists = [open_lexicon(name) for name in ("enable", "modern")]
    unknown = [word for word in withheld_words() if not any(word in each for each in lists)]
    assert unknown == []
    assert len(withheld_words()) > 700


@pytest.mark.parametrize(
    "word", ["DILDO", "DILDOS", "SHITTY", "WHORES", "FAGGOT", "NIPPLE", "PEEING", "FUCKERS"]
)
def test_rude_words_are_withheld_with_their_inflections(word: str) -> None:
    assert word in withheld_words()


@pytest.mark.parametrize(
    "word", ["FARTHER", "PEERS", "SPIKES", "SPICY", "TITER", "SQUAWK", "ASSET", "COCKPIT"]
)
def test_words_that_only_look_alike_are_shown(word: str) -> None:
    assert word not in withheld_words()


def test_the_list_is_kept_in_order_so_that_a_change_can_be_read() -> None:
    lines = (resources.files("wordwaiter.lexicon") / "withheld.txt").read_text("utf-8").splitlines()
    words = [line for line in lines if not line.startswith("#")]
    assert words == sorted(set(words))
    assert all(word.isascii() and word.isupper() for word in words)


def test_a_list_is_shown_without_them_and_stays_whole_for_judges() -> None:
    whole = Lexicon.of_words("few", ["DILDO", "IDOL", "OLD"])
    assert shown_list(whole).words() == ["IDOL", "OLD"]
    assert "DILDO" in whole


@pytest.mark.parametrize("words", [["IDOL", "OLD"], ["DILDO"]])
def test_a_list_without_them_or_of_nothing_else_is_the_same(words: list[str]) -> None:
    whole = Lexicon.of_words("few", words)
    assert shown_list(whole) is whole
