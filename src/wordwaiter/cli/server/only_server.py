"""One server for one data file: two would each note gaps in which the other had run."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from wordwaiter.errors import UnavailableError
from wordwaiter.platform import open_private, try_lock
from wordwaiter.store.address import is_server


@contextmanager
def only_server_of(db: str) -> Iterator[None]:
    """Holds a data file for the server of this process; refuses one that another server holds.

    Commands in a terminal go on to write to it. A server that is killed lets go of it.
    """
    mark = Path(f"{Path(db).resolve()}-serving")  # a file may have several names
    handle = None if is_server(db) else _held(mark, db)
    try:
        yield
    finally:
        if handle is not None:
            with suppress(OSError):  # Windows keeps a file that is open
                mark.unlink()
            os.close(handle)


def _held(mark: Path, db: str) -> int | None:
    """Returns the mark beside a data file, open and locked; nothing where it cannot be made."""
    while True:
        try:
            handle = open_private(str(mark), os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0))
        except OSError:  # whoever opens the journal says why nothing can be written there
            return None
        if not _is_free(handle):
            os.close(handle)
            raise UnavailableError(
                "already-served",
                f"{db} is served already; stop the other program first, or choose another file with --db",
                db=db,
            )
        if _is_there(mark, handle):
            return handle
        os.close(handle)  # the server before has just removed it


def _is_free(handle: int) -> bool:
    try:
        return try_lock(handle)
    except OSError:  # a drive that knows no such locks; the data on it can be served all the same
        return True


def _is_there(mark: Path, handle: int) -> bool:
    try:
        return os.path.samestat(mark.stat(), os.fstat(handle))
    except OSError:
        return False
