"""The lists that come with the package."""

from hashlib import sha256
from pathlib import Path

import pytest

from wordwaiter.lexicon import open_lexicon, shipped_lists
from wordwaiter.lexicon.cards import canonical_text

ENABLE_SHA256 = "b819e7b67f8f2c80640ae76f0edbe59a4a1befb6de0f348463642ad49bdd2ad3"


def test_enable_and_modern_are_shipped() -> None:
    assert shipped_lists() == ("enable", "modern")


@pytest.mark.parametrize("name", shipped_lists())
def test_a_card_tells_the_truth_about_its_words(name: str) -> None:
    lexicon = open_lexicon(name)
    words = lexicon.words()
    assert words == sorted(set(words))
    assert lexicon.count == len(lexicon) == len(words)
    assert lexicon.hash == sha256(canonical_text(words)).hexdigest()
    assert lexicon.name == name
    assert lexicon.title
    assert lexicon.edition
    assert lexicon.source


def test_enable_is_the_list_that_everybody_knows() -> None:
    enable = open_lexicon("enable")
    assert (enable.count, enable.hash) == (172_820, ENABLE_SHA256)


def test_modern_has_only_short_words_that_enable_lacks() -> None:
    modern = open_lexicon("modern").words()
    assert not any(open_lexicon("enable").contains_each(modern))
    assert {"QI", "ZA", "OK", "EW"} <= set(modern)
    assert {len(word) for word in modern} == set(range(2, 9))


def test_modern_is_kept_as_plain_sorted_text() -> None:
    import wordwaiter.lexicon as package

    text = (Path(package.__file__).parent / "lists" / "modern.txt").read_text("utf-8")
    assert text.splitlines() == open_lexicon("modern").words()
