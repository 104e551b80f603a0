"""Foreign text in our sentences."""

from typing import Final

_LONGEST: Final = 24


def quoted(text: str) -> str:
    """`text` as a sentence may show it: in quotes, on one line, and cut when it is long."""
    return repr(text) if len(text) <= _LONGEST else f"{text[:_LONGEST]!r}..."
