"""A tournament on the journal: look at it, decide, write down what happened; nobody is asked who they are.

A tournament is a stream of its own. Whoever gives a command without having seen a version is answered on the
latest one: when somebody else was faster it is decided again. Chance is drawn from the seal of the latest
fact that was decided on, so that every draw can be repeated from the journal alone.
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

from wordwaiter.errors import MalformedError, WordwaiterError
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.steps import ATTEMPTS, Sending, Steps, looked_up, sent_before
from wordwaiter.service.streams import TOURNAMENT_FAMILY, tournament_fact, tournament_facts
from wordwaiter.store.facts import Entry, StaleVersionError
from wordwaiter.store.facts import Fact as JournalFact
from wordwaiter.store.journal import JournalReader
from wordwaiter.tournament import commands as c
from wordwaiter.tournament import evolve as folding
from wordwaiter.tournament.decide import decide
from wordwaiter.tournament.facts import Fact
from wordwaiter.tournament.state import Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import House

FAMILY: Final = "tournament"
"""Streams of tournaments are named after it, with a number."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A tournament as the journal has it."""

    stream: str
    version: int
    """How many facts it has."""
    tournament: Tournament
    read: Callable[[], tuple[JournalFact, ...]] = field(compare=False, repr=False)

    @property
    def facts(self) -> tuple[JournalFact, ...]:
        """All that has happened in it, up to this version."""
        return self.read()[: self.version]


@dataclass(frozen=True, slots=True)
class Done:
    """What came of commands, already written."""

    kept: Kept
    facts: tuple[Fact, ...]
    first: int
    """The version of the first of them."""


Plan = Callable[[Kept, random.Random], Iterable[c.Command]]
"""The commands to give, once the tournament is known as it is now."""


# ---------------------------------------------------------------- finding one


def tournament_streams(journal: JournalReader) -> tuple[str, ...]:
    """The streams of all tournaments and examples in the journal, in the order in which they were opened."""
    return _tournaments((end.stream, end.kind) for end in journal.stream_ends())


def streams_in(house: "House") -> tuple[str, ...]:
    """The same for a house, which knows them already if it is a server's."""
    if not house.is_serving:
        return tournament_streams(house.journal)
    return _tournaments((end.stream, end.kind) for end in house.states.ends())


