"""`wordwaiter photo`: boards from photos."""

import typer

from wordwaiter.cli.photo import read


def register(app: typer.Typer) -> None:
    """Add the command and its subcommands."""
    photo = typer.Typer(help="Read boards from photos.", no_args_is_help=True)
    read.register(photo)
    app.add_typer(photo, name="photo")


__all__ = ["register"]
