"""A club's laptop: what is chosen holds at the next start, and nothing is lost when a copy is put back."""

import shutil
import sqlite3
import zipfile
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest

from store.entries import said
from wordwaiter.errors import MalformedError, UnavailableError, WordwaiterError
from wordwaiter.lexicon import ListCard, Shelf
from wordwaiter.lexicon.cards import card_of
from wordwaiter.service import moving
from wordwaiter.service.access.callers import director_of_everything
from wordwaiter.service.access.devices import Joining
from wordwaiter.service.context import Context
from wordwaiter.service.laptop import Laptop
from wordwaiter.service.moving import file_to_move
from wordwaiter.store.families import Families
from wordwaiter.store.journal import Journal, JournalReader

JOURNALS = Path(__file__).parent.parent / "store" / "journals"
NOW = datetime(2026, 11, 16, 20, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def words_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """To the laptop it is no matter what facts say, as long as this program can read them."""
    unknown = Families.unknown_in

    def unknown_but_ours(self: Families, written: tuple[tuple[str, int], ...]) -> list[str]:
        return unknown(self, [each for each in written if each != ("test.said", 1)])

    monkeypatch.setattr(Families, "unknown_in", unknown_but_ours)


def _facts(path: Path) -> int:
    with JournalReader.open(path) as journal:
        return journal.position()


def _moved(folder: Path, *facts: str) -> Path:
    """A file that another laptop has made."""
    with Journal.open(folder / "other.db") as journal:
        for each in facts:
            journal.append(said(each))
        with file_to_move(journal, Shelf.of_user(), folder, NOW) as made:
            return made.rename(folder / "North.wordwaiter")


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
    with Journal.open(tmp_path / "later.db") as journal:
        journal.append(said("1"))
    with sqlite3.connect(tmp_path / "later.db") as later:
        later.execute("PRAGMA user_version = 99")
    later.close()
    file = tmp_path / "later.wordwaiter"
    with zipfile.ZipFile(file, "w") as archive:
        archive.write(tmp_path / "later.db", "journal.db")
    for each in (file, tmp_path / "later.db"):
        with pytest.raises(MalformedError, match="update this one, then try again") as refused:
            Laptop(tmp_path).ask_to_restore(each)
        assert refused.value.code == "newer-copy"


@pytest.mark.parametrize("journal", sorted(JOURNALS.glob("*.db")), ids=lambda path: path.stem)
def test_a_journal_of_every_earlier_format_is_opened_as_a_file(tmp_path: Path, journal: Path) -> None:
    """In release 0.1 the file for another laptop was the journal itself."""
    file = tmp_path / "earlier.wordwaiter"
    shutil.copy(journal, file)
    laptop = Laptop(tmp_path / "here")
    laptop.folder.mkdir()
    facts = laptop.ask_to_restore(file)
    laptop.restore(NOW)
    assert _facts(laptop.journal) == facts > 0


# ---------------------------------------------------------------- word lists come along


def _add_list(words: list[str]) -> ListCard:
    card = card_of(words, "club-2026", edition="second")
    Shelf.of_user().add(card, words)
    return card


@pytest.fixture
def other_laptop(tmp_path: Path, data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Laptop:
    """A laptop with a word list folder of its own; what was made before lies on the first."""
    del data_folder

    def switch(self: Laptop, copy: Path) -> int:
        monkeypatch.setenv("WORDWAITER_DATA", str(tmp_path / "data of the other"))
        return ask(self, copy)

    ask = Laptop.ask_to_restore
    monkeypatch.setattr(Laptop, "ask_to_restore", switch)
    laptop = Laptop(tmp_path / "other")
    laptop.folder.mkdir()
    return laptop


def test_own_word_lists_come_along(tmp_path: Path, other_laptop: Laptop) -> None:
    card = _add_list(["ABACUS", "ZEBRA"])
    other_laptop.ask_to_restore(_moved(tmp_path, "1"))
    assert card not in Shelf.of_user().cards()
    other_laptop.restore(NOW)
    assert card in Shelf.of_user().cards()
    assert "ZEBRA" in Shelf.of_user().open("club-2026")
    assert list(other_laptop.folder.glob(".*")) == []


def test_a_list_of_the_same_name_is_moved_aside(tmp_path: Path, other_laptop: Laptop) -> None:
    _add_list(["ABACUS", "ZEBRA"])
    other_laptop.ask_to_restore(_moved(tmp_path, "1"))
    _add_list(["OTHER"])
    other_laptop.restore(NOW)
    assert "ZEBRA" in Shelf.of_user().open("club-2026")
    (aside,) = other_laptop.folder.glob("before */list club-2026/list.toml")
    assert "count = 1" in aside.read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("lists/club-2026.txt", b"ABACUS\nFORGED\n"),
        ("lists/club-2026.txt", b""),
        ("lists/club-2026.toml", b"\xff"),
        ("lists/club-2026.toml", b"name = 'enable'"),
        ("lists/enable.toml", b"junk"),
        ("journal.db", b"junk"),
    ],
)
def test_a_file_that_was_changed_is_refused(
    tmp_path: Path, other_laptop: Laptop, name: str, content: bytes
) -> None:
    _add_list(["ABACUS", "ZEBRA"])
    with zipfile.ZipFile(_moved(tmp_path, "1")) as whole:
        parts = {each: whole.read(each) for each in whole.namelist()}
    changed = tmp_path / "changed.wordwaiter"
    with zipfile.ZipFile(changed, "w") as archive:
        for each in {**parts, name: content}.items():
            archive.writestr(*each)
    with pytest.raises(MalformedError) as refused:
        other_laptop.ask_to_restore(changed)
    assert refused.value.code in ("not-a-copy", "damaged-list")
    assert other_laptop.to_restore is None


