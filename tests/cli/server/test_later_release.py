"""A journal of a later release is refused with advice, by whatever way it is opened, and replaces nothing."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from zipfile import ZipFile

import pytest
from litestar.testing import TestClient

from cli.conftest import Run
from store.conftest import place as some_place
from store.postgresql import Server
from web.room import bearer, join_as_owner
from wordwaiter.cli.server.workers import judge_of
from wordwaiter.errors import MalformedFileError
from wordwaiter.lexicon import Shelf
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.laptop import Laptop
from wordwaiter.service.moving import file_to_move
from wordwaiter.store.address import is_server
from wordwaiter.store.facts import Entry, NewFact
from wordwaiter.store.journal import Journal
from wordwaiter.tournament.facts import FACT_TYPES
from wordwaiter.web.http.app import create_app

NOW = datetime(2026, 11, 18, 20, 0, tzinfo=UTC)
ADVICE = "update this one"

place = some_place

KINDS = {
    "another kind of stream": NewFact("crochet.row_finished", {}),
    "another kind of fact": NewFact("tournament.crocheted", {}),
    "another form of a fact": NewFact("tournament.opened", {}, kind_version=99),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "later.db"


def written_by_later(place: str | Path, lateness: str) -> None:
    """Makes a journal of a later release, whose database may be as ours are."""
    with Journal.open(place) as journal:
        if fact := KINDS.get(lateness):
            journal.append(Entry("one", (fact,), NOW))
    if lateness == "another format" and not is_server(str(place)):
        with closing(sqlite3.connect(place)) as later:
            later.execute("PRAGMA user_version = 99")


@pytest.fixture(params=["another format", *KINDS])
def later(request: pytest.FixtureRequest, path: Path) -> Path:
    written_by_later(path, request.param)
    return path


def test_the_facts_that_are_from_a_later_release_here_are_of_kinds_that_there_are() -> None:
    """Or the third of them would be refused for another reason."""
    assert KINDS["another form of a fact"].kind in FACT_TYPES


@pytest.mark.parametrize("lateness", KINDS)
def test_a_server_does_not_start_on_it(place: str, lateness: str) -> None:
    written_by_later(place, lateness)
    with pytest.raises(MalformedFileError, match=ADVICE) as refused:
        Context.open(place)
    assert refused.value.code == "newer-journal"


def test_a_server_at_a_database_of_a_later_format_does_not_start(postgresql: Server) -> None:
    url = postgresql.new_database()
    written_by_later(url, "another format")
    postgresql.run("UPDATE wordwaiter_format SET version_num = '99'", url)
    with pytest.raises(MalformedFileError, match=ADVICE):
        Context.open(url)


def test_the_terminal_says_what_to_do(run: Run, later: Path, tmp_path: Path) -> None:
    run("serve", "--db", later, "--port", "0").refused(ADVICE)
    run("restore", later, "--db", tmp_path / "restored.db").refused(ADVICE)
    assert not (tmp_path / "restored.db").exists()
    folder = tmp_path / "stick"
    folder.mkdir()
    shutil.copy(later, folder / "club-000000001-0123abcd-20261118T200000Z.db")
    end = run("restore", folder, "--db", tmp_path / "restored.db")
    assert (end.status, ADVICE in end.err) == (2, True)
    assert not (tmp_path / "restored.db").exists()


def moved(journal: Path, folder: Path) -> Path:
    """The file with which that journal goes to another laptop."""
    file = folder / "North.wordwaiter"
    with ZipFile(file, "w") as archive:
        archive.write(journal, "journal.db")
    return file


def test_a_file_to_move_is_as_the_program_makes_it(path: Path, tmp_path: Path) -> None:
    with Journal.open(path) as journal, file_to_move(journal, Shelf.of_user(), tmp_path, NOW) as made:
        assert ZipFile(made).namelist() == ["journal.db"]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's home, in which the program was used before."""
    monkeypatch.setattr("wordwaiter.cli.server.start.documents_folder", lambda: tmp_path / "Documents")
    folder = tmp_path / "Documents" / "Wordwaiter"
    folder.mkdir(parents=True)
    with Journal.open(folder / "wordwaiter.db"):
        pass
    return folder


def test_a_double_click_on_its_file_leaves_what_is_there(
    run: Run, later: Path, home: Path, tmp_path: Path
) -> None:
    before = (home / "wordwaiter.db").read_bytes()
    for file in (moved(later, tmp_path), later.rename(tmp_path / "copy.wordwaiter")):
        run(file).refused("from a newer Wordwaiter; update this one, then try again")
        assert (home / "wordwaiter.db").read_bytes() == before
        assert not list(home.glob("before *"))


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    judge, _ = judge_of(("enable",), None)
    with Context.open(tmp_path / "wordwaiter.db", ContextParts(judge=judge)) as context:
        yield context


def test_the_page_of_the_laptop_says_what_to_do(context: Context, later: Path, tmp_path: Path) -> None:
    app = create_app(context)
    app.state.laptop = laptop = Laptop(tmp_path)
    headers = bearer(join_as_owner(context)[0])
    with TestClient(app) as browser:
        for file in (later, moved(later, tmp_path)):
            sent = {"file": (file.name, file.read_bytes())}
            answer = browser.post("/laptop/restore", files=sent, data={"sure": "yes"}, headers=headers)
            assert answer.status_code == 422
            assert "This file is from a newer Wordwaiter; update this one, then try again." in answer.text
    assert laptop.to_restore is None


def test_a_command_in_the_terminal_that_meets_such_a_fact_says_what_to_do(run: Run, path: Path) -> None:
    with Journal.open(path) as journal:
        journal.append(Entry("tournament-1", (KINDS["another form of a fact"],), NOW))
    status = run("tournament", "status", "--db", path, "--tournament", "tournament-1")
    status.refused("from a newer Wordwaiter", ADVICE)
