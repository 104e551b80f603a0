"""An event loop, in which all who are connected take turns, never waits for a disk or a database."""

import threading
from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager, suppress
from typing import Any

import pytest
import sqlalchemy as sa

from aside import aside
from crash.games import OPENING
from service.houses import DORA, club_day, entered, round_begun
from wordwaiter.errors import WordwaiterError
from wordwaiter.game import commands as g
from wordwaiter.game.hare import commands as h
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute, execute_async
from wordwaiter.service.stream_kind import CommandMeta
from wordwaiter.service.tables.kind import BOARDS, TABLES
from wordwaiter.service.tables.opening import open_free_table
from wordwaiter.service.tournaments import tournaments
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.store.journal import JournalReader
from wordwaiter.store.tail import FOLLOWING
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile

Reading = Callable[[JournalReader], AbstractContextManager[sa.Connection]]


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


def test_a_move_at_a_table_in_memory_reads_nothing(context: Context, readers: list[int]) -> None:
    stream = open_free_table(context, DORA, "club", OPENING).stream
    readers.clear()
    loop_that_ran(execute_async(context, DORA, TABLES, stream, g.DrawFirst(0, "A"), CommandMeta(key="k")))
    assert readers == []


@pytest.mark.parametrize(
    ("command", "meta"),
    [
        (g.DrawFirst(0, "A"), CommandMeta()),
        (g.Pass(0), CommandMeta(key="refused")),
        (g.DrawFirst(0, "A"), CommandMeta(seen=0)),
    ],
    ids=["not in memory", "refused", "stale"],
)
def test_what_must_be_read_for_a_command_is_read_elsewhere(
    context: Context, readers: list[int], command: g.Command, meta: CommandMeta
) -> None:
    tournament = club_day(context)
    round_begun(context, tournament)
    stream = f"{tournament}/1/1/1.1"
    for each in (stream, tournament):
        context.states.let_go(each)
    readers.clear()
    loop = loop_that_ran(execute_async(context, DORA, TABLES, stream, command, meta))
    assert readers
    assert loop not in readers


def test_the_same_for_a_board_that_a_team_builds(context: Context, readers: list[int]) -> None:
    tournament = entered(context, "Bee", "bee-hare", Profile("Jays", members=("Ann", "Bob", "Cy", "Di")))
    tournaments.publish_next_round(context, DORA, tournament, tournaments.RoundRequest("Open", "Dora"))
    execute(
        context,
        DORA,
        TOURNAMENTS,
        tournament,
        c.AnnounceWords("", "Open", 1, "LITERACY", without=tuple(AnnouncedKind)),
    )
    execute(context, DORA, TOURNAMENTS, tournament, c.StartRound("", "Open"))
    stream = f"{tournament}/1/1/1.1"
    for each in (stream, tournament):
        context.states.let_go(each)
    readers.clear()
    early = h.SubmitBoard("Dora", "Ann")
    loop = loop_that_ran(execute_async(context, DORA, BOARDS, stream, early, CommandMeta(key="early")))
    assert readers
    assert loop not in readers


@pytest.mark.parametrize(
    ("command", "meta"),
    [
        (c.CancelCheckIn("", (1,)), CommandMeta()),
        (c.StartRound("", "Open"), CommandMeta(key="refused")),
        (c.CancelCheckIn("", (1,)), CommandMeta(seen=1)),
    ],
    ids=["decided", "refused", "stale"],
)
def test_the_same_for_a_command_to_a_tournament(
    context: Context, readers: list[int], command: c.Command, meta: CommandMeta
) -> None:
    tournament = club_day(context)
    readers.clear()
    loop = loop_that_ran(execute_async(context, DORA, TOURNAMENTS, tournament, command, meta))
    assert readers
    assert loop not in readers
