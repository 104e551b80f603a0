"""A word list that answers questions."""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Self

from wordwaiter._core import GraphError, WordGraph
from wordwaiter.errors import MalformedError
from wordwaiter.lexicon.cards import ListCard, card_of
from wordwaiter.lexicon.quoting import quoted
from wordwaiter.lexicon.textlist import fault
from wordwaiter.lexicon.tiles import TileSet, shipped_tile_set


@contextmanager
def _graph_errors_as_ours() -> Iterator[None]:
    try:
        yield
    except GraphError as error:
        code, sentence = error.args
        raise MalformedError(code, sentence) from error


def build_graph(words: Sequence[str], tile_set: TileSet) -> WordGraph:
    """The graph of words that are spelled with these tiles."""
    with _graph_errors_as_ours():
        return WordGraph.build(words, tile_set.labels)


@dataclass(frozen=True, slots=True)
class Lexicon:
    """A word list, ready to be asked. Case does not matter in any question: tiles have none."""

    card: ListCard
    tile_set: TileSet
    _graph: WordGraph = field(compare=False)

    @classmethod
    def of_words(cls, name: str, words: Iterable[str], *, letters: str = "english") -> Self:
        """A list of a few words that lives in memory: a sponsor's names, a surprise word.

        >>> sponsors = Lexicon.of_words("sponsors", ["Rotary", "Acme"])
        >>> "ACME" in sponsors, len(sponsors)
        (True, 2)
        """
        tile_set = shipped_tile_set(letters)
        asked = list(words)
        for word in asked:
            if reason := fault(word, tile_set):
                raise MalformedError("bad-word", reason, word=word)
        if not asked:
            raise MalformedError("empty-list", f"the list {quoted(name)} has no words")
        spelled = tile_set.in_order({tile_set.upper(word) for word in asked})
        return cls(card_of(spelled, name, letters=letters), tile_set, build_graph(spelled, tile_set))

    def without(self, words: Container[str]) -> Self:
        """Returns the list without these words, in capitals; itself where none, or nothing else, is in it."""
        left = [word for word in self.words() if word not in words]
        if not left or len(left) == len(self):
            return self
        card = card_of(left, self.name, letters=self.card.letters)
        return type(self)(card, self.tile_set, build_graph(left, self.tile_set))

    @property
    def name(self) -> str:
        return self.card.name

    @property
    def title(self) -> str:
        return self.card.title

    @property
    def edition(self) -> str:
        return self.card.edition

    @property
    def source(self) -> str:
        return self.card.source

    @property
    def hash(self) -> str:
        """The SHA-256 of its words, whatever file they came from."""
        return self.card.sha256

    @property
    def count(self) -> int:
        return self.card.count

    def __repr__(self) -> str:
        return f"<Lexicon {self.name}: {self.count:,} words, {self.hash[:12]}>"

    def __len__(self) -> int:
        return self.card.count

    def __contains__(self, word: str) -> bool:
        return self.tile_set.upper(word) in self._graph

    def contains_each(self, words: Sequence[str]) -> list[bool]:
        """For each word whether the list has it; much faster than asking one by one."""
        return self._graph.contains_each([self.tile_set.upper(word) for word in words])

    def words(self) -> list[str]:
        """All its words, in the order of the alphabet."""
        return self._graph.words()

    @property
    def graph(self) -> WordGraph:
        """Its word graph, for the move generator."""
        return self._graph

    def kwg(self) -> bytes:
        """The list as a KWG file, which other engines read."""
        return self._graph.write()

    def anagrams(self, tiles: str) -> list[str]:
        """The words that use all of `tiles`; `?` is a blank."""
        return self._ask(self._graph.anagrams, tiles)

    def subanagrams(self, tiles: str) -> list[str]:
        """The words that can be made of `tiles` or some of them; `?` is a blank."""
        return self._ask(self._graph.subanagrams, tiles)

    def matching(self, pattern: str) -> list[str]:
        """The words of a pattern: `?` one tile, `*` any number, `[AEI]` one of these, `[^AEI]` none."""
        return self._ask(self._graph.matching, pattern)

    def containing(self, part: str) -> list[str]:
        """The words that have `part` somewhere in them."""
        return self._ask(self._graph.containing, part)

    def front_hooks(self, word: str) -> list[str]:
        """The tiles that make another word when put before `word`."""
        return self._ask(self._graph.front_hooks, word)

    def back_hooks(self, word: str) -> list[str]:
        """The tiles that make another word when put after `word`."""
        return self._ask(self._graph.back_hooks, word)

    def _ask(self, question: Callable[[str], list[str]], text: str) -> list[str]:
        with _graph_errors_as_ours():
            return question(self.tile_set.upper(text))


def common_tile_set(lexicons: Sequence[Lexicon]) -> TileSet:
    """The tiles that all these lists are spelled with; lists of different tiles cannot be asked together."""
    if not lexicons:
        raise MalformedError("no-lists", "choose at least one word list")
    if len(alphabets := {lexicon.card.letters for lexicon in lexicons}) > 1:
        both = " and ".join(sorted(alphabets))
        raise MalformedError("mixed-letters", f"lists with {both} tiles cannot be combined")
    return lexicons[0].tile_set
