"""What a machine must have for some tests."""

import os
from typing import NoReturn

import pytest


def lacking(what: str) -> NoReturn:
    """End a test that needs what is not here: as a failure where changes are checked, else as a skip."""
    if os.environ.get("CI"):
        pytest.fail(what)
    pytest.skip(what)
