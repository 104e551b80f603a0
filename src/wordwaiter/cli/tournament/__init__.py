"""`wordwaiter tournament`: run a tournament on a journal, with no server."""

import typer

from wordwaiter.cli.tournament import (
    bee,
    default,
    divisions,
    entries,
    files,
    money,
    pair,
    status,
    timetable,
    views,
)
from wordwaiter.cli.tournament.derived import STEPS
from wordwaiter.cli.tournament.steps import add_steps


def register(app: typer.Typer) -> None:
    """Add the command and its subcommands."""
    tournament = typer.Typer(
        help="Run a tournament, from the first entry to the prizes.", no_args_is_help=True
    )
    for part in (divisions, entries, default, pair, bee, money, timetable, status, views, files):
        part.register(tournament)
    add_steps(tournament, STEPS)
    app.add_typer(tournament, name="tournament")
