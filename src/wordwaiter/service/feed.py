"""The live feed: a subscriber gets the facts that it may see, in order, from any position on, exactly once.

Each subscriber keeps its own position and asks for what came after it: the newest facts are in memory, and
older ones are read from the journal. Nothing is queued for anybody, so a phone that is slow, or was away for
an hour, costs a writer nothing.
"""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import msgspec
from cachetools import LRUCache

from wordwaiter.service.access.callers import Caller, Grant, Naming
from wordwaiter.service.access.devices import STREAM as ACCESS
from wordwaiter.service.access.visibility import visible_fact
from wordwaiter.service.catching_up import CatchingUp
from wordwaiter.store.facts import Fact
from wordwaiter.store.tail import Tail

MOST_AT_ONCE: Final = 100
"""Facts that a subscriber gets together: more would take long enough for others to notice."""

FEW: Final = 100
"""A subscriber at most so many facts behind gets them at once; others take turns."""

MOST_SHOWN: Final = 2_000
"""Facts as they were shown that are kept for the next who may see the same."""

MOST_BYTES_SHOWN: Final = 16 * 1024 * 1024
"""The limit of their JSON together. Most are small, but a list of all entrants may be half a megabyte."""

LEAST_GATHER_SECONDS: Final = 0.1
MOST_GATHER_SECONDS: Final = 0.4
"""A follower shows a fact within a second of its entry, even if it has to ask for it."""

MOST_TOPICS: Final = 32
"""Topics that a subscriber may name."""

LONGEST_TOPIC: Final = 200
"""Characters of a topic."""

MOST_TOLD_A_SECOND: Final = 250
"""How often those are told of news, all together, who follow the same; most of them then ask for a page."""


def gather_seconds(followers: int) -> float:
    """Returns how long facts are gathered for a busy subscriber, by how many follow the same.

    A second scorekeeper sees a move at once; of a room in which twenty tables move each second, a hundred
    phones need not be told of each move by itself.
    """
    return min(max(LEAST_GATHER_SECONDS, followers / MOST_TOLD_A_SECOND), MOST_GATHER_SECONDS)


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics a subscriber follows; without streams, everything that it may see."""

    streams: frozenset[str] = frozenset()
    """Tournaments, with all their tables, or single tables.

    `tournament-1#KIND` is one kind of fact of it, and `tournament-1#KIND@4` that of table 4 alone.
    """
    families: frozenset[str] = frozenset()
    """Kinds of fact by what stands before the dot: `game`, `hare`, `tournament`, `judge`."""

    def has(self, fact: Fact) -> bool:
        """Checks whether a fact is one of them."""
        if self.families and fact.kind.partition(".")[0] not in self.families:
            return False
        return not self.streams or not self.streams.isdisjoint(_topics_of(fact))


def _topics_of(fact: Fact) -> list[str]:
    """Every topic that a fact belongs to: its stream and those above it, with and without kind and table."""
    parts = fact.stream.split("/")
    table = fact.body.get("table")
    endings = ("", f"#{fact.kind}", f"#{fact.kind}@{table}", f"#@{table}")
    return ["/".join(parts[:count]) + ending for count in range(1, len(parts) + 1) for ending in endings]


EVERYTHING: Final = Topics()

_SHOWN_OF_SEAL: Final = 12
"""Signs of a seal in a bookmark: enough to tell journals apart, and too few to guess what was sealed."""
_BOOKMARK: Final = re.compile(rf"(\d{{1,16}})(?:-([0-9a-f]{{{_SHOWN_OF_SEAL}}}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Bookmark:
    """How far somebody has followed: a position, and by which fact in it one knows the journal again.

    When a laptop dies, another goes on with a copy that may lack the last minute, and writes other facts at
    positions that some phones have seen. A number alone would not show that.
    """

    position: int
    seal: str = ""
    """The beginning of the seal of the fact there; nothing before the first, or where nobody has told it."""

    def __str__(self) -> str:
        return f"{self.position}-{self.seal}" if self.seal else str(self.position)


_OF_NO_JOURNAL: Final = Bookmark(0, "?")


def read_bookmark(text: str) -> Bookmark:
    """The bookmark that was written as `text`, with a seal or as a position alone; one of ours or not."""
    found = _BOOKMARK.fullmatch(text)
    return _OF_NO_JOURNAL if found is None else Bookmark(int(found[1]), found[2] or "")


def bookmark(position: int, seal: str) -> Bookmark:
    """The bookmark at a fact with that seal."""
    return Bookmark(position, seal[:_SHOWN_OF_SEAL])


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where somebody begins to follow."""

    bookmark: Bookmark
    lost: bool = False
    """It is not where they asked to go on: this journal does not have what they have seen."""


@dataclass(frozen=True)
class FeedEvent:
    """A fact as a subscriber may see it. Subscribers who may see the same share it."""

    position: int
    stream: str
    version: int
    kind: str
    bookmark: Bookmark
    data: Mapping[str, object]
    """Who, when and what; of what the subscriber may not see only that it happened."""

    @cached_property
    def id(self) -> bytes:
        """Its bookmark as it is sent."""
        return str(self.bookmark).encode()

    @cached_property
    def json(self) -> bytes:
        """All of it as JSON, written once for all who get it."""
        return msgspec.json.encode(
            {
                "position": self.position,
                "stream": self.stream,
                "version": self.version,
                "kind": self.kind,
                "data": self.data,
            }
        )


