"""The command, in a process of its own or, where that makes no difference, in this one."""

import io
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
import typer

from wordwaiter.cli import main

COMMAND = str(Path(sys.executable).parent / "wordwaiter")

Run = Callable[..., "Outcome"]


@dataclass(frozen=True)
class Outcome:
    """What a command printed, and its exit status."""

    status: int
    out: str
    err: str

    def refused(self, *parts: str, status: int = 2) -> None:
        """It was refused with one line on standard error that has these parts, and printed nothing."""
        assert "Traceback" not in self.err
        assert self.status == status, self.err
        assert self.out == ""
        assert self.err.startswith("wordwaiter: ")
        assert self.err.count("\n") == 1
        assert self.err.endswith("\n")
        assert len(self.err) < 400
        for part in parts:
            assert part in self.err


@pytest.fixture
def start(data_folder: Path) -> Run:
    """Runs the real command in a process, which has an empty folder for its lists."""
    del data_folder

    def start(
        *arguments: str | Path, env: dict[str, str] | None = None, before: Callable[[], None] | None = None
    ) -> Outcome:
        end = subprocess.run(
            [COMMAND, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env=os.environ | (env or {}),
            preexec_fn=before,
            check=False,
        )
        return Outcome(end.returncode, end.stdout.decode(), end.stderr.decode())

    return start


_build_app = main.build_app


@cache
def built_once(commands: tuple[str, ...]) -> Callable[..., object]:
    """The command line with these commands. It keeps nothing between two runs, and takes long to build."""
    return typer.main.get_command(_build_app(commands))


@pytest.fixture
def run(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command in this process, which is much faster, with an empty folder for its lists."""
    del data_folder

    def run(*arguments: str | Path | bytes, given: bytes = b"", env: dict[str, str] | None = None) -> Outcome:
        out, err = io.BytesIO(), io.BytesIO()
        with monkeypatch.context() as patch:
            for name, value in (env or {}).items():
                patch.setenv(name, value)
            patch.setattr(main, "build_app", built_once)
            patch.setattr(sys, "argv", ["wordwaiter", *map(os.fsdecode, arguments)])
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
            patch.setattr(sys, "stdout", io.TextIOWrapper(out, "utf-8"))
            patch.setattr(sys, "stderr", io.TextIOWrapper(err, "utf-8", errors="backslashreplace"))
            with pytest.raises(SystemExit) as end:
                main.run()
            sys.stdout.flush()
            sys.stderr.flush()
            assert isinstance(end.value.code, int)
            return Outcome(end.value.code, out.getvalue().decode(), err.getvalue().decode())

    return run
