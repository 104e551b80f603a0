"""Free tables and practice boards end: when a director says so, or when nobody has touched one for a day.

Anybody may begin a free game, and nobody signs off from one. So that neither tokens nor clocks of forgotten
games go on for ever, a table at which nothing has happened for 24 hours is over, by a fact in the journal:
the tokens and codes that were given for it end, and it is not kept in memory. What was played can be looked
at as before.

Nor can there be any number of them: each takes memory, and a share of every look at the room. When there are
too many, one that was left alone for a while makes room for the next; if there is none, people have to wait.
"""

import logging
import threading
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final, Self

from wordwaiter.errors import (
    ConflictError,
    IllegalError,
    MalformedError,
    UnavailableError,
    WordwaiterError,
)
from wordwaiter.game.hare.round import HareRound
from wordwaiter.game.table import Table
from wordwaiter.service.access.callers import Caller, director_of_everything
from wordwaiter.service.access.erasing import erase_when_due
from wordwaiter.service.access.invitations import require_director
from wordwaiter.service.tables.stream_names import is_free

if TYPE_CHECKING:
    from wordwaiter.service.context import Context
    from wordwaiter.store.journal import StreamEnd

logger: Final = logging.getLogger(__name__)

PROGRAM: Final = "wordwaiter"
FORGOTTEN_AFTER: Final = timedelta(hours=24)
LOOK_EVERY: Final = timedelta(minutes=10)

MOST_OPEN: Final = 300
"""Free tables and practice boards at once; whoever directs the house may open more."""
LEFT_ALONE_AFTER: Final = timedelta(minutes=30)
"""Then a table makes room for another, if there are too many."""


@dataclass(frozen=True, slots=True)
class FreeTable:
    """A table or a practice board of no tournament that is not over."""

    stream: str
    sides: tuple[str, ...]
    stage: str
    idle_ms: int
    """How long nothing has happened at it."""


def free_tables(context: "Context", caller: Caller) -> tuple[FreeTable, ...]:
    """The free tables that are not over, of those that the caller directs; the longest forgotten first."""
    require_director(caller)
    found = [_seen(context, end) for end in _open_tables(context) if caller.directs(end.stream)]
    return tuple(sorted(found, key=lambda table: -table.idle_ms))


def end_free_table(context: "Context", caller: Caller, stream: str, reason: str = "") -> None:
    """A free table is over: all that was granted for it ends."""
    if not is_free(stream):
        raise IllegalError(
            "no-free-table",
            f"{stream} is not a free table; tournament tables end with their tournament",
            stream=stream,
        )
    if not context.journal.version(stream):
        raise MalformedError("no-such-stream", f"there is no {stream}", stream=stream)
    if stream in context.devices.ended():
        raise ConflictError("ended-already", f"{stream} is already over", stream=stream)
    context.devices.end_of(caller, stream, reason)
    context.states.let_go(stream)


def end_forgotten(context: "Context") -> tuple[str, ...]:
    """End the free tables that nobody has touched for a day; their streams."""
    limit_ms = FORGOTTEN_AFTER // timedelta(milliseconds=1)
    forgotten = [end.stream for end in _open_tables(context) if _idle_ms(context, end) >= limit_ms]
    hours = FORGOTTEN_AFTER // timedelta(hours=1)
    for stream in forgotten:
        end_free_table(
            context, director_of_everything(PROGRAM), stream, f"nobody has played for {hours} hours"
        )
    return tuple(forgotten)


def require_room(context: "Context") -> None:
    """Refuse another free table while there are too many and somebody plays at each of them."""
    over = context.devices.ended()
    streams = [
        end.stream
        for end in context.states.ends()
        if is_free(end.stream) and end.stream not in over and not context.families.is_resting(end.kind)
    ]
    if len(streams) < MOST_OPEN:
        return
    stream = min(streams, key=lambda each: int(context.states.of(each).state.at_ms))
    left_alone_ms = context.watch() - context.states.of(stream).state.at_ms
    if left_alone_ms < LEFT_ALONE_AFTER // timedelta(milliseconds=1):
        raise UnavailableError(
            "too-many-tables",
            f"{len(streams)} free games are in progress, the most allowed; wait until one ends",
            minutes=1,
        )
    minutes = LEFT_ALONE_AFTER // timedelta(minutes=1)
    reason = f"nobody has played for {minutes} minutes, and others wait for a table"
    end_free_table(context, director_of_everything(PROGRAM), stream, reason)


def _open_tables(context: "Context") -> tuple["StreamEnd", ...]:
    over = context.devices.ended()
    # By the journal and not by what is in memory, which a command in a terminal has nothing of.
    ends = context.journal.stream_ends()
    return tuple(end for end in ends if is_free(end.stream) and end.stream not in over)


def _seen(context: "Context", end: "StreamEnd") -> FreeTable:
    state: Table | HareRound = context.states.of(end.stream).state
    sides = state.sides if isinstance(state, Table) else (state.team,)
    return FreeTable(end.stream, sides, state.stage.value, _idle_ms(context, end))


def _idle_ms(context: "Context", end: "StreamEnd") -> int:
    """By the house's watch, so that no table ends because somebody set the computer's clock."""
    known = context.states.at_hand(end.stream)
    if known is not None and known.version == end.version:
        latest: Table | HareRound = known.state
        return max(context.watch() - latest.at_ms, 0)
    (last,) = context.journal.facts(end.stream, newest=1)
    at_ms = last.body.get("at_ms")
    return max(context.watch() - at_ms, 0) if isinstance(at_ms, int) else 0


class Housekeeping:
    """A thread that ends forgotten tables and erases personal fields when they are due, now and then."""

    def __init__(self, context: "Context", every: timedelta = LOOK_EVERY) -> None:
        self._context = context
        self._every = every
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="wordwaiter-housekeeping", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        while True:
            try:
                for stream in end_forgotten(self._context):
                    logger.info("closed %s: nobody has played there for a day", stream)
                for stream in erase_when_due(self._context):
                    logger.warning("%s: names and all personal fields were erased", stream)
            except WordwaiterError as error:  # a full disk, for example; the next time will do
                logger.warning("could not close abandoned tables: %s", error)
            except Exception:  # one table that cannot be looked at must not keep all others for ever
                logger.exception("forgotten tables could not be ended")
            if self._stopped.wait(self._every.total_seconds()):
                return