_Key = tuple[frozenset[Grant], frozenset[Naming], int]


def _size(event: FeedEvent | None) -> int:
    """Returns the share of the cache an event takes; small ones count enough to limit their number."""
    return max(MOST_BYTES_SHOWN // MOST_SHOWN, 0 if event is None else len(event.json))


class Feed:
    """Where subscribers follow a journal."""

    def __init__(self, tail: Tail) -> None:
        self._tail = tail
        self._shown: LRUCache[_Key, FeedEvent | None]
        """Events shown lately to callers with certain grants; many follow with the same grants."""
        self.forget()
        self._catching_up = CatchingUp()
        self._following: Counter[Topics] = Counter()
        """How many follow the same."""

    @property
    def position(self) -> int:
        """Of the latest fact; whoever wants only what is new subscribes after it."""
        return self._tail.position

    @property
    def subscribers(self) -> int:
        """Returns how many follow now."""
        return self._following.total()

    def forget(self) -> None:
        """Keeps nothing that was shown: somebody was erased. Whatever is shown at this moment is not kept."""
        self._shown = LRUCache(MOST_BYTES_SHOWN, _size)

    async def beginning(self, asked: Bookmark | None) -> Beginning:
        """Returns where to begin: after what somebody has seen, or now if that is not in this journal."""
        if asked is not None:
            # Another worker may have told of facts that this one has yet to hear of: the journal has them.
            found = await self._bookmark_at(asked.position)
            is_there = bool(found.seal) or asked.position == 0
            if is_there and asked.seal in ("", found.seal):
                return Beginning(found)
        return Beginning(await self._bookmark_at(self._tail.position), lost=asked is not None)

    async def _bookmark_at(self, position: int) -> Bookmark:
        seal = self._tail.seal_at_hand(position)
        if seal is None:
            seal = await asyncio.to_thread(self._tail.seal_at, position)
        return bookmark(position, seal)

    async def subscribe(
        self, caller: Caller, topics: Topics = EVERYTHING, after: int | None = None
    ) -> AsyncGenerator[FeedEvent, None]:
        """The facts after a position, or from now on, as they come; it ends with the program."""
        async with aclosing(self.batches(caller, topics, after)) as batches:
            async for events in batches:
                for event in events:
                    yield event

    async def batches(
        self, caller: Caller, topics: Topics = EVERYTHING, after: int | None = None, asker: str = ""
    ) -> AsyncGenerator[tuple[FeedEvent, ...], None]:
        """Yields facts, those together that came together; none where devices joined or were signed out.

        `asker` is who shares one place with others of theirs as long as they are far behind: an address.
        """
        position = self._tail.position if after is None else after
        self._following[topics] += 1
        try:
            while not self._tail.is_closed:
                if self._tail.position - position > FEW:
                    async with self._catching_up.step(asker):
                        facts, events = await self._read_on(caller, topics, position)
                else:
                    facts, events = await self._read_on(caller, topics, position)
                if not facts:
                    await self._tail.more_than(position)
                    continue
                position = facts[-1].position
                # Where roles changed, whoever follows may have lost theirs, and is told before other news.
                if events or any(fact.stream == ACCESS for fact in facts):
                    yield events
                if position >= self._tail.position:
                    await asyncio.sleep(gather_seconds(self._following[topics]))
        finally:
            self._following[topics] -= 1
            if not self._following[topics]:
                del self._following[topics]

    async def _read_on(
        self, caller: Caller, topics: Topics, position: int
    ) -> tuple[tuple[Fact, ...], tuple[FeedEvent, ...]]:
        """Returns the next facts, and what of them the caller wants and may see."""
        facts = await self._facts_after(position)
        return facts, tuple(self._events(caller, topics, facts))

    async def _facts_after(self, position: int) -> tuple[Fact, ...]:
        if self._tail.has(position):
            return self._tail.since(position, MOST_AT_ONCE)
        return await asyncio.to_thread(self._tail.since, position, MOST_AT_ONCE)

    def _events(self, caller: Caller, topics: Topics, facts: tuple[Fact, ...]) -> Iterator[FeedEvent]:
        for fact in facts:
            if topics.has(fact) and (event := self._event(caller, fact)) is not None:
                yield event

    def _event(self, caller: Caller, fact: Fact) -> FeedEvent | None:
        # What may be seen depends on what was granted, and on nothing else of a caller.
        key = (caller.grants, caller.namings, fact.position)
        kept = self._shown
        if key in kept:
            return kept[key]
        data = visible_fact(caller, fact)
        event = None
        if data is not None:
            mark = bookmark(fact.position, fact.seal)
            event = FeedEvent(fact.position, fact.stream, fact.version, fact.kind, mark, data)
        if _size(event) <= MOST_BYTES_SHOWN:
            kept[key] = event
        return event
