"""A file from another laptop is opened by a double click, once the application was started on this one."""

import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from lacking import lacking
from wordwaiter.cli.server.double_click import open_by_double_click
from wordwaiter.store.address import MOVED


def test_windows_opens_such_files_with_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    noted: dict[str, str] = {}

    def note(root: str, key: str, _kind: int, value: str) -> None:
        noted[f"{root}/{key}"] = value

    registry = SimpleNamespace(HKEY_CURRENT_USER="this user", REG_SZ=1, SetValue=note)
    monkeypatch.setitem(sys.modules, "winreg", registry)
    monkeypatch.setattr(sys, "platform", "win32")
    open_by_double_click(Path("C:/Ann Lee/Wordwaiter/wordwaiter.exe"))
    classes = "this user/Software\\Classes"
    name = noted[rf"{classes}\{MOVED}"]
    command = noted[rf"{classes}\{name}\shell\open\command"]
    assert command.replace("\\", "/") == '"C:/Ann Lee/Wordwaiter/wordwaiter.exe" "%1"'


@pytest.fixture
def desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's desktop of Linux."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("wordwaiter.cli.server.double_click.shutil.which", lambda _: None)
    return tmp_path


def entry(desktop: Path) -> dict[str, str]:
    lines = (desktop / "applications" / "wordwaiter.desktop").read_text("utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line)


def test_a_desktop_of_linux_knows_such_files_and_the_program(desktop: Path) -> None:
    open_by_double_click(Path("/home/ann/Wordwaiter/wordwaiter"))
    known = ElementTree.parse(desktop / "mime" / "packages" / "wordwaiter.xml").getroot()  # noqa: S314 - our own
    (kind,) = known
    assert [each.get("pattern") for each in kind if each.tag.endswith("glob")] == [f"*{MOVED}"]
    told = entry(desktop)
    assert told["MimeType"] == f"{kind.get('type')};"
    assert told["Exec"] == '"/home/ann/Wordwaiter/wordwaiter" %f'
    assert told["Icon"] == "/home/ann/Wordwaiter/wordwaiter.png"


def test_a_folder_that_was_moved_is_found_after_the_next_start(desktop: Path) -> None:
    open_by_double_click(Path("/home/ann/Downloads/wordwaiter"))
    open_by_double_click(Path("/home/ann/Desktop/wordwaiter"))
    assert entry(desktop)["Exec"] == '"/home/ann/Desktop/wordwaiter" %f'


def test_signs_that_mean_something_to_a_desktop_are_kept(desktop: Path) -> None:
    """The specification escapes a sign within quotation marks, and then each backslash in the value."""
    open_by_double_click(Path("/home/100% $new/wordwaiter"))
    assert entry(desktop)["Exec"] == r'"/home/100%% \\$new/wordwaiter" %f'


@pytest.mark.process
def test_a_desktop_takes_the_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checker = shutil.which("desktop-file-validate")
    if checker is None:
        lacking("desktop-file-validate, of the package desktop-file-utils")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    open_by_double_click(Path("/home/100% $new/wordwaiter"))
    written = tmp_path / "applications" / "wordwaiter.desktop"
    told = subprocess.run([checker, written], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stdout) == (0, "")
