"""The live feed as server-sent events: what happened, in order, exactly once, from wherever one left off."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Annotated, Any, Final

import msgspec
from litestar import Router, get
from litestar.di import NamedDependency
from litestar.params import HeaderParameter, QueryParameter
from litestar.response import Stream

from wordwaiter.service.access import Caller
from wordwaiter.service.feed import FeedEvent, Topics
from wordwaiter.service.house import House
from wordwaiter.web.who import anybody

HEARTBEAT_SECONDS: Final = 15.0
"""Between signs of life: proxies and phones give up a connection on which nothing comes."""

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


class FeedTold(msgspec.Struct):
    """A fact as the subscriber may see it."""

    position: int
    stream: str
    version: int
    kind: str
    data: dict[str, Any]


@get(
    "/feed",
    sync_to_thread=False,
    opt={"media_type": "text/event-stream"},
    who=anybody,
)
def follow(
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
        QueryParameter(ge=0, description="The position to go on after; without it, from now on."),
    ] = None,
    last_event_id: Annotated[str | None, HeaderParameter(name="Last-Event-ID")] = None,
) -> Stream:
    """What happens, as it happens: server-sent events, each with its position in the journal as its id.

    The first event is called `ready` and tells the position from which it goes on. All others have a fact as
    data: position, stream, version, kind, and of its content what the caller may see. A browser that was away
    sends the id of the last event that it got, and misses nothing.
    """
    topics = Topics(frozenset(stream or ()), frozenset(family or ()))
    if last_event_id is not None and last_event_id.isascii() and last_event_id.isdigit():
        after = int(last_event_id[:18])
    begin = house.feed.position if after is None else min(after, house.feed.position)
    return Stream(
        _written(house, caller, topics, begin, closing),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


async def _written(
    house: House, caller: Caller, topics: Topics, begin: int, closing: Closing
) -> AsyncIterator[bytes]:
    yield f'retry: {_RETRY_MS}\nid: {begin}\nevent: ready\ndata: {{"position":{begin}}}\n\n'.encode()
    batches = house.feed.batches(caller, topics, begin)
    closed = asyncio.ensure_future(closing.wait())
    coming: asyncio.Future[tuple[FeedEvent, ...]] | None = None
    try:
        while not closed.done():
            coming = coming or asyncio.ensure_future(anext(batches))
            either: set[asyncio.Future[Any]] = {coming, closed}
            await asyncio.wait(either, timeout=HEARTBEAT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
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
        await batches.aclose()  # type: ignore[attr-defined]


def _event(event: FeedEvent) -> bytes:
    told = FeedTold(event.position, event.stream, event.version, event.kind, dict(event.data))
    return b"id: %d\ndata: %s\n\n" % (event.position, msgspec.json.encode(told))


feed_routes = Router("/", route_handlers=[follow], tags=["feed"])
