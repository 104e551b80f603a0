"""The room at one moment, the same for all who look: what pages make of it is made once."""

import asyncio
from collections.abc import Awaitable
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from wordwaiter.service.bee.best_boards import builds
from wordwaiter.service.memo import Memo
from wordwaiter.service.rounds.public_view import (
    MOST_ROOMS,
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


class _Moments:
    """The rooms of a house at their latest moments, and those that are being made."""

    def __init__(self) -> None:
        self.kept = Memo[PublicRoom](MOST_ROOMS)
        self.coming: dict[tuple[str, tuple[int, ...]], asyncio.Future[PublicRoom]] = {}


_MOMENTS: Final[WeakKeyDictionary["Context", _Moments]] = WeakKeyDictionary()


def room_of_the_moment(context: "Context", stream: str) -> PublicRoom:
    """What everybody may see of a tournament now, with all that has happened in it."""
    return _at_this_moment(context, standing_room(context, stream))


def load_room(context: "Context", stream: str) -> Awaitable[PublicRoom]:
    """The same to be awaited: at once if it is at hand, or made in a thread, once for all who wait for it."""
    moments = _MOMENTS.setdefault(context, _Moments())
    standing = room_at_hand(context, stream)
    # Best boards may lie in the journal, for which an event loop must not wait.
    if standing is not None and not any(builds(context, each.division) for each in standing.divisions):
        return _is_there(_at_this_moment(context, standing))
    # Who asks after more has happened must not get what was begun before.
    asked = (stream, tuple(end.version for end in context.states.ends_of(stream)))
    coming = moments.coming.get(asked)
    if coming is None:
        coming = asyncio.ensure_future(asyncio.to_thread(room_of_the_moment, context, stream))
        moments.coming[asked] = coming
        coming.add_done_callback(lambda _: moments.coming.pop(asked, None))
    return asyncio.shield(coming)


async def _is_there(room: PublicRoom) -> PublicRoom:
    return room


def _at_this_moment(context: "Context", standing: PublicRoom) -> PublicRoom:
    now_ms, best = context.watch(), best_in(context, standing)
    made_of = (standing, best, now_ms // MOMENT_MS)
    kept = _MOMENTS.setdefault(context, _Moments()).kept
    return kept.of(standing.stream, made_of, lambda: room_at(standing, now_ms, best))
