"""A journal in a file: what is no good journal is refused and left alone, and a full disk loses nothing."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from lacking import full_disk
from wordwaiter.errors import MalformedFileError, UnavailableError, WordwaiterError
from wordwaiter.store.journal import Journal, JournalReader
from wordwaiter.store.schema import APPLICATION_ID, FORMAT
from wordwaiter.store.sqlite import SqliteFile

from .entries import said

APPEND_ONE = """
import sys
from datetime import UTC, datetime
from wordwaiter.store.facts import Entry, NewFact
from wordwaiter.store import sqlite
from wordwaiter.store.journal import Journal
sqlite.BUSY_SECONDS = 600.0
sys.stdin.readline()
with Journal.open(sys.argv[1]) as journal:
    journal.append(Entry("judge", (NewFact("test.said", {}),), datetime.now(UTC)))
"""


@pytest.mark.process
def test_processes_that_start_at_once_share_a_new_file(path: Path) -> None:
    starters = [
        subprocess.Popen([sys.executable, "-c", APPEND_ONE, path], stdin=subprocess.PIPE, text=True)
        for _ in range(6)
    ]
    for starter in starters:
        assert starter.stdin is not None
        starter.stdin.write("go\n")
        starter.stdin.flush()
    for starter in starters:
        starter.communicate()
    assert [starter.returncode for starter in starters] == [0] * 6
    with JournalReader.open(path) as journal:
        assert len(journal.facts("judge")) == 6


def _folder(path: Path) -> None:
    path.mkdir()


def _text(path: Path) -> None:
    path.write_text("QI\nZA\n" * 2000, encoding="utf-8")


def _other_database(path: Path) -> None:
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE facts (position INTEGER PRIMARY KEY)")
    other.commit()
    other.close()


def _newer(path: Path) -> None:
    _filled(path)
    later = sqlite3.connect(path)
    later.execute(f"PRAGMA user_version = {FORMAT + 1}")
    later.close()


def _cut_short(path: Path) -> None:
    _filled(path)
    os.truncate(path, path.stat().st_size // 2)


def _zeroed(path: Path) -> None:
    _filled(path)
    size = path.stat().st_size
    os.truncate(path, 4096)
    os.truncate(path, size)


def _filled(path: Path) -> None:
    with Journal.open(path) as journal:
        for _ in range(100):
            journal.append(said(*["QUOTES", "FAVORS"] * 5, stream="judge"))


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (_folder, "journal-is-a-folder"),
        (_text, "not-a-journal"),
        (_other_database, "not-a-journal"),
        (_newer, "newer-journal"),
        (_cut_short, "damaged-journal"),
        (_zeroed, "damaged-journal"),
    ],
)
@pytest.mark.parametrize("how", [Journal.open, JournalReader.open])
def test_what_is_not_a_good_journal_is_refused_in_one_line_and_left_alone(
    path: Path, spoil: Callable[[Path], None], code: str, how: Callable[[Path], JournalReader]
) -> None:
    spoil(path)
    before = None if path.is_dir() else path.read_bytes()
    with pytest.raises(MalformedFileError) as refused:
        how(path)
    assert refused.value.code == code
    assert str(refused.value).startswith(f"{path}: ")
    assert "\n" not in str(refused.value)
    assert before is None or path.read_bytes() == before


@pytest.mark.parametrize(
    ("place", "code"),
    [
        ("/dev/null", "not-a-journal"),
        ("/proc/wordwaiter.db", "journal-read-only"),
        ("no/such/folder/wordwaiter.db", "no-such-folder"),
    ],
)
def test_a_place_that_keeps_nothing_is_refused(place: str, code: str) -> None:
    with pytest.raises(WordwaiterError) as refused:
        Journal.open(Path(place))
    assert refused.value.code == code


def test_a_name_that_sqlite_would_keep_in_memory_is_a_file_like_any_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with Journal.open(Path(":memory:")) as journal:
        journal.append(said("A"))
    assert (tmp_path / ":memory:").stat().st_size > 0


def test_reading_makes_no_file(path: Path) -> None:
    with pytest.raises(MalformedFileError) as refused:
        JournalReader.open(path)
    assert refused.value.code == "no-journal"
    assert not path.exists()


def test_reading_an_empty_file_says_that_nothing_was_written_yet(path: Path) -> None:
    path.touch()
    with pytest.raises(MalformedFileError) as refused:
        JournalReader.open(path)
    assert refused.value.code == "no-journal"
    assert path.stat().st_size == 0


def test_reading_leaves_nothing_beside_the_file(path: Path) -> None:
    _filled(path)
    with JournalReader.open(path) as journal:
        assert len(journal.facts("judge")) == 1000
    assert list(path.parent.iterdir()) == [path]


def test_an_empty_file_becomes_a_journal(path: Path) -> None:
    path.touch()
    with Journal.open(path) as journal:
        assert journal.facts("judge") == ()
    header = path.read_bytes()[:100]
    assert int.from_bytes(header[68:72]) == APPLICATION_ID


def test_a_fact_with_damaged_content_is_an_error_and_not_a_guess(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.append(said("QUOTES", stream="judge"))
    path.write_bytes(path.read_bytes().replace(b'{"word"', b'{"word!'))
    with Journal.open(path) as journal, pytest.raises(MalformedFileError) as refused:
        journal.facts("judge")
    assert refused.value.code == "damaged-journal"


def test_a_full_disk_loses_nothing_and_is_over_when_there_is_room(path: Path) -> None:
    with Journal.open(path) as journal:
        first = journal.append(said("1", stream="judge"))
        with full_disk(4096):
            with pytest.raises(UnavailableError) as refused:
                journal.append(said("2", stream="judge"))
            assert refused.value.code in {"disk-full", "journal-not-written"}
            assert journal.facts("judge") == first
        third = journal.append(said("3", stream="judge"))
        assert journal.facts("judge") == first + third


def test_a_drive_that_has_no_shared_memory_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a drive of a network SQLite answers that it keeps its old mode, and does not fail."""
    connect = sqlite3.connect

    class OnNetwork(sqlite3.Connection):
        def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
            return super().execute("PRAGMA journal_mode" if sql.endswith("= WAL") else sql, *values)

    monkeypatch.setattr(sqlite3, "connect", lambda *place, **how: connect(*place, **how, factory=OnNetwork))
    with pytest.raises(UnavailableError, match="choose a folder on this computer") as refused:
        Journal.open(path)
    assert refused.value.code == "no-write-ahead-log"


def test_a_file_that_another_program_holds_is_reported_busy(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wordwaiter.store.sqlite.BUSY_SECONDS", 0.0)
    with Journal.open(path) as journal:
        holder = sqlite3.connect(path, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(UnavailableError) as refused:
            journal.append(said("A"))
        assert refused.value.code == "journal-busy"
        holder.execute("ROLLBACK")
        holder.close()
        assert journal.append(said("A"))[0].position == 1


def test_others_write_while_a_file_is_gone_through(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command beside a server took the turn to write for seconds, and the server refused what came."""
    monkeypatch.setattr("wordwaiter.store.sqlite.BUSY_SECONDS", 0.0)
    with Journal.open(path) as server:
        faults = SqliteFile.faults

        def go_through(self: SqliteFile, connection: sa.Connection) -> tuple[str, ...]:
            found = faults(self, connection)
            server.append(said("QI"))
            return found

        monkeypatch.setattr(SqliteFile, "faults", go_through)
        with Journal.open(path) as command:
            assert command.position() == 1
