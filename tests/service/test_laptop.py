"""A club's laptop: what is chosen holds at the next start, and nothing is lost when a copy is put back."""

import sqlite3
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest

from store.entries import said
from wordwaiter.errors import MalformedError, UnavailableError, WordwaiterError
from wordwaiter.service.laptop import Laptop, file_to_move
from wordwaiter.store.journal import Journal, JournalReader

NOW = datetime(2026, 11, 16, 20, 0, tzinfo=UTC)


def _facts(path: Path) -> int:
    with JournalReader.open(path) as journal:
        return journal.position()


def _moved(folder: Path, *facts: str) -> Path:
    """A file that another laptop has made."""
    with Journal.open(folder / "other.db") as journal:
        for each in facts:
            journal.append(said(each))
        content = file_to_move(journal, NOW)
    file = folder / "North.wordwaiter"
    file.write_bytes(content)
    return file


def test_choices_hold_at_the_next_start(tmp_path: Path) -> None:
    assert Laptop(tmp_path).settings.uses_wifi is None
    Laptop(tmp_path).choose_wifi(True)
    assert Laptop(tmp_path).settings.uses_wifi is True


@pytest.mark.parametrize("kept", ["", "[]", '{"uses_wifi": 3, "copies": 4}', "\udcff"])
def test_a_damaged_file_of_choices_asks_again(tmp_path: Path, kept: str) -> None:
    (tmp_path / "laptop.json").write_bytes(kept.encode(errors="surrogateescape"))
    assert Laptop(tmp_path).settings == Laptop(tmp_path / "new").settings


def test_copies_go_where_they_were_sent_last(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    laptop = Laptop(tmp_path)
    with Journal.open(laptop.journal) as journal:
        journal.append(said("1"))
        laptop.choose_copies(journal, str(first))
        laptop.choose_copies(journal, str(second))
        journal.append(said("2"))
        laptop.close()
    assert [copy.facts for copy in laptop.copies_found()] == [2, 1]
    assert [path.name[:20] for path in first.iterdir()] == ["wordwaiter-000000001"]


def test_a_stick_that_is_missing_is_refused_and_copies_go_on(tmp_path: Path) -> None:
    laptop = Laptop(tmp_path)
    with Journal.open(laptop.journal) as journal:
        with pytest.raises(UnavailableError, match="plug the USB stick in"):
            laptop.choose_copies(journal, str(tmp_path / "missing"))
        with pytest.raises(MalformedError, match="whole path"):
            laptop.choose_copies(journal, "stick")
        assert laptop.settings.copies == ""


def test_a_file_of_another_laptop_takes_the_place_of_the_data_which_is_kept_aside(tmp_path: Path) -> None:
    laptop = Laptop(tmp_path / "here")
    laptop.folder.mkdir()
    with Journal.open(laptop.journal) as journal:
        journal.append(said("ours"))
    assert laptop.ask_to_restore(_moved(tmp_path, "1", "2", "3")) == 3
    laptop.restore(NOW)
    assert _facts(laptop.journal) == 3
    (aside,) = laptop.folder.glob("before */wordwaiter.db")
    assert _facts(aside) == 1
    assert ":" not in aside.parent.name, "no folder on Windows has it in its name"
    assert laptop.to_restore is None


def test_where_a_copy_cannot_be_put_back_the_data_stays(tmp_path: Path) -> None:
    laptop = Laptop(tmp_path / "here")
    laptop.folder.mkdir()
    with Journal.open(laptop.journal) as journal:
        journal.append(said("ours"))
    brought = laptop.bring(BytesIO(_moved(tmp_path, "1", "2").read_bytes()))
    laptop.ask_to_restore(brought)
    brought.write_bytes(b"damaged since" * 500)
    with pytest.raises(WordwaiterError):
        laptop.restore(NOW)
    assert _facts(laptop.journal) == 1
    assert not brought.exists(), "it has people in it"


def test_a_file_of_a_later_release_is_refused_with_advice(tmp_path: Path) -> None:
    file = _moved(tmp_path, "1")
    with sqlite3.connect(file) as later:
        later.execute("PRAGMA user_version = 99")
    later.close()
    with pytest.raises(MalformedError, match="update this one, then try again") as refused:
        Laptop(tmp_path).ask_to_restore(file)
    assert refused.value.code == "newer-copy"


@pytest.mark.parametrize("content", [b"junk" * 500, b"PK\x03\x04", b"\0" * 100])
def test_a_file_of_another_kind_is_refused(tmp_path: Path, content: bytes) -> None:
    laptop = Laptop(tmp_path)
    with pytest.raises(MalformedError) as refused:
        laptop.ask_to_restore(laptop.bring(BytesIO(content)))
    assert refused.value.code == "not-a-copy"
    assert laptop.to_restore is None
