"""The short form of `make test-crash`, and proof that it would find what it looks for."""

import random
import tempfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from wordwaiter.service.streams import table_facts
from wordwaiter.store.facts import Entry
from wordwaiter.store.journal import Journal

from .games import begin
from .rounds import Client, Report, Told, compare, run_rounds


def test_nothing_acknowledged_is_lost_or_doubled_when_the_program_is_killed() -> None:
    with tempfile.TemporaryDirectory(prefix="wordwaiter-crash-") as folder:  # a socket's name must be short
        report = run_rounds(4, 7, Path(folder), lambda _: None)
    assert (report.lost, report.doubled, report.wrong) == (0, 0, [])
    assert report.acknowledged > 0


KEPT: Told = [[1, 1, "game.table_opened"]]


@pytest.mark.parametrize(
    ("told", "lost", "doubled", "wrong"),
    [
        ({"table/0/0/0": KEPT}, 0, 0, 0),
        ({"table/0/0/0": KEPT, "table/0/0/1": [[2, 2, "game.first_tile_drawn"]]}, 1, 0, 0),
        ({}, 0, 1, 0),
        ({"table/0/0/0": [[1, 1, "game.ended"]]}, 0, 0, 1),
    ],
)
def test_what_was_lost_doubled_or_told_wrongly_is_found(
    tmp_path: Path, told: dict[str, Told], lost: int, doubled: int, wrong: int
) -> None:
    path = tmp_path / "wordwaiter.db"
    with Journal.open(path) as journal:
        now = datetime(2026, 3, 14, 12, tzinfo=UTC)
        journal.append(Entry("table/0/0", table_facts(begin()), now, 0, key="table/0/0/0"))
    report = Report()
    compare(path, [Client(0, random.Random(0), number=9, told=told)], report)
    assert (report.lost, report.doubled, len(report.wrong)) == (lost, doubled, wrong)
