"""Copies of a journal in a second folder (a USB stick), and putting one back.

A copy is one SQLite file that any Wordwaiter can run on, whatever database the journal itself is in. It is
written beside its place, checked, synced and only then named, so that a name never stands for half a copy.
"""

import contextlib
import logging
import re
import shutil
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Final

from wordwaiter.errors import ConflictError, MalformedFileError, UnavailableError, WordwaiterError
from wordwaiter.platform import (
    delete_if_closed,
    keep_private,
    open_private,
    replace_file,
    sync_folder,
    sync_to_disk,
    try_lock,
)
from wordwaiter.store.address import is_server
from wordwaiter.store.database import Place
from wordwaiter.store.erased_list import keep_out, listed_in
from wordwaiter.store.facts import kept_time
from wordwaiter.store.head_note import head_note_of
from wordwaiter.store.journal import Journal, JournalReader
from wordwaiter.store.sqlite import SqliteFile
from wordwaiter.store.transfer import all_rows, write_rows

logger: Final = logging.getLogger(__name__)

KEPT_COPIES: Final = 10
LARGEST_COPY: Final = 4 * 1024**3
"""Bytes."""
SET_ASIDE: Final = "before "
"""How the name of a folder begins in which data lies that a restored copy took the place of."""
EVERY: Final = timedelta(seconds=60)

_APART: Final = ".restoring-"
"""How the name of a folder begins in which a copy is opened apart."""
_IN_USE: Final = "in-use"
"""The file in it that is locked meanwhile."""
_LEFT_AFTER_S: Final = 60
"""A folder that is so old and that nobody has locked is of a program that was killed."""

_NEVER_REWRITTEN: Final = ("position", "stream", "version", "kind", "device", "time", "key", "part")
"""Columns that are the same before and after names in facts were stored apart."""

_COPY: Final = re.compile(
    r"(?P<stem>.+)-(?P<position>\d{9,})-(?P<seal>[0-9a-f]{8})-(?P<time>\d{8}T\d{6}Z)\.db", re.ASCII
)


@dataclass(frozen=True, slots=True)
class FoundCopy:
    """A copy in some folder, as its name tells it."""

    path: Path
    facts: int
    made: datetime


