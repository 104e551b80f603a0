"""What `>` sends to a file is the same on Windows, whose output has a code page and line ends of its own."""

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.conftest import Run
from cli.tournament_desk import Hall
from wordwaiter.cli import main

Sent = Callable[..., bytes]


@pytest.fixture(params=["cp437", "cp1252"])
def sent(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, data_folder: Path) -> Sent:
    """Runs a command as Windows does whose output goes to a file."""
    del data_folder

    def sent(*arguments: str | Path) -> bytes:
        out = io.BytesIO()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "argv", ["wordwaiter", *map(str, arguments)])
            patch.setattr(sys, "stdout", io.TextIOWrapper(out, request.param, newline="\r\n"))
            with pytest.raises(SystemExit) as end:
                main.run()
            sys.stdout.flush()
            assert end.value.code == 0
            return out.getvalue()

    return sent


def test_an_export_is_the_same_in_a_file_and_in_the_output(run: Run, sent: Sent, tmp_path: Path) -> None:
    db, file = tmp_path / "day.db", tmp_path / "entrants.csv"
    hall = Hall(run, db)
    hall("new", "Łódź", "--rulebook", "club")
    hall("add", "Zoë Łuk")
    hall("export", "entrants", "--to", file)
    assert "Zoë Łuk" in file.read_text("utf-8")
    assert sent("tournament", "export", "entrants", "--db", db) == file.read_bytes()


@pytest.mark.parametrize(
    "command", [("rulebook", "show", "bee-tortoise", "--toml"), ("rehearse", "bee", "--show")]
)
def test_a_file_to_copy_and_change_can_be_read_again(sent: Sent, run: Run, command: tuple[str, ...]) -> None:
    assert sent(*command).decode() == run(*command).out
