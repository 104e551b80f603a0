"""TOML that somebody else wrote: read, unless reading it would take for ever."""

import tomllib
from typing import Any, Final

_MOST_DOTS: Final = 100
"""In a line; for each part of a key the parser looks at all parts before it."""


def toml_values(text: str) -> dict[str, Any]:
    """Returns the values of a TOML text; raises a ValueError where it is none, whatever is wrong with it."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.count(".") > _MOST_DOTS:
            raise ValueError(f"A line has more than {_MOST_DOTS} dots (at line {number}, column 1)")
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise ValueError("Too many brackets stand within one another (at end of document)") from error
