"""`wordwaiter restore`: a copy put back, to go on with."""

from pathlib import Path

import typer

from wordwaiter.cli.options import DB


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("restore")(restore)


def restore(
    copy: Path = typer.Argument(metavar="FILE", help="A backup made by wordwaiter backup."), db: str = DB
) -> None:
    """Put a copy where there is no data yet, and go on with it."""
    from wordwaiter.store.backup import restore as put_back

    count = put_back(copy, db)
    print(f"{count:,} facts are back. Go on with: wordwaiter serve --db {db}")
