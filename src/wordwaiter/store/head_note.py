"""A note beside an SQLite file of how far it was written, so that a lost write-ahead log is noticed.

It is written after each commit and never synced: it may lag behind the journal, but never be ahead of it.
"""

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Final

from wordwaiter.platform import open_private

_NOTE: Final = re.compile(rb"(\d{1,16}) ([0-9a-f]{32})\n", re.ASCII)


def head_note_of(journal: Path) -> Path:
    """Returns where the note of a journal is."""
    return Path(f"{journal}-head")  # also of a folder without a name, which is refused later


class HeadNote:
    """The note of one journal."""

    def __init__(self, journal: Path) -> None:
        self._path = head_note_of(journal)
        self._handle: int | None = None

    def read(self) -> tuple[int, str] | None:
        """Returns the position and the seal that were noted; `None` where there is no whole note."""
        with suppress(OSError):
            if noted := _NOTE.fullmatch(self._path.read_bytes().lstrip()):
                return int(noted[1]), noted[2].decode()
        return None

    def write(self, position: int, seal: str) -> None:
        """Notes how far the journal is. Where the disk is full, the note lags behind."""
        with suppress(OSError):
            if self._handle is None:
                # Through no link: it could lead to any other file of whoever runs the program.
                flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
                self._handle = open_private(str(self._path), flags)
            os.lseek(self._handle, 0, os.SEEK_SET)
            os.write(self._handle, f"{position:16} {seal}\n".encode())

    def close(self, *, log: Path) -> None:
        """Lets go of the file, and removes a note of ours where no log is left that could be lost."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
            if not log.exists():
                self._path.unlink(missing_ok=True)
