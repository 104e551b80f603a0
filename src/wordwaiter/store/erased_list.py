"""The list of what was erased, beside a journal and beside its copies: no older copy brings anybody back.

A line is a reference, which tells nothing of the person. The list is applied to all copies in its folder when
it grows, and once more when a copy is restored.
"""

import logging
import os
import re
import sqlite3
from collections.abc import Collection
from contextlib import closing
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from wordwaiter.errors import MalformedFileError
from wordwaiter.platform import open_private
from wordwaiter.store.sqlite import SqliteFile

logger: Final = logging.getLogger(__name__)

LIST: Final = "wordwaiter-erased.txt"
_REF: Final = re.compile(r"[0-9a-f]{40}", re.ASCII)
_AT_ONCE: Final = 500
_ROLLBACK_MAGIC: Final = bytes.fromhex("d9d505f920a163d7")


def listed_in(folder: Path) -> frozenset[str]:
    """Returns the references that were erased, as the list in a folder tells; without a list, none."""
    try:
        lines = (folder / LIST).read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return frozenset()
    return frozenset(line for line in lines if _REF.fullmatch(line))


def keep_out(folder: Path, refs: Collection[str], copies: Collection[Path]) -> None:
    """Adds references to the list of a folder, and removes what they stand for from the copies in it."""
    new = sorted(set(refs) - listed_in(folder))
    if not new:
        return
    for copy in copies:
        _erase_in(copy, new)
    # At last: if a copy could not be written to, all of it is tried again at the next time.
    with open(folder / LIST, "a", encoding="ascii", opener=open_private) as file:
        file.writelines(f"{ref}\n" for ref in new)
        file.flush()
        os.fsync(file.fileno())


def _is_ours(copy: Path) -> bool:
    """Whether a file can be written to: it is a journal, and opening it runs and deletes nothing."""
    if not copy.is_file() or _names_another_file(copy.with_name(f"{copy.name}-journal")):
        return False
    try:
        SqliteFile(copy).check()
    except (MalformedFileError, sa.exc.DBAPIError):
        return False
    return True


def _names_another_file(log: Path) -> bool:
    """Whether a rollback journal names a file that SQLite deletes with it; ours never do."""
    try:
        return log.read_bytes()[-8:] == _ROLLBACK_MAGIC
    except OSError:
        return False


def _erase_in(copy: Path, refs: list[str]) -> None:
    if not _is_ours(copy):
        logger.warning("nobody can be erased from %s, which is no copy of ours; delete it", copy.name)
        return
    with closing(sqlite3.connect(f"{copy.absolute().as_uri()}?mode=rw", uri=True)) as connection:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'personal'").fetchone():
            logger.warning("%s was made by an earlier version and has all names; delete it", copy.name)
            return
        connection.execute("PRAGMA secure_delete = ON")
        with connection:
            for start in range(0, len(refs), _AT_ONCE):
                some = [(ref,) for ref in refs[start : start + _AT_ONCE]]
                connection.executemany("DELETE FROM personal WHERE ref = ?", some)
                connection.executemany("INSERT OR IGNORE INTO erased (ref, time) VALUES (?, '')", some)
