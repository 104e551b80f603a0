"""Engines for the same words by any rules: the words are laid out once for all of them."""

from collections.abc import Sequence
from functools import cached_property
from threading import Lock
from typing import Final

from cachetools import LRUCache, cachedmethod

from wordwaiter._core import WordIndex
from wordwaiter.engine.engine import Engine, expect_tiles_of, graph_of
from wordwaiter.engine.finder import MOST_ENGINES
from wordwaiter.engine.index import index_of
from wordwaiter.engine.leaves import shipped_leaves
from wordwaiter.lexicon import Lexicon
from wordwaiter.rules.rulebooks.rulebook import Rulebook


class EnginesOfLists:
    """Engines for all rulebooks, over the words of some lists that are laid out once."""

    def __init__(self, lexicons: Sequence[Lexicon]) -> None:
        self.lexicons: Final = tuple(lexicons)
        self._engines: LRUCache[Rulebook, Engine] = LRUCache(MOST_ENGINES)
        self._turn = Lock()

    @cached_property
    def _words(self) -> WordIndex:
        return index_of(graph_of(self.lexicons))

    @cachedmethod(lambda self: self._engines, lock=lambda self: self._turn)
    def of(self, rulebook: Rulebook) -> Engine:
        """The engine that plays by that rulebook."""
        expect_tiles_of(rulebook, self.lexicons)
        return Engine(self._words, rulebook, shipped_leaves(rulebook.table.tile_set.name))
