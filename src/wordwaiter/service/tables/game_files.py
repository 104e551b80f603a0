"""The games of a tournament as files: GCG of every table whose moves are in the journal."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from wordwaiter.errors import IllegalError
from wordwaiter.game.table import Table
from wordwaiter.notation.gcg_writing import write_gcg
from wordwaiter.notation.record import Pragma
from wordwaiter.notation.table_record import record_of
from wordwaiter.service.access.callers import director_of_everything
from wordwaiter.service.judging.word_list_facts import choices_in
from wordwaiter.service.streams import all_families
from wordwaiter.service.tables.names_at_tables import NamesAtTables
from wordwaiter.service.tables.note_facts import Note, notes_by_turn, notes_in
from wordwaiter.service.tables.stream_names import BoardPlace, place_of
from wordwaiter.service.tournaments.snapshots import Snapshot
from wordwaiter.store.journal import JournalReader
from wordwaiter.tournament.rounds.rounds import Sitting
from wordwaiter.tournament.state import Division

_NOT_IN_A_NAME: Final = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class GameFile:
    """A board of a round as a file, or why there is none."""

    division: str
    round: int
    sitting: Sitting
    name: str
    """Of the file: `open-round-2-table-3.gcg`."""
    content: bytes | None
    why_not: str = ""
    """Empty where there is a file."""


def game_files(journal: JournalReader, snapshot: Snapshot) -> Iterator[GameFile]:
    """Every board of every round, division by division."""
    streams = _streams(journal, snapshot.stream)
    notes, choices = notes_in(journal).of, choices_in(journal)
    names = _names(snapshot.tournament.divisions.values())
    for division in snapshot.tournament.divisions.values():
        for played in snapshot.tournament.rounds_of(division.name):
            for sitting in played.sittings:
                place = BoardPlace(
                    snapshot.stream, division.number, played.number, sitting.table, sitting.board
                )
                stream = streams.get(place)
                lists = choices.names(snapshot.stream, division.number)
                content, why_not = _written(
                    journal, stream, snapshot, division.name, notes.get(stream or "", ()), lists
                )
                yield GameFile(
                    division.name,
                    played.number,
                    sitting,
                    _file_name(names[division.name], played.number, sitting),
                    content,
                    why_not,
                )


def _streams(journal: JournalReader, tournament: str) -> dict[BoardPlace, str]:
    """The stream of each board; of one that was set up anew, the latest."""
    found: dict[BoardPlace, str] = {}
    for stream in sorted((end.stream for end in journal.stream_ends()), key=_number_of_table):
        place = place_of(stream)
        if place is not None and place.tournament == tournament:
            found[place] = stream
    return found


def _number_of_table(stream: str) -> int:
    _, _, number = stream.partition("~")
    return int(number) if number.isdecimal() else 1


def _written(
    journal: JournalReader,
    stream: str | None,
    snapshot: Snapshot,
    division: str,
    notes: Iterable[Note],
    lists: tuple[str, ...],
) -> tuple[bytes | None, str]:
    """The file of a table, or why there is none."""
    if stream is None:
        return None, "only its totals were entered"
    facts = journal.facts(stream)
    table = all_families().of(facts[0].kind).fold(facts)
    if not isinstance(table, Table):
        return None, "a board that is built at once has no moves to tell"
    if not table.turns:
        return None, "no move was entered at this table"
    try:
        record = record_of(_named(snapshot, stream, table), notes_by_turn(notes), lists)
    except IllegalError as error:
        return None, error.sentence
    place = place_of(stream)
    where = "" if place is None else f", round {place.round}, table {place.table}"
    title = Pragma("title", f"{snapshot.tournament.name}, {division}{where}")
    return write_gcg(replace(record, pragmas=(title, *record.pragmas))), ""


def _named(snapshot: Snapshot, stream: str, table: Table) -> Table:
    """A table with the full names that its tournament has now."""
    place = place_of(stream)
    if place is None:
        return table
    names = NamesAtTables(director_of_everything(""), stream, snapshot.tournament)
    return names.of_table(place.in_tournament(snapshot.tournament), table)


def _names(divisions: Iterable[Division]) -> dict[str, str]:
    """Returns each division's name in names of files; where two would be alike, with its number."""
    plain = {each: _NOT_IN_A_NAME.sub("-", each.name.casefold()).strip("-") for each in divisions}
    alike = Counter(plain.values())
    return {
        each.name: name if name and alike[name] == 1 else f"{name}-{each.number}".lstrip("-")
        for each, name in plain.items()
    }


def _file_name(division: str, number: int, sitting: Sitting) -> str:
    board = f"-board-{sitting.board}" if sitting.board > 1 else ""
    return f"{division}-round-{number}-table-{sitting.table}{board}.gcg"
