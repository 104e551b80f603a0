"""Processes that tests start."""

import os
from pathlib import Path

import wordwaiter

_TESTS = Path(__file__).resolve().parent
_SOURCE = Path(wordwaiter.__file__).resolve().parents[1]


def child_environment() -> dict[str, str]:
    """The environment of a process that imports from the tests, and the same Wordwaiter as this process."""
    asked = os.environ.get("PYTHONPATH")
    return os.environ | {
        "PYTHONPATH": os.pathsep.join([str(_TESTS), str(_SOURCE), *([asked] if asked else [])])
    }
