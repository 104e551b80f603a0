"""Words that are good, and that the program does not show by itself: an event has children in the room.

People may play them, and judges call them good. Only what the program chooses does without them.
"""

from functools import cache, lru_cache
from importlib import resources

from wordwaiter.lexicon.lexicon import Lexicon


@cache
def withheld_words() -> frozenset[str]:
    """Returns the words, in capitals."""
    lines = (resources.files(__package__) / "withheld.txt").read_text("utf-8").splitlines()
    return frozenset(line for line in lines if not line.startswith("#"))


@lru_cache(maxsize=16)
def shown_list(lexicon: Lexicon) -> Lexicon:
    """Returns a list without the words that are not shown."""
    return lexicon.without(withheld_words())
