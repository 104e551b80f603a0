"""The short form of `make test-crash`, and proof that it would find what it looks for."""

import random
from datetime import UTC, datetime
from pathlib import Path

import pytest

from wordwaiter.service.streams import table_facts
from wordwaiter.store.facts import Entry
from wordwaiter.store.journal import Journal

from .games import begin
from .phones import Follower, Phone, Told
from .rounds import Report, Room, compare, places, run_rounds


@pytest.mark.parametrize(("on_postgresql", "workers"), [(False, 1), (True, 2)])
def test_nothing_acknowledged_is_lost_or_doubled_when_the_program_is_killed(
    on_postgresql: bool, workers: int
) -> None:
    with places(on_postgresql=on_postgresql) as new_place:
        report = run_rounds(2, 7, new_place, workers=workers)
    assert (report.lost, report.doubled, report.wrong) == (0, 0, [])
    assert report.acknowledged > 0
    assert report.sent_again > 0
    assert report.followed > 0


KEPT = Told("table-1", 1, ("game.table_opened",))


@pytest.mark.parametrize(
    ("told", "positions", "lost", "doubled", "wrong"),
    [
        ({"device-1/0/0/0": KEPT}, [1], 0, 0, 0),
        ({"device-1/0/0/0": KEPT, "device-1/0/0/1": KEPT}, [], 1, 0, 0),
        ({}, [], 0, 1, 0),
        ({"device-1/0/0/0": Told("table-1", 1, ("game.ended",))}, [], 0, 0, 1),
        ({"device-1/0/0/0": Told("table-2", 1, ("game.table_opened",))}, [], 0, 0, 1),
        ({"device-1/0/0/0": KEPT}, [1, 1], 0, 0, 1),
    ],
)
def test_what_was_lost_doubled_or_told_wrongly_is_found(
    tmp_path: Path, told: dict[str, Told], positions: list[int], lost: int, doubled: int, wrong: int
) -> None:
    path = str(tmp_path / "wordwaiter.db")
    with Journal.open(path) as journal:
        now = datetime(2026, 3, 14, 12, tzinfo=UTC)
        journal.append(Entry("table-1", table_facts(begin()), now, 0, key="device-1/0/0/0"))
    report = Report()
    phone = Phone(0, "token", "device-1", random.Random(0), move=9, told=told)
    compare(path, Room([phone], Follower(positions)), report)
    assert (report.lost, report.doubled, len(report.wrong)) == (lost, doubled, wrong)
    report.restarts_s.append(0.1)
    report.processor_s.append(0.1)
    assert report.summary().startswith("GOOD" if not lost + doubled + wrong else "BAD")
