"""What `make` says when the machine lacks something, before anything is built."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def check(folder: Path, *, python: str = sys.executable, cargo: str = "echo cargo 1.95.0") -> str:
    """The complaint about a machine with this Python, and a cargo that does this when asked its version."""
    (folder / "cargo").write_text(f"#!/bin/sh\n{cargo}\n")
    (folder / "cargo").chmod(0o755)
    end = subprocess.run(
        [ROOT / "tools" / "check-machine", python],
        cwd=ROOT,
        env=os.environ | {"PATH": f"{folder}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert end.stdout == ""
    assert end.stderr.count("\n") == end.returncode
    return end.stderr


@pytest.mark.process
@pytest.mark.parametrize("version", ["1.85.0", "1.95.0 (f2d3ce0bd 2026-03-21)", "1.100.0-nightly", "2.0.0"])
def test_a_machine_with_all_that_is_needed_is_left_in_peace(tmp_path: Path, version: str) -> None:
    assert check(tmp_path, cargo=f"echo 'cargo {version}'") == ""


@pytest.mark.process
@pytest.mark.parametrize(
    ("cargo", "found"),
    [
        ("echo cargo 1.63.0", "1.63.0"),
        ("echo cargo 1.84.9", "1.84.9"),
        ("echo no toolchain >&2; exit 1", "none"),
    ],
)
def test_an_old_or_missing_rust_is_told_with_the_version_that_is_needed(
    tmp_path: Path, cargo: str, found: str
) -> None:
    told = check(tmp_path, cargo=cargo)
    assert f"version 1.85 or later, here is {found}" in told
    assert "rustup.rs" in told


@pytest.mark.process
def test_a_missing_python_is_told_with_how_to_name_another(tmp_path: Path) -> None:
    told = check(tmp_path, python=str(tmp_path / "python3.1"))
    assert "Python 3.11 or later" in told
    assert "make run PYTHON=" in told
