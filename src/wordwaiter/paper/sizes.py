"""Which paper an event prints on."""

from collections.abc import Iterable
from typing import Final

from wordwaiter.paper.typesetting import Paper
from wordwaiter.rules.rulebooks.rulebook import Rulebook

_LETTER: Final = frozenset(
    {"us", "ca", "mx", "ph", "co", "cl", "ve", "gt", "cr", "pa", "pr", "do", "ni", "sv"}
)
"""Countries whose printers hold Letter paper, by their codes in a browser's languages (`en-US`)."""

_ANYWHERE: Final = frozenset({None, "wespa"})
"""Sources of rulebooks that say nothing of where an event is; all others are of North America."""


def usual_paper(rulebooks: Iterable[Rulebook], languages: str) -> Paper:
    """Returns Letter for the rulebooks of North America, and for browsers of such countries.

    `languages` is what a browser sends as Accept-Language; its first language counts.
    """
    if any(rulebook.source not in _ANYWHERE for rulebook in rulebooks):
        return Paper.LETTER
    first = languages.partition(",")[0].partition(";")[0].strip().lower()
    return Paper.LETTER if first.rpartition("-")[2] in _LETTER and "-" in first else Paper.A4
