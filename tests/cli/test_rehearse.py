"""`wordwaiter rehearse`: a day before the day."""

import json
from pathlib import Path

import pytest

from wordwaiter.tournament.rehearsal.plan_reading import event_text

from .conftest import Run

EVENT = """\
name = "Thursday"

[[division]]
name = "Open"
format = "iowa"
entrants = 4
rounds = 1

[money]
entry = "12.50"
"""


@pytest.fixture
def event(tmp_path: Path) -> Path:
    path = tmp_path / "event.toml"
    path.write_text(EVENT, "utf-8")
    return path


@pytest.mark.long
def test_a_day_is_told_for_people(run: Run, event: Path) -> None:
    told = run("rehearse", event, "--days", "2", "--workers", "1")
    assert told.status == 0, told.err
    assert "Thursday: 2 days, seed 1" in told.out
    for line in ("The day ends at", "Boards in play", "Judges, to wait 1:00 at most", "-1 Open", "+1 Open"):
        assert line in told.out
    assert "$50" in told.out
    assert max(map(len, told.out.splitlines())) <= 80


def test_a_day_is_told_for_programs_and_repeats_with_its_seed(run: Run, event: Path) -> None:
    asked = ("rehearse", event, "--days", "2", "--workers", "1", "--no-variants", "--seed", "9", "--json")
    told = json.loads(run(*asked).out)
    assert told == json.loads(run(*asked).out)
    assert (told["event"], told["seed"], told["variants"]) == ("Thursday", 9, [])
    expected = told["expected"]
    assert expected["funds_cents"] == {"low": 5000, "usual": 5000, "high": 5000, "mean": 5000.0}
    assert expected["boards"]["high"] == 2
    assert [each["round"] for each in expected["rounds"]] == [1]
    assert expected["ends_ms"]["usual"] > expected["rounds"][0]["closed_ms"]["low"]


def test_an_example_can_be_copied(run: Run) -> None:
    assert run("rehearse", "bee", "--show").out == event_text("bee")


def test_a_wrong_file_is_refused_with_its_line(run: Run, event: Path) -> None:
    event.write_text(EVENT.replace("entrants = 4", "entrants = 'many'"), "utf-8")
    run("rehearse", event).refused(f"{event}:6:", "a whole number from 2")
    run("rehearse", event.with_name("none.toml")).refused("none.toml")
    run("rehearse", "wimbledon").refused("wimbledon", "androscoggin")
