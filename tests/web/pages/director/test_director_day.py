"""The timetable on the director's page: laid out, moved in one step, and seen by everybody at once."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from web.room import CUP, bearer, begin_cup, join
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import HOUSE, Grant
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament.state import Slot
from wordwaiter.web.http.app import create_app

Client = TestClient[Any]
PLAN = {
    "do": "lay-out",
    "begins": "9:30",
    "between": "15",
    "untimed": "50",
    "ceremony": "20",
    "breaks": "Lunch 45 after 2\n\nTea 10 après 4",
}


@pytest.fixture
def context(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    judge = Judge((Lexicon.of_words("house", ["QUOTES"]),))
    with Context.open(tmp_path_factory.mktemp("day") / "wordwaiter.db", ContextParts(judge=judge)) as context:
        begin_cup(context)
        yield context


@pytest.fixture
def client(context: Context) -> Iterator[Client]:
    with TestClient(create_app(context)) as client:
        yield client


@pytest.fixture
def director(context: Context) -> dict[str, str]:
    return bearer(join(context, Grant(Role.DIRECTOR, HOUSE), name="Cora")[0])


def timetable(context: Context) -> tuple[Slot, ...]:
    return snapshot_of(context, CUP).tournament.timetable


def plain(text: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())


def test_the_day_is_laid_out_and_moved_in_one_step_and_players_see_it(
    client: Client, context: Context, director: dict[str, str]
) -> None:
    assert "There is no timetable yet" in client.get(f"/director/{CUP}/day", headers=director).text
    client.post(f"/director/{CUP}/day", data=PLAN, headers=director)
    before = timetable(context)
    assert [slot.name for slot in before][:4] == ["Round 1", "Round 2", "Lunch", "Round 3"]
    assert "Tea" in {slot.name for slot in before}
    late = {"do": "shift", "slot": "2", "by": "10", "reason": "Running late", "sending": "b" * 32}
    for _ in range(2):
        assert client.post(f"/director/{CUP}/day", data=late, headers=director).status_code == 200
    after = timetable(context)
    moved = [(now.starts_ms - then.starts_ms) // 60_000 for then, now in zip(before, after, strict=True)]
    assert moved == [0, 0, *[10] * (len(before) - 2)]
    for address in (f"/me/{CUP}", f"/live/{CUP}", f"/director/{CUP}/day"):
        shown = plain(client.get(address, headers=director).text)
        assert re.search(r"11:35( 12:20)? Lunch", shown), address
    log = plain(client.get(f"/director/{CUP}/log", headers=director).text)
    assert "Lunch and all after it move by +10 minutes: Running late" in log


def test_a_part_is_added_among_the_others_and_removed(
    client: Client, context: Context, director: dict[str, str]
) -> None:
    client.post(f"/director/{CUP}/day", data=PLAN, headers=director)
    part = {"do": "add", "name": "Photo <b>", "starts": "9h45", "length": "5", "kind": "other"}
    client.post(f"/director/{CUP}/day", data=part, headers=director)
    assert [slot.name for slot in timetable(context)][:3] == ["Round 1", "Photo <b>", "Round 2"]
    assert "Photo &lt;b&gt;" in client.get(f"/director/{CUP}/day", headers=director).text
    client.post(f"/director/{CUP}/day", data={"do": "drop", "slot": "1"}, headers=director)
    assert "Photo <b>" not in {slot.name for slot in timetable(context)}


def test_lengths_are_written_with_their_unit_in_every_field(
    client: Client, context: Context, director: dict[str, str]
) -> None:
    plan = {**PLAN, "between": "15 min", "untimed": "50 minutes", "ceremony": "1 h 10"}
    for sent in (
        {**plan, "breaks": "Lunch 45 minutes after 2\nTea 10 min après 4"},
        {"do": "add", "name": "Photo", "starts": "8:45", "length": "5 minutes"},
        {"do": "shift", "slot": "0", "minutes": "10 minutes", "reason": "late"},
    ):
        answer = client.post(f"/director/{CUP}/day", data=sent, headers=director)
        assert 'class="complaint" role="alert"><' in answer.text
    parts = {slot.name: (slot.ends_ms - slot.starts_ms) // 60_000 for slot in timetable(context)}
    assert (parts["Lunch"], parts["Tea"], parts["Photo"], parts["Round 1"]) == (45, 10, 5, 50)


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"do": "dance"},
        {"do": "lay-out"},
        {**PLAN, "begins": "half past nine"},
        {**PLAN, "begins": "25:00"},
        {**PLAN, "between": "-5"},
        {**PLAN, "breaks": "Lunch"},
        {**PLAN, "breaks": "Lunch 45 after 99"},
        {"do": "shift", "slot": "0", "minutes": "0", "reason": "why"},
        {"do": "shift", "slot": "99", "by": "5", "reason": "why"},
        {"do": "shift", "slot": "1", "by": "5", "reason": " "},
        {"do": "shift", "slot": "1", "minutes": "-500", "reason": "why"},
        {"do": "add", "name": " ", "starts": "9:00", "length": "5"},
        {"do": "add", "name": "Tea", "starts": "9:00", "length": "-5"},
        {"do": "drop", "slot": "-1"},
    ],
)
def test_nonsense_is_refused_with_a_sentence_and_nothing_is_written(
    client: Client, context: Context, director: dict[str, str], form: dict[str, str]
) -> None:
    client.post(f"/director/{CUP}/day", data=PLAN, headers=director)
    before = snapshot_of(context, CUP).version
    answer = client.post(f"/director/{CUP}/day", data=form, headers=director)
    assert 400 <= answer.status_code < 500
    assert re.search(r'class="complaint" role="alert">[^<]+<', answer.text)
    assert snapshot_of(context, CUP).version == before


def test_a_scorekeeper_looks_and_does_not_move(client: Client, context: Context) -> None:
    keeper = bearer(join(context, Grant(Role.SCOREKEEPER, CUP), name="Kit")[0])
    shown = client.get(f"/director/{CUP}/day", headers=keeper)
    assert shown.status_code == 200
    assert '<form method="post" class="sheet"' not in shown.text
    assert client.post(f"/director/{CUP}/day", data=PLAN, headers=keeper).status_code == 403
