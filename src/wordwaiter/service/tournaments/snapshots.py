"""Tournaments as the journal has them: found by name, and read as snapshots."""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from wordwaiter.errors import MalformedError
from wordwaiter.service.streams import TOURNAMENT_FAMILY
from wordwaiter.service.tables.stream_names import number_of_stream
from wordwaiter.store.facts import Fact as JournalFact
from wordwaiter.store.journal import JournalReader
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


# ---------------------------------------------------------------- finding one


def tournament_streams(journal: JournalReader) -> tuple[str, ...]:
    """The streams of all tournaments and examples in the journal, in the order in which they were opened."""
    return _tournaments((end.stream, end.kind) for end in journal.stream_ends())


def streams_in(context: "Context") -> tuple[str, ...]:
    """Returns the tournaments of a running program; a server has them in memory."""
    if not context.is_serving:
        return tournament_streams(context.journal)
    return _tournaments((end.stream, end.kind) for end in context.states.ends_in(FAMILY))


def _tournaments(ends: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(
        sorted((stream for stream, kind in ends if kind.startswith(f"{FAMILY}.")), key=number_of_stream)
    )


def load_tournament(journal: JournalReader, stream: str | None = None) -> Snapshot:
    """A tournament as it is now: the one of that stream, or the one that was opened last."""
    wanted = _wanted(f"in {journal.name}", tournament_streams(journal), stream)
    facts = journal.facts(wanted)
    return Snapshot(wanted, facts[-1].version, TOURNAMENT_FAMILY.fold(facts), lambda: facts)


def snapshot_of(context: "Context", stream: str | None = None) -> Snapshot:
    """Returns a tournament of a running program; a server has it in memory."""
    if not context.is_serving:
        return load_tournament(context.journal, stream)
    wanted = _wanted_here(context, stream)
    standing = context.states.of(wanted)
    return Snapshot(wanted, standing.version, standing.state, lambda: context.journal.facts(wanted))


def tournament_at(context: "Context", stream: str, version: int) -> Tournament | None:
    """A tournament as it was after that many facts; nothing where it has not had as many."""
    facts = context.journal.facts(stream)[:version]
    return TOURNAMENT_FAMILY.fold(facts) if facts and facts[-1].version == version else None


def wanted_stream(context: "Context", stream: str | None) -> str:
    """Returns the stream of the tournament that is meant: the one named, or the one that was opened last."""
    if not context.is_serving:
        return _wanted(f"in {context.journal.name}", tournament_streams(context.journal), stream)
    return _wanted_here(context, stream)


def _wanted_here(context: "Context", stream: str | None) -> str:
    if stream is not None and context.states.family_of(stream) == FAMILY:
        return stream  # asked with every page, so not by going through all streams
    # Where the file lies on this computer is nothing for those who ask over the network.
    return _wanted("here", streams_in(context), stream)


def _wanted(where: str, streams: tuple[str, ...], stream: str | None) -> str:
    if not streams:
        raise MalformedError(
            "no-tournament", f"there is no tournament {where}; create one with: wordwaiter tournament new"
        )
    wanted = streams[-1] if stream is None else stream
    if wanted not in streams:
        raise MalformedError(
            "no-such-tournament", f"there is no {wanted!r} {where}; choose from: {', '.join(streams)}"
        )
    return wanted


def draw_of(journal: JournalReader, stream: str, version: int) -> random.Random:
    """Returns the chance that goes with a fact of a tournament: drawn from its seal, so always the same."""
    return random.Random(journal.seal_of(stream, version))  # noqa: S311 - repeated, not guarded
