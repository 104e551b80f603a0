"""Files that come from others may have any name, and none steers the terminal."""

from pathlib import Path

from cli.conftest import Run

RECORD = "#player1 a Ann\n#player2 b Ben\n>a: AEINRST 8D RETAINS +66 66\n>b: ?AEIRTU - +0 0\n"
STEERS = "x\x1b]0;mine\x07[bold]"


def test_no_name_of_a_record_steers_the_terminal(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / f"{STEERS}.gcg").write_text(RECORD)
    (folder / f"bad {STEERS}.gcg").write_text("#player1 a Ann\n>zz: nothing\n")
    outcome = run("analyse", folder, "--draws", "1", "--threads", "1", "--keep", tmp_path / "kept")
    assert outcome.status == 0
    assert outcome.out.startswith("x ]0;mine [bold].gcg\n")
    assert outcome.err.startswith("Left out: ")
    assert "\x1b" not in outcome.out + outcome.err
    assert "\x07" not in outcome.out + outcome.err
    again = run("analyse", folder, "--draws", "1", "--threads", "1", "--keep", tmp_path / "kept")
    assert again.out == outcome.out


def test_no_name_of_a_rulebook_steers_the_terminal(run: Run, tmp_path: Path) -> None:
    (tmp_path / f"{STEERS}.toml").write_text('x = "y"\n')
    outcome = run("rulebook", "check", tmp_path / f"{STEERS}.toml")
    assert outcome.status == 2
    assert "\x1b" not in outcome.out + outcome.err
    assert "]0;mine" in outcome.out + outcome.err
