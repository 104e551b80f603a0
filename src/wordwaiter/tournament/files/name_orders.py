"""Names as rating lists have them: `Lee, Ann` in `.t` files, `Ann Lee` in TOU files."""

import re
from typing import Final

_PARTICLES: Final = frozenset(
    ["de", "da", "del", "della", "di", "du", "la", "le", "van", "von", "den", "der", "ter"]
)
"""Small words that belong to the surname."""
_WORD: Final = re.compile(r"[^\W\d_][\w.'\N{RIGHT SINGLE QUOTATION MARK}-]*")


def last_first(name: str) -> str:
    """The surname first, after it a comma; a name of one word, or with other signs, as it is.

    >>> last_first("Ann van der Lee")
    'van der Lee, Ann'
    """
    words = name.split()
    if len(words) < 2 or not all(_WORD.fullmatch(word) for word in words):
        return name
    cut = len(words) - 1
    while cut > 1 and words[cut - 1].lower() in _PARTICLES:
        cut -= 1
    return f"{' '.join(words[cut:])}, {' '.join(words[:cut])}"


def first_last(name: str) -> str:
    """The first name first, without a comma.

    >>> first_last("Lee, Ann")
    'Ann Lee'
    """
    last, comma, first = name.partition(",")
    return f"{first.strip()} {last.strip()}" if comma and first.strip() else name
