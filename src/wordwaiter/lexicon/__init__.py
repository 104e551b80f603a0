"""Letters, word lists, and the judge's question: is this play good?

>>> from wordwaiter.lexicon import Judge, open_lexicon, parse_words
>>> enable = open_lexicon("enable")
>>> "quixotry" in enable
True
>>> enable.anagrams("LISTEN")
['ELINTS', 'ENLIST', 'INLETS', 'LISTEN', 'SILENT', 'TINSEL']
>>> enable.front_hooks("EARN")
['L', 'Y']
>>> Judge([enable], longest=10).rule(parse_words("hello world")).good
True
"""

from wordwaiter.lexicon.cards import ListCard
from wordwaiter.lexicon.definitions import (
    Defined,
    Definition,
    Meaning,
    NoDefinition,
    NotInstalled,
    WordNet,
    define,
    find_wordnet,
)
from wordwaiter.lexicon.judge import Ground, Judge, Verdict, WordRuling, parse_words
from wordwaiter.lexicon.lexicon import Lexicon, common_tile_set
from wordwaiter.lexicon.reading import read_word_list
from wordwaiter.lexicon.shelf import DamagedList, Shelf, open_lexicon, shipped_lists
from wordwaiter.lexicon.textlist import Omission, Reading
from wordwaiter.lexicon.tiles import BLANK, Tile, TileSet, parse_tile_set, shipped_tile_set, shipped_tile_sets

__all__ = [
    "BLANK",
    "DamagedList",
    "Defined",
    "Definition",
    "Ground",
    "Judge",
    "Lexicon",
    "ListCard",
    "Meaning",
    "NoDefinition",
    "NotInstalled",
    "Omission",
    "Reading",
    "Shelf",
    "Tile",
    "TileSet",
    "Verdict",
    "WordNet",
    "WordRuling",
    "common_tile_set",
    "define",
    "find_wordnet",
    "open_lexicon",
    "parse_tile_set",
    "parse_words",
    "read_word_list",
    "shipped_lists",
    "shipped_tile_set",
    "shipped_tile_sets",
]
