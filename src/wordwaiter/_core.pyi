"""The native core: word graphs. Python's face for it is `wordwaiter.lexicon`."""

from collections.abc import Sequence
from typing import Final, final

from typing_extensions import Buffer

FORMAT: Final[int]
"""Raised whenever the builder gives other nodes for the same words, so that old caches are not believed."""

LONGEST_WORD: Final[int]
"""No word of a graph has more tiles than this."""

class GraphError(ValueError):
    """Nodes, words or a question that cannot be used: `args` is (code, sentence)."""

@final
class WordGraph:
    """The words of one list as DAWG and GADDAG in one KWG array. Immutable; safe to share between threads."""

    @staticmethod
    def build(words: Sequence[str], labels: Sequence[str]) -> WordGraph:
        """The graph of `words` (any order, duplicates merged), whose tiles are `labels` in their order."""

    @staticmethod
    def read(nodes: Buffer, labels: Sequence[str]) -> WordGraph:
        """The graph in the bytes of a KWG file made by anybody, checked whole before it is believed."""

    @staticmethod
    def open(nodes: Buffer, labels: Sequence[str]) -> WordGraph:
        """The graph in bytes that `write` made, used where they lie (a memory map).

        The caller vouches for the bytes. Wrong ones give wrong answers or a GraphError, never a crash.
        """

    def write(self) -> bytes:
        """The bytes of the KWG file, as they were read or built."""

    @property
    def node_count(self) -> int:
        """How many nodes of four bytes it has."""

    def __len__(self) -> int:
        """How many words it has; counted once."""

    def __contains__(self, word: str) -> bool:
        """Whether it is a word, in any case; a text that cannot be spelled is none."""

    def contains_each(self, words: Sequence[str]) -> list[bool]:
        """For each word whether it is in the graph; much faster than asking one by one."""

    def words(self) -> list[str]:
        """All words, in the order of the alphabet."""

    def anagrams(self, tiles: str) -> list[str]:
        """The words that use all of `tiles`; `?` is a blank."""

    def subanagrams(self, tiles: str) -> list[str]:
        """The words that can be made of `tiles` or some of them; `?` is a blank."""

    def matching(self, pattern: str) -> list[str]:
        """The words of a pattern, in the order of the alphabet.

        `?` or `.` is one tile, `*` any number, `[AEI]` one of these, `[^AEI]` one that is none of these.
        """

    def containing(self, part: str) -> list[str]:
        """The words that have `part` somewhere in them."""

    def front_hooks(self, word: str) -> list[str]:
        """The tiles that make another word when put before `word`."""

    def back_hooks(self, word: str) -> list[str]:
        """The tiles that make another word when put after `word`."""

def checksum(content: Buffer) -> int:
    """A fast 64-bit check value of `content`, against accidents and not against malice."""
