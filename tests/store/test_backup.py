"""Copies are whole, go only when newer ones of the same journal are there, and can be gone on with."""

import logging
import os
import re
import sqlite3
import time
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from threading import Event, Thread

import pytest

from lacking import full_disk
from wordwaiter.errors import ConflictError, MalformedFileError, UnavailableError
from wordwaiter.store.backup import Copying, back_up, opened_apart, restore
from wordwaiter.store.journal import Journal, JournalReader
from wordwaiter.store.verify import verify_journal

from .entries import NOON, TEST_FAMILIES, said


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


def test_a_copy_has_every_fact_and_another_computer_goes_on_with_it(
    place: str, stick: Path, tmp_path: Path
) -> None:
    with Journal.open(place) as journal:
        first = journal.append(said("A", "B", key="k"))
        copy = back_up(journal, stick, NOON)
        rows = list(journal.rows())
    assert restore(copy, tmp_path / "other.db") == 2
    with Journal.open(tmp_path / "other.db") as other:
        assert list(other.rows()) == rows
        assert other.append(said("A", "B", key="k")) == first
        assert other.append(said("C", expected=2))[0].position == 3
    assert list(stick.iterdir()) == [copy]


def test_a_copy_goes_back_into_an_empty_database_of_a_server(place: str, stick: Path, tmp_path: Path) -> None:
    with Journal.open(tmp_path / "first.db") as journal:
        journal.append(said("A"))
        copy = back_up(journal, stick, NOON)
        rows = list(journal.rows())
    assert restore(copy, place) == 1
    with Journal.open(place) as other:
        assert list(other.rows()) == rows
        with pytest.raises(ConflictError) as refused:
            restore(copy, place)
    assert refused.value.code in {"journal-exists", "journal-not-empty"}


def test_a_copy_that_is_made_while_others_write_is_consistent(path: Path, stick: Path) -> None:
    stop = Event()
    with Journal.open(path) as journal:

        def write() -> None:
            while not stop.is_set():
                journal.append(said("A" * 2000, "B"))

        writing = Thread(target=write)
        writing.start()
        try:
            copies = [back_up(journal, stick, NOON + timedelta(seconds=n), keep=99) for n in range(8)]
        finally:
            stop.set()
            writing.join()
        for copy in copies:
            with JournalReader.open(copy) as reader:
                found = verify_journal(reader, TEST_FAMILIES)
                assert found.problems == ()
                assert found.facts % 2 == 0  # entries are whole
                assert found.seal == journal.seal_at(found.facts)


def test_only_the_newest_copies_of_this_journal_are_kept_and_those_of_others_left_alone(
    path: Path, stick: Path, tmp_path: Path
) -> None:
    (tmp_path / "last-week").mkdir()
    with Journal.open(tmp_path / "last-week" / path.name) as other:
        other.append(said("Z", "Z", "Z", "Z", "Z", "Z", "Z", "Z", "Z"))
        last_week = back_up(other, stick, NOON - timedelta(days=7))
    photo = stick / "photo.jpg"
    photo.write_bytes(b"smile")
    with Journal.open(path) as journal:
        made = []
        for number in range(5):
            journal.append(said("A"))
            # The computer's clock is set back meanwhile.
            made.append(back_up(journal, stick, NOON - timedelta(hours=number), keep=2))
    assert set(stick.iterdir()) == {last_week, photo, *made[-2:]}


def test_nothing_is_copied_again_when_nothing_happened(path: Path, stick: Path) -> None:
    with Journal.open(path) as journal:
        empty = back_up(journal, stick, NOON)
        assert back_up(journal, stick, NOON + timedelta(hours=1)) == empty
        journal.append(said("A"))
        copy = back_up(journal, stick, NOON)
        assert back_up(journal, stick, NOON + timedelta(hours=1)) == copy
    assert set(stick.iterdir()) == {empty, copy}


