"""Processes that tests start."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import wordwaiter
from lacking import lacking

_TESTS = Path(__file__).resolve().parent
_SOURCE = Path(wordwaiter.__file__).resolve().parents[1]


def child_environment() -> dict[str, str]:
    """The environment of a process that imports from the tests, and the same Wordwaiter as this process."""
    asked = os.environ.get("PYTHONPATH")
    return os.environ | {
        "PYTHONPATH": os.pathsep.join([str(_TESTS), str(_SOURCE), *([asked] if asked else [])])
    }


def said_on_a_small_disk(program: str, folder: Path) -> tuple[str, str]:
    """Returns the output and the errors of a Python program whose argument is a folder with room for 16 MB.

    The disk is mounted in a space of names that nobody else sees and that is gone with the process.
    """
    mounted = 'mount -t tmpfs -o size=16m none "$1" && exec "$2" -c "$3" "$1"'
    unshare = shutil.which("unshare")
    done = subprocess.run(
        [unshare or "unshare", "--map-root-user", "--mount", "sh", "-c", mounted, "sh",
         folder, sys.executable, program],
        env=child_environment(),
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    if unshare is None or "unshare failed" in done.stderr or "mount:" in done.stderr:
        lacking(f"this machine lets nobody mount a small disk: {done.stderr}")
    return done.stdout, done.stderr
