"""`wordwaiter table`: exit status, what it prints, and scripts that cannot be read."""

import json
from pathlib import Path

import pytest

from cli.conftest import Run

HEAD = "rulebook iowa\nsides Ann | Ben\n0:00 Ann: draws A\n0:00 Ben: draws B\n"


@pytest.fixture
def script(tmp_path: Path) -> Path:
    return tmp_path / "told.table"


def test_a_script_that_holds_ends_with_0_and_gives_facts_and_state(run: Run, script: Path) -> None:
    script.write_text(f"{HEAD}0:30 Ann: plays 8D RETINA\nexpect score Ann 14\n", encoding="utf-8")
    done = run("table", script, "--json")
    answer = json.loads(done.out)
    assert (done.status, answer["ok"]) == (0, True)
    assert answer["state"]["sides"] == [{"name": "Ann", "score": 14}, {"name": "Ben", "score": 0}]
    assert answer["facts"][0]["kind"] == "game.table_opened"


def test_a_script_that_does_not_hold_ends_with_1_and_names_its_line(run: Run, script: Path) -> None:
    script.write_text(f"{HEAD}0:30 Ann: plays 8D RETINA\nexpect score Ann 15\n", encoding="utf-8")
    done = run("table", "-q", script)
    assert done.status == 1
    assert done.out == f"{script}:6: expected score Ann 15; found score Ann 14\n"


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"\xff\xfe\x00", ":1: this is not UTF-8 text"),
        (b"", "the script has no rulebook; start with `rulebook NAME`"),
        (b"rulebook nowhere\nsides Ann | Ben\n", "nowhere"),
        (f"{HEAD}Ann: sings\n".encode(), ":5: "),
        (HEAD.encode() + b"\x00" * 2_000_000, "at most 1,000,000 characters"),
    ],
)
def test_a_script_that_cannot_be_read_is_refused(run: Run, script: Path, content: bytes, part: str) -> None:
    script.write_bytes(content)
    run("table", script).refused(part)


def test_a_rulebook_of_ones_own_is_found_beside_the_script(run: Run, script: Path) -> None:
    (script.parent / "house.toml").write_text(
        'name = "house"\ntitle = "House rules"\nbased_on = "iowa"\n'
        '[scoring]\nfull_rack_bonus = { is = 40, choice = "Ours." }\n'
    )
    # R on the double letter: 8, doubled, and 40 for all seven
    told = "rulebook house.toml\nsides Ann | Ben\nAnn: draws A\nBen: draws B\nAnn: plays 8D RETAINS\n"
    script.write_text(f"{told}expect score Ann 56\n", encoding="utf-8")
    done = run("table", script, "-q")
    assert (done.status, done.err) == (0, "")


def test_a_script_is_read_from_standard_input(run: Run) -> None:
    assert run("table", "-", given=HEAD.encode()).status == 0


def test_a_table_is_drawn_for_people(run: Run, script: Path) -> None:
    script.write_text(f"{HEAD}0:30 Ann: plays 8D RETINA\n", encoding="utf-8")
    out = run("table", script).out
    assert "1  Ann: 8D RETINA +14" in out
    assert "R E T I N A" in out
    assert "Ann 14, Ben 0" in out
