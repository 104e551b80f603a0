"""An event's file is read whole or refused with its line, and docs/guide/rehearsals.md explains every key."""

import random
import re
from dataclasses import MISSING, fields
from pathlib import Path

import pytest

from wordwaiter.errors import MalformedError, MalformedFileError
from wordwaiter.tournament.rehearsal.plan import LISTS, MINUTE_MS, TABLES, Gift, Spell
from wordwaiter.tournament.rehearsal.plan_reading import (
    event_text,
    examine_plan,
    parse_plan,
    read_plan,
    shipped_events,
)

PAGE = (Path(__file__).parents[3] / "docs" / "guide" / "rehearsals.md").read_text("utf-8")
ROWS = dict(re.findall(r"^\| `([a-z]+\.[a-z_]+)` \|.*\| (.*) \|$", PAGE, re.MULTILINE))
SMALL = 'name = "Small"\n[[division]]\nname = "Open"\nformat = "club"\nentrants = 4\n'


def test_every_key_has_one_row_and_those_that_are_needed_say_so() -> None:
    kinds = {**TABLES, **LISTS}
    keys = {f"{name}.{each.name}": each for name, kind in kinds.items() for each in fields(kind)}
    assert sorted(ROWS) == sorted(keys)
    assert {key for key, row in ROWS.items() if row == "needed"} == {
        key for key, each in keys.items() if each.default is MISSING
    }


def test_the_example_of_the_page_can_be_read() -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    plan = parse_plan(example, Path("event.toml"))
    assert (plan.divisions[0].entrants, plan.breaks[0].length) == (16, 30 * MINUTE_MS)
    assert plan.play.turn == Spell(90_000, 0.5)


def test_each_of_the_five_has_an_example() -> None:
    assert shipped_events() == ("androscoggin", "bee", "grand-island", "iowa", "ontario")
    for name in shipped_events():
        plan = read_plan(name)
        assert plan.divisions
        assert examine_plan(event_text(name), Path()) == (plan, ())


def test_what_is_left_out_has_its_usual_value() -> None:
    plan = parse_plan(SMALL, Path("small.toml"))
    assert (plan.day.begins, plan.judges.count, plan.words.lists) == (9 * 60 * MINUTE_MS, 1, ("enable",))


@pytest.mark.parametrize(
    ("added", "line", "code", "said"),
    [
        ("[play]\nturn = 70\n", 7, "wrong-time", 'minutes and seconds such as "1:10"'),
        ("[day]\nbegins = '25:00'\n", 7, "wrong-time", "a time of day"),
        ("[play]\nphoneys = 1.5\n", 7, "wrong-number", "a share from 0 to 1"),
        ("[judges]\ncount = 0\n", 7, "wrong-number", "from 1 to 100"),
        ("[judges]\nwalk = { spread = 1 }\n", 7, "missing-setting", "usual"),
        ("[money]\nentry = 12\n", 7, "bad-amount", '"12.50"'),
        ("[money]\npeeks = true\n", 7, "wrong-number", "a number from 0"),
        ("[rain]\n", 6, "unknown-setting", "rain"),
        ("[day]\nlunch = '1:00'\n", 7, "unknown-setting", "lunch"),
        ("play = 1\n", 6, "unknown-setting", "play"),
        ("[[break]]\nname = 'Tea'\n", 6, "missing-setting", "after_round, length"),
        ("[[division]]\nname = 'B'\nformat = 'chess'\nentrants = 4\n", 8, "bad-format", "chess"),
        ("[[division]]\nname = 'B'\nformat = 'club'\nentrants = 1\n", 9, "wrong-number", "from 2"),
        ("[[division]]\nname = 'Open'\nformat = 'club'\nentrants = 4\n", 6, "same-name", "Open"),
        ("[words]\nlists = 'enable'\n", 7, "wrong-type", "a list in brackets"),
        ("name = 'again'\n", 6, "not-toml", "TOML"),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(added: str, line: int, code: str, said: str) -> None:
    with pytest.raises(MalformedFileError) as refused:
        parse_plan(SMALL + added, Path("event.toml"))
    assert (refused.value.line, refused.value.code) == (line, code)
    assert said in refused.value.reason


def test_a_file_without_anybody_says_what_is_missing() -> None:
    with pytest.raises(MalformedFileError) as refused:
        parse_plan('name = "Nobody"\n', Path("event.toml"))
    assert "[[division]]" in refused.value.reason


def test_an_event_that_is_not_there_names_the_examples() -> None:
    with pytest.raises(MalformedError) as refused:
        read_plan("wimbledon")
    assert refused.value.code == "no-such-event"
    assert "ontario" in refused.value.sentence


def test_half_of_the_cases_are_below_the_usual_one() -> None:
    rng = random.Random(1)
    drawn = [Gift(2_000, 0.8).draw(rng) for _ in range(2_000)]
    assert 900 < sum(each < 2_000 for each in drawn) < 1_100
    assert {Spell(500, 0.0).draw(rng) for _ in range(5)} == {500}
