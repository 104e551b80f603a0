"""The rule of the card box, written down a second time; the script of the pages passes the same examples."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

EXAMPLES: Final[list[dict[str, Any]]] = json.loads(Path(__file__).with_name("card_box.json").read_text())

# Days and the days around them, box by box, as Zyzzyva has them by default.
RULE: Final = [
    (1, 0), (4, 1), (7, 2), (12, 3), (20, 5), (30, 7), (60, 10), (90, 15), (150, 20), (270, 30), (480, 50),
]  # fmt: skip


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each["name"])
def test_a_card_moves_and_comes_again_as_the_rule_says(example: dict[str, Any]) -> None:
    if example["right"]:
        box, streak = min(example["box"] + 1, 10), max(example["streak"], 0) + 1
    else:
        box, streak = 0, min(example["streak"], 0) - 1
    days, around = RULE[box]
    choices = range(days - around, days + around + 1)
    day = choices[int(example["chance"] * len(choices))]
    assert {"box": box, "streak": streak, "days": day - 0.5} == example["then"]


def test_every_box_has_an_example() -> None:
    assert {example["then"]["box"] for example in EXAMPLES} == set(range(len(RULE)))
