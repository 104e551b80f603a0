"""Results that hardly anybody plays: asked back once, and taken when they come again."""

from typing import Final

from wordwaiter.errors import ConflictError
from wordwaiter.service.moments import Memory
from wordwaiter.tournament import commands as c

MOST_USUAL: Final = 700
LEAST_USUAL: Final = 100
WIDEST_USUAL: Final = 400
"""The difference of two totals."""


def ask_once(asked: Memory, stream: str, sheet: c.HandInSheet) -> None:
    """Refuses an unusual result of a board when it comes for the first time; whoever repeats it means it."""
    scores = sheet.scores
    key = repr(("unusual", stream, sheet.division, sheet.round, sheet.table, sheet.board, scores))
    if not is_unusual(scores) or asked.take(key) is not None:
        return
    asked.keep(key, b"")
    told = " : ".join(map(str, scores))
    raise ConflictError("result-unusual", f"{told} is unusual; enter it again to confirm", scores=told)


def is_unusual(scores: tuple[int, ...]) -> bool:
    """Checks if two totals are far from what games end with."""
    if len(scores) != 2:
        return False
    return max(scores) > MOST_USUAL or min(scores) < LEAST_USUAL or max(scores) - min(scores) > WIDEST_USUAL
