"""`wordwaiter replay`: exit statuses, JSON for programs, and a table for people."""

import json
import shutil
from pathlib import Path

import pytest

from cli.conftest import Run

GAMES = Path(__file__).parents[2] / "notation" / "games"
COMPLETE = GAMES / "tidy" / "complete.gcg"


@pytest.fixture
def slip(tmp_path: Path) -> Path:
    """A record whose second play has a point too many."""
    path = tmp_path / "slip.gcg"
    path.write_text((GAMES / "tidy" / "three-moves.gcg").read_text("utf-8").replace("+5 5", "+6 6"))
    return path


def test_record_that_agrees_ends_with_0(run: Run) -> None:
    outcome = run("replay", COMPLETE)
    assert outcome.status == 0
    assert outcome.err == ""
    assert outcome.out.endswith("Record and rules agree.\n")


def test_record_that_differs_ends_with_1_and_marks_the_line(run: Run, slip: Path) -> None:
    outcome = run("replay", slip)
    assert outcome.status == 1
    assert "!    5  Bo      AENNRTT  G8 (A)NTE      +6     +5      6\n" in outcome.out
    assert "G8 (A)NTE is recorded with 6 and scores 5: ANTE: A1 N1×2 T1 E1 = 5" in outcome.out
    assert "Bo Peep: 5 (6 in the record)\n" in outcome.out
    assert outcome.out.endswith("Record and rules differ in 2 places, marked ! above.\n")


def test_json_has_players_scores_moves_and_differences(run: Run, slip: Path) -> None:
    outcome = run("replay", slip, "--json")
    assert outcome.status == 1
    told = json.loads(outcome.out)
    assert told["players"] == ["Ada Byron", "Bo Peep"]
    assert told["final_scores"] == [27, 5]
    assert told["recorded_scores"] == [27, 6]
    assert told["rulebook"] == "club"
    assert told["agrees"] is False
    assert told["moves"][1] == {
        "line": 5,
        "player": "Bo Peep",
        "rack": "AENNRTT",
        "play": "G8 .NTE",
        "recorded": 6,
        "computed": 5,
        "total": 6,
    }
    assert [
        (each["line"], each["code"], each["recorded"], each["computed"]) for each in told["differences"]
    ] == [
        (5, "points-differ", 6, 5),
        (5, "final-score-differs", 6, 5),
    ]
    assert all(each["sentence"] for each in told["differences"])
    assert told["oddities"] == []
    assert told["board"][7] == ".....CARDS....."


def test_json_tells_what_is_odd(run: Run) -> None:
    outcome = run("replay", GAMES / "ugly" / "full-words.gcg", "--json")
    assert outcome.status == 0
    assert [each["code"] for each in json.loads(outcome.out)["oddities"]] == ["full-words"]


def test_record_is_read_from_standard_input(run: Run) -> None:
    assert run("replay", "-", given=COMPLETE.read_bytes()).status == 0
    run("replay", "-", given=b"").refused("standard input:1: no line #player1")


def test_rulebook_decides(run: Run, tmp_path: Path) -> None:
    outcome = run("replay", COMPLETE, "--rulebook", "grand-island")
    assert outcome.status == 1
    assert "own off and added to out, grand-island-s9" in " ".join(outcome.out.split())
    own = tmp_path / "own.toml"
    own.write_text('name = "own"\ntitle = "Own"\nbased_on = "club"\n')
    assert run("replay", COMPLETE, "--rulebook", own).status == 0
    run("replay", COMPLETE, "--rulebook", "nobodys").refused("no rulebook 'nobodys'")
    run("replay", COMPLETE, "--rulebook", "bee-hare").refused("bee-hare")


def test_nothing_is_wider_than_a_terminal(run: Run, tmp_path: Path) -> None:
    wide = tmp_path / "wide.gcg"
    text = COMPLETE.read_text("utf-8").replace("Ada", "A" * 60).replace("8D PIBAL +24", "8D PIBAL +240")
    wide.write_text(text)
    outcome = run("replay", wide)
    assert outcome.status == 1
    assert max(map(len, outcome.out.splitlines())) < 80


def test_board_is_drawn(run: Run) -> None:
    lines = run("replay", GAMES / "tidy" / "three-moves.gcg").out.splitlines()
    assert "     A B C D E F G H I J K L M N O" in lines
    assert "  8  = . . ' . C A R D S . ' . . = 8" in lines
    assert " 11  . . . . - . E . . t - . . . . 11" in lines


def test_names_that_the_terminal_cannot_show_are_no_reason_to_fail(start: Run) -> None:
    outcome = start("replay", GAMES / "ugly" / "undeclared-utf-8.gcg", env={"PYTHONIOENCODING": "ascii"})
    assert outcome.status == 0
    assert "Bo P\\xeep" in outcome.out


def test_signs_that_the_terminal_cannot_show_are_written_otherwise(start: Run, slip: Path) -> None:
    outcome = start("replay", slip, env={"PYTHONIOENCODING": "ascii"})
    assert outcome.status == 1
    assert "ANTE: A1 N1x2 T1 E1 = 5" in outcome.out


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize("path", sorted((GAMES / "broken").glob("*.gcg")), ids=lambda path: path.stem)
def test_broken_record_is_refused_with_its_line(run: Run, path: Path, tmp_path: Path) -> None:
    shutil.copy(path, tmp_path / "game.gcg")
    run("replay", tmp_path / "game.gcg").refused("game.gcg:")


def test_record_of_ten_megabytes_is_refused(run: Run, tmp_path: Path) -> None:
    huge = tmp_path / "huge.gcg"
    huge.write_bytes(COMPLETE.read_bytes() + b">Ada: AEINRST - +0 0\n" * 500_000)
    run("replay", huge).refused("huge.gcg:", "is over 1 MB")


def test_totals_that_do_not_add_up_are_differences(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "totals.gcg"
    path.write_text(COMPLETE.read_text("utf-8").replace("+43 95", "+43 96"))
    outcome = run("replay", path, "--json")
    assert outcome.status == 1
    assert [(each["line"], each["code"]) for each in json.loads(outcome.out)["differences"]] == [
        (10, "total-differs"),
        (12, "total-differs"),
    ]


def test_file_that_is_not_there_is_refused(run: Run, tmp_path: Path) -> None:
    run("replay", tmp_path / "none.gcg").refused("none.gcg", "No such file")
    run("replay", tmp_path).refused("directory")
