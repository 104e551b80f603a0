"""Options that several commands share."""

from typing import Any, Final

import typer

DB: Final[Any] = typer.Option(
    "wordwaiter.db", help="The file with all data, or postgresql://user:password@host/database."
)
