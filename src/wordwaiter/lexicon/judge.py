"""The judge's question: is this play good?

A play is good if all its words are, and a word is good if any list of the event has it (bee-dictionary). The
question is about tiles, which have no case, so `Hello` is good because HELLO is: a phone's keyboard begins
with a capital by itself.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from wordwaiter._core import LONGEST_WORD
from wordwaiter.errors import MalformedError
from wordwaiter.lexicon.lexicon import Lexicon, common_tile_set
from wordwaiter.lexicon.quoting import quoted
from wordwaiter.lexicon.textlist import HYPHENS_AND_APOSTROPHES
from wordwaiter.lexicon.tiles import TileSet
from wordwaiter.sentences import Wording, joined, said

_BETWEEN_WORDS: Final = re.compile(r"[\s,;/]+")


class Ground(Enum):
    """Why a word is not good: a code for programs, a sentence after the word, and the clauses it rests on."""

    NOT_IN_LIST = "not-in-list", "is not in the word list", ("bee-dictionary",)
    HYPHEN_OR_APOSTROPHE = (
        "hyphen-or-apostrophe",
        "is written with a hyphen or apostrophe",
        ("grand-island-8", "bee-10"),
    )
    CAPITAL = (
        "capital",
        "is not in the word list, and is written with a capital like a name",
        ("grand-island-8", "bee-8-9"),
    )
    TOO_LONG = "too-long", "is longer than this event allows", ("bee-11",)
    NO_SUCH_TILE = "no-such-tile", "has a sign that is on no tile", ()

    def __init__(self, code: str, sentence: str, clauses: tuple[str, ...]) -> None:
        self.code = code
        self.sentence = sentence
        self.clauses = clauses


@dataclass(frozen=True, slots=True)
class WordRuling:
    """The ruling on one word: the lists that have it, or the ground why it is not good."""

    word: str
    """As it was asked."""
    ground: Ground | None
    found_in: tuple[str, ...] = ()

    @property
    def good(self) -> bool:
        return self.ground is None

    @property
    def sentence(self) -> Wording:
        """The ruling as a judge would read it out, with the clauses of a refusal.

        >>> WordRuling("QXZ", Ground.NOT_IN_LIST).sentence
        'QXZ is not in the word list (bee-dictionary)'
        """
        return self.resting_on(self.ground.clauses if self.ground is not None else ())

    def resting_on(self, clauses: Sequence[str]) -> Wording:
        """Says the ground, with the clauses of an event's own rules on which it rests."""
        if self.ground is None:
            return said("{word} is good ({lists})", word=self.word, lists=", ".join(self.found_in))
        ruled = joined(" ", [self.word, said(self.ground.sentence)])
        if not clauses:
            return ruled
        return said("{sentence} ({clause})", sentence=ruled, clause=", ".join(clauses))


_GROUNDS: Final = {each.sentence: each for each in Ground}
_KEPT: Final = re.compile(rf"(\S+) ({'|'.join(map(re.escape, _GROUNDS))})(?: \(([^()]+)\))?")


def grounds_told(text: str) -> str:
    """Grounds that were kept as text, so that a page can tell them in its language; other text as it is.

    >>> grounds_told("QXZ is not in the word list (iowa-8)")
    'QXZ is not in the word list (iowa-8)'
    """
    found = [_KEPT.fullmatch(part) for part in text.split("; ")]
    kept = [
        WordRuling(each[1], _GROUNDS[each[2]]).resting_on((each[3],) if each[3] else ())
        for each in found
        if each
    ]
    return joined("; ", kept) if len(kept) == len(found) else text


SPONSOR: Final = "sponsor"
"""Stands in place of a list's name where a sponsor's name was found."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One verdict for a whole play, and the ruling on each word for those who may see it."""

    words: tuple[WordRuling, ...]

    @property
    def sponsors(self) -> tuple[str, ...]:
        """The words that are good as names of sponsors."""
        return tuple(ruling.word for ruling in self.words if ruling.found_in == (SPONSOR,))

    @property
    def good(self) -> bool:
        return all(ruling.good for ruling in self.words)


@dataclass(frozen=True, slots=True)
class Judge:
    """Rules on plays by the lists of an event; its words have at most `longest` tiles (bee-11)."""

    lexicons: Sequence[Lexicon]
    longest: int | None = None
    sponsors: frozenset[str] = frozenset()
    """Names that are good although no list has them (bee-8-9), in capitals."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "lexicons", tuple(self.lexicons))
        common_tile_set(self.lexicons)
        if self.longest is not None and self.longest < 1:
            raise MalformedError("bad-longest", f"the longest word cannot have {self.longest} letters")

    @property
    def tile_set(self) -> TileSet:
        return common_tile_set(self.lexicons)

    def rule(self, words: Iterable[str]) -> Verdict:
        """The verdict on a play that made these words."""
        asked = tuple(words)
        if not asked:
            raise MalformedError("no-words", "enter a word to judge")
        for word in asked:
            if word not in self.sponsors:
                _check_is_a_word(word)
        return Verdict(tuple(map(self._rule_on, asked)))

    def _rule_on(self, word: str) -> WordRuling:
        if word in self.sponsors:
            return WordRuling(word, None, (SPONSOR,))
        if not HYPHENS_AND_APOSTROPHES.isdisjoint(word):
            return WordRuling(word, Ground.HYPHEN_OR_APOSTROPHE)
        try:
            length = len(self.tile_set.spell(word))
        except MalformedError:
            return WordRuling(word, Ground.NO_SUCH_TILE)
        if self.longest is not None and length > self.longest:
            return WordRuling(word, Ground.TOO_LONG)
        if found_in := tuple(lexicon.name for lexicon in self.lexicons if word in lexicon):
            return WordRuling(word, None, found_in)
        if word[0].isupper() and word != word.upper():
            return WordRuling(word, Ground.CAPITAL)
        return WordRuling(word, Ground.NOT_IN_LIST)


def parse_words(text: str) -> tuple[str, ...]:
    """The words that somebody typed, apart by blanks, line ends, commas, semicolons or slashes.

    >>> parse_words("quotes, favors / re-do")
    ('quotes', 'favors', 're-do')
    """
    return tuple(filter(None, _BETWEEN_WORDS.split(text)))


def _check_is_a_word(word: str) -> None:
    """Refuse what nobody can have laid on a board, so that no verdict stands for a slip of the keyboard."""
    if not word.strip():
        raise MalformedError("empty-word", "a word to judge cannot be empty")
    if len(word) > LONGEST_WORD:
        raise MalformedError(
            "long-word",
            f"a word to judge has at most {LONGEST_WORD} letters, not {len(word):,}",
            length=len(word),
        )
    if not word.isprintable() or any(sign.isspace() for sign in word):
        raise MalformedError("bad-word", f"{quoted(word)} is not a single readable word", word=word)
