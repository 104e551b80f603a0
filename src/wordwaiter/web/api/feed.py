"""The live feed as server-sent events: what happened, in order, exactly once, from wherever one left off."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Annotated, Any, Final

import msgspec
from litestar import Router, get
from litestar.di import NamedDependency
from litestar.params import HeaderParameter, QueryParameter
from litestar.response import Stream

from wordwaiter.service.access import Caller
from wordwaiter.service.feed import FeedEvent, Topics
from wordwaiter.service.house import House
from wordwaiter.web.api.sent import AnyRequest
from wordwaiter.web.entry import token_of
from wordwaiter.web.who import anybody

HEARTBEAT_SECONDS: Final = 15.0
"""Between signs of life: proxies and phones give up a connection on which nothing comes."""

LOOK_SECONDS: Final = 5.0
"""How long a device may go on that another process has revoked."""

MOST: Final = 2**53
"""Positions beyond it are none."""

_RETRY_MS: Final = 2_000
"""How long a browser waits before it connects again."""


class Closing:
    """Told once, when the program stops: all streams end then."""

    def __init__(self) -> None:
        self._told = asyncio.Event()

    def tell(self) -> None:
        self._told.set()

    async def wait(self) -> None:
        await self._told.wait()


@get(
    "/feed",
    opt={"media_type": "text/event-stream"},
    who=anybody,
)
async def follow(
    request: AnyRequest,
    house: NamedDependency[House],
    caller: NamedDependency[Caller],
    closing: NamedDependency[Closing],
    stream: Annotated[
        list[str] | None,
        QueryParameter(description="A tournament with all its tables, or a table; may be repeated."),
    ] = None,
    family: Annotated[
        list[str] | None,
        QueryParameter(description="Only facts of that family: game, hare, tournament, judge."),
    ] = None,
    after: Annotated[
        int | None,
        QueryParameter(ge=0, le=MOST, description="The position to go on after; without it, from now on."),
    ] = None,
    last_event_id: Annotated[str | None, HeaderParameter(name="Last-Event-ID")] = None,
) -> Stream:
    """What happens, as it happens: server-sent events, each with its position in the journal as its id.

    The first event is called `ready` and tells the position after which it goes on, and whether that is
    another one than was asked for (`lost`): the server runs on an older copy of the journal, so look again at
    everything. All others have a fact as data: position, stream, version, kind, and of its content what you
    may see. A browser that was away sends the id of the last event that it got, and misses nothing.
    """
    topics = Topics(frozenset(stream or ()), frozenset(family or ()))
    if last_event_id is not None and last_event_id.isascii() and last_event_id.isdigit():
        after = min(int(last_event_id[:18]), MOST)
    beginning = await _beginning(house, after)
    follower = Follower(caller, token_of(request)[0], topics)
    return Stream(
        events_for(house, follower, beginning, closing),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


@dataclass(slots=True)
class Follower:
    """Who follows what, by which token."""

    caller: Caller
    token: str
    topics: Topics
    looked: float = field(default_factory=time.monotonic)

    async def may_go_on(self, house: House) -> bool:
        """Whether the token stands for the same roles as in the beginning; with others, one begins anew."""
        if not self.caller.grants:
            return True
        known = house.devices.caller_at_hand(self.token)
        if known is None:
            if time.monotonic() - self.looked < LOOK_SECONDS:
                return True
            known = await asyncio.to_thread(house.devices.caller_of, self.token)
        self.looked = time.monotonic()
        return known == self.caller


@dataclass(frozen=True, slots=True)
class Beginning:
    """The position after which somebody follows."""

    position: int
    lost: bool = False
    """It is not the one that was asked for, which is not in this journal."""


async def _beginning(house: House, after: int | None) -> Beginning:
    if after is None:
        return Beginning(house.feed.position)
    # Another worker may have told of facts that this one has yet to hear of. But beyond the end of the
    # journal there is nothing: it was restored from a copy that is older than what this phone has seen.
    if after > house.feed.position and after > (end := await asyncio.to_thread(house.journal.position)):
        return Beginning(end, lost=True)
    return Beginning(after)


async def events_for(
    house: House, follower: Follower, beginning: Beginning, closing: Closing
) -> AsyncIterator[bytes]:
    """The stream of somebody, until they leave, lose their roles, or the program stops."""
    begun = msgspec.json.encode({"position": beginning.position, "lost": beginning.lost})
    yield b"retry: %d\nid: %d\nevent: ready\ndata: %s\n\n" % (_RETRY_MS, beginning.position, begun)
    batches = house.feed.batches(follower.caller, follower.topics, beginning.position)
    closed = asyncio.ensure_future(closing.wait())
    coming: asyncio.Future[tuple[FeedEvent, ...]] | None = None
    try:
        while not closed.done():
            coming = coming or asyncio.ensure_future(anext(batches))
            either: set[asyncio.Future[Any]] = {coming, closed}
            await asyncio.wait(either, timeout=HEARTBEAT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            if not await follower.may_go_on(house):
                return
            if not coming.done():
                yield b": here\n\n"
                continue
            try:
                events = coming.result()
            except StopAsyncIteration:
                return
            coming = None
            yield b"".join(map(_event, events))
    finally:
        for waiting in (coming, closed):
            if waiting is not None and not waiting.done():
                waiting.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await waiting
        await batches.aclose()


def _event(event: FeedEvent) -> bytes:
    return b"id: %d\ndata: %s\n\n" % (event.position, event.json)


feed_routes = Router("/", route_handlers=[follow], tags=["feed"])
