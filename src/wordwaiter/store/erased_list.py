"""The list of what was erased, beside a journal and beside its copies: no older copy brings anybody back.

A line is a reference, which tells nothing of the person. The list is applied to all copies in its folder when
it grows, and once more when a copy is restored.
"""

import logging
import os
import re
import sqlite3
from collections.abc import Callable, Collection
from contextlib import closing
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from wordwaiter.errors import MalformedFileError
from wordwaiter.platform import open_private
from wordwaiter.store.schema import FORMAT
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


def keep_out(
    folder: Path, refs: Collection[str], copies: Collection[Path], make_anew: Callable[[Path], bool]
) -> None:
    """Adds references to the list of a folder, and removes what they stand for from the copies in it.

    A copy of an earlier format has names in its facts: `make_anew` replaces it, or returns that it cannot.
    """
    new = sorted(set(refs) - listed_in(folder))
    if not new:
        return
    for copy in copies:
        if not _is_ours(copy):
            logger.warning("nobody can be erased from %s, which is no copy of ours; delete it", copy.name)
        elif not _has_names_in_facts(copy):
            _erase_in(copy, new)
        elif not make_anew(copy):
            logger.warning("%s is of an earlier version and has all names; delete it", copy.name)
    # At last: if a copy could not be written to, all of it is tried again at the next time.
    with open(folder / LIST, "a", encoding="ascii", opener=open_private) as file:
        file.writelines(f"{ref}\n" for ref in new)
        file.flush()
        os.fsync(file.fileno())


def _is_ours(copy: Path) -> bool:
    """Checks whether a file can be written to: it is a journal, and opening it runs and deletes nothing."""
    if not copy.is_file() or _names_another_file(copy.with_name(f"{copy.name}-journal")):
        return False
    try:
        SqliteFile(copy).check()
    except (MalformedFileError, sa.exc.DBAPIError):
        return False
    return True


def _names_another_file(log: Path) -> bool:
    """Checks whether a rollback journal names a file that SQLite deletes with it; ours never do."""
    try:
        return log.read_bytes()[-8:] == _ROLLBACK_MAGIC
    except OSError:
        return False


def _has_names_in_facts(copy: Path) -> bool:
    with closing(_opened(copy)) as connection:
        (made,) = connection.execute("PRAGMA user_version").fetchone()
        return made < FORMAT or connection.execute("SELECT 1 FROM earlier").fetchone() is not None


def _erase_in(copy: Path, refs: list[str]) -> None:
    with closing(_opened(copy)) as connection:
        connection.execute("PRAGMA secure_delete = ON")
        with connection:
            for start in range(0, len(refs), _AT_ONCE):
                some = [(ref,) for ref in refs[start : start + _AT_ONCE]]
                connection.executemany("DELETE FROM personal WHERE ref = ?", some)
                connection.executemany("INSERT OR IGNORE INTO erased (ref, time) VALUES (?, '')", some)


def _opened(copy: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{copy.absolute().as_uri()}?mode=rw", uri=True)
