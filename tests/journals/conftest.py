"""A journal of version 0.1.0, and a server that opens it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.houses import serving
from wordwaiter.service.context import Context

from .first_version import another_computer, copy_to


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return copy_to(tmp_path / "wordwaiter.db")


@pytest.fixture
def context(copy: Path) -> Iterator[Context]:
    """A server that is started a moment after the last one was stopped."""
    with serving(copy, another_computer()) as context:
        yield context
