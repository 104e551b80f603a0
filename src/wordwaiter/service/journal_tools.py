"""Tools for whoever has the journal itself: undo a turn, and count what is in it."""

from dataclasses import dataclass
from datetime import datetime

from wordwaiter.game.commands import Undo
from wordwaiter.service.access.callers import director_of_everything
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.steps import Written
from wordwaiter.service.stream_kind import CommandMeta
from wordwaiter.service.streams import Rulebooks
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.store.families import Families
from wordwaiter.store.journal import Journal, JournalReader


@dataclass(frozen=True, slots=True)
class JournalStatistics:
    """Counts of a journal's contents."""

    facts: int
    streams: int
    open_streams: int
    kinds: dict[str, int]
    first: datetime | None
    last: datetime | None


def undo_last_turn(journal: Journal, rulebooks: Rulebooks, stream: str, undo: Undo) -> Written:
    """Undoes the last turn of a table by the game's own rules, and returns the facts that say so."""
    context = Context.at_desk(journal, ContextParts(rulebooks=rulebooks))
    # Nobody's watch is running here: it is undone at the moment of the last entry.
    meta = CommandMeta(waited_ms=context.watch())
    return execute(context, director_of_everything(undo.by), TABLES, stream, undo, meta).written


def journal_statistics(journal: JournalReader, families: Families) -> JournalStatistics:
    """Returns how much there is of what, and since when."""
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
