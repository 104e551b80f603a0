"""One module knows the differences between operating systems; its Windows side is run here with fakes."""

import ast
import ctypes
import errno
import io
import os
import re
import signal
import socket
import sys
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import wordwaiter
from lacking import NOT_ON_WINDOWS
from wordwaiter import platform
from wordwaiter.cli.output import can_print
from wordwaiter.cli.server.qr import qr_lines
from wordwaiter.lexicon.folders import write_whole

SOURCE = Path(wordwaiter.__file__).parent

_OF_ONE_SYSTEM = {
    "_winapi",
    "curses",
    "fcntl",
    "grp",
    "msvcrt",
    "nt",
    "posix",
    "pty",
    "pwd",
    "readline",
    "resource",
    "syslog",
    "termios",
    "tty",
    "winreg",
}
_ASKED = {
    "os.chown",
    "os.fchmod",
    "os.fork",
    "os.geteuid",
    "os.getpgid",
    "os.getuid",
    "os.killpg",
    "os.mkfifo",
    "os.name",
    "os.nice",
    "os.posix_fadvise",
    "os.sched_getaffinity",
    "os.setpriority",
    "os.setsid",
    "os.statvfs",
    "os.uname",
    "signal.SIGHUP",
    "signal.SIGKILL",
    "signal.SIGUSR1",
    "signal.alarm",
    "signal.siginterrupt",
    "socket.AF_UNIX",
    "socket.SO_REUSEPORT",
    "sys.platform",
}


@cache
def _parts_elsewhere() -> tuple[tuple[str, ast.AST], ...]:
    """Imports and attributes in all other modules."""
    return tuple(
        (path.relative_to(SOURCE).as_posix(), node)
        for path in SOURCE.rglob("*.py")
        if path.name != "platform.py"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom | ast.Attribute)
    )


@pytest.mark.long
def test_no_other_module_imports_what_one_system_lacks() -> None:
    found = []
    for path, node in _parts_elsewhere():
        match node:
            case ast.Import():
                names = {each.name for each in node.names}
            case ast.ImportFrom():
                names = {str(node.module), *(f"{node.module}.{each.name}" for each in node.names)}
            case ast.Attribute(value=ast.Name(id=module), attr=name):
                names = {f"{module}.{name}"}
            case _:
                continue
        found += [f"{path}: {each}" for each in names & (_OF_ONE_SYSTEM | _ASKED)]
    assert found == []


def test_no_module_needs_a_database_of_time_zones() -> None:
    """Windows has none, and the package `tzdata` may be missing."""
    assert [
        path
        for path, node in _parts_elsewhere()
        if isinstance(node, ast.Import | ast.ImportFrom) and "zoneinfo" in ast.unparse(node)
    ] == []


# ---------------------------------------------------------------- Windows


@pytest.fixture(name="windows")
def fake_windows(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Calls of the system that the module makes on Windows, each noted."""
    noted: list[tuple[Any, ...]] = []

    def noting(name: str, answer: int) -> Any:
        def note(*values: object) -> int:
            noted.append((name, *values))
            return answer

        return note

    kernel = SimpleNamespace(
        GetCurrentProcess=lambda: -1,
        SetPriorityClass=noting("priority", 1),
        GetConsoleMode=noting("mode", 1),
        SetConsoleMode=noting("set mode", 1),
    )
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    console = SimpleNamespace(LK_NBLCK=2, locking=noting("lock", 0), get_osfhandle=lambda number: number)
    monkeypatch.setitem(sys.modules, "msvcrt", console)
    return SimpleNamespace(noted=noted, kernel=kernel, console=console)


def test_the_engine_gives_way_to_what_people_wait_for(windows: SimpleNamespace) -> None:
    platform.give_way()
    assert windows.noted == [("priority", -1, 0x4000)]


def test_a_search_gives_way_until_people_wait_for_it(windows: SimpleNamespace) -> None:
    platform.lower_process_priority()
    platform.restore_process_priority()
    assert windows.noted == [("priority", -1, 0x40), ("priority", -1, 0x20)]


@pytest.mark.usefixtures("windows")
def test_sockets_need_no_room_among_files() -> None:
    assert platform.room_for_files(5000) == 5000
    assert platform.open_files() == []
    assert platform.shares_ports() is False


@pytest.mark.usefixtures("windows")
def test_a_replaced_file_may_be_open_for_a_moment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A virus scanner looks into a new file; Windows lets nobody replace it meanwhile."""
    held, replace = [1, 2], Path.replace

    def refuse(new: Path, old: Path) -> Path:
        if held:
            raise PermissionError(held.pop(), "in use")
        return replace(new, old)

    monkeypatch.setattr(platform, "_RETRY_SECONDS", 0)
    monkeypatch.setattr(Path, "replace", refuse)
    (tmp_path / "list").write_bytes(b"old")
    write_whole(tmp_path / "list", b"new", durable=False)
    assert (tmp_path / "list").read_bytes() == b"new"
    assert held == []


@pytest.mark.usefixtures("windows")
def test_an_open_file_is_left_where_windows_keeps_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "in use")

    monkeypatch.setattr(Path, "unlink", refuse)
    assert platform.delete_if_closed(tmp_path / "copy.db") is False
    monkeypatch.setattr(sys, "platform", "linux")
    with pytest.raises(PermissionError):
        platform.delete_if_closed(tmp_path / "copy.db")


