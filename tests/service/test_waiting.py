"""An event loop, in which all who are connected take turns, never waits for a disk or a database."""

import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from aside import aside
from crash.games import OPENING
from wordwaiter.errors import WordwaiterError
from wordwaiter.game import commands as g
from wordwaiter.game.hare import commands as h
from wordwaiter.service.context import House
from wordwaiter.service.steps import Sending
from wordwaiter.service.tables import tables
from wordwaiter.service.tournaments import tournaments
from wordwaiter.store.journal import JournalReader
from wordwaiter.store.tail import FOLLOWING
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile

from .houses import DORA, Computer, club_day, entered, round_begun, serving

Reading = Callable[[JournalReader], AbstractContextManager[sa.Connection]]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with serving(tmp_path / "wordwaiter.db", Computer()) as house:
        yield house


@pytest.fixture
def readers(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The threads that read the journal, from now on.

    One that looks a few times a second whether another program has written is none of a command's.
    """
    found: list[int] = []
    reading: Reading = JournalReader._reading

    def noted(journal: JournalReader) -> AbstractContextManager[sa.Connection]:
        if threading.current_thread().name != FOLLOWING:
            found.append(threading.get_ident())
        return reading(journal)

    monkeypatch.setattr(JournalReader, "_reading", noted)
    return found


def loop_that_ran(work: Coroutine[Any, Any, object]) -> int:
    """The thread of an event loop in which that was done, or refused."""

    async def run() -> int:
        with suppress(WordwaiterError):
            await work
        return threading.get_ident()

    return aside(run())


def test_a_move_at_a_table_in_memory_reads_nothing(house: House, readers: list[int]) -> None:
    stream = tables.open_free_table(house, DORA, "club", OPENING).stream
    readers.clear()
    loop_that_ran(tables.give_soon(house, DORA, stream, g.DrawFirst(0, "A"), Sending(key="k")))
    assert readers == []


@pytest.mark.parametrize(
    ("command", "sending"),
    [
        (g.DrawFirst(0, "A"), Sending()),
        (g.Pass(0), Sending(key="refused")),
        (g.DrawFirst(0, "A"), Sending(seen=0)),
    ],
    ids=["not in memory", "refused", "stale"],
)
def test_what_must_be_read_for_a_command_is_read_elsewhere(
    house: House, readers: list[int], command: g.Command, sending: Sending
) -> None:
    tournament = club_day(house)
    round_begun(house, tournament)
    stream = f"{tournament}/1/1/1.1"
    for each in (stream, tournament):
        house.states.let_go(each)
    readers.clear()
    loop = loop_that_ran(tables.give_soon(house, DORA, stream, command, sending))
    assert readers
    assert loop not in readers


def test_the_same_for_a_board_that_a_team_builds(house: House, readers: list[int]) -> None:
    tournament = entered(house, "Bee", "bee-hare", Profile("Jays", members=("Ann", "Bob", "Cy", "Di")))
    tournaments.publish_next_round(house, DORA, tournament, tournaments.RoundWish("Open", "Dora"))
    tournaments.give(house, DORA, tournament, c.AnnounceWords("", "Open", 1, "LITERACY"))
    tournaments.give(house, DORA, tournament, c.StartRound("", "Open"))
    stream = f"{tournament}/1/1/1.1"
    for each in (stream, tournament):
        house.states.let_go(each)
    readers.clear()
    early = h.SubmitBoard("Dora", "Ann")
    loop = loop_that_ran(tables.give_hare_soon(house, DORA, stream, early, Sending(key="early")))
    assert readers
    assert loop not in readers


@pytest.mark.parametrize(
    ("command", "sending"),
    [
        (c.CancelCheckIn("", (1,)), Sending()),
        (c.StartRound("", "Open"), Sending(key="refused")),
        (c.CancelCheckIn("", (1,)), Sending(seen=1)),
    ],
    ids=["decided", "refused", "stale"],
)
def test_the_same_for_a_command_to_a_tournament(
    house: House, readers: list[int], command: c.Command, sending: Sending
) -> None:
    tournament = club_day(house)
    readers.clear()
    loop = loop_that_ran(tournaments.give_soon(house, DORA, tournament, command, sending))
    assert readers
    assert loop not in readers
