"""Foreign cards made into those of this program: with all answers, as a list has them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordwaiter.errors import MalformedError
from wordwaiter.service.study.searches import studied_list
from wordwaiter.service.study.zyzzyva import SavedCard, saved_cards
from wordwaiter.study.questions import Anagram, anagrams_of

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


@dataclass(frozen=True, slots=True)
class ImportedCard:
    """A question with the history that a card brought along."""

    question: Anagram
    saved: SavedCard


@dataclass(frozen=True, slots=True)
class Import:
    """The contents of an imported file."""

    list_name: str
    cards: tuple[ImportedCard, ...]
    unknown: tuple[str, ...]
    """Letters of which the list makes no word."""


def import_cards(context: "Context", content: bytes, list_name: str) -> Import:
    """Returns the cards of a file with the answers that a list of this house has for them."""
    lexicon = studied_list(context, list_name)
    cards: dict[tuple[str, ...], ImportedCard] = {}
    unknown: list[str] = []
    for saved in saved_cards(content):
        try:
            words = lexicon.anagrams(saved.letters.replace("?", ""))
        except MalformedError:  # signs that are on no tile
            words = []
        if not words or "?" in saved.letters:
            unknown.append(saved.letters)
            continue
        (question,) = anagrams_of(lexicon, words[:1])
        cards.setdefault(question.tiles, ImportedCard(question, saved))
    return Import(lexicon.name, tuple(cards.values()), tuple(unknown))
