"""The end of a journal as it grows: nobody who waits is forgotten, whatever goes wrong for another."""

import asyncio
from collections.abc import Sequence

import psycopg
import pytest

from aside import aside
from wordwaiter.store.facts import Fact
from wordwaiter.store.journal import Journal
from wordwaiter.store.listening import CHANNEL, Listening
from wordwaiter.store.tail import Tail

from .entries import said
from .postgresql import Server


def test_a_listener_that_fails_keeps_nothing_from_the_others_and_those_who_wait(
    journal: Journal, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[int] = []

    def fail(_: Sequence[Fact]) -> None:
        raise OSError("no such luck")

    tail = Tail(journal)
    tail.tell(fail)
    tail.tell(lambda facts: heard.extend(fact.position for fact in facts))
    tail.start()

    async def wait() -> None:
        waiting = asyncio.create_task(tail.more_than(0))
        await asyncio.sleep(0)
        await asyncio.to_thread(journal.append, said("A", "B"))
        await waiting

    try:
        aside(wait())
        assert heard == [1, 2]
        assert [fact.position for fact in tail.since(0, 10)] == [1, 2]
    finally:
        tail.close()
    assert "not taken in" in caplog.text


def test_those_who_leave_before_there_is_a_fact_leave_nothing_behind(journal: Journal) -> None:
    tail = Tail(journal)
    tail.start()

    async def come_and_go() -> None:
        staying = asyncio.create_task(tail.more_than(0))
        leaving = [asyncio.create_task(tail.more_than(0)) for _ in range(10)]
        await asyncio.sleep(0)
        for each in leaving:
            each.cancel()
        await asyncio.gather(*leaving, return_exceptions=True)
        assert [len(bells) for bells in tail._waiting.values()] == [1]
        await asyncio.to_thread(journal.append, said("A"))
        await staying

    try:
        aside(come_and_go())
    finally:
        tail.close()


def test_of_what_is_told_together_the_latest_counts_and_nonsense_means_to_look(postgresql: Server) -> None:
    address = postgresql.new_database()
    listening = Listening(address)
    try:
        assert listening.wait() is None  # it listens from now on
        with psycopg.connect(address) as writer:
            for position in (5, 7, 6):
                writer.execute("SELECT pg_notify(%s, %s)", (CHANNEL, str(position)))
        assert _heard(listening) == 7
        with psycopg.connect(address) as writer:
            writer.execute("SELECT pg_notify(%s, 'good morning')", (CHANNEL,))
        assert _heard(listening) is None
    finally:
        listening.close()


def _heard(listening: Listening) -> int | None:
    """What is told next; 0 is that nothing was."""
    while (told := listening.wait()) == 0:
        continue
    return told
