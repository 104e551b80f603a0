"""`wordwaiter hare`: the best board there could have been, and the committee's words before the evening."""

import typer

from wordwaiter.cli.hare import check, rank, solve


def register(app: typer.Typer) -> None:
    """Add the command and its subcommands."""
    hare = typer.Typer(
        help="Find the best Hare board, and check the committee's words before the event.",
        no_args_is_help=True,
    )
    for part in (solve, check, rank):
        part.register(hare)
    app.add_typer(hare, name="hare")
