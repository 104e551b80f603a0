"""Which words people know: everyday words, and those of somebody who reads much.

The computer as a beginner plays everyday words alone; a good club player knows more, and all short words.
"""

import gzip
from enum import Enum
from functools import cache, lru_cache
from importlib import resources
from typing import Final

from wordwaiter.lexicon.lexicon import Lexicon

_ENGLISH: Final = "english"
_SHORT: Final = 3
"""Words of so many letters every club player learns."""


class Vocabulary(Enum):
    """How many words somebody knows."""

    EVERYDAY = "everyday"
    """About 40,000, with their inflections."""
    CLUB = "club"
    """About 78,000, and all words of two and three letters."""
    ALL = "all"


@lru_cache(maxsize=16)
def known_list(lexicon: Lexicon, vocabulary: Vocabulary) -> Lexicon:
    """Returns the part of an English list that is known; any other list whole: nobody counted its words."""
    if vocabulary is Vocabulary.ALL or lexicon.card.letters != _ENGLISH:
        return lexicon
    everyday = _words("everyday")
    if vocabulary is Vocabulary.EVERYDAY:
        return lexicon.without({word for word in lexicon.words() if word not in everyday})
    wide = _words("wide")
    rare = (word for word in lexicon.words() if len(word) > _SHORT and word not in everyday)
    return lexicon.without({word for word in rare if word not in wide})


@cache
def _words(part: str) -> frozenset[str]:
    packed = (resources.files(__package__) / f"{part}.txt.gz").read_bytes()
    return frozenset(gzip.decompress(packed).decode("ascii").split())
