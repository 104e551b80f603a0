"""Options that several commands share."""

from typing import Any, Final

import typer

MOST_SEED: Final = 2**64 - 1
"""The largest number that random numbers of the engine come from."""

DB: Final[Any] = typer.Option(
    "wordwaiter.db", help="The file with all data, or postgresql://user:password@host/database."
)
