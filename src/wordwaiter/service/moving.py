"""Everything of a laptop in one file, and what another laptop finds in it.

The file is a zip archive: the journal, and the word lists that the organiser added. Nothing is unpacked by
its name, so a file that somebody made by hand writes nowhere else. In release 0.1 it was the journal itself.
"""

import re
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO, Final

from wordwaiter.errors import MalformedError
from wordwaiter.lexicon import ListCard, Shelf
from wordwaiter.lexicon.cards import format_card, parse_card, parse_list_name
from wordwaiter.lexicon.reading import LARGEST_FILE
from wordwaiter.lexicon.shelf import shipped_lists, words_of
from wordwaiter.platform import open_private
from wordwaiter.store.backup import back_up
from wordwaiter.store.journal import JournalReader

_JOURNAL: Final = "journal.db"
_CARD: Final = re.compile(r"lists/([a-z0-9-]+)\.toml")
_LARGEST_JOURNAL: Final = 4 * 1024**3
_LARGEST_CARD: Final = 64 * 1024
_MOST_LISTS: Final = 100
_SMALL: Final = 1024 * 1024
_MOST_UNPACKED: Final = 100
"""Bytes that one of a larger part stands for: a journal has five to ten, and nothing but zeros a thousand."""
_PACKED: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)

MOVING: Final = ".moving-"
"""How the name of the folder begins in which a file is made; one that is there at a start was left behind."""

MovedList = tuple[ListCard, list[str]]


@contextmanager
def file_to_move(journal: JournalReader, shelf: Shelf, folder: Path, now: datetime) -> Iterator[Path]:
    """Yields the file, which lies in `folder` as long as it is needed."""
    with tempfile.TemporaryDirectory(prefix=MOVING, dir=folder) as place:
        copy = back_up(journal, Path(place), now)
        target = Path(place, "moved")
        with (
            open(target, "wb", opener=open_private) as file,
            zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
        ):
            archive.write(copy, _JOURNAL)
            copy.unlink()
            for card in shelf.cards():
                if isinstance(card, ListCard) and card.name not in shipped_lists():
                    archive.writestr(f"lists/{card.name}.toml", format_card(card))
                    archive.writestr(f"lists/{card.name}.txt", shelf.text(card))
        yield target


def is_moved(file: Path) -> bool:
    """Checks if a file holds more than a journal."""
    return zipfile.is_zipfile(file)


def take_journal(file: Path, target: Path) -> None:
    """Writes the journal in a moved file to `target`."""
    with _opened(file) as archive, open(target, "wb", opener=open_private) as journal:
        shutil.copyfileobj(_member(archive, _JOURNAL, _LARGEST_JOURNAL), journal)


def lists_in(file: Path) -> Iterator[MovedList]:
    """Yields the word lists in a moved file, each with its card; refuses words that are not the card's."""
    with _opened(file) as archive:
        cards = [name for name in archive.namelist() if _CARD.fullmatch(name)]
        if len(cards) > _MOST_LISTS:
            raise _not_moved()
        for name in cards:
            yield _list_in(archive, name)


def _list_in(archive: zipfile.ZipFile, name: str) -> MovedList:
    card = parse_card(_member(archive, name, _LARGEST_CARD).read().decode(), Path(name))
    text = _member(archive, f"lists/{parse_list_name(card.name)}.txt", LARGEST_FILE).read()
    words = words_of(card, text)
    if words is None or card.name in shipped_lists():
        raise _not_moved()
    return card, words


@contextmanager
def _opened(file: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(file) as archive:
            yield archive
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        KeyError,
        NotImplementedError,
        RuntimeError,
        ValueError,
    ):
        raise _not_moved() from None


def _member(archive: zipfile.ZipFile, name: str, most: int) -> IO[bytes]:
    """Opens a part of the file. No more is read of it than it says, so one that says too much is refused.

    So is one that is packed as we never pack: LZMA takes any amount of memory, zeros all the disk.
    """
    part = archive.getinfo(name)
    is_bomb = part.file_size > _SMALL + _MOST_UNPACKED * part.compress_size
    if part.file_size > most or is_bomb or part.compress_type not in _PACKED:
        raise _not_moved()
    try:
        return archive.open(name)
    except OSError:  # it says that the part begins before the file does
        raise _not_moved() from None


def _not_moved() -> MalformedError:
    return MalformedError("not-a-copy", "this file is damaged or not from Wordwaiter; choose another")
