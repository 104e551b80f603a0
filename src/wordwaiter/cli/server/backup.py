"""`wordwaiter backup`: a copy of everything, in another folder."""

from pathlib import Path

import typer

from wordwaiter.cli.options import DB


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("backup")(backup)


def backup(
    to: Path = typer.Option(..., help="The folder for backups, for example on a USB stick."),
    db: str = DB,
    keep: int = typer.Option(10, min=1, help="How many backups to keep; older ones are deleted."),
) -> None:
    """Copy everything into another folder, also while the program runs."""
    from wordwaiter.service.clock import system_clock
    from wordwaiter.store.backup import back_up
    from wordwaiter.store.journal import JournalReader

    with JournalReader.open(db) as journal:
        print(back_up(journal, to, system_clock(), keep=keep))
