"""How likely the tiles of a word are to be drawn from a full bag, as Zyzzyva counts it.

A word of seven tiles is compared with all ways to draw seven tiles. A blank may stand for any tile of the
word. At most two blanks count, whatever the set has: that is what Zyzzyva does unless it is told otherwise.
All of it is whole numbers, so that no two words change places by rounding.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import comb
from typing import Final

from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.lexicon.tiles import BLANK, TileSet

MOST_BLANKS: Final = 2
"""Blanks that may stand for tiles of a word."""


def ways_to_draw(tiles: Iterable[str], tile_set: TileSet) -> int:
    """Returns in how many ways these tiles can be drawn from a full bag, with up to two blanks among them.

    >>> from wordwaiter.lexicon.tiles import shipped_tile_set
    >>> ways_to_draw("QI", shipped_tile_set("english"))
    30
    """
    ways = [1] + [0] * MOST_BLANKS
    """By the number of tiles that blanks stand for."""
    for tile, count in Counter(tiles).items():
        there = tile_set.counts[tile]
        own = [comb(there, count - blanks) for blanks in range(min(count, MOST_BLANKS) + 1)]
        ways = [
            sum(ways[blanks - more] * own[more] for more in range(min(blanks, len(own) - 1) + 1))
            for blanks in range(MOST_BLANKS + 1)
        ]
    return sum(comb(tile_set.counts[BLANK], blanks) * each for blanks, each in enumerate(ways))


def alphagram(word: str, tile_set: TileSet) -> tuple[str, ...]:
    """Returns the tiles of a word in the order of their alphabet: what a quiz shows.

    >>> from wordwaiter.lexicon.tiles import shipped_tile_set
    >>> alphagram("LLAMA", shipped_tile_set("spanish"))
    ('A', 'A', 'LL', 'M')
    """
    order = {label: place for place, label in enumerate(tile_set.labels)}
    return tuple(sorted(tile_set.spell(word), key=order.__getitem__))


@lru_cache(maxsize=30)
def places_by_probability(lexicon: Lexicon, length: int) -> dict[str, int]:
    """Returns the place of each word of so many tiles, from 1; the likeliest to be drawn are the first.

    Words that are equally likely stand in the order of their alphagrams, so that anagrams stand together.
    """
    tile_set = lexicon.tile_set
    order = {label: place for place, label in enumerate(tile_set.labels)}
    ways: dict[tuple[int, ...], int] = {}
    """Anagrams have the same tiles: each alphagram is counted once."""
    ranked = []
    for word in words_of_length(lexicon, length):
        spelled = tile_set.spell(word)
        key = tuple(sorted(order[label] for label in spelled))
        if key not in ways:
            ways[key] = ways_to_draw(spelled, tile_set)
        ranked.append((-ways[key], key, word))
    return {word: place for place, (_, _, word) in enumerate(sorted(ranked), 1)}


def words_of_length(lexicon: Lexicon, length: int) -> Sequence[str]:
    """Returns the words of so many tiles."""
    return lexicon.matching("?" * length)
