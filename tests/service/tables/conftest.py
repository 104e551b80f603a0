"""A house with a computer whose time the test tells."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.houses import (
    Computer,
    serving,
)
from wordwaiter.service.context import Context


@pytest.fixture
def computer() -> Computer:
    return Computer()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "wordwaiter.db"


@pytest.fixture
def context(database: Path, computer: Computer) -> Iterator[Context]:
    with serving(database, computer) as context:
        yield context
