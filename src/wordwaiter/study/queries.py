"""Which words somebody looks for, as a value, and the words of a list that fit."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from wordwaiter.errors import MalformedError
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.lexicon.tiles import BLANK
from wordwaiter.study.probability import places_by_probability, words_of_length

LONGEST_STUDIED: Final = 15
"""Tiles of the longest word that fits on a board."""
LONGEST_TEXT: Final = 100
"""Signs of a pattern; `[^AEIOU]` for each of 15 places is longer than anybody types."""
_MOST_BLANKS: Final = 2
_UNNAMED: Final = re.compile(r"\[[^\]]*\]|[*?.]")
"""Signs in a search that stand for unnamed letters."""


class Use(Enum):
    """The use of the letters of a search."""

    ALL = "all"
    """The word has exactly these letters: an anagram."""
    SOME = "some"
    """The word is made of some of them."""
    AMONG = "among"
    """The word has all of them, and others."""


class Order(Enum):
    """How the words that were found are listed; shorter words always come first."""

    PROBABILITY = "probability"
    ALPHABET = "alphabet"


@dataclass(frozen=True, slots=True)
class WordQuery:
    """A search; whatever is left empty allows everything."""

    pattern: str = ""
    """`?` one letter, `*` any number, `[AEI]` one of these, `[^AEI]` none of these."""
    letters: str = ""
    """With `?` for a blank."""
    use: Use = Use.ALL
    shortest: int = 2
    longest: int = LONGEST_STUDIED
    front: str = ""
    """A letter that makes another word before it; `?` for any."""
    back: str = ""
    """A letter that makes another word after it; `?` for any."""
    first: int = 1
    """The first place by probability, among all words of a length."""
    last: int | None = None
    order: Order = Order.PROBABILITY

    def __post_init__(self) -> None:
        if not 1 <= self.shortest <= self.longest <= LONGEST_STUDIED:
            raise MalformedError(
                "bad-length", f"choose lengths from 1 to {LONGEST_STUDIED}, the shortest first"
            )
        if self.first < 1 or (self.last is not None and self.last < self.first):
            raise MalformedError("bad-places", "choose places from 1, the first one first")
        if max(map(len, (self.pattern, self.letters, self.front, self.back))) > LONGEST_TEXT:
            raise MalformedError("long-search", "the search is too long; shorten it")
        if self.letters.count(BLANK) > _MOST_BLANKS:
            raise MalformedError("many-blanks", f"use at most {_MOST_BLANKS} blanks among the letters")

    def asks_for(self, word: str) -> bool:
        """Checks if somebody named half of the letters of a word or more: the program did not choose it."""
        named = len(_UNNAMED.sub("", self.pattern + self.letters))
        return 2 * named >= len(word)

    @property
    def limits_places(self) -> bool:
        """Checks whether only some places by probability are wanted."""
        return self.first > 1 or self.last is not None


def words_found(lexicon: Lexicon, query: WordQuery) -> tuple[str, ...]:
    """Returns the words of a list that a query asks for, in its order."""
    by_length: dict[int, list[str]] = {}
    for length, word in _of_fitting_length(lexicon, query):
        by_length.setdefault(length, []).append(word)
    return tuple(
        word for length in sorted(by_length) for word in _in_order(lexicon, query, length, by_length[length])
    )


def _in_order(lexicon: Lexicon, query: WordQuery, length: int, words: list[str]) -> list[str]:
    """The words of one length that stand at the places that are wanted, and take the hooks."""
    if query.limits_places or query.order is Order.PROBABILITY:
        places = places_by_probability(lexicon, length)
        last = len(places) if query.last is None else query.last
        words = [word for word in words if query.first <= places[word] <= last]
        if query.order is Order.PROBABILITY:
            words.sort(key=places.__getitem__)
    return [word for word in words if _takes_hooks(lexicon, query, word)]


def _of_fitting_length(lexicon: Lexicon, query: WordQuery) -> Iterator[tuple[int, str]]:
    spell = lexicon.tile_set.spell
    for word in _candidates(lexicon, query):
        length = len(spell(word))
        if query.shortest <= length <= query.longest:
            yield length, word


def _candidates(lexicon: Lexicon, query: WordQuery) -> list[str]:
    """The words that fit the pattern and the letters, in the order of the alphabet."""
    matching = lexicon.matching(query.pattern) if query.pattern else None
    if not query.letters:
        if matching is not None:
            return matching
        return _of_all_lengths(lexicon, query)
    match query.use:
        case Use.ALL:
            found = lexicon.anagrams(query.letters)
        case Use.SOME:
            found = lexicon.subanagrams(query.letters)
        case Use.AMONG:
            found = _with_more(lexicon, query)
    if matching is None:
        return found
    fitting = frozenset(matching)
    return [word for word in found if word in fitting]


def _with_more(lexicon: Lexicon, query: WordQuery) -> list[str]:
    """The words of each length that have all letters of a query; a blank is any one more."""
    named = len(lexicon.tile_set.spell(query.letters.replace(BLANK, ""))) + query.letters.count(BLANK)
    lengths = range(max(query.shortest, named), query.longest + 1)
    return [word for length in lengths for word in lexicon.anagrams(query.letters + BLANK * (length - named))]


def _of_all_lengths(lexicon: Lexicon, query: WordQuery) -> list[str]:
    lengths = range(query.shortest, query.longest + 1)
    return [word for length in lengths for word in words_of_length(lexicon, length)]


def _takes_hooks(lexicon: Lexicon, query: WordQuery, word: str) -> bool:
    return _is_among(lexicon, query.front, lexicon.front_hooks, word) and _is_among(
        lexicon, query.back, lexicon.back_hooks, word
    )


def _is_among(lexicon: Lexicon, wanted: str, hooks: Callable[[str], list[str]], word: str) -> bool:
    if not wanted:
        return True
    found = hooks(word)
    return bool(found) if wanted == BLANK else lexicon.tile_set.upper(wanted) in found