def copies_in(folder: Path) -> tuple[FoundCopy, ...]:
    """Returns the copies in a folder, the newest first; a folder that cannot be read has none."""
    try:
        paths = list(folder.iterdir())
    except OSError:
        return ()
    found = []
    for path in paths:
        if named := _COPY.fullmatch(path.name):
            with contextlib.suppress(ValueError):  # a name that tells no time is none of ours
                made = datetime.strptime(named["time"], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
                found.append(FoundCopy(path, int(named["position"]), made))
    return tuple(sorted(found, key=lambda each: (each.made, each.facts), reverse=True))


def back_up(journal: JournalReader, folder: Path, now: datetime, *, keep: int = KEPT_COPIES) -> Path:
    """The newest copy in the folder, made now unless it has every fact already; older ones than `keep` go."""
    if not folder.is_dir():
        raise UnavailableError(
            "no-backup-folder",
            f"{folder}: there is no such folder; create it, or plug the USB stick in again",
        )
    stem = _stem(journal)
    keep_erased_out(journal, folder)
    position = journal.position()
    for copy in _copies(journal, folder, stem):
        if _position_in(copy) == position:
            return copy
    with _in_place(folder / f".{stem}.part") as part:
        _copy(journal, part)
        position, seal = _checked_end(part)
        time = kept_time(now).strftime("%Y%m%dT%H%M%SZ")
        copy = folder / f"{stem}-{position:09}-{_short(seal)}-{time}.db"
        replace_file(part, copy)
        sync_folder(folder)
    for old in _copies(journal, folder, stem)[keep:]:
        delete_if_closed(old)
    return copy


def set_aside_in(folder: Path) -> tuple[Path, ...]:
    """Returns the journals beside this one whose place a restored copy took."""
    return tuple(sorted(folder.glob(f"{SET_ASIDE}*/*.db")))


def keep_erased_out(journal: JournalReader, folder: Path, others: Collection[Path] = ()) -> None:
    """Removes from all copies in a folder, and from this folder's later restores, whoever was erased.

    `others` are files in it that are no copies by their names.
    """
    _remove_left_behind(folder)
    refs = [ref for ref, _ in journal.erased()]
    if refs:
        try:
            copies = [*(each.path for each in copies_in(folder)), *others]
            keep_out(folder, refs, copies, partial(_made_anew, journal))
        except (OSError, sqlite3.Error) as error:
            raise UnavailableError(
                "backup-not-erased", f"{folder}: a person could not be erased from the copies ({error})"
            ) from error


def _made_anew(journal: JournalReader, copy: Path) -> bool:
    """Writes a copy of an earlier format again from this journal; returns whether it is a copy of it."""
    with opened_apart(copy, copy.parent) as old:
        ours = journal.rows()
        count = 0
        for row, own in zip(old.rows(), ours, strict=False):
            if [getattr(row, name) for name in _NEVER_REWRITTEN] != [
                getattr(own, name) for name in _NEVER_REWRITTEN
            ]:
                return False
            count += 1
        if count < old.position():
            return False
    seal = journal.seal_at(count)
    with _in_place(copy.with_name(f".{copy.name}.part")) as part:
        _copy_facts(journal, part, most=count)
        _checked_end(part)
        for log in ("wal", "shm"):  # SQLite would play it onto the new file
            copy.with_name(f"{copy.name}-{log}").unlink(missing_ok=True)
        replace_file(part, copy)
        if named := _COPY.fullmatch(copy.name):
            renamed = f"{named['stem']}-{named['position']}-{_short(seal)}-{named['time']}.db"
            replace_file(copy, copy.with_name(renamed))
        sync_folder(copy.parent)
    return True


def _take_as_it_is(_journal: JournalReader) -> None:
    """Refuses nothing."""


def restore(copy: Path, place: Place, check: Callable[[JournalReader], None] = _take_as_it_is) -> int:
    """Put a copy where there is no journal yet, without whoever was erased; gives how many facts it has.

    `check` refuses a copy that the program could not go on with.
    """
    at_server = isinstance(place, str) and is_server(place)
    with opened_apart(copy, None if at_server else Path(place).parent) as source:
        check(source)
        erased = listed_in(copy.parent)
        if at_server:
            with Journal.open(place) as journal:
                return write_rows(all_rows(source), journal, erased)
        path = Path(place)
        erased |= listed_in(path.parent)
        # A program that was killed leaves its write-ahead log: SQLite would play that onto the copy.
        for there in (path, path.with_name(f"{path.name}-wal")):
            if there.exists() and there.stat().st_size:
                raise ConflictError(
                    "journal-exists",
                    f"{there} already exists; move it away with {path.name}-wal and {path.name}-shm, or "
                    "choose another with --db",
                )
        with _in_place(path.with_name(f".{path.name}.part")) as part:
            # Fact by fact: nothing else that somebody may have put into the file comes along.
            _copy_facts(source, part, erased)
            position, _ = _checked_end(part)
            head_note_of(path).unlink(missing_ok=True)  # of another journal that was here
            replace_file(part, path)
            sync_folder(path.parent)
        return position


@contextmanager
def opened_apart(copy: Path, folder: Path | None) -> Iterator[JournalReader]:
    """Opens a copy of a copy, in a folder of ours; `None` is the system's own for such files.

    Whoever made a stick may have put other files beside the copy. SQLite would believe them: a rollback
    journal names a file to be deleted. And nothing is written to what somebody keeps.
    """
    if folder is not None:
        _remove_left_behind(folder)
    with tempfile.TemporaryDirectory(prefix=_APART, dir=folder) as ours, _in_use(Path(ours)):
        mine = Path(ours) / "copy.db"
        try:
            _copy_plain(copy, mine)
            # A file that was copied by hand from a running program has its latest facts in here.
            log = copy.with_name(f"{copy.name}-wal")
            if log.is_file():
                _copy_plain(log, mine.with_name(f"{mine.name}-wal"))
        except OSError as error:
            raise UnavailableError("copy-not-read", f"{copy}: it cannot be read ({error})") from error
        try:
            with JournalReader.open(mine) as reader:
                yield reader
        except MalformedFileError as error:
            if error.path != mine:
                raise
            raise MalformedFileError(error.code, copy, error.reason) from error


@contextmanager
def _in_use(folder: Path) -> Iterator[None]:
    with open(folder / _IN_USE, "ab", opener=open_private) as mark:
        with contextlib.suppress(OSError):  # on a drive without locks
            try_lock(mark.fileno())
        yield


def _remove_left_behind(folder: Path) -> None:
    """Removes copies that a program which was killed had opened apart: nobody would be erased from them."""
    with contextlib.suppress(OSError):  # the next restore or backup tries again
        for left in folder.glob(f"{_APART}*"):
            if _is_left_behind(left):
                shutil.rmtree(left, ignore_errors=True)


def _is_left_behind(folder: Path) -> bool:
    if folder.is_symlink() or abs(time.time() - folder.stat().st_mtime) < _LEFT_AFTER_S:
        return False
    mark = folder / _IN_USE
    if mark.is_symlink() or not mark.is_file():
        return True
    with mark.open("r+b") as file:
        return try_lock(file.fileno())


def _copy_plain(source: Path, target: Path) -> None:
    """Copies a file that is one, and no larger than any copy is: a hole in a file takes no room there."""
    if not source.exists():
        raise MalformedFileError("no-journal", source, "there is no such file; choose another")
    if not source.is_file():
        raise MalformedFileError("not-a-journal", source, "this is not a regular file; choose another")
    if source.stat().st_size > LARGEST_COPY:
        most = LARGEST_COPY // 1024**3
        raise MalformedFileError("copy-too-large", source, f"this has more than {most} GB; choose another")
    shutil.copyfile(source, target)


class Copying:
    """A thread that makes a copy now, every minute, and once more at the end.

    A copy that fails is told in the log, and tried again a minute later.
    """

    def __init__(
        self,
        journal: JournalReader,
        folder: Path,
        clock: Callable[[], datetime],
        *,
        every: timedelta = EVERY,
        keep: int = KEPT_COPIES,
    ) -> None:
        self._journal = journal
        self._folder = folder
        self._clock = clock
        self._every = every
        self._keep = keep
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="wordwaiter-backup", daemon=True)

    def __enter__(self) -> "Copying":
        # The first one here and not in the thread: a wrong folder is told at once, to whoever named it.
        back_up(self._journal, self._folder, self._clock(), keep=self._keep)
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._stopped.set()
        self._thread.join()
        self._copy()

    def _run(self) -> None:
        while not self._stopped.wait(self._every.total_seconds()):
            self._copy()

    def _copy(self) -> None:
        try:
            back_up(self._journal, self._folder, self._clock(), keep=self._keep)
        except (WordwaiterError, OSError) as error:  # a stick may be pulled at any moment
            logger.warning("the backup failed: %s", error)
        except Exception:  # without this thread there would be no copies any more, and nobody would know
            logger.exception("no copy was made")


