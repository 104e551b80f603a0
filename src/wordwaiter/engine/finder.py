"""Engines for the words of some lists by any rules, and their answer to what ends a game: is a play left?"""

from collections.abc import Sequence
from functools import cached_property
from threading import Lock
from typing import Final

from cachetools import LRUCache, cachedmethod

from wordwaiter._core import WordIndex
from wordwaiter.engine.engine import Engine, expect_tiles_of, graph_of
from wordwaiter.engine.index import index_of
from wordwaiter.engine.leaves import shipped_leaves
from wordwaiter.engine.native_errors import engine_errors_as_ours
from wordwaiter.game.finder import BestPlay
from wordwaiter.lexicon import Lexicon
from wordwaiter.rules.board import Board
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.rulebooks.rulebook import Rulebook

MOST_ENGINES: Final = 64
"""Engines of rulebooks that are kept, some ten kilobytes each. A rulebook has any number of variants: clocks
and lists that whoever begins a game chooses."""


class EngineFinder:
    """A finder for the words of some lists; it builds an engine for each rulebook that it is asked about."""

    def __init__(self, lexicons: Sequence[Lexicon]) -> None:
        self._lexicons = tuple(lexicons)
        self._engines: LRUCache[Rulebook, Engine] = LRUCache(MOST_ENGINES)
        self._turn = Lock()

    @cached_property
    def _words(self) -> WordIndex:
        """The words, laid out once for the engines of all rulebooks."""
        with engine_errors_as_ours():
            return index_of(graph_of(self._lexicons))

    def exists_play(self, board: Board, tiles: Rack, rulebook: Rulebook) -> bool:
        """Checks whether some of `tiles`, no more than a rack holds, can be laid as a play of good words."""
        return self._engine(rulebook).exists_play(board, tiles)

    def best_play(self, board: Board, rack: Rack, rulebook: Rulebook) -> BestPlay | None:
        """Returns the play of a rack that scores most; nothing if it has no play."""
        plays = self._engine(rulebook).at(board).plays(rack)
        best = max(plays, key=lambda play: play.score, default=None)
        return None if best is None else BestPlay(best.readable(board), best.score)

    @cachedmethod(lambda self: self._engines, lock=lambda self: self._turn)
    def _engine(self, rulebook: Rulebook) -> Engine:
        expect_tiles_of(rulebook, self._lexicons)
        return Engine(self._words, rulebook)


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
