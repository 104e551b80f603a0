"""Reading on from far behind: in turns by asker, each of which rests after its step."""

import asyncio
from collections import Counter
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from aside import aside
from crash.games import OPENING
from wordwaiter.game import commands as g
from wordwaiter.service import feed
from wordwaiter.service.access.callers import NOBODY
from wordwaiter.service.catching_up import REST, CatchingUp
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.feed import EVERYTHING
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tables.opening import open_free_table

from .houses import DORA


def test_one_asker_takes_one_step_at_a_time_and_another_beside_it() -> None:
    places, at_once, most = CatchingUp(), Counter[str](), Counter[str]()

    async def read_on(asker: str) -> None:
        async with places.step(asker):
            at_once[asker] += 1
            at_once["all"] += 1
            most[asker] = max(most[asker], at_once[asker])
            most["all"] = max(most["all"], at_once["all"])
            for _ in range(5):
                await asyncio.sleep(0)
            at_once[asker] -= 1
            at_once["all"] -= 1

    async def case() -> None:
        await asyncio.gather(*(read_on(asker) for asker in ("hall", "hall", "hall", "home", "home")))

    aside(case())
    assert most == {"hall": 1, "home": 1, "all": 2}


def test_an_asker_rests_longer_than_its_step_took_and_longer_beside_others() -> None:
    now, rests = [0.0], list[float]()

    async def sleep(seconds: float) -> None:
        rests.append(seconds)

    async def case() -> None:
        places = CatchingUp(lambda: now[0], sleep)
        async with places.step("hall"):
            now[0] += 2
        async with places.step("hall"), places.step("home"):
            now[0] += 1

    aside(case())
    assert rests == [2 * REST, 1 * REST * 2, 1 * REST]


def test_whoever_is_far_behind_reads_on_in_steps_and_whoever_follows_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[str]()
    steps = CatchingUp.step
    monkeypatch.setattr(feed, "FEW", 3)
    monkeypatch.setattr(feed, "MOST_AT_ONCE", 3)

    def step(places: CatchingUp, asker: str) -> AbstractAsyncContextManager[None]:
        asked.append(asker)
        return steps(places, asker)

    monkeypatch.setattr(CatchingUp, "step", step)
    with Context.open(str(tmp_path / "j.db")) as context:
        stream = open_free_table(context, DORA, "club", OPENING).stream
        for seat, tile in enumerate("AB"):
            execute(context, DORA, TABLES, stream, g.DrawFirst(seat, tile))
        for _ in range(3):
            seat = context.states.of(stream).state.position.to_move
            execute(context, DORA, TABLES, stream, g.Pass(seat))
        last = context.feed.position
        assert last > 6

        async def read(after: int) -> int:
            count = after
            batches = context.feed.batches(NOBODY, EVERYTHING, after, "hall")
            while count < last:
                count = max(event.position for event in await anext(batches))
            await batches.aclose()
            return count

        assert aside(read(last - 3)) == last
        assert asked == []
        assert aside(read(0)) == last
        assert len(asked) >= 2
        assert set(asked) == {"hall"}
