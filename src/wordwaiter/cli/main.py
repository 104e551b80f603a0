"""The command `wordwaiter`: its subcommands, and how errors become one line and an exit status."""

import sys

import typer

from wordwaiter import __version__
from wordwaiter.errors import MalformedError, WordwaiterError

app = typer.Typer(
    name="wordwaiter",
    help="Runs crossword-tile tournaments, and judges words you can trust.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"wordwaiter {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(
        False, "--version", callback=_show_version, is_eager=True, help="Print the version."
    ),
) -> None:
    del version


def run() -> None:
    """Run the command line; every error of ours is one line on standard error and an exit status."""
    try:
        app()
    except WordwaiterError as error:
        print(f"wordwaiter: {error}", file=sys.stderr)
        sys.exit(2 if isinstance(error, MalformedError) else 1)
