"""Names as rating lists have them: `Lee, Ann` in `.t` files, `Ann Lee` and plain letters in TOU files."""

import re
import unicodedata
from typing import Final

_PARTICLES: Final = frozenset(
    ["de", "da", "del", "della", "di", "du", "la", "le", "van", "von", "den", "der", "ter"]
)
"""Small words that belong to the surname."""
_SUFFIXES: Final = frozenset(["jr", "sr", "ii", "iii", "iv"])
"""Parts that follow a surname, and belong to it."""
_WORD: Final = re.compile(r"[^\W\d_][\w.'\N{RIGHT SINGLE QUOTATION MARK}-]*")
_PLAIN: Final = str.maketrans(
    {
        "ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "ı": "i", "ħ": "h",
        "Ħ": "H", "þ": "th", "Þ": "Th", "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe",
        "\N{LEFT SINGLE QUOTATION MARK}": "'", "\N{RIGHT SINGLE QUOTATION MARK}": "'",
        "\N{MODIFIER LETTER APOSTROPHE}": "'", "\N{LEFT DOUBLE QUOTATION MARK}": '"',
        "\N{RIGHT DOUBLE QUOTATION MARK}": '"', "\N{EN DASH}": "-", "\N{EM DASH}": "-",
    }
)  # fmt: skip
"""Signs that are no letter with an accent, but another one."""


def last_first(name: str) -> str:
    """The surname first, after it a comma; a name of one word, or with other signs, as it is.

    >>> last_first("Ann van der Lee")
    'van der Lee, Ann'
    >>> last_first("Ann Lee Jr.")
    'Lee Jr., Ann'
    """
    words = name.split()
    if len(words) < 2 or not all(_WORD.fullmatch(word) for word in words):
        return name
    cut = len(words) - 1
    if cut > 1 and words[cut].rstrip(".").lower() in _SUFFIXES:
        cut -= 1
    while cut > 1 and words[cut - 1].lower() in _PARTICLES:
        cut -= 1
    return f"{' '.join(words[cut:])}, {' '.join(words[:cut])}"


def first_last(name: str) -> str:
    """The first name first, without a comma.

    >>> first_last("Lee, Ann")
    'Ann Lee'
    >>> first_last("Lee, Ann, Jr.")
    'Ann Lee Jr.'
    """
    last, _, rest = name.partition(",")
    first, _, suffix = rest.partition(",")
    return " ".join(f"{first} {last} {suffix}".split()) if first.strip() else name


def plain_letters(text: str) -> str:
    """The text in ASCII: accents left out, other Latin letters as their nearest; what has none is left out.

    >>> plain_letters("Łukasz Groß")
    'Lukasz Gross'
    """
    return unicodedata.normalize("NFKD", text.translate(_PLAIN)).encode("ascii", "ignore").decode("ascii")


def has_plain_letters(text: str) -> bool:
    """Checks whether no letter is lost in ASCII."""
    return all(plain_letters(sign) for sign in text if sign.isalpha())