def _copy(journal: JournalReader, target: Path) -> None:
    if isinstance(journal.database, SqliteFile):
        with closing(journal.database.connect()) as source, closing(sqlite3.connect(target)) as copy:
            # All pages in one step: the source is read as it is at one moment, and writers need not wait.
            source.backup(copy, pages=-1)
            # One file, and no log beside it, whatever becomes of the stick.
            copy.execute("PRAGMA journal_mode = DELETE")
        return
    _copy_facts(journal, target)


def _copy_facts(
    journal: JournalReader, target: Path, erased: Collection[str] = (), *, most: int | None = None
) -> None:
    with Journal.open(target) as copied:
        write_rows(all_rows(journal, most), copied, erased)
    with closing(sqlite3.connect(target)) as copy:
        copy.execute("PRAGMA journal_mode = DELETE")


def _checked_end(copy: Path) -> tuple[int, str]:
    """Returns the number of facts in a copy and its last seal, once it is on the disk; finds damage."""
    with JournalReader.open(copy) as reader:
        position = reader.position()
        seal = reader.seal_at(position)
    sync_to_disk(copy)
    return position, seal


def _stem(journal: JournalReader) -> str:
    database = journal.database
    name = database.path.stem if isinstance(database, SqliteFile) else database.readers.url.database
    return re.sub(r"\W+", "-", name or "wordwaiter")


def _copies(journal: JournalReader, folder: Path, stem: str) -> list[Path]:
    """Copies of what this journal is or was, the newest first.

    By their seals, and not by name and time: in the folder there may be copies of last week's journal of the
    same name, which are not ours to remove, and this computer's clock may have been set.
    """
    found: list[tuple[int, str, Path]] = []
    for path in folder.iterdir():
        named = _COPY.fullmatch(path.name)
        if (
            named
            and named["stem"] == stem
            and _short(journal.seal_at(int(named["position"]))) == named["seal"]
        ):
            found.append((int(named["position"]), path.name, path))
    return [path for _, _, path in sorted(found, reverse=True)]


def _position_in(copy: Path) -> int:
    named = _COPY.fullmatch(copy.name)
    return int(named["position"]) if named else 0


def _short(seal: str) -> str:
    return seal[:8] or "00000000"


@contextmanager
def _in_place(part: Path) -> Iterator[Path]:
    """A place to write to, gone afterwards unless it was renamed; errors of the disk are explained."""
    part.unlink(missing_ok=True)
    keep_private(part)
    try:
        yield part
    except (OSError, sqlite3.Error) as error:
        raise UnavailableError(
            "backup-failed", f"{part.parent}: the backup could not be written ({error}); check the free space"
        ) from error
    finally:
        for leftover in part.parent.glob(f"{part.name}*"):
            delete_if_closed(leftover)
