"""Issue 18, point 9: a lost or truncated write-ahead log is noticed at the next start."""

import shutil
from pathlib import Path

import pytest

from wordwaiter.errors import MalformedFileError
from wordwaiter.store.backup import back_up, restore
from wordwaiter.store.head_note import head_note_of
from wordwaiter.store.journal import Journal

from .entries import NOON, said


def killed(path: Path, into: Path) -> Path:
    """The files of a program that was killed after three facts, of which the first is in the file itself."""
    with Journal.open(path) as journal:
        journal.append(said("one"))
    with Journal.open(path) as journal:
        journal.append(said("two"))
        journal.append(said("three"))
        for file in path.parent.glob(f"{path.name}*"):
            shutil.copy(file, into / file.name)
    return into / path.name


@pytest.fixture
def left(path: Path, tmp_path: Path) -> Path:
    into = tmp_path / "left"
    into.mkdir()
    return killed(path, into)


def test_after_a_crash_everything_is_there(left: Path) -> None:
    with Journal.open(left) as journal:
        assert journal.position() == 3


def test_a_lost_log_is_told_with_what_to_do(left: Path) -> None:
    for file in left.parent.glob("*.db-[ws]*"):
        file.unlink()
    with pytest.raises(
        MalformedFileError, match=r"the last 2 facts are missing.*restore the newest copy"
    ) as told:
        Journal.open(left)
    assert (told.value.code, told.value.facts["missing"]) == ("lost-facts", 2)
    head_note_of(left).unlink()
    with Journal.open(left) as journal:
        assert journal.position() == 1, "whoever says so goes on without them"


def test_a_truncated_log_is_told(left: Path) -> None:
    log = left.with_name(f"{left.name}-wal")
    log.write_bytes(log.read_bytes()[: log.stat().st_size // 2])
    left.with_name(f"{left.name}-shm").unlink(missing_ok=True)
    with pytest.raises(MalformedFileError) as told:
        Journal.open(left)
    assert told.value.code == "lost-facts"


def test_another_journal_in_its_place_is_told(left: Path, tmp_path: Path) -> None:
    with Journal.open(tmp_path / "other.db") as other:
        for word in ("a", "b", "c", "d"):
            other.append(said(word))
    for file in left.parent.glob("*.db-[ws]*"):
        file.unlink()
    shutil.copy(tmp_path / "other.db", left)
    with pytest.raises(MalformedFileError, match="not the file that was written"):
        Journal.open(left)


def test_a_restored_copy_needs_no_note(left: Path, tmp_path: Path) -> None:
    with Journal.open(tmp_path / "fresh.db") as journal:
        journal.append(said("one"))
        copy = back_up(journal, tmp_path, NOON)
    for file in left.parent.glob("*.db"):
        file.unlink()
    for file in left.parent.glob("*.db-[ws]*"):
        file.unlink()
    restore(copy, left)
    with Journal.open(left) as journal:
        assert journal.position() == 1


def test_after_a_proper_end_there_is_no_log_to_lose_and_no_note(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.append(said("one"))
        assert head_note_of(path).exists()
    assert not head_note_of(path).exists(), "whoever moves the file away may begin a new one"


def test_only_its_owner_reads_the_note(left: Path) -> None:
    note = head_note_of(left)
    assert (note.read_text().split()[0], note.stat().st_mode & 0o777) == ("3", 0o600)


def test_the_note_is_written_through_no_link(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "somebody's file"
    other.write_text("precious", encoding="utf-8")
    head_note_of(path).symlink_to(other)
    with Journal.open(path) as journal:
        journal.append(said("one"))
        assert journal.position() == 1
    assert other.read_text(encoding="utf-8") == "precious"
