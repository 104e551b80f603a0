"""Searching the lists of this house for words to study.

None of it is open while a round of a tournament runs here: it would be a judge in the players' pockets.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Final

from cachetools import LRUCache, cached

from wordwaiter.errors import IllegalError
from wordwaiter.lexicon.cards import ListCard
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.service.judging.word_lists import house_cards, judge_by, lists_to_play, require_judge
from wordwaiter.service.tables.kind import is_closed
from wordwaiter.study.probability import places_by_probability
from wordwaiter.study.queries import WordQuery, words_found
from wordwaiter.study.questions import Anagram, StudyWord, anagrams_of, study_word

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

SHOWN_AT_ONCE: Final = 100
"""Words on one page of results, and about as many questions in its quiz."""
MOST_PRINTED: Final = 1_000


@dataclass(frozen=True, slots=True)
class StudyWish:
    """A request to study words."""

    query: WordQuery
    list_name: str = ""
    """Of a list on the shelf; empty for the first of the house."""
    start: int = 1
    """The first of the words that were found to be shown."""
    shows_all: bool = False
    """Whether words that the program does not show by itself are wanted."""


@dataclass(frozen=True, slots=True)
class FoundWord:
    """A word with its hooks, and its place by probability among the words of its length."""

    word: StudyWord
    place: int


@dataclass(frozen=True, slots=True)
class StudyResult:
    """A part of the words that were found, and the quiz that can be made of them."""

    card: ListCard
    total: int
    left_out: int
    """Words that were found and are not shown."""
    start: int
    words: tuple[FoundWord, ...]
    questions: tuple[Anagram, ...]


def require_study(context: "Context") -> None:
    """Refuse to search while a round runs here."""
    if is_closed(context):
        raise IllegalError(
            "study-closed", "word study is closed while a round is being played; come back later"
        )


def lists_to_study(context: "Context") -> tuple[ListCard, ...]:
    """The lists that can be searched, those of the house first."""
    house = house_cards(context)
    others = tuple(card for card in lists_to_play(context) if card not in house)
    if house or context.judge is None:
        return (*house, *others)
    return (*(lexicon.card for lexicon in context.judge.lexicons), *others)


def studied_list(context: "Context", name: str = "") -> Lexicon:
    """Returns the list of that name, or the first of the house."""
    require_study(context)
    house = require_judge(context).lexicons
    known = next((lexicon for lexicon in house if lexicon.name == name), house[0] if not name else None)
    return known or judge_by(context, (name,)).lexicons[0]


def words_to_study(context: "Context", wish: StudyWish) -> tuple[Lexicon, tuple[str, ...]]:
    """Returns a list, and all of its words that are wanted.

    Words that the program does not show by itself are left out, unless somebody names their letters.
    """
    lexicon = studied_list(context, wish.list_name)
    found = _found(lexicon, wish.query)
    if wish.shows_all or context.shows(found):
        return lexicon, found
    asked = wish.query.asks_for
    return lexicon, tuple(word for word in found if context.shows((word,)) or asked(word))


def study(context: "Context", wish: StudyWish) -> StudyResult:
    """Returns the words that are shown at once, and the questions to which they are answers."""
    lexicon, found = words_to_study(context, wish)
    start = wish.start if 1 <= wish.start <= len(found) else 1
    shown = found[start - 1 : start - 1 + SHOWN_AT_ONCE]
    return StudyResult(
        lexicon.card,
        len(found),
        len(_found(lexicon, wish.query)) - len(found),
        start,
        tuple(found_word(lexicon, word) for word in shown),
        quiz_of(context, lexicon, shown, shows_all=wish.shows_all),
    )


def found_word(lexicon: Lexicon, word: str) -> FoundWord:
    """Returns a word of a list with all that is shown of it."""
    place = places_by_probability(lexicon, len(lexicon.tile_set.spell(word)))[word]
    return FoundWord(study_word(lexicon, word), place)


def quiz_of(
    context: "Context", lexicon: Lexicon, words: tuple[str, ...], *, shows_all: bool
) -> tuple[Anagram, ...]:
    """Returns the questions to which these words are answers.

    One with an answer that the program does not show by itself is left out: without that answer it would be
    wrong, and with it a child at the next table reads it.
    """
    return tuple(
        each
        for each in anagrams_of(lexicon, words)
        if shows_all or context.shows(answer.word for answer in each.answers)
    )


_KEPT: Final = 400_000
"""Words in all results that are kept: each of many searches may find a whole list, which takes 12 MB."""


_RESULTS: Final[LRUCache[Hashable, tuple[str, ...]]] = LRUCache(_KEPT, getsizeof=lambda found: 1 + len(found))


@cached(_RESULTS, lock=Lock())
def _found(lexicon: Lexicon, query: WordQuery) -> tuple[str, ...]:
    """Kept, because the next page and the printed list ask for the same words."""
    return words_found(lexicon, query)
