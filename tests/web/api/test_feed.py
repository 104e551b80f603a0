"""The live feed: in order, exactly once, from any position, for those who may see it."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

import patiently
from aside import aside
from wordwaiter.errors import UnavailableError
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import NOBODY, Caller
from wordwaiter.service.execute import execute
from wordwaiter.service.feed import MOST_TOPICS, Bookmark, Topics
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.money.ledger import Fund, Method
from wordwaiter.web.api import feed
from wordwaiter.web.api.feed import Closing, Follower, _counted, events_for
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.limits import Followers, Limits

from ..conftest import Start
from .person import refused
from .venue import DIRECTOR, Venue

EVERYTHING = Topics()


def take_money(venue: Venue, cents: int, tournament: str = "") -> None:
    command = c.TakeMoney("Dora", Fund.DONATION, cents, Method.CASH)
    execute(venue.context, DIRECTOR, TOURNAMENTS, tournament or venue.turns, command)


def _field(line: str) -> tuple[str, str]:
    name, _, value = line.partition(":")
    return name, value.strip()


class Reader:
    """Reads a stream event by event."""

    def __init__(self, chunks: AsyncIterator[bytes]) -> None:
        self._chunks = chunks
        self._waiting: list[dict[str, str]] = []

    async def next(self) -> dict[str, str]:
        """The next event by its fields; a comment has the field that is empty."""
        while not self._waiting:
            text = (await anext(self._chunks)).decode()
            self._waiting = [
                dict(_field(line) for line in event.split("\n")) for event in text.split("\n\n") if event
            ]
        return self._waiting.pop(0)

    async def fact(self) -> dict[str, Any]:
        """The next fact."""
        event = await self.next()
        told: dict[str, Any] = json.loads(event["data"])
        assert event["id"].partition("-")[0] == str(told["position"])
        return told


def follow(
    venue: Venue,
    test: Callable[[Reader, Closing], Awaitable[None]],
    *,
    caller: Caller = DIRECTOR,
    token: str = "",
    topics: Topics = EVERYTHING,
    after: int | None = None,
) -> None:
    """Run a test on the stream of somebody who follows."""

    async def run() -> None:
        closing = Closing()
        asked = None if after is None else Bookmark(after)
        start = await venue.context.feed.beginning(asked)
        chunks = events_for(venue.context, Follower(caller, token, topics), start, closing)
        try:
            await test(Reader(chunks), closing)
        finally:
            await chunks.aclose()

    aside(run())


@pytest.fixture
def director(venue: Venue) -> tuple[Caller, str]:
    token = venue.token(Role.DIRECTOR)
    return venue.context.devices.caller_of(token), token


@pytest.mark.parametrize(
    "asked",
    [
        [("stream", f"tournament-{number}") for number in range(MOST_TOPICS + 1)],
        [("stream", "x" * 201)],
        [("family", "x" * 201)],
        [("family", "game")] * (MOST_TOPICS + 1),
    ],
)
def test_a_follower_names_at_most_32_topics_of_200_characters(
    venue: Venue, asked: list[tuple[str, str]]
) -> None:
    # Nobody may follow here: whoever gets as far as the feed is refused, and does not wait for news.
    limits = Limits(followers=Followers(0, 0))
    with TestClient(create_app(venue.context, limits=limits)) as client:
        refused(client.get("/api/v1/feed", params=tuple(asked)), 400, "malformed-request")


def test_it_begins_with_the_position_and_goes_on_with_what_happens(
    venue: Venue, director: tuple[Caller, str]
) -> None:
    position = venue.context.feed.position

    async def test(reader: Reader, _: Closing) -> None:
        ready = await reader.next()
        assert ready["event"] == "ready"
        seal = venue.context.journal.seal_at(position)
        assert (ready["id"], ready["retry"]) == (f"{position}-{seal[:12]}", "2000")
        assert json.loads(ready["data"]) == {"position": position, "lost": False}
        await asyncio.to_thread(take_money, venue, 111)
        fact = await reader.fact()
        assert (fact["position"], fact["stream"]) == (position + 1, venue.turns)
        assert fact["kind"] == "tournament.money_taken"
        assert fact["data"]["body"]["payment"]["cents"] == 111

    follow(venue, test, caller=director[0], token=director[1])


def test_from_any_position_on_every_fact_comes_once_and_in_order(
    venue: Venue, director: tuple[Caller, str]
) -> None:
    take_money(venue, 1)
    end = venue.context.journal.position()

    async def test(reader: Reader, _: Closing) -> None:
        await reader.next()
        assert [(await reader.fact())["position"] for _ in range(end)] == list(range(1, end + 1))

    follow(venue, test, caller=director[0], token=director[1], after=0)


def test_it_is_filtered_by_tournament_and_by_family(venue: Venue, director: tuple[Caller, str]) -> None:
    async def test(reader: Reader, _: Closing) -> None:
        await reader.next()
        await asyncio.to_thread(take_money, venue, 1, venue.turns)
        await asyncio.to_thread(take_money, venue, 2, venue.bee)
        fact = await reader.fact()
        assert (fact["stream"], fact["data"]["body"]["payment"]["cents"]) == (venue.bee, 2)

    topics = Topics(frozenset({venue.bee}), frozenset({"tournament"}))
    follow(venue, test, caller=director[0], token=director[1], topics=topics)


def test_the_public_learns_that_something_happened_and_not_who_has_what(venue: Venue) -> None:
    async def test(reader: Reader, _: Closing) -> None:
        await reader.next()
        await asyncio.to_thread(venue.token, Role.EMCEE)  # a code and a device: nobody's business
        await asyncio.to_thread(take_money, venue, 1)
        fact = await reader.fact()
        assert fact["kind"] == "tournament.money_taken"
        assert "Dora" not in json.dumps(fact)

    follow(venue, test, caller=NOBODY)


def test_signs_of_life_come_while_nothing_happens(
    venue: Venue, director: tuple[Caller, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "HEARTBEAT_SECONDS", 0.01)

    async def test(reader: Reader, _: Closing) -> None:
        await reader.next()
        assert [await reader.next() for _ in range(3)] == [{"": "here"}] * 3
        await asyncio.to_thread(take_money, venue, 7)
        while "" in (event := await reader.next()):
            pass
        assert json.loads(event["data"])["data"]["body"]["payment"]["cents"] == 7

    follow(venue, test, caller=director[0], token=director[1])


def test_it_ends_when_the_program_stops(venue: Venue, director: tuple[Caller, str]) -> None:
    async def test(reader: Reader, closing: Closing) -> None:
        await reader.next()
        asyncio.get_running_loop().call_soon(closing.tell)
        assert await reader.next() == {"": "here"}
        with pytest.raises(StopAsyncIteration):
            await reader.next()
        assert venue.context.feed.subscribers == 0

    follow(venue, test, caller=director[0], token=director[1])


def test_a_device_that_is_revoked_is_told_so_at_once_and_hears_nothing_more(venue: Venue) -> None:
    token = venue.token(Role.JUDGE)
    caller = venue.context.devices.caller_of(token)

    async def test(reader: Reader, _: Closing) -> None:
        await reader.next()
        number = int(caller.device.removeprefix("device-"))
        await asyncio.to_thread(venue.context.devices.revoke, DIRECTOR, number, "lost")
        assert (await reader.next())["event"] == "ended"
        await asyncio.to_thread(take_money, venue, 1)
        with pytest.raises(StopAsyncIteration):
            await reader.next()

    follow(venue, test, caller=caller, token=token)


def test_so_many_may_follow_from_one_address_and_so_many_in_all() -> None:
    followers = Followers(most_from_one=2, most=3)

    async def events() -> AsyncGenerator[bytes, None]:
        yield b"one"
        yield b"two"

    async def run() -> None:
        following = [_counted(followers, address, events()) for address in ("a", "a", "b")]
        followers.require_room("a")  # none has begun: one that never does is never counted
        for each in following:
            await anext(each)
        for address in ("a", "b"):
            with pytest.raises(UnavailableError):
                followers.require_room(address)
        await following[0].aclose()
        followers.require_room("a")
        assert [each async for each in following[1]] == [b"two"]
        followers.require_room("a")

    aside(run())


def test_one_too_many_is_told_to_come_again(venue: Venue) -> None:
    limits = Limits(followers=Followers(most_from_one=0, most=10))
    with TestClient(create_app(venue.context, limits=limits)) as client:
        answer = client.get("/api/v1/feed")
    refused(answer, 429, "too-many-followers")
    assert int(answer.headers["retry-after"]) > 0


# ---------------------------------------------------------------- over the network


@pytest.fixture
def lines(start: Start, tmp_path: Path) -> Any:
    """The program, and a way to read the lines of its feed."""
    program = start("--lexicon", "enable", cwd=tmp_path)

    def read(count: int, **headers: str) -> list[str]:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        found: list[str] = []
        with patiently.stream("GET", f"{program.url}/api/v1/feed", headers=named) as response:
            assert response.headers["content-type"].startswith("text/event-stream")
            for line in response.iter_lines():
                found.append(line)
                if len(found) == count:
                    break
        return found

    return program, read


def test_a_browser_goes_on_where_it_was_and_learns_that_the_journal_is_another(lines: Any) -> None:
    _, read = lines
    first = read(4)
    assert first[:1] + first[2:3] == ["retry: 2000", "event: ready"]
    now = first[1].removeprefix("id: ")
    position, _, seal = now.partition("-")
    assert int(position) > 0
    goes_on = read(4, Last_Event_ID="1")
    assert goes_on[1].startswith("id: 1-")
    assert read(4, Last_Event_ID=goes_on[1].removeprefix("id: ")) == goes_on
    of_none = f"{position}-{seal[::-1]}"
    for other in ("999999", of_none, f"1-{seal}", "0-" + seal, "not of ours", "9" * 30):
        lost = read(4, Last_Event_ID=other)
        assert lost[1] == f"id: {now}"
        assert json.loads(lost[3].removeprefix("data: ")) == {"position": int(position), "lost": True}


def test_ctrl_c_ends_it_while_somebody_follows(lines: Any) -> None:
    program, _ = lines
    with patiently.stream("GET", f"{program.url}/api/v1/feed") as response:
        following = response.iter_lines()
        assert next(following) == "retry: 2000"
        assert program.stop() == 0
        assert not any(line.startswith('data: {"position"') and "kind" in line for line in following)
    assert program.errors() == ""
