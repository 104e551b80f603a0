"""Notes on turns of games: facts of one stream for the house."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final

from wordwaiter.audience import Audience, ForDirector, declared
from wordwaiter.sentences import Wording, said_of
from wordwaiter.service.house_facts import HouseFact, reader_of
from wordwaiter.store.families import Family
from wordwaiter.store.journal import JournalReader

STREAM: Final = "notes"


@dataclass(frozen=True, slots=True)
class NoteWritten(HouseFact):
    """Somebody wrote a note at a turn, in place of their earlier one; an empty text takes it away."""

    KIND: ClassVar = "notes.written"
    AUDIENCE: ClassVar = Audience.DIRECTOR
    at_ms: ForDirector[int]
    by: ForDirector[str]
    device: ForDirector[str]
    """Two people may have the same name; a note is changed by the device that wrote it."""
    table: ForDirector[str]
    turn: ForDirector[int]
    """From 1; 0 is before the first."""
    text: ForDirector[str]

    def sentence(self) -> Wording:
        pattern = "a note is taken away at turn {turn} of {table}"
        if self.text:
            pattern = "a note is written at turn {turn} of {table}"
        return said_of(pattern, self)


NOTE_FACT_TYPES: Final = declared([NoteWritten])
"""Every kind of fact by its stable name."""

note_fact = reader_of(NOTE_FACT_TYPES)


@dataclass(frozen=True, slots=True)
class Note:
    """A note at a turn."""

    turn: int
    by: str
    device: str
    text: str


@dataclass(frozen=True, slots=True)
class Notes:
    """All notes by the table that they are about, in the order in which they were first written."""

    of: Mapping[str, tuple[Note, ...]] = field(default_factory=dict)


def evolve(notes: Notes, fact: NoteWritten) -> Notes:
    """The notes after `fact`."""
    known = notes.of.get(fact.table, ())
    written = Note(fact.turn, fact.by, fact.device, fact.text)
    if any(_is_same(each, written) for each in known):
        after = tuple(written if _is_same(each, written) else each for each in known)
    else:
        after = (*known, written)
    return replace(notes, of={**notes.of, fact.table: tuple(each for each in after if each.text)})


def _is_same(one: Note, other: Note) -> bool:
    return (one.turn, one.by, one.device) == (other.turn, other.by, other.device)


def notes_in(journal: JournalReader) -> Notes:
    """All notes in a journal, for whoever has the file."""
    notes = Notes()
    for fact in journal.facts(STREAM):
        notes = evolve(notes, note_fact(fact))
    return notes


def notes_by_turn(notes: Iterable[Note]) -> Mapping[int, Sequence[str]]:
    """Notes by turn as a file of a game tells them: who, and what."""
    told: dict[int, list[str]] = defaultdict(list)
    for note in notes:
        told[note.turn].append(f"{note.by}: {note.text}")
    return told


NOTE_FAMILY: Final = Family(
    name="notes",
    begin=lambda fact: evolve(Notes(), note_fact(fact)),
    evolve=lambda notes, fact: evolve(notes, note_fact(fact)),
    kinds=frozenset(NOTE_FACT_TYPES),
)
"""How notes are folded."""
