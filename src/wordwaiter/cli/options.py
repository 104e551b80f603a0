"""Options that several commands share."""

from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import typer

from wordwaiter.errors import MalformedError
from wordwaiter.store.address import is_server

MOST_SEED: Final = 2**64 - 1
"""The largest number that random numbers of the engine come from."""

USUAL_LISTS: Final = ("enable", "modern")
"""The lists that judge words where nobody chose others."""

DB_FROM_ENVIRONMENT: Final = "WORDWAITER_DB"


def _without_password(context: typer.Context, place: str) -> str:
    """Refuses a password in the command itself, which every user of the computer can read while it runs."""
    source = context.get_parameter_source("db")
    is_typed = source is not None and source.name == "COMMANDLINE"
    if is_typed and is_server(place) and _has_password(place):
        raise MalformedError(
            "password-in-command",
            "others on this computer can read a password in a command; "
            f"put it into PGPASSWORD, a file (PGPASSFILE) or {DB_FROM_ENVIRONMENT}",
        )
    return place


def _has_password(place: str) -> bool:
    try:
        parsed = urlsplit(place)
    except ValueError:
        return False  # what is wrong with it is said when it is opened
    return parsed.password is not None or "password" in parse_qs(parsed.query)


DB: Final[Any] = typer.Option(
    "wordwaiter.db",
    envvar=DB_FROM_ENVIRONMENT,
    callback=_without_password,
    help="The file with all data, or postgresql://user@host/database.",
)
