"""Journals for the tests: in an SQLite file, and in a real PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from wordwaiter.store.journal import Journal

from .postgresql import Server


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for a file gets it in the end, however long a busy machine holds up those before."""
    monkeypatch.setattr("wordwaiter.store.sqlite.BUSY_SECONDS", 600.0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "wordwaiter.db"


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, path: Path) -> str:
    """Where there is no journal yet."""
    if request.param == "sqlite":
        return str(path)
    server: Server = request.getfixturevalue("postgresql")
    return server.new_database()


@pytest.fixture
def journal(place: str) -> Iterator[Journal]:
    with Journal.open(place) as journal:
        yield journal
