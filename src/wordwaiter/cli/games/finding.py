"""Finders for commands: whether a play is left, by the word lists that somebody names."""

from collections.abc import Sequence

from wordwaiter.engine.finder import EngineFinder
from wordwaiter.game.finder import Finder
from wordwaiter.lexicon import open_lexicon


def list_finder(names: Sequence[str]) -> Finder | None:
    """A finder with the words of these lists together; none without a list."""
    return EngineFinder([open_lexicon(name) for name in names]) if names else None
