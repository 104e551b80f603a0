"""While an entry waits for the disk, others of the same address are answered, no more at once than before."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import pytest

from aside import aside
from wordwaiter.errors import ConflictError
from wordwaiter.service.steps import Steps, run_async
from wordwaiter.store.facts import Entry, NewFact
from wordwaiter.store.journal import Journal
from wordwaiter.web.http.limits import Turns, hold_turn

ROUTER = "10.0.0.1"
FACT = NewFact("game.paused", {})


class Room:
    """Requests of one address, of which one at a time is answered, and a disk that has yet to write them."""

    def __init__(self) -> None:
        self.sent = Turns(at_once=1)
        self.handed_in: list[Any] = []
        writer = SimpleNamespace(hand_in=lambda _entry, waiting: self.handed_in.append(waiting))
        self._journal = cast(Journal, SimpleNamespace(writer=writer))

    async def answer(self) -> object:
        """Answers a request that writes an entry."""
        turn = await self.sent.one_for(ROUTER)
        hold_turn(turn)
        try:
            return await run_async(self._journal, self._steps())
        finally:
            turn.end()

    def _steps(self) -> Steps[object]:
        written: object = yield Entry("table-1", (FACT,), datetime(2026, 11, 19, tzinfo=UTC))
        return written


async def _let_others_run() -> None:
    for _ in range(200):
        await asyncio.sleep(0)


def test_the_next_request_is_answered_while_an_entry_waits_for_the_disk() -> None:
    room = Room()

    async def visit() -> None:
        answers = [asyncio.create_task(room.answer()) for _ in range(3)]
        await _let_others_run()
        assert len(room.handed_in) == 3, "all three are written together"
        for waiting in room.handed_in:
            waiting.set_result(())
        assert await asyncio.gather(*answers) == [()] * 3
        (await room.sent.one_for(ROUTER)).end()

    aside(visit())


@pytest.mark.parametrize(
    "come",
    [
        lambda waiting: waiting.set_result(()),
        lambda waiting: waiting.set_exception(ConflictError("stale-version", "somebody was faster")),
    ],
)
def test_what_was_written_is_answered_when_it_is_its_turn_again(come: Callable[[Any], None]) -> None:
    room = Room()

    async def visit() -> None:
        answer = asyncio.create_task(room.answer())
        await _let_others_run()
        asked = asyncio.create_task(room.sent.one_for(ROUTER))
        await _let_others_run()
        assert asked.done(), "the turn was lent"
        other = asked.result()
        come(room.handed_in[0])
        await _let_others_run()
        assert not answer.done(), "another one is being answered"
        other.end()
        await asyncio.wait((answer,))
        (await room.sent.one_for(ROUTER)).end()

    aside(visit())


def test_whoever_goes_away_while_it_is_written_takes_no_turn_from_others() -> None:
    room = Room()

    async def visit() -> None:
        gone, stays = (asyncio.create_task(room.answer()) for _ in range(2))
        await _let_others_run()
        assert len(room.handed_in) == 2
        gone.cancel()
        await asyncio.wait((gone,))
        first = await room.sent.one_for(ROUTER)
        second = asyncio.create_task(room.sent.one_for(ROUTER))
        await _let_others_run()
        assert not second.done(), "there is one turn, as before"
        first.end()
        (await second).end()
        room.handed_in[1].set_result(())
        assert await stays == ()

    aside(visit())
