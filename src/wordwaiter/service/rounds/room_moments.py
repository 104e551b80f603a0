"""The room at one moment, equal for all who look: what pages make of it is made once."""

import asyncio
from collections.abc import Awaitable
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from wordwaiter.service.bee.best_boards import builds
from wordwaiter.service.rounds.public_view import (
    PublicRoom,
    best_in,
    room_at,
    room_at_hand,
    standing_room,
)

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

MOMENT_MS: Final = 250
"""How long it is the same moment while nothing happens; clocks are told with when they were read."""

_Asked = tuple[str, tuple[int, ...]]

_COMING: Final[WeakKeyDictionary["Context", dict[_Asked, asyncio.Future[PublicRoom]]]] = WeakKeyDictionary()
"""Rooms that are being made now, for all who wait for them."""


def room_of_the_moment(context: "Context", stream: str) -> PublicRoom:
    """Returns the public view of a tournament now, with all that has happened in it."""
    return _at_this_moment(context, standing_room(context, stream))


def load_room(context: "Context", stream: str) -> Awaitable[PublicRoom]:
    """Returns the room of the moment to be awaited: at once, or made in a thread for all who wait for it."""
    standing = room_at_hand(context, stream)
    # Best boards may lie in the journal, for which an event loop must not wait.
    if standing is not None and not any(builds(context, each.division) for each in standing.divisions):
        return _is_there(_at_this_moment(context, standing))
    # Who asks after more has happened must not get what was begun before.
    asked = (stream, tuple(end.version for end in context.states.ends_of(stream)))
    in_work = _COMING.setdefault(context, {})
    coming = in_work.get(asked)
    if coming is None:
        coming = asyncio.ensure_future(asyncio.to_thread(room_of_the_moment, context, stream))
        in_work[asked] = coming
        coming.add_done_callback(lambda _: in_work.pop(asked, None))
    return asyncio.shield(coming)


async def _is_there(room: PublicRoom) -> PublicRoom:
    return room


def _at_this_moment(context: "Context", standing: PublicRoom) -> PublicRoom:
    """Returns the room with its clocks; equal for all who ask within a moment, so that pages are kept."""
    now_ms = context.watch()
    return room_at(standing, now_ms - now_ms % MOMENT_MS, best_in(context, standing))
