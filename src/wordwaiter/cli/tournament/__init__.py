"""`wordwaiter tournament`: run a tournament on a journal, with no server."""

import typer

from wordwaiter.cli.tournament import (
    attendance,
    bee,
    calls,
    divisions,
    entries,
    files,
    money,
    rounds,
    status,
    timetable,
    views,
)


def register(app: typer.Typer) -> None:
    """Add the command and its subcommands."""
    tournament = typer.Typer(
        help="Run a tournament, from the first entry to the last medal.", no_args_is_help=True
    )
    for part in (divisions, entries, attendance, rounds, calls, bee, money, timetable, status, views, files):
        part.register(tournament)
    app.add_typer(tournament, name="tournament")
