"""Finders for commands: whether a play is left, by word lists that are read only when somebody asks."""

from collections.abc import Sequence
from functools import cached_property

from wordwaiter.game.finder import Finder, PlainFinder
from wordwaiter.lexicon import open_lexicon
from wordwaiter.rules.board import Board
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.reference import ReferenceWords
from wordwaiter.rules.rulebook import Rulebook


def list_finder(names: Sequence[str]) -> Finder | None:
    """A finder with the words of these lists together; none without a list."""
    return _ListFinder(tuple(names)) if names else None


class _ListFinder:
    def __init__(self, names: tuple[str, ...]) -> None:
        self._lexicons = [open_lexicon(name) for name in names]

    @cached_property
    def _finder(self) -> PlainFinder:
        words = (word for lexicon in self._lexicons for word in lexicon.words())
        return PlainFinder(ReferenceWords(words, self._lexicons[0].tile_set))

    def play_exists(self, board: Board, tiles: Rack, rulebook: Rulebook) -> bool:
        """Whether some of `tiles` can be laid as a play of good words."""
        return self._finder.play_exists(board, tiles, rulebook)
