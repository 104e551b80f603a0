"""Copies that somebody made to do harm: none runs anything, fills anything, or reaches another file."""

import logging
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest

from store.entries import said
from wordwaiter.errors import MalformedError, MalformedFileError, WordwaiterError
from wordwaiter.service.laptop import Laptop
from wordwaiter.service.streams import all_families
from wordwaiter.store.backup import back_up, keep_erased_out, restore
from wordwaiter.store.erased_list import keep_out
from wordwaiter.store.journal import Journal, JournalReader
from wordwaiter.store.schema import SQLITE_TRIGGERS
from wordwaiter.store.verify import verify_journal

NOON = datetime(2026, 11, 14, 12, tzinfo=UTC)
Harm = Callable[[sqlite3.Connection], object]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A good copy on a stick."""
    stick = tmp_path / "stick"
    stick.mkdir()
    with Journal.open(tmp_path / "wordwaiter.db") as journal:
        journal.append(said("A", "B"))
        return back_up(journal, stick, NOON)


def harm(copy: Path, *acts: str | tuple[str, tuple[object, ...]]) -> None:
    """Statements are run on a copy, with its schema open to any change."""
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        for act in acts:
            connection.execute(*((act,) if isinstance(act, str) else act))


def rewritten(table: str, before: str, after: str) -> tuple[str, tuple[object, ...]]:
    """The schema of a table says something else."""
    change = "UPDATE sqlite_master SET sql = replace(sql, ?, ?) WHERE name = ?"
    return change, (before, after, table)


def refused_by_both(copy: Path, code: str) -> None:
    """Neither the terminal nor the page takes it, and nothing is left of the attempt."""
    target = copy.parent.parent / "here" / "restored.db"
    target.parent.mkdir()
    with pytest.raises(MalformedFileError) as refused:
        restore(copy, target)
    assert (refused.value.code, refused.value.path) == (code, copy)
    with pytest.raises(MalformedError):
        Laptop(target.parent).ask_to_restore(copy)
    assert list(target.parent.iterdir()) == []


BOMB = "length(hex(zeroblob(400000000))) > 0"


@pytest.mark.parametrize(
    "act",
    [
        rewritten("facts", "body TEXT NOT NULL", f"body TEXT NOT NULL CHECK ({BOMB})"),
        rewritten("facts", "body TEXT NOT NULL", "body TEXT AS (hex(zeroblob(400000000)))"),
        rewritten("facts", "body TEXT NOT NULL", "body TEXT NOT NULL COLLATE mine"),
        rewritten("personal", "value TEXT NOT NULL", f"value TEXT NOT NULL CHECK ({BOMB})"),
        rewritten("erased", "time TEXT NOT NULL", f"time TEXT NOT NULL CHECK ({BOMB})"),
        rewritten("wordwaiter_format", "NOT NULL", f"NOT NULL CHECK ({BOMB})"),
    ],
    ids=["check", "generated", "collation", "personal", "erased", "format"],
)
def test_a_table_that_computes_is_refused_before_it_does(
    copy: Path, act: tuple[str, tuple[object, ...]]
) -> None:
    harm(copy, act)
    refused_by_both(copy, "foreign-table")


@pytest.mark.parametrize(
    "act",
    [
        "CREATE TRIGGER mine AFTER DELETE ON personal BEGIN SELECT 1; END",
        "CREATE VIEW mine AS SELECT hex(zeroblob(400000000))",
    ],
    ids=["trigger", "view"],
)
def test_a_trigger_or_view_of_somebody_else_is_refused(copy: Path, act: str) -> None:
    harm(copy, act)
    refused_by_both(copy, "foreign-trigger")


@pytest.mark.parametrize(
    "act",
    [
        "CREATE INDEX mine ON facts (stream, version, kind, body)",
        "CREATE INDEX mine ON personal (ref) WHERE owner <> 'tournament-1#1'",
        "CREATE INDEX mine ON facts (hex(zeroblob(400000000)))",
    ],
    ids=["covering", "partial", "computed"],
)
def test_an_index_of_somebody_else_is_refused(copy: Path, act: str) -> None:
    """SQLite would read in it what the table does not say."""
    harm(copy, "DROP TRIGGER facts_are_never_removed", "DELETE FROM facts", act)
    harm(copy, SQLITE_TRIGGERS["facts_are_never_removed"])
    refused_by_both(copy, "foreign-index")


def test_a_copy_whose_list_of_tables_does_not_end_is_refused(copy: Path) -> None:
    """Its pages may lead to one another in a circle: SQLite would read for years, and no copies be made."""
    harm(copy, *(f"CREATE TABLE t{number} (a)" for number in range(300)))
    refused_by_both(copy, "damaged-journal")


def test_a_row_of_many_megabytes_is_refused(copy: Path, tmp_path: Path) -> None:
    huge = "'{\"a\":\"' || hex(zeroblob(9000000)) || '\"}'"
    names = "position, stream, version, kind, kind_version, body, actor, device, time, part, seal"
    values = f"3, 's', 1, kind, 1, {huge}, actor, device, time, 0, seal"
    harm(copy, f"INSERT INTO facts ({names}) SELECT {values} FROM facts WHERE position = 1")  # noqa: S608
    with pytest.raises(MalformedFileError) as refused:
        restore(copy, tmp_path / "restored.db")
    assert refused.value.code == "damaged-journal"
    assert not (tmp_path / "restored.db").exists()


def test_a_body_a_hundred_thousand_brackets_deep_is_told_as_damage(copy: Path, tmp_path: Path) -> None:
    never = "facts_are_never_changed"
    deep = '{"a":' * 100_000 + "1" + "}" * 100_000
    harm(copy, f"DROP TRIGGER {never}", ("UPDATE facts SET body = ?", (deep,)), SQLITE_TRIGGERS[never])
    restored = tmp_path / "restored.db"
    restore(copy, restored)
    with JournalReader.open(restored) as journal:
        codes = {each.code for each in verify_journal(journal, all_families()).problems}
        assert codes
        with pytest.raises(WordwaiterError) as refused:
            journal.since(0)
    assert refused.value.code == "damaged-journal"


def test_what_is_larger_than_any_copy_is_not_copied(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hole in a file takes no room there, and a terabyte here."""
    monkeypatch.setattr("wordwaiter.store.backup.LARGEST_COPY", copy.stat().st_size)
    os.truncate(copy, copy.stat().st_size + 1)
    refused_by_both(copy, "copy-too-large")


