"""Planted bugs stay true: each can still be planted, and the tests that are named for it are there."""

import re

from planted_bugs import ROOT, line_of, read_bugs

BUGS = tuple(read_bugs(ROOT))


def is_there(test: str) -> bool:
    """Whether there is a test of this name: of pytest, of node (a file) or of cargo (a target)."""
    kind, separator, target = test.partition(":")
    if separator and kind == "node":
        return (ROOT / target).is_file()
    if separator and kind == "cargo":
        return (ROOT / "crates" / "tilecore" / "tests" / f"{target}.rs").is_file()
    path, _, name = test.partition("::")
    where = ROOT / path
    if not name:
        return where.exists()
    text = where.read_text() if where.is_file() else ""
    parts = [re.escape(part) for part in name.partition("[")[0].split("::") if part != "runTest"]
    return all(re.search(rf"(?:def|class) {part}\b|^{part} = ", text, re.MULTILINE) for part in parts)


def test_each_bug_can_still_be_planted() -> None:
    assert [bug.id for bug in BUGS if line_of(ROOT, bug) is None] == []


def test_the_tests_that_are_named_for_a_bug_are_there() -> None:
    assert [(bug.id, test) for bug in BUGS for test in bug.caught_by if not is_there(test)] == []


def test_no_two_bugs_have_one_id() -> None:
    ids = [bug.id for bug in BUGS]
    assert sorted(ids) == sorted(set(ids))
