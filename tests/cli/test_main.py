"""The command as a whole: help, and how it ends when the world goes away."""

import fcntl
import os
import re
import resource
import signal
import subprocess
import sys
import termios
import time
from collections import Counter
from pathlib import Path

import pytest
import typer

from cli.conftest import COMMAND, Run
from wordwaiter import __version__
from wordwaiter.cli import main, tournament
from wordwaiter.cli.commands import COMMANDS

IMPORTS_TOLD = {"PYTHONPROFILEIMPORTTIME": "1"}


def test_version(run: Run) -> None:
    assert run("--version").out == f"wordwaiter {__version__}\n"


def test_it_lists_all_its_commands(run: Run) -> None:
    end = run("--help")
    assert end.status == 0
    for command in COMMANDS:
        assert f"\n  {command} " in end.out


@pytest.mark.parametrize("columns", ["80", "200"])
def test_the_list_of_commands_is_what_their_modules_would_say(
    run: Run, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    listed = run("--help", env={"COLUMNS": columns})
    monkeypatch.setattr(main, "asked_for", lambda _: tuple(COMMANDS))
    assert run("--help", env={"COLUMNS": columns}) == listed


def test_the_list_of_commands_loads_none_of_them(start: Run) -> None:
    loaded = set(re.findall(r"wordwaiter[.\w]*$", start("--help", env=IMPORTS_TOLD).err, re.MULTILINE))
    assert loaded == {f"wordwaiter{name}" for name in ("", ".cli", ".cli.main", ".cli.commands")} | {
        f"wordwaiter.{name}" for name in ("errors", "store", "store.address")
    }


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("wordwaiter re", ["restore", "replay", "rehearse"]),
        ("wordwaiter judge --l", ["--lexicon", "--longest"]),
        ("wordwaiter lexicon ex", ["export"]),
    ],
)
def test_a_shell_completes_commands_and_their_options(run: Run, line: str, offered: list[str]) -> None:
    shell = {"_WORDWAITER_COMPLETE": "complete_bash", "COMP_WORDS": line}
    assert run(env=shell | {"COMP_CWORD": str(line.count(" "))}).out.split() == offered


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help_and_is_what_its_module_registers(run: Run, command: str) -> None:
    assert run(command, "--help").out.startswith(f"Usage: wordwaiter {command} ")


def test_no_command_takes_the_name_of_another() -> None:
    """Some are written by hand, others made of what pages offer."""
    app = typer.Typer()
    tournament.register(app)
    (group,) = app.registered_groups
    assert group.typer_instance is not None
    names = Counter(str(each.name) for each in group.typer_instance.registered_commands)
    assert len(names) > 50
    assert [name for name, times in names.items() if times > 1] == []


@pytest.mark.parametrize(
    "arguments", [["frob"], ["--frob"], ["lexicon"], ["lexicon", "frob"], ["lexicon", "info"]]
)
def test_a_command_that_is_not_understood_is_refused_in_one_line(run: Run, arguments: list[str]) -> None:
    run(*arguments).refused("--help")


def test_judging_needs_neither_web_server_nor_database(start: Run) -> None:
    end = start("judge", "HELLO", env=IMPORTS_TOLD)
    assert "wordwaiter.lexicon" in end.err
    for heavy in ("asyncio", "litestar", "granian", "sqlite3", "jinja2", "rich.console", "wordwaiter.rules"):
        assert f" {heavy}\n" not in end.err


@pytest.mark.process
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("arguments", [["judge", "HELLO"], ["lexicon", "export", "enable"]])
def test_when_nobody_reads_on_it_ends_quietly_and_not_as_a_verdict(
    arguments: list[str], unbuffered: str
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    end = subprocess.run(
        [COMMAND, *arguments],
        stdout=writing,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
        check=False,
    )
    os.close(writing)
    assert (end.returncode, end.stderr) == (141, b"")


@pytest.mark.process
def test_when_the_output_is_full_it_says_so_in_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        end = subprocess.run([COMMAND, "judge", "HELLO"], stdout=full, stderr=subprocess.PIPE, check=False)
    assert (end.returncode, end.stderr) == (2, b"wordwaiter: No space left on device\n")


@pytest.mark.process
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_an_export_that_is_cut_short_by_a_full_disk_is_no_success(tmp_path: Path, unbuffered: str) -> None:
    with (tmp_path / "enable.txt").open("wb") as file:
        end = subprocess.run(
            [COMMAND, "lexicon", "export", "enable"],
            stdout=file,
            stderr=subprocess.PIPE,
            env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)),
            check=False,
        )
    assert (end.returncode, end.stderr) == (2, b"wordwaiter: File too large\n")


@pytest.mark.process
def test_an_error_that_cannot_be_told_is_still_no_verdict() -> None:
    with Path("/dev/full").open("wb") as full:
        end = subprocess.run([COMMAND, "judge", ""], stderr=full, stdout=subprocess.PIPE, check=False)
    assert (end.returncode, end.stdout) == (2, b"")
    closed = subprocess.run(
        ["sh", "-c", f"exec {COMMAND} judge '' 2>&-"], stdout=subprocess.PIPE, check=False
    )
    assert (closed.returncode, closed.stdout) == (2, b"")


@pytest.mark.process
def test_with_all_its_streams_closed_it_still_judges() -> None:
    for words, status in (("HELLO", 0), ("QXZ", 1), ("-", 2)):
        shell = subprocess.run(["sh", "-c", f"exec {COMMAND} judge {words} <&- >&- 2>&-"], check=False)
        assert shell.returncode == status


def until_it_waits_for_more(pipe: int, reader: int) -> None:
    """Waits until a process has read what was written to a pipe and sleeps, which it does for more alone.

    A signal a moment before it falls asleep would be noted, and not wake it.
    """
    while True:
        unread = int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)
        state = Path(f"/proc/{reader}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
        if not unread and state == "S":
            return
        time.sleep(0.01)


@pytest.mark.process
def test_ctrl_c_ends_it_quietly(tmp_path: Path, data_folder: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    process = subprocess.Popen(
        [COMMAND, "lexicon", "add", str(pipe), "--name", "club"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    # Opens only when the command has opened it too.
    with pipe.open("wb", buffering=0) as words:
        words.write(b"HELLO\n")
        until_it_waits_for_more(words.fileno(), process.pid)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, out, err) == (130, b"", b"")
    assert not data_folder.exists()
