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
from wordwaiter.service.steps import ATTEMPTS, CommandMeta, Steps, looked_up, sent_before
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
    from wordwaiter.service.context import Context

FAMILY: Final = "tournament"
"""Streams of tournaments are named after it, with a number."""


@dataclass(frozen=True, slots=True)
class Snapshot:
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

    snapshot: Snapshot
    facts: tuple[Fact, ...]
    first: int
    """The version of the first of them."""


Plan = Callable[[Snapshot, random.Random], Iterable[c.Command]]
"""The commands to give, once the tournament is known as it is now."""


# ---------------------------------------------------------------- finding one


def tournament_streams(journal: JournalReader) -> tuple[str, ...]:
    """The streams of all tournaments and examples in the journal, in the order in which they were opened."""
    return _tournaments((end.stream, end.kind) for end in journal.stream_ends())


def streams_in(context: "Context") -> tuple[str, ...]:
    """The same for a house, which knows them already if it is a server's."""
    if not context.is_serving:
        return tournament_streams(context.journal)
    return _tournaments((end.stream, end.kind) for end in context.states.ends())


def _tournaments(ends: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(
        sorted((stream for stream, kind in ends if kind.startswith(f"{FAMILY}.")), key=number_of_stream)
    )


def number_of_stream(stream: str) -> int:
    """The number at the end of a stream's name."""
    _, _, number = stream.rpartition("-")
    return int(number) if number.isdecimal() else 0


def load_tournament(journal: JournalReader, stream: str | None = None) -> Snapshot:
    """A tournament as it is now: the one of that stream, or the one that was opened last."""
    wanted = _wanted(f"in {journal.name}", tournament_streams(journal), stream)
    facts = journal.facts(wanted)
    return Snapshot(wanted, facts[-1].version, TOURNAMENT_FAMILY.fold(facts), lambda: facts)


def snapshot_of(context: "Context", stream: str | None = None) -> Snapshot:
    """The same for a house, which has it in memory if it is a server's."""
    if not context.is_serving:
        return load_tournament(context.journal, stream)
    wanted = _wanted_here(context, stream)
    standing = context.states.of(wanted)
    return _kept(context, wanted, standing.version, standing.state)


def tournament_at(context: "Context", stream: str, version: int) -> Tournament | None:
    """A tournament as it was after that many facts; nothing where it has not had as many."""
    facts = context.journal.facts(stream)[:version]
    return TOURNAMENT_FAMILY.fold(facts) if facts and facts[-1].version == version else None


def keeping(context: "Context", stream: str | None) -> Steps[Snapshot]:
    """The same; an event loop waits for nothing that is not in memory."""
    if (
        context.is_serving
        and context.states.at_hand(_wanted("here", streams_in(context), stream)) is not None
    ):
        return snapshot_of(context, stream)
    return (yield from looked_up(partial(snapshot_of, context, stream)))


def _kept(context: "Context", stream: str, version: int, tournament: Tournament) -> Snapshot:
    if not context.is_serving:
        # Whoever asked closes the journal before they are done with the answer.
        facts = context.journal.facts(stream)
        return Snapshot(stream, version, tournament, lambda: facts)
    return Snapshot(stream, version, tournament, lambda: context.journal.facts(stream))


def _wanted_here(context: "Context", stream: str | None) -> str:
    if stream is not None and context.states.family_of(stream) == FAMILY:
        return stream  # asked with every page, so not by going through all streams
    # Where the file lies on this computer is nothing for those who ask over the network.
    return _wanted("here", streams_in(context), stream)


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


def draw_of(journal: JournalReader, snapshot: Snapshot, version: int | None = None) -> random.Random:
    """The chance that goes with a tournament's latest fact, or an earlier one: always the same for each."""
    seal = journal.seal_of(snapshot.stream, snapshot.version if version is None else version)
    return random.Random(seal)  # noqa: S311 - repeated, not guarded


# ---------------------------------------------------------------- commands


def carrying_out(
    context: "Context", caller: Caller, stream: str | None, plan: Plan, meta: CommandMeta
) -> Steps[Done]:
    """What the planned commands bring about, in one entry: all of them or none."""
    for attempt in range(ATTEMPTS):
        snapshot = yield from keeping(context, stream)
        try:
            if meta.seen is not None and meta.seen != snapshot.version:
                seen = yield from looked_up(snapshot.read)
                raise StaleVersionError(snapshot.stream, meta.seen, seen[meta.seen : snapshot.version])
            draw = yield from looked_up(partial(draw_of, context.journal, snapshot))
            facts, after = _decided(context, snapshot, plan, draw)
        except WordwaiterError:
            behind = partial(context.states.is_behind, snapshot.stream, snapshot.version)
            if context.is_serving and (yield from looked_up(behind)):
                continue  # another process has written meanwhile, and on that it may be legal
            # It may be refused only because it was done already, when it was sent for the first time.
            before = yield from looked_up(
                partial(sent_before, context.journal, caller, snapshot.stream, meta)
            )
            if before is None:
                raise
            return (yield from answering(context, before))
        entry = tournament_entry(context, caller, snapshot.stream, facts, snapshot.version, meta)
        try:
            written = yield entry
        except StaleVersionError as error:
            context.states.hear(error.since)
            if meta.seen is not None or attempt == ATTEMPTS - 1:
                raise
            continue
        if not entry.became(written):
            context.states.hear(written)  # the key was known, perhaps to another process
            return (yield from answering(context, written))
        context.states.keep(written, after)
        return Done(_kept(context, snapshot.stream, written[-1].version, after), facts, written[0].version)
    raise AssertionError("the last attempt returns or raises")


def _decided(
    context: "Context", snapshot: Snapshot, plan: Plan, rng: random.Random
) -> tuple[tuple[Fact, ...], Tournament]:
    tournament, facts = snapshot.tournament, []
    # A watch that had to be set anew must not stop the day: time stands still until it has caught up.
    now_ms = max(context.watch(), tournament.at_ms)
    for command in plan(snapshot, rng):
        for fact in decide(tournament, command, now_ms, rng, context.rulebooks):
            tournament = folding.evolve(tournament, fact)
            facts.append(fact)
    if not facts:
        raise MalformedError("nothing-asked", "there is nothing to do; say what")
    return tuple(facts), tournament


def answering(context: "Context", written: tuple[JournalFact, ...]) -> Steps[Done]:
    """The answer to an entry that stands in the journal, now or from before."""
    snapshot = yield from keeping(context, written[0].stream)
    return Done(snapshot, tuple(map(tournament_fact, written)), written[0].version)


def tournament_entry(
    context: "Context", caller: Caller, stream: str, facts: tuple[Fact, ...], version: int, meta: CommandMeta
) -> Entry:
    """The entry of what a caller has brought about in a tournament."""
    return Entry(
        stream,
        tournament_facts(facts),
        context.clock(),
        expected_version=version,
        actor=caller.name,
        device=caller.device or meta.device,
        key=meta.key,
        digest=meta.digest,
    )