def test_what_is_no_plain_file_is_refused(copy: Path) -> None:
    for make in (os.mkfifo, lambda path: path.symlink_to("/dev/zero"), Path.mkdir):
        other = copy.with_name("other.db")
        make(other)
        with pytest.raises(MalformedFileError):
            restore(other, copy.parent.parent / "restored.db")
        other.rmdir() if other.is_dir() else other.unlink()


def test_the_copy_on_a_stick_is_not_written_to(copy: Path, tmp_path: Path) -> None:
    """Not even to bring it up to a newer format: it may be a link to something else."""
    before = copy.read_bytes()
    copy.chmod(0o400)
    restore(copy, tmp_path / "restored.db")
    assert copy.read_bytes() == before
    assert [path.name for path in copy.parent.iterdir()] == [copy.name]


def planted_journal(copy: Path, target: Path) -> None:
    """Puts a rollback journal beside a copy that names a file to delete as its super-journal."""
    name, pages = str(target).encode(), copy.stat().st_size // 4096
    records, nonce, sector = 0, 0, 512
    numbers = (records, nonce, pages, sector, 4096)
    head = bytes.fromhex("d9d505f920a163d7") + b"".join(each.to_bytes(4, "big") for each in numbers)
    tail = (2**30 // 4096 + 1).to_bytes(4, "big") + name + len(name).to_bytes(4, "big")
    tail += (sum(name) & 0xFFFFFFFF).to_bytes(4, "big") + bytes.fromhex("d9d505f920a163d7")
    copy.with_name(f"{copy.name}-journal").write_bytes(head.ljust(512, b"\0") + tail)


def test_a_planted_log_deletes_no_other_file(copy: Path, tmp_path: Path) -> None:
    """SQLite deletes the file that such a log names, whatever it is, when it opens the copy in its place."""
    precious = tmp_path / "precious.txt"
    precious.write_text("mine")
    planted_journal(copy, precious)
    restore(copy, tmp_path / "restored.db")
    keep_out(copy.parent, ["0" * 40], [copy], lambda _: False)
    assert precious.exists()


def test_sqlite_would_have_deleted_it(copy: Path, tmp_path: Path) -> None:
    """Otherwise the test above would be green for a log that SQLite does not take for one."""
    precious = tmp_path / "precious.txt"
    precious.write_text("mine")
    planted_journal(copy, precious)
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("SELECT count(*) FROM facts").fetchone()
    assert not precious.exists()


def test_erasing_from_copies_runs_nothing_of_theirs(
    copy: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bomb = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    harm(copy, f"CREATE TRIGGER mine AFTER INSERT ON erased BEGIN INSERT INTO erased {bomb}, ''; END")
    os.mkfifo(copy.with_name(copy.name.replace("000000002", "000000003")))
    with Journal.open(tmp_path / "wordwaiter.db") as journal:
        with journal.database.writers.begin() as connection:
            connection.exec_driver_sql("INSERT INTO erased VALUES (?, '')", ("0" * 40,))
        with caplog.at_level(logging.WARNING):
            keep_erased_out(journal, copy.parent)
    assert caplog.text.count("delete it") == 2


def test_a_copy_that_somebody_brings_lies_in_our_folder_under_our_name(tmp_path: Path, copy: Path) -> None:
    laptop = Laptop(tmp_path / "here")
    laptop.folder.mkdir()
    brought = laptop.bring(BytesIO(copy.read_bytes()))
    assert brought.parent == laptop.folder
    assert brought.stat().st_mode & 0o077 == 0
