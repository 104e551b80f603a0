"""One data file is served by one server."""

import errno
from pathlib import Path

import pytest

from wordwaiter.cli.server import only_server
from wordwaiter.cli.server.only_server import only_server_of
from wordwaiter.errors import UnavailableError


def test_a_file_is_served_by_one_server_at_a_time(tmp_path: Path) -> None:
    """Two noted gaps in which the other had run, and each ended what rested in the other."""
    db = str(tmp_path / "hall.db")
    with only_server_of(db):
        with pytest.raises(UnavailableError, match="is served already"), only_server_of(db):
            pass
        with only_server_of(str(tmp_path / "other.db")):
            pass
    with only_server_of(db):
        pass
    assert not list(tmp_path.iterdir()), "nothing is left beside the data"


def test_a_server_that_was_killed_holds_nothing(tmp_path: Path) -> None:
    mark = tmp_path / "hall.db-serving"
    mark.touch()
    with only_server_of(str(tmp_path / "hall.db")):
        assert mark.exists()


def test_a_file_with_two_names_is_served_by_one_server(tmp_path: Path) -> None:
    (tmp_path / "hall.db").touch()
    (tmp_path / "link.db").symlink_to(tmp_path / "hall.db")
    with (
        only_server_of(str(tmp_path / "hall.db")),
        pytest.raises(UnavailableError, match="is served already"),
        only_server_of(str(tmp_path / "link.db")),
    ):
        pass


def test_a_drive_without_locks_is_served_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(_handle: int) -> bool:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(only_server, "try_lock", no_locks)
    with only_server_of(str(tmp_path / "hall.db")):
        pass
    assert not list(tmp_path.iterdir())


def test_where_no_mark_can_be_made_the_journal_says_why(tmp_path: Path) -> None:
    with only_server_of(str(tmp_path / "nowhere" / "hall.db")):
        pass


def test_a_database_server_serves_as_many_as_it_likes() -> None:
    db = "postgresql://hall@127.0.0.1/club"
    with only_server_of(db), only_server_of(db):
        pass
    assert not list(Path.cwd().glob("postgresql*"))