def test_nothing_in_a_file_is_written_where_its_name_says(tmp_path: Path, other_laptop: Laptop) -> None:
    file = _moved(tmp_path, "1")
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr("../escaped.txt", b"out")
        archive.writestr("lists/../../escaped.toml", b"out")
    other_laptop.ask_to_restore(file)
    other_laptop.restore(NOW)
    assert not list(tmp_path.rglob("escaped*"))


def test_a_part_that_says_it_is_huge_is_refused(
    tmp_path: Path, other_laptop: Laptop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moving, "_LARGEST_JOURNAL", 1000)
    with pytest.raises(MalformedError, match="damaged or not from Wordwaiter"):
        other_laptop.ask_to_restore(_moved(tmp_path, "1"))


@pytest.mark.parametrize("content", [b"junk" * 500, b"PK\x03\x04", b"\0" * 100])
def test_a_file_of_another_kind_is_refused(tmp_path: Path, content: bytes) -> None:
    laptop = Laptop(tmp_path)
    with pytest.raises(MalformedError) as refused:
        laptop.ask_to_restore(laptop.bring(BytesIO(content)))
    assert refused.value.code == "not-a-copy"
    assert laptop.to_restore is None


@pytest.mark.parametrize("signs_out", [False, True])
def test_devices_of_a_copy_go_on_unless_it_is_from_somebody_else(tmp_path: Path, signs_out: bool) -> None:
    with Journal.open(tmp_path / "theirs.db") as journal:
        devices = Context.at_desk(journal).devices
        token = devices.join(devices.new_director().secret, Joining("Mallory", is_here=True)).token
        code = devices.new_director().secret
    laptop = Laptop(tmp_path / "here")
    laptop.folder.mkdir()
    laptop.ask_to_restore(tmp_path / "theirs.db", signs_out=signs_out)
    laptop.restore(NOW)
    with Journal.open(laptop.journal) as journal:
        devices = Context.at_desk(journal).devices
        assert bool(devices.caller_of(token).grants) is not signs_out
        assert devices.has_director() is not signs_out
        assert bool(devices.invitations(director_of_everything("test"))) is not signs_out
        assert devices.known_invitation(code).is_open(devices.now_ms()) is not signs_out
