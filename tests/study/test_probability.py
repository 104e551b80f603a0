"""The order by probability is that of Zyzzyva, counted here draw by draw."""

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from wordwaiter.lexicon import open_lexicon, parse_tile_set, shipped_tile_set
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.lexicon.tiles import BLANK, TileSet
from wordwaiter.study.probability import alphagram, places_by_probability, ways_to_draw

ENGLISH = shipped_tile_set("english")


def a_bag(blanks: int) -> TileSet:
    tiles = "".join(f'["{label}", 1, {count}],' for label, count in (("A", 4), ("B", 2), ("C", 1), ("D", 3)))
    text = f'name = "few"\ntitle = "Few"\nlanguage = "en"\nblanks = {blanks}\ntiles = [{tiles}]'
    return parse_tile_set(text, Path("few.toml"))


def draws(word: str, bag: TileSet, most_blanks: int = 2) -> int:
    """Every handful of single tiles that spells a word, counted one by one."""
    tiles = [label for label, count in bag.counts.items() for _ in range(count)]
    wanted = Counter(word)
    found = 0
    for hand in combinations(tiles, len(word)):
        held = Counter(hand)
        blanks = held.pop(BLANK, 0)
        found += blanks <= most_blanks and not held - wanted
    return found


@pytest.mark.parametrize("blanks", [0, 1, 2, 3])
@pytest.mark.parametrize("word", ["A", "AB", "AAA", "CAB", "CCA", "ABBA", "DADA", "BDDDA"])
def test_it_is_the_number_of_handfuls_with_at_most_two_blanks(word: str, blanks: int) -> None:
    bag = a_bag(blanks)
    assert ways_to_draw(word, bag) == draws(word, bag)


def test_a_third_blank_does_not_count() -> None:
    assert ways_to_draw("CAB", a_bag(3)) < draws("CAB", a_bag(3), most_blanks=3)


def test_a_word_with_more_of_a_letter_than_the_bag_has_needs_blanks() -> None:
    assert ways_to_draw("PIZZAZZ", ENGLISH) == 0
    assert ways_to_draw("PIZZAS", ENGLISH) > 0


@pytest.mark.long
def test_the_likeliest_words_of_enable_stand_first_and_anagrams_together() -> None:
    places = places_by_probability(open_lexicon("enable"), 7)
    first = sorted(places, key=places.__getitem__)[:6]
    assert first == ["ANEROID", "AILERON", "ALIENOR", "ELATION", "TOENAIL", "ERASION"]
    assert sorted(places.values()) == list(range(1, len(places) + 1))


def test_equally_likely_words_stand_in_the_order_of_their_alphagrams() -> None:
    few = Lexicon.of_words("few", ["LET", "TEL", "NET", "TEN"])
    assert places_by_probability(few, 3) == {"NET": 1, "TEN": 2, "LET": 3, "TEL": 4}
    same = Lexicon.of_words("same", ["FEH", "HEW"])
    assert list(places_by_probability(same, 3)) == ["FEH", "HEW"]


def test_tiles_of_two_letters_are_drawn_as_one() -> None:
    spanish = shipped_tile_set("spanish")
    assert alphagram("chorro", spanish) == ("CH", "O", "O", "RR")
    assert ways_to_draw(alphagram("chorro", spanish), spanish) > 0
