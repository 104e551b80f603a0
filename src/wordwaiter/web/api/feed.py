"""The live feed as server-sent events: what happened, in order, exactly once, from wherever one left off."""

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from typing import Annotated, Any, Final

import msgspec
from litestar import get
from litestar.di import NamedDependency
from litestar.params import HeaderParameter, QueryParameter
from litestar.response import Stream

from wordwaiter.service.access.callers import Caller
from wordwaiter.service.context import Context
from wordwaiter.service.feed import LONGEST_TOPIC, MOST_TOPICS, Beginning, FeedEvent, Topics, read_bookmark
from wordwaiter.web.api.sent import AnyRequest
from wordwaiter.web.http.authentication import token_of
from wordwaiter.web.http.client_device import asker_of
from wordwaiter.web.http.guards import anybody
from wordwaiter.web.http.limits import Followers
from wordwaiter.web.http.routes import Routes

HEARTBEAT_SECONDS: Final = 15.0
"""Between signs of life: proxies and phones give up a connection on which nothing comes."""

LOOK_SECONDS: Final = 5.0
"""How long a device may go on that another process has revoked."""

_AFTER: Final = r"^[0-9]{1,16}(-[0-9a-f]{12})?$"
"""The pattern of an id; the seal in it may be left out."""

Topic = Annotated[str, msgspec.Meta(max_length=LONGEST_TOPIC)]

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
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    closing: NamedDependency[Closing],
    stream: Annotated[
        list[Topic] | None,
        QueryParameter(
            max_items=MOST_TOPICS,
            description="A tournament with all its tables, or a table; with `#` and a kind, only facts of "
            "that kind, and with `@` and a number after it only those about that table; may be repeated.",
        ),
    ] = None,
    family: Annotated[
        list[Topic] | None,
        QueryParameter(
            max_items=MOST_TOPICS, description="Only facts of that family: game, hare, tournament, judge."
        ),
    ] = None,
    after: Annotated[
        str | None,
        QueryParameter(
            pattern=_AFTER,
            description="The id of an event to go on after, or a position; without it, from now on.",
        ),
    ] = None,
    last_event_id: Annotated[str | None, HeaderParameter(name="Last-Event-ID")] = None,
) -> Stream:
    """Streams facts as they happen: server-sent events, each with its place in the journal as its id.

    The first event is called `ready` and tells the position after which it goes on, and whether that is
    another one than was asked for (`lost`): the server runs on a copy of the journal that does not have what
    you have seen, so look again at everything. All others have a fact as data: position, stream, version,
    kind, and of its content what you may see. Where the device was signed out, or has other roles now, the
    last event is called `ended`. A browser that was away sends the id of the last event that it
    got, and misses nothing.
    """
    followers: Followers = request.app.state.limits.followers
    address = asker_of(request)
    followers.require_room(address)
    topics = Topics(frozenset(stream or ()), frozenset(family or ()))
    seen = last_event_id or after
    beginning = await context.feed.beginning(None if seen is None else read_bookmark(seen))
    follower = Follower(caller, token_of(request)[0], topics, address)
    return Stream(
        _counted(followers, address, events_for(context, follower, beginning, closing)),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


async def _counted(
    followers: Followers, address: str, events: AsyncGenerator[bytes, None]
) -> AsyncGenerator[bytes, None]:
    """The events, counted from the first on: a stream that is never begun would never be ended, either."""
    with followers.one_from(address):
        async with contextlib.aclosing(events):
            async for each in events:
                yield each


@dataclass(slots=True)
class Follower:
    """Who follows what, by which token."""

    caller: Caller
    token: str
    topics: Topics
    address: str = ""
    """The network address, or the network, from which they follow."""
    looked: float = field(default_factory=time.monotonic)

    async def may_go_on(self, context: Context) -> bool:
        """Checks if the token stands for the same roles as in the beginning; with others, one begins anew."""
        if not self.caller.grants:
            return True
        known = context.devices.caller_at_hand(self.token)
        if known is None:
            if time.monotonic() - self.looked < LOOK_SECONDS:
                return True
            known = await asyncio.to_thread(context.devices.caller_of, self.token)
        self.looked = time.monotonic()
        return known == self.caller


async def events_for(
    context: Context, follower: Follower, beginning: Beginning, closing: Closing
) -> AsyncGenerator[bytes, None]:
    """The stream of somebody, until they leave, lose their roles, or the program stops."""
    mark = beginning.bookmark
    begun = msgspec.json.encode({"position": mark.position, "lost": beginning.lost})
    yield b"retry: %d\nid: %s\nevent: ready\ndata: %s\n\n" % (_RETRY_MS, str(mark).encode(), begun)
    batches = context.feed.batches(follower.caller, follower.topics, mark.position, follower.address)
    closed = asyncio.ensure_future(closing.wait())
    coming: asyncio.Future[tuple[FeedEvent, ...]] | None = None
    try:
        while not closed.done():
            coming = coming or asyncio.ensure_future(anext(batches))
            either: set[asyncio.Future[Any]] = {coming, closed}
            await asyncio.wait(either, timeout=HEARTBEAT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            if not await follower.may_go_on(context):
                yield b"event: ended\ndata: {}\n\n"
                return
            if not coming.done():
                yield b": here\n\n"
                continue
            try:
                events = coming.result()
            except StopAsyncIteration:
                return
            coming = None
            if events:
                yield b"".join(map(_event, events))
    finally:
        for waiting in (coming, closed):
            if waiting is not None and not waiting.done():
                waiting.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await waiting
        await batches.aclose()


def _event(event: FeedEvent) -> bytes:
    return b"id: %s\ndata: %s\n\n" % (event.id, event.json)


feed_routes = Routes("/", route_handlers=[follow], tags=["feed"])
