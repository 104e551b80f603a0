"""What whoever has the journal itself can do with it: take a turn back, and tell what is in it."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from wordwaiter.errors import IllegalError, MalformedError
from wordwaiter.game.commands import Undo
from wordwaiter.game.decide import decide
from wordwaiter.game.table import Table
from wordwaiter.service.clock import system_clock
from wordwaiter.service.streams import table_facts
from wordwaiter.store.facts import Entry, Fact
from wordwaiter.store.families import Families
from wordwaiter.store.journal import Journal, JournalReader


@dataclass(frozen=True, slots=True)
class JournalStatistics:
    """What is in a journal."""

    facts: int
    streams: int
    open_streams: int
    kinds: dict[str, int]
    first: datetime | None
    last: datetime | None


def undo_last_turn(
    journal: Journal,
    families: Families,
    stream: str,
    undo: Undo,
    clock: Callable[[], datetime] = system_clock,
) -> tuple[Fact, ...]:
    """Take back the last turn of a table by the game's own rules; the facts that say so, already written."""
    facts = journal.facts(stream)
    if not facts:
        raise MalformedError("no-such-stream", f"the journal has no {stream}", stream=stream)
    table = families.of(facts[0].kind).fold(facts)
    if not isinstance(table, Table):
        raise IllegalError("no-turns", f"{stream} is not a table, so it has no turn to undo")
    # Nobody's watch is running here: it is taken back at the moment of the last entry.
    decided = decide(table, undo, table.at_ms, random.SystemRandom())
    entry = Entry(stream, table_facts(decided), clock(), facts[-1].version, actor=undo.by)
    return journal.append(entry)


def journal_statistics(journal: JournalReader, families: Families) -> JournalStatistics:
    """How much there is of what, and since when."""
    ends = journal.stream_ends()
    first = journal.since(0, most=1)
    last = journal.since(ends[-1].position - 1, most=1) if ends else ()
    return JournalStatistics(
        facts=journal.position(),
        streams=len(ends),
        open_streams=sum(not families.is_resting(end.kind) for end in ends),
        kinds=journal.kind_counts(),
        first=first[0].time if first else None,
        last=last[0].time if last else None,
    )