def test_the_lock_leaves_the_text_of_its_file_to_be_read(windows: SimpleNamespace, tmp_path: Path) -> None:
    with (tmp_path / "running").open("wb") as file:
        assert platform.try_lock(file.fileno())
        assert os.lseek(file.fileno(), 0, os.SEEK_CUR) == 1 << 30

        def locked(*_: object) -> None:
            raise PermissionError(errno.EACCES, "locked")

        windows.console.locking = locked
        assert not platform.try_lock(file.fileno())


@pytest.mark.usefixtures("windows")
def test_no_port_is_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", -5, raising=False)
    done: list[tuple[Any, ...]] = []
    holder: Any = SimpleNamespace(
        setsockopt=lambda *option: done.append(option), bind=lambda place: done.append((place,))
    )
    platform.hold_port(holder, ("127.0.0.1", 8080))
    assert done == [(socket.SOL_SOCKET, -5, 1), (("127.0.0.1", 8080),)]


def test_the_console_of_windows_10_is_asked_for_colours(
    windows: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    terminal: Any = SimpleNamespace(isatty=lambda: True, fileno=lambda: 1)
    assert platform.shows_colours(terminal)
    assert windows.noted[-1] == ("set mode", 1, 4)
    windows.kernel.SetConsoleMode = lambda *_: 0  # Windows 8 knows no colours of this kind
    assert not platform.shows_colours(terminal)


@pytest.mark.usefixtures("windows")
def test_documents_are_where_windows_says(monkeypatch: pytest.MonkeyPatch) -> None:
    def tell(_window: None, _which: int, _user: None, _kind: int, found: Any) -> int:
        found.value = "D:/OneDrive/Dokumente"
        return 0

    monkeypatch.setenv("HOME", "/home/ann")
    ctypes.windll.shell32 = SimpleNamespace(SHGetFolderPathW=tell)  # type: ignore[attr-defined]
    assert platform.documents_folder() == Path("D:/OneDrive/Dokumente")
    ctypes.windll.shell32 = SimpleNamespace(SHGetFolderPathW=lambda *_: 1)  # type: ignore[attr-defined]
    assert platform.documents_folder() == Path("/home/ann/Documents")


@pytest.mark.usefixtures("windows")
def test_closing_the_window_of_the_console_stops_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    raised: list[int] = []
    monkeypatch.setattr(signal, "raise_signal", raised.append)
    platform.stop_this_process()
    assert raised == [signal.SIGINT]


# ---------------------------------------------------------------- Unix


def test_documents_are_where_the_desktop_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("HOME", "/home/ann")
    assert platform.documents_folder({"XDG_CONFIG_HOME": str(tmp_path)}) == Path("/home/ann/Documents")
    (tmp_path / "user-dirs.dirs").write_text(
        '# moved\nXDG_DOCUMENTS_DIR="$HOME/Dokumente"\n', encoding="utf-8"
    )
    assert platform.documents_folder({"XDG_CONFIG_HOME": str(tmp_path)}) == Path("/home/ann/Dokumente")


def test_one_process_holds_a_lock(tmp_path: Path) -> None:
    with (tmp_path / "running").open("wb") as first, (tmp_path / "running").open("wb") as second:
        assert platform.try_lock(first.fileno())
        assert not platform.try_lock(second.fileno())
        first.close()
        assert platform.try_lock(second.fileno())


# ---------------------------------------------------------------- consoles of other times


@pytest.mark.parametrize(("code_page", "draws"), [("cp437", True), ("cp1252", False), ("utf-8", True)])
def test_a_qr_code_is_drawn_where_the_code_page_has_its_blocks(
    monkeypatch: pytest.MonkeyPatch, code_page: str, draws: bool
) -> None:
    """Half blocks are in code page 437 of DOS, and not in 1252 of Windows."""
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding=code_page))
    assert all(can_print(line) for line in qr_lines("http://10.0.0.7:8080", coloured=False)) is draws


# ---------------------------------------------------------------- these tests on Windows

TESTS = Path(__file__).parent


def test_whatever_imports_what_windows_lacks_is_left_out_there() -> None:
    lacking = re.compile(r"^(?:import|from) (?:fcntl|grp|pty|pwd|resource|termios|tty)\b", re.MULTILINE)
    for path in TESTS.rglob("test_*.py"):
        if lacking.search(path.read_text("utf-8")):
            assert path.relative_to(TESTS).as_posix() in NOT_ON_WINDOWS


def test_whatever_is_left_out_on_windows_is_there() -> None:
    for place in NOT_ON_WINDOWS:
        name, _, test = place.partition("::")
        assert (TESTS / name).exists(), place
        assert not test or f"def {test}(" in (TESTS / name).read_text("utf-8"), place
