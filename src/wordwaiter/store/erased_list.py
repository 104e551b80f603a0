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

from wordwaiter.platform import open_private

logger: Final = logging.getLogger(__name__)

LIST: Final = "wordwaiter-erased.txt"
_REF: Final = re.compile(r"[0-9a-f]{40}", re.ASCII)
_AT_ONCE: Final = 500


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


def _erase_in(copy: Path, refs: list[str]) -> None:
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
