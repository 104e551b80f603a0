"""Signs allowed in a name: readable ones of any script, and none that reverse others."""

import re
import unicodedata
from typing import Final

from wordwaiter.errors import MalformedError

LONGEST_NAME: Final = 100
"""Letters of a name; a badge has no room for more."""

TURNING_SIGNS: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""They set the direction of all that follows, until another ends it: of the score beside a name too.

Scripts that run from right to left need none of them; phones put them around what is copied.
"""

_UNREADABLE: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})


def is_readable(text: str) -> bool:
    """Checks whether it can be printed on one line, and leaves the text around it as it is."""
    return not any(sign in TURNING_SIGNS or unicodedata.category(sign) in _UNREADABLE for sign in text)


def without_turning_signs(text: str) -> str:
    """Returns the text without signs that would turn what stands beside it."""
    return "".join(sign for sign in text if sign not in TURNING_SIGNS)


def require_name(name: str, what: str) -> None:
    """Refuse a name that is none, too long, or cannot be read."""
    if not name.strip():
        raise MalformedError("no-name", f"{what} needs a name")
    if len(name) > LONGEST_NAME or not is_readable(name):
        raise MalformedError(
            "bad-name", f"{what} needs a name of at most {LONGEST_NAME} letters, on one line"
        )


def parts(cell: str) -> tuple[str, ...]:
    """Returns what a cell lists, apart by slashes, or where it has none, by commas, semicolons or lines."""
    found = re.split("[/\n]" if "/" in cell else "[,;\n]", cell)
    return tuple(part.strip() for part in found if part.strip())
