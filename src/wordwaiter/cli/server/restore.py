"""`wordwaiter restore`: a copy put back, to go on with."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from wordwaiter.cli.options import DB
from wordwaiter.errors import MalformedError
from wordwaiter.platform import removable_folders
from wordwaiter.sentences import moment_in_words

if TYPE_CHECKING:
    from wordwaiter.store.backup import FoundCopy


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("restore")(restore)


def restore(
    copy: Path | None = typer.Argument(
        None,
        metavar="[FILE]",
        help="A copy, or a folder of copies: the newest one. Without it, lists what there is.",
    ),
    sign_out: bool = typer.Option(
        False, "--sign-out", help="Sign out all devices in it, for a copy of somebody else."
    ),
    db: str = DB,
) -> None:
    """Put a copy where there is no data yet, and go on with it."""
    from wordwaiter.service.laptop import sign_out_copied
    from wordwaiter.service.streams import require_known
    from wordwaiter.store.backup import copies_in
    from wordwaiter.store.backup import restore as put_back

    if copy is None:
        _list_copies()
        return
    if copy.is_dir():
        newest = next(iter(copies_in(copy)), None)
        if newest is None:
            raise MalformedError("no-copies", f"{copy}: there are no copies in this folder")
        print(f"The newest copy: {_told(newest)}")
        copy = newest.path
    count = put_back(copy, db, require_known)
    if sign_out:
        sign_out_copied(db)
    print(f"{count:,} entries are back. Go on with: wordwaiter serve --db {db}")


def _list_copies() -> None:
    from wordwaiter.store.backup import copies_in

    found = sorted((each for folder in _folders() for each in copies_in(folder)), key=_newest_first)
    if not found:
        print("No copies here or on a USB stick. Name the folder: wordwaiter restore FOLDER")
        return
    for each in found:
        print(_told(each))
    print(f"Put one back with: wordwaiter restore {found[0].path}")


def _newest_first(copy: "FoundCopy") -> float:
    return -copy.made.timestamp()


def _folders() -> Iterator[Path]:
    """Yields this folder, those in it, and those of sticks."""
    here = Path()
    yield here
    media = removable_folders()
    for parent in (here, *media, *(each for folder in media for each in _within(folder))):
        yield from _within(parent)


def _within(folder: Path) -> list[Path]:
    try:
        return sorted(each for each in folder.iterdir() if each.is_dir())
    except OSError:
        return []


def _told(copy: "FoundCopy") -> str:
    made = moment_in_words(copy.made.astimezone())
    entries = "1 entry" if copy.facts == 1 else f"{copy.facts:,} entries"
    return f"{made}  {entries}  {copy.path}"
