"""Results that hardly anybody plays: asked back once, and taken when they come again."""

from typing import Final

from cachetools import TTLCache

from wordwaiter.errors import ConflictError

MOST_USUAL: Final = 700
LEAST_USUAL: Final = 100
WIDEST_USUAL: Final = 400
"""The difference of two totals."""

_FOR_SECONDS: Final = 600
_ASKED: Final[TTLCache[tuple[object, ...], bool]] = TTLCache(1000, _FOR_SECONDS)
"""What was asked back; whoever enters the same again means it. Each process asks by itself."""


def ask_once(place: tuple[object, ...], scores: tuple[int, ...]) -> None:
    """Refuses an unusual result of a board when it comes for the first time."""
    if not is_unusual(scores) or _ASKED.pop((*place, scores), False):
        return
    _ASKED[(*place, scores)] = True
    told = " : ".join(map(str, scores))
    raise ConflictError("result-unusual", f"{told} is unusual; enter it again to confirm", scores=told)


def is_unusual(scores: tuple[int, ...]) -> bool:
    """Checks if two totals are far from what games end with."""
    if len(scores) != 2:
        return False
    return max(scores) > MOST_USUAL or min(scores) < LEAST_USUAL or max(scores) - min(scores) > WIDEST_USUAL
