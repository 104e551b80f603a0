"""Which places of a journal are servers and which are files; asked before any database is loaded."""

from typing import Final

MOVED: Final = ".wordwaiter"
"""The ending of a file with which everything moves to another laptop."""


def is_server(place: str) -> bool:
    """Checks whether this names a database of a server, and not a file."""
    return place.startswith(("postgresql://", "postgres://", "postgresql+psycopg://"))
