"""A journal as lines of JSON, and back without loss: the same facts, positions, keys and seals."""

from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
import sqlalchemy as sa

from wordwaiter.errors import ConflictError, MalformedFileError
from wordwaiter.store.database import damaged, explained
from wordwaiter.store.journal import Journal, JournalReader
from wordwaiter.store.personal import PersonalRow
from wordwaiter.store.schema import EARLIER, ERASED, FACTS, FORMAT, PERSONAL
from wordwaiter.store.seal import NO_SEAL, SealedRow, seal_after

_AT_ONCE: Final = 1_000

_READ: Final = (2, FORMAT)
"""Formats of lines that can be read. Before the second, nothing could be exported."""
_INLINE: Final = 4
"""The last format in which names may stand in facts."""


class ErasedRow(NamedTuple):
    """A reference whose value was erased."""

    ref: str
    time: str


class EarlierRow(NamedTuple):
    """Up to which fact bodies are as an earlier format had them."""

    position: int


Row = SealedRow | PersonalRow | ErasedRow | EarlierRow


class _Header(msgspec.Struct, forbid_unknown_fields=True):
    """The first line."""

    wordwaiter_journal: int
    """The format of the lines that follow."""


class _PersonalLine(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A value about somebody; after all facts."""

    ref: str
    owner: str
    salt: str
    value: str


class _ErasedLine(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A reference whose value was erased; after all values."""

    erased: str
    time: str


class _Line(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A fact; its body stands in the line sign by sign as in the journal."""

    position: int
    stream: str
    version: int
    kind: str
    kind_version: int
    body: msgspec.Raw
    actor: str
    device: str
    time: str
    key: str | None
    part: int
    digest: str | None = None
    """Not in the lines of format 2."""
    seal: str


def export_lines(journal: JournalReader) -> Iterator[bytes]:
    """The journal line by line, each with its end."""
    yield msgspec.json.encode(_Header(_INLINE if journal.earlier() else FORMAT)) + b"\n"
    for row in journal.rows():
        if "\n" in row.body or "\r" in row.body:
            raise damaged(journal.name, f"the body of fact {row.position} is of several lines")
        line = _Line(**(row._asdict() | {"body": msgspec.Raw(row.body.encode())}))
        yield msgspec.json.encode(line) + b"\n"
    for value in journal.personal_rows():
        yield msgspec.json.encode(_PersonalLine(**value._asdict())) + b"\n"
    for ref, time in journal.erased():
        yield msgspec.json.encode(_ErasedLine(erased=ref, time=time)) + b"\n"


def import_lines(lines: Iterable[bytes], journal: Journal, source: Path | str) -> int:
    """Put exported lines into a journal that is empty; all of them, or none when one is wrong.

    Gives how many facts there were. `source` is how the lines are called in an error.
    """
    return write_rows(_read_lines(lines, source), journal)


def all_rows(journal: JournalReader, most: int | None = None) -> Iterator[Row]:
    """Yields all that is in a journal: its facts (or the first so many), their values, what was erased."""
    yield from islice(journal.rows(), most)
    yield from journal.personal_rows()
    # What was erased later than those facts has no fact there that tells of it, as in any copy.
    yield from (ErasedRow(ref, time if most is None else "") for ref, time in journal.erased())
    yield EarlierRow(journal.earlier())


def write_rows(rows: Iterable[Row], journal: Journal, also_erased: Collection[str] = ()) -> int:
    """Put the rows of another journal into one that is empty; gives how many facts there were.

    Values of references in `also_erased` stay out: they were erased after that journal was copied.
    """
    database = journal.database
    count = 0
    erased = dict.fromkeys(also_erased, "")
    with explained(database), database.writers.begin() as connection:
        database.take_turn(connection)
        if connection.execute(sa.select(sa.func.count()).select_from(FACTS)).scalar_one():
            raise ConflictError(
                "journal-not-empty", f"{journal.name} is not empty; choose a new file with --db"
            )
        left = iter(rows)
        personal: list[PersonalRow] = []
        earlier: list[dict[str, int]] = []
        while some := list(islice(left, _AT_ONCE)):
            facts = [row._asdict() for row in some if isinstance(row, SealedRow)]
            personal += [row for row in some if isinstance(row, PersonalRow)]
            erased |= {row.ref: row.time for row in some if isinstance(row, ErasedRow)}
            earlier += [row._asdict() for row in some if isinstance(row, EarlierRow) and row.position]
            try:
                if facts:
                    connection.execute(sa.insert(FACTS), facts)
            except sa.exc.IntegrityError as error:
                raise damaged(journal.name, "two of its facts have one place") from error
            count += len(facts)
        # By reference and owner: a file that somebody made by hand may tell one of them twice.
        kept = {row[:2]: row._asdict() for row in personal if row.ref not in erased}
        if kept:
            connection.execute(sa.insert(PERSONAL), list(kept.values()))
        if earlier:
            connection.execute(sa.insert(EARLIER), earlier)
        if erased:
            connection.execute(
                sa.insert(ERASED), [{"ref": ref, "time": time} for ref, time in erased.items()]
            )
    return count


def _read_lines(lines: Iterable[bytes], source: Path | str) -> Iterator[Row]:
    numbered = enumerate(lines, 1)
    format_of_lines = _checked_format(next(numbered, (1, b""))[1], source)
    seal = NO_SEAL
    position = 0
    for number, line in numbered:
        try:
            other = _other_row(line)
            if other is not None:
                yield other
                continue
            read = msgspec.json.decode(line, type=_Line)
            body = bytes(read.body).decode()
        except ValueError as error:
            raise MalformedFileError(
                "bad-line", source, f"this line is not a fact: {error}", line=number
            ) from error
        fields = (getattr(read, name) for name in SealedRow._fields)
        row = SealedRow(*fields)._replace(body=body)
        seal = seal_after(seal, row)
        if row.seal != seal:
            raise MalformedFileError(
                "broken-seal", source, "this line was changed, or a line before it is missing", line=number
            )
        position = row.position
        yield row
    if format_of_lines <= _INLINE:
        yield EarlierRow(position)


def _other_row(line: bytes) -> PersonalRow | ErasedRow | None:
    """Returns what a line after the facts tells; `None` for a line that is a fact."""
    if line.startswith(b'{"ref":'):
        value = msgspec.json.decode(line, type=_PersonalLine)
        return PersonalRow(value.ref, value.owner, value.salt, value.value)
    if line.startswith(b'{"erased":'):
        gone = msgspec.json.decode(line, type=_ErasedLine)
        return ErasedRow(gone.erased, gone.time)
    return None


def _checked_format(line: bytes, source: Path | str) -> int:
    try:
        header = msgspec.json.decode(line, type=_Header)
    except ValueError as error:
        raise MalformedFileError(
            "not-an-export", source, "this is not an export of wordwaiter journal export", line=1
        ) from error
    if not _READ[0] <= header.wordwaiter_journal <= _READ[1]:
        raise MalformedFileError(
            "newer-journal",
            source,
            f"this has format {header.wordwaiter_journal}, not {FORMAT}; update this Wordwaiter",
            line=1,
        )
    return header.wordwaiter_journal