def _tournaments(ends: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(
        sorted((stream for stream, kind in ends if kind.startswith(f"{FAMILY}.")), key=number_of_stream)
    )


def number_of_stream(stream: str) -> int:
    """The number at the end of a stream's name."""
    _, _, number = stream.rpartition("-")
    return int(number) if number.isdecimal() else 0


def load_tournament(journal: JournalReader, stream: str | None = None) -> Kept:
    """A tournament as it is now: the one of that stream, or the one that was opened last."""
    wanted = _wanted(f"in {journal.name}", tournament_streams(journal), stream)
    facts = journal.facts(wanted)
    return Kept(wanted, facts[-1].version, TOURNAMENT_FAMILY.fold(facts), lambda: facts)


def kept_in(house: "House", stream: str | None = None) -> Kept:
    """The same for a house, which has it in memory if it is a server's."""
    if not house.is_serving:
        return load_tournament(house.journal, stream)
    wanted = _wanted_here(house, stream)
    standing = house.states.of(wanted)
    return _kept(house, wanted, standing.version, standing.state)


def tournament_at(house: "House", stream: str, version: int) -> Tournament | None:
    """A tournament as it was after that many facts; nothing where it has not had as many."""
    facts = house.journal.facts(stream)[:version]
    return TOURNAMENT_FAMILY.fold(facts) if facts and facts[-1].version == version else None


def keeping(house: "House", stream: str | None) -> Steps[Kept]:
    """The same; an event loop waits for nothing that is not in memory."""
    if house.is_serving and house.states.at_hand(_wanted("here", streams_in(house), stream)) is not None:
        return kept_in(house, stream)
    return (yield from looked_up(partial(kept_in, house, stream)))


def _kept(house: "House", stream: str, version: int, tournament: Tournament) -> Kept:
    if not house.is_serving:
        # Whoever asked closes the journal before they are done with the answer.
        facts = house.journal.facts(stream)
        return Kept(stream, version, tournament, lambda: facts)
    return Kept(stream, version, tournament, lambda: house.journal.facts(stream))


def _wanted_here(house: "House", stream: str | None) -> str:
    if stream is not None and house.states.family_of(stream) == FAMILY:
        return stream  # asked with every page, so not by going through all streams
    # Where the file lies on this computer is nothing for those who ask over the network.
    return _wanted("here", streams_in(house), stream)


def _wanted(where: str, streams: tuple[str, ...], stream: str | None) -> str:
    if not streams:
        raise MalformedError(
            "no-tournament", f"there is no tournament {where}; begin with: wordwaiter tournament new"
        )
    wanted = streams[-1] if stream is None else stream
    if wanted not in streams:
        raise MalformedError(
            "no-such-tournament", f"there is no {wanted!r} {where}; there are: {', '.join(streams)}"
        )
    return wanted


def draw_of(journal: JournalReader, kept: Kept, version: int | None = None) -> random.Random:
    """The chance that goes with a tournament's latest fact, or an earlier one: always the same for each."""
    seal = journal.seal_of(kept.stream, kept.version if version is None else version)
    return random.Random(seal)  # noqa: S311 - repeated, not guarded


# ---------------------------------------------------------------- commands


def carrying_out(
    house: "House", caller: Caller, stream: str | None, plan: Plan, sending: Sending
) -> Steps[Done]:
    """What the planned commands bring about, in one entry: all of them or none."""
    for attempt in range(ATTEMPTS):
        kept = yield from keeping(house, stream)
        try:
            if sending.seen is not None and sending.seen != kept.version:
                seen = yield from looked_up(kept.read)
                raise StaleVersionError(kept.stream, sending.seen, seen[sending.seen : kept.version])
            draw = yield from looked_up(partial(draw_of, house.journal, kept))
            facts, after = _decided(house, kept, plan, draw)
        except WordwaiterError:
            behind = partial(house.states.is_behind, kept.stream, kept.version)
            if house.is_serving and (yield from looked_up(behind)):
                continue  # another process has written meanwhile, and on that it may be legal
            # It may be refused only because it was done already, when it was sent for the first time.
            before = yield from looked_up(partial(sent_before, house.journal, caller, kept.stream, sending))
            if before is None:
                raise
            return (yield from answering(house, before))
        entry = tournament_entry(house, caller, kept.stream, facts, kept.version, sending)
        try:
            written = yield entry
        except StaleVersionError as error:
            house.states.hear(error.since)
            if sending.seen is not None or attempt == ATTEMPTS - 1:
                raise
            continue
        if not entry.became(written):
            house.states.hear(written)  # the key was known, perhaps to another process
            return (yield from answering(house, written))
        house.states.keep(written, after)
        return Done(_kept(house, kept.stream, written[-1].version, after), facts, written[0].version)
    raise AssertionError("the last attempt returns or raises")


def _decided(
    house: "House", kept: Kept, plan: Plan, rng: random.Random
) -> tuple[tuple[Fact, ...], Tournament]:
    tournament, facts = kept.tournament, []
    # A watch that had to be set anew must not stop the day: time stands still until it has caught up.
    now_ms = max(house.watch(), tournament.at_ms)
    for command in plan(kept, rng):
        for fact in decide(tournament, command, now_ms, rng, house.rulebooks):
            tournament = folding.evolve(tournament, fact)
            facts.append(fact)
    if not facts:
        raise MalformedError("nothing-asked", "there is nothing to do; say what")
    return tuple(facts), tournament


def answering(house: "House", written: tuple[JournalFact, ...]) -> Steps[Done]:
    """The answer to an entry that stands in the journal, now or from before."""
    kept = yield from keeping(house, written[0].stream)
    return Done(kept, tuple(map(tournament_fact, written)), written[0].version)


def tournament_entry(
    house: "House", caller: Caller, stream: str, facts: tuple[Fact, ...], version: int, sending: Sending
) -> Entry:
    """The entry of what a caller has brought about in a tournament."""
    return Entry(
        stream,
        tournament_facts(facts),
        house.clock(),
        expected_version=version,
        actor=caller.name,
        device=caller.device or sending.device,
        key=sending.key,
        digest=sending.digest,
    )
