"""`wordwaiter` alone, as a club starts it: one program, one page, and data in the user's documents."""

import os
import runpy
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest

from alone import started
from wordwaiter.cli import main

pytestmark = pytest.mark.process

APPLICATION = Path(__file__).parents[3] / "packaging" / "start_app.py"


@contextmanager
def joined(link: str) -> Iterator[httpx.Client]:
    """A browser on the laptop that has opened the link."""
    address, _, code = link.partition("/join/")
    with httpx.Client(
        base_url=address, headers={"Origin": address}, follow_redirects=True, timeout=60
    ) as browser:
        browser.post("/join", data={"code": code, "name": "Dora"})
        yield browser


def test_a_club_starts_answers_moves_and_comes_back(tmp_path: Path) -> None:
    with started(tmp_path) as program:
        link = program.page()
        folder = tmp_path / "Documents" / "Wordwaiter"
        with joined(link) as browser:
            first = browser.get("/")
            assert first.url.path == "/laptop"
            assert "Use it on this Wi-Fi?" in first.text
            alone = browser.post("/laptop", data={"do": "keep-out"})
            assert "Yes, let phones in" in alone.text
            browser.post("/laptop", data={"do": "let-in"})
            assert browser.post("/laptop", data={"do": "go-on"}).url.path == "/"
            assert "No, this laptop alone" in browser.get("/laptop").text  # as it was answered
            assert browser.get("/").url.path == "/"
            browser.post("/tournaments", data={"format": "ontario", "name": "North", "date": "2026-06-06"})
            moved = browser.get("/laptop/move")
            assert moved.headers["content-disposition"].endswith('.wordwaiter"')
            # Started once more, it opens the page of the one that runs.
            with started(tmp_path) as second:
                assert str(browser.base_url).rstrip("/") in second.line("already running")
            # A copy replaces tournaments only if that is meant.
            file = {"file": ("North.wordwaiter", moved.content)}
            assert browser.post("/laptop/restore", files=file).status_code == 422
            back = browser.post("/laptop/restore", files=file, data={"sure": "yes"})
            assert "Restoring" in back.text
        again = program.page()
        assert len(list(folder.glob("before */wordwaiter.db"))) == 1
        with joined(again) as browser:
            assert "North" in browser.get("/").text
            assert "Everything is saved" in browser.post("/laptop", data={"do": "stop"}).text
        assert program.process.wait() == 0
    # The last tournament is opened again.
    with started(tmp_path) as program:
        assert program.page().endswith("/director/tournament-1")
    # On another laptop, a double click on the file opens it.
    (tmp_path / "North.wordwaiter").write_bytes(moved.content)
    with (
        started(tmp_path / "other", str(tmp_path / "North.wordwaiter")) as program,
        joined(program.page()) as browser,
    ):
        assert "Use it on this Wi-Fi?" in browser.get("/").text
        browser.post("/laptop", data={"do": "keep-out"})
        assert "North" in browser.get("/").text


def test_a_file_that_is_opened_while_the_program_runs_is_not_passed_over(tmp_path: Path) -> None:
    """It may take the place of a tournament in progress, so the page asks first."""
    file = tmp_path / "North.wordwaiter"
    file.write_bytes(b"whatever it has")
    with started(tmp_path) as program:
        address = program.page().partition("/join/")[0]
        second = subprocess.run(
            [sys.executable, "-m", "wordwaiter", file],
            capture_output=True,
            text=True,
            env=os.environ | {"HOME": str(tmp_path)},
            check=False,
        )
    assert second.returncode == 1
    assert second.stdout == ""
    assert second.stderr == (
        f"wordwaiter: Wordwaiter is already running; to open North.wordwaiter, drop it on {address}/laptop\n"
    )


def test_a_file_that_is_not_there_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["wordwaiter", "NORTH.WORDWAITER"])
    with pytest.raises(SystemExit) as end:
        main.run()
    assert end.value.code == 2
    assert "NORTH.WORDWAITER: there is no such file; check its name" in capsys.readouterr().err


def test_another_port_is_taken_where_8080_is_in_use(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with suppress(OSError):  # somebody else has it, which is the same to us
            other.bind(("127.0.0.1", 8080))
            other.listen()
        with started(tmp_path) as program:
            assert ":8080/" not in program.page()


@pytest.mark.parametrize(
    ("arguments", "asks"),
    [([], True), (["North.wordwaiter"], True), (["NORTH.WORDWAITER"], True), (["judge", "QXZ"], False)],
)
def test_after_an_error_the_window_of_a_double_click_stays_open(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: list[str], asks: bool
) -> None:
    """Windows closes it with the program, and nobody could read what to do."""
    asked: list[str] = []
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("shutil.which", lambda _: None)
    monkeypatch.setattr("wordwaiter.cli.main.run", lambda: sys.exit(2))
    monkeypatch.setattr("builtins.input", asked.append)
    monkeypatch.setattr(sys, "argv", ["wordwaiter", *arguments])
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: True))
    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(APPLICATION), run_name="__main__")
    assert end.value.code == 2
    assert (tmp_path / "applications").is_dir() is asks, "only an application notes what opens its files"
    assert asked == ["Press Enter to close this window."] * asks
