"""Tries an installed Wordwaiter on a machine that has nothing else: python tools/smoke.py COMMAND

COMMAND is how the program is started. It gets an empty home and no PATH, so that it finds neither cargo, nor
a compiler, nor another Python. It judges a word, plays a table, makes a tournament, prints, looks for a Hare
board, reads a picture of a board and serves a page. This script itself needs Python's standard library alone.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_WINDOWS: Final = ("SYSTEMROOT", "TEMP", "TMP", "USERPROFILE", "LOCALAPPDATA")
_TABLE: Final = """\
rulebook  club
sides     Ann | Ben
position  YZ13/15/15/15/15/15/15/3RETINA6/15/STTTTTUUUUVWWXY/OOOOOPPRRRRRSSS/KLLLLMMNNNNNOOO/FGGGHHIIIIIIIIJ/\
DDDEEEEEEEEEEEF/aaAAAAAAAABBCCD Q/V 100/100 0
0:10  Ann: passes
0:20  Ben: passes
0:30  Ann: passes
0:40  Ben: passes
0:50  Ann: passes
      expect running
1:00  Ben: passes
      expect ended scoreless
      expect score Ann 90
      expect score Ben 96
"""
_POSITION: Final = "15/15/15/15/15/15/15/3RETINA6/15/15/15/15/15/15/15 / 0/0 0"
_ADDRESS: Final = re.compile(r"is running at (https?://\S+)")


@dataclass(frozen=True, slots=True)
class Installed:
    """A program and the empty folder that it runs in."""

    command: Sequence[str]
    home: Path

    @property
    def environment(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in _WINDOWS if name in os.environ}
        folders = {"HOME": str(self.home), "WORDWAITER_DB": str(self.home / "day.db"), "PATH": ""}
        return {**kept, **folders, "PYTHONUTF8": "0"}

    def run(self, *arguments: str, typed: str = "", status: int = 0) -> str:
        """Returns what a command prints; ends this program where its status is another than expected."""
        end = subprocess.run(
            [*self.command, *arguments],
            input=typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env=self.environment,
            cwd=self.home,
            timeout=120,
            check=False,
        )
        if end.returncode != status:
            sys.exit(f"{' '.join(arguments)}: status {end.returncode}\n{end.stdout}{end.stderr}")
        return end.stdout


def judge(program: Installed) -> None:
    """Checks a good word and one that is none."""
    _require("good" in program.run("judge", "HELLO"))
    _require("not good" in program.run("judge", "QXZ", status=1))


def table(program: Installed) -> None:
    """Checks a game that six passes end."""
    program.run("table", "-", typed=_TABLE)


def tournament(program: Installed) -> None:
    """Checks an example of an event and its standings, on paper as well."""
    program.run("tournament", "demo", "iowa")
    _require("," in program.run("tournament", "export", "standings", "--division", "55-64"))
    program.run("print", "standings", "--out", "standings.pdf")
    _require((program.home / "standings.pdf").read_bytes().startswith(b"%PDF"))


def hare(program: Installed) -> None:
    """Checks a board that the solver finds."""
    told = json.loads(program.run("hare", "solve", "--start", "LITERACY", "--steps", "20000", "--json"))
    _require(told["total"] > 0)


def photo(program: Installed) -> None:
    """Checks that a board is drawn, and read again from the picture."""
    program.run("picture", "board", _POSITION, "--out", "board.png", "--width", "1200")
    program.run("photo", "read", "board.png")


def server(program: Installed) -> None:
    """Checks that the first page is served, and that everything stops when told to."""
    with serving(program, "serve", "--port", "0", "--no-browser") as address:
        _require("Wordwaiter" in page_at(address))


@contextmanager
def serving(program: Installed, *arguments: str) -> Iterator[str]:
    """Starts the program, and yields the address that it tells; stops it at the end."""
    process = subprocess.Popen(
        [*program.command, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=program.environment,
        cwd=program.home,
    )
    assert process.stdout is not None  # noqa: S101 - for the type checker
    try:
        told = next(filter(None, map(_ADDRESS.search, process.stdout)), None)
        if told is None:
            sys.exit(f"{' '.join(arguments)}: it tells no address")
        yield told[1]
    finally:
        process.terminate()
        process.communicate(timeout=30)


def page_at(address: str) -> str:
    """Returns the page at an address of this computer."""
    with urllib.request.urlopen(address, timeout=30) as answer:  # noqa: S310 - the program told the address
        return str(answer.read().decode())


def _require(holds: bool) -> None:
    if not holds:
        raise AssertionError


TRIALS: Final[tuple[Callable[[Installed], None], ...]] = (judge, table, tournament, hare, photo, server)


def main() -> None:
    """Runs all trials, and tells how long each took."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        found = shutil.which(sys.argv[1]) or sys.exit(f"{sys.argv[1]} is not there")
        program = Installed([str(Path(found).absolute()), *sys.argv[2:]], Path(home))
        for trial in TRIALS:
            begun = time.monotonic()
            trial(program)
            print(f"{trial.__name__}: works ({time.monotonic() - begun:.1f} s)", flush=True)


if __name__ == "__main__":
    main()
