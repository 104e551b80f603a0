"""A database's password is in no command, which every user of the computer can read."""

import os
import subprocess
from pathlib import Path

import pytest

from web.conftest import WORDWAITER

pytestmark = pytest.mark.process


def _said(tmp_path: Path, *arguments: str, **environment: str) -> str:
    done = subprocess.run(
        [WORDWAITER, "devices", "list", *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )
    assert done.returncode == 2
    return done.stderr


@pytest.mark.parametrize(
    "place", ["postgresql://ann:secret@/j?host=/none", "postgresql://ann@/j?host=/none&password=secret"]
)
def test_a_password_in_the_command_is_refused(tmp_path: Path, place: str) -> None:
    said = _said(tmp_path, "--db", place)
    assert "PGPASSWORD" in said
    assert "secret" not in said


def test_a_password_in_the_environment_is_taken_and_not_told(tmp_path: Path) -> None:
    said = _said(tmp_path, WORDWAITER_DB="postgresql://ann:secret@/j?host=/none")
    assert "does not answer" in said
    assert "secret" not in said