def test_a_folder_that_is_gone_or_full_leaves_no_half_copy(path: Path, stick: Path) -> None:
    with Journal.open(path) as journal:
        journal.append(said(*["A" * 1000] * 100))
        with pytest.raises(UnavailableError) as gone:
            back_up(journal, stick / "unplugged", NOON)
        assert gone.value.code == "no-backup-folder"
        with full_disk(16384), pytest.raises(UnavailableError) as full:
            back_up(journal, stick, NOON)
        assert full.value.code == "backup-failed"
        assert list(stick.iterdir()) == []
        assert back_up(journal, stick, NOON).exists()


def test_what_is_there_is_not_overwritten_and_a_damaged_copy_not_put_back(
    path: Path, stick: Path, tmp_path: Path
) -> None:
    with Journal.open(path) as journal:
        journal.append(said(*["A" * 1000] * 50))
        copy = back_up(journal, stick, NOON)
    with pytest.raises(ConflictError) as refused:
        restore(copy, path)
    assert refused.value.code == "journal-exists"
    os.truncate(copy, copy.stat().st_size // 2)
    with pytest.raises(MalformedFileError) as damaged:
        restore(copy, tmp_path / "other.db")
    assert damaged.value.code == "damaged-journal"
    assert not (tmp_path / "other.db").exists()


@pytest.mark.parametrize(
    "foreign",
    [
        "CREATE TRIGGER mine AFTER INSERT ON facts BEGIN SELECT 1; END",
        "CREATE VIEW mine AS SELECT * FROM facts",
        "DROP TRIGGER facts_are_never_changed;"
        "CREATE TRIGGER facts_are_never_changed BEFORE UPDATE ON facts BEGIN SELECT 1; END",
    ],
)
def test_a_copy_with_statements_of_somebody_else_is_refused(path: Path, stick: Path, foreign: str) -> None:
    with Journal.open(path) as journal:
        copy = back_up(journal, stick, NOON)
    with closing(sqlite3.connect(copy)) as connection:
        connection.executescript(foreign)
    with pytest.raises(MalformedFileError) as refused:
        restore(copy, path.with_name("restored.db"))
    assert refused.value.code == "foreign-trigger"
    assert not path.with_name("restored.db").exists()


@pytest.mark.parametrize("text", [b"TRIGGER facts_are", b'"word":"hello"'])
def test_a_copy_with_text_that_is_none_is_damaged(path: Path, stick: Path, text: bytes) -> None:
    with Journal.open(path) as journal:
        journal.append(said("hello"))
        copy = back_up(journal, stick, NOON)
    content = copy.read_bytes()
    assert text in content
    copy.write_bytes(content.replace(text, text[:2] + b"\xc6" + text[3:]))
    with pytest.raises(MalformedFileError) as refused:
        restore(copy, path.with_name("restored.db"))
    assert refused.value.code == "damaged-journal"


def test_nothing_but_facts_comes_back_from_a_copy(path: Path, stick: Path) -> None:
    with Journal.open(path) as journal:
        copy = back_up(journal, stick, NOON)
    with closing(sqlite3.connect(copy)) as connection:
        connection.executescript("CREATE TABLE mine (x); CREATE INDEX also_mine ON mine (x)")
    restored = path.with_name("restored.db")
    restore(copy, restored)
    with closing(sqlite3.connect(restored)) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    assert names.isdisjoint({"mine", "also_mine"})


def test_a_copy_is_not_put_beside_the_log_of_another_journal(path: Path, stick: Path) -> None:
    """A program that was killed leaves its write-ahead log, and SQLite would play that onto the copy."""
    with Journal.open(path) as journal:
        journal.append(said("A"))
        copy = back_up(journal, stick, NOON)
        journal.append(said("B"))
        left = path.with_name(f"{path.name}-wal")
        content = left.read_bytes()
    path.unlink()
    left.write_bytes(content)
    with pytest.raises(ConflictError, match=re.escape(left.name)) as refused:
        restore(copy, path)
    assert refused.value.code == "journal-exists"
    assert not path.exists()
    left.unlink()
    assert restore(copy, path) == 1


def test_a_copy_is_one_file_that_needs_no_other(path: Path, stick: Path) -> None:
    with Journal.open(path) as journal:
        journal.append(said("A"))
        copy = back_up(journal, stick, NOON)
    alone = sqlite3.connect(f"{copy.as_uri()}?immutable=1", uri=True)
    assert alone.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert alone.execute("SELECT count(*) FROM facts").fetchone() == (1,)
    alone.close()


def test_the_thread_copies_again_and_again_and_at_the_end(
    path: Path, stick: Path, caplog: pytest.LogCaptureFixture
) -> None:
    copied = Event()

    def clock() -> datetime:
        copied.set()
        return NOON

    with Journal.open(path) as journal:
        with Copying(journal, stick, clock, every=timedelta(milliseconds=5)):
            journal.append(said("A"))
            for _ in range(3):
                copied.clear()
                copied.wait()
            moved = stick.rename(stick.with_name("unplugged"))
            copied.clear()
            copied.wait()
            copied.clear()
            copied.wait()
            moved.rename(stick)
            journal.append(said("B"))
        assert max(stick.iterdir()).name.startswith("wordwaiter-000000002-")
    assert caplog.record_tuples[0][1] == logging.WARNING
    assert "there is no such folder; create it, or plug the USB stick in again" in caplog.text


def test_a_last_copy_is_made_at_the_end(path: Path, stick: Path) -> None:
    with Journal.open(path) as journal:
        with Copying(journal, stick, lambda: NOON, every=timedelta(days=1)):
            journal.append(said("A"))
            journal.append(said("B"))
        assert max(stick.iterdir()).name.startswith("wordwaiter-000000002-")


def test_copies_go_on_after_a_mistake_of_ours(
    path: Path, stick: Path, caplog: pytest.LogCaptureFixture
) -> None:
    mistakes = [ZeroDivisionError()]
    told = 0

    def clock() -> datetime:
        nonlocal told
        told += 1
        if told > 1 and mistakes:
            raise mistakes.pop()
        return NOON

    with Journal.open(path) as journal, Copying(journal, stick, clock, every=timedelta(milliseconds=1)):
        journal.append(said("A"))
        while not any(copy.name.startswith("wordwaiter-000000001-") for copy in stick.iterdir()):
            time.sleep(0.01)
    assert "ZeroDivisionError" in caplog.text


def test_a_wrong_folder_is_told_at_the_start(path: Path, stick: Path) -> None:
    with Journal.open(path) as journal, pytest.raises(UnavailableError):
        Copying(journal, stick / "nowhere", lambda: NOON).__enter__()


def test_what_a_killed_program_had_opened_apart_is_removed_and_what_is_in_use_is_not(
    path: Path, stick: Path, tmp_path: Path
) -> None:
    """A whole copy stayed, from which nobody would be erased."""
    with Journal.open(path) as journal:
        journal.append(said("QI"))
        copy = back_up(journal, stick, NOON)
        left, older, young, linked = (stick / f".restoring-{name}" for name in ("a", "b", "c", "d"))
        for each in (left, older, young, tmp_path / "elsewhere"):
            each.mkdir()
            (each / "copy.db").touch()
        (left / "in-use").touch()
        linked.symlink_to(tmp_path / "elsewhere")
        with opened_apart(copy, stick):
            (used,) = (
                each for each in stick.glob(".restoring-*") if each not in {left, older, young, linked}
            )
            for each in (left, older, used):
                os.utime(each, (1, 1))
            back_up(journal, stick, NOON)
            assert sorted(stick.glob(".restoring-*")) == sorted([used, young, linked])
            assert (used / "copy.db").exists()
    assert (tmp_path / "elsewhere" / "copy.db").exists()
