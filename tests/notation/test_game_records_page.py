"""docs/development/game-records.md tells of every code that a replay can give."""

from pathlib import Path

import pytest

from wordwaiter.notation.difference import DifferenceCode
from wordwaiter.notation.gcg_reading import read_gcg
from wordwaiter.notation.oddity import OddityCode
from wordwaiter.notation.replay import replay
from wordwaiter.rules.rulebooks.reading import shipped_rulebook

PAGE = (Path(__file__).parents[2] / "docs" / "development" / "game-records.md").read_text("utf-8")


@pytest.mark.parametrize("code", [*DifferenceCode, *OddityCode], ids=lambda code: code.value)
def test_code_is_explained(code: DifferenceCode | OddityCode) -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| `")]
    assert any(f"`{code.value}`" in row.split("|")[1] for row in rows)


def test_example_on_the_page_agrees_with_the_rules() -> None:
    example = PAGE.split("```")[1].lstrip("\n")
    reading = read_gcg(example.encode(), "example.gcg")
    assert reading.oddities == ()
    assert replay(reading.record, shipped_rulebook("club")).agrees
