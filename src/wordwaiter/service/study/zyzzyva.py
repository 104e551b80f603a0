"""Card boxes and word lists that Zyzzyva has saved.

A card box of Zyzzyva is an SQLite file, `Anagrams.db`, with a table `questions`: the letters, how often they
were solved and missed, the streak, the box, and when they come again, in seconds since 1970. Zyzzyva before
1.0 has no boxes in it. Lists are plain text, a word or the letters of words on each line.

The file is foreign: it is opened in memory, nothing in it is trusted, and it may only be read. A schema can
name functions, views and virtual tables that do what nobody asked for, or take for ever.
"""

import re
import sqlite3
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Final

from wordwaiter.errors import MalformedError
from wordwaiter.store.sqlite import read_schema
from wordwaiter.study.queries import LONGEST_STUDIED

LARGEST_BOX: Final = 16 * 1024 * 1024
"""Bytes. A card takes some 60, with its place in the index."""
MOST_CARDS: Final = 50_000
HIGHEST_BOX: Final = 10
LATEST_S: Final = 1 << 33
"""Seconds since 1970, in the year 2242; later than that no card comes again."""
_MOST_COUNTED: Final = 1_000_000
_GZIP: Final = b"\x1f\x8b"
_MAGIC: Final = b"SQLite format 3\0"
_FORMATS: Final = slice(18, 20)
"""Where a file says that it is written with a log beside it, which a file in memory cannot have."""
_PLAIN_TABLE: Final = re.compile(r"\s*CREATE\s+TABLE\b", re.IGNORECASE)
_COMPUTED: Final = re.compile(r"\bAS\b", re.IGNORECASE)
"""Marks a column computed while it is read; no step is counted while a function runs."""
_STEPS_AT_ONCE: Final = 10_000
_MOST_STEPS: Final = 2_000
"""So many times. A box of 50,000 cards takes less than a tenth."""
_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_LONGEST_VALUE: Final = 10_000
_LONGEST_LINE: Final = 200
_MOST_LINES: Final = 4 * MOST_CARDS
"""Of a list, also where a blank one and a comment stand between two words."""


@dataclass(frozen=True, slots=True)
class SavedCard:
    """A card as another program has saved it."""

    letters: str
    box: int = 0
    due_s: int = 0
    """When it comes again; 0 for at once."""
    right: int = 0
    wrong: int = 0
    streak: int = 0
    """Times solved since it was missed last; negative for times missed since it was solved."""
    last_right_s: int = 0


def saved_cards(content: bytes) -> tuple[SavedCard, ...]:
    """Returns the cards of a file that Zyzzyva has saved, whichever it is."""
    content = unpacked(content)
    if not content:
        raise MalformedError("empty-box", "the file is empty; choose a card box or a word list")
    if len(content) > LARGEST_BOX:
        raise MalformedError(
            "large-box", f"the file is over {LARGEST_BOX // 1024 // 1024} MB; save fewer cards"
        )
    cards = _cards_of_database(content) if content.startswith(_MAGIC) else _cards_of_text(content)
    if not cards:
        raise MalformedError("no-cards", "this file has no cards and no words; choose another file")
    return cards


def unpacked(content: bytes) -> bytes:
    """A file as it was before a browser compressed it; no more of it than is looked at."""
    if not content.startswith(_GZIP):
        return content
    unpacking = zlib.decompressobj(wbits=31)
    damaged = MalformedError("bad-box", "this card box is damaged; save it again in Zyzzyva")
    try:
        unpacked = unpacking.decompress(content, LARGEST_BOX + 1)
    except zlib.error as error:
        raise damaged from error
    if not unpacking.eof and len(unpacked) <= LARGEST_BOX:
        raise damaged
    return unpacked


# ---------------------------------------------------------------- Anagrams.db


def _cards_of_database(content: bytes) -> tuple[SavedCard, ...]:
    try:
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as box:
            return tuple(filter(None, map(_card, _rows(box, content))))
    except (sqlite3.Error, MemoryError, OverflowError, ValueError) as error:
        raise MalformedError("bad-box", "this card box is damaged; save it again in Zyzzyva") from error


def _rows(box: sqlite3.Connection, content: bytes) -> Iterator[Mapping[str, Any]]:
    box.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_BOX + 1024)
    header = bytearray(content)
    header[_FORMATS] = b"\1\1"
    box.deserialize(bytes(header))
    box.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
    box.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, _LONGEST_VALUE)
    box.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    box.text_factory = _text
    box.execute("PRAGMA trusted_schema=OFF")
    box.execute("PRAGMA cell_size_check=ON")
    read_schema(box)
    steps = iter(range(_MOST_STEPS))
    box.set_progress_handler(lambda: next(steps, None) is None, _STEPS_AT_ONCE)
    box.set_authorizer(_only_reading)
    made = box.execute("SELECT sql FROM sqlite_master WHERE name = 'questions' AND type = 'table'").fetchone()
    if made is None or not _PLAIN_TABLE.match(str(made[0])) or _COMPUTED.search(str(made[0])):
        raise MalformedError("no-questions", "this is not a card box of Zyzzyva; choose its file Anagrams.db")
    found = box.execute("SELECT * FROM questions LIMIT ?", (MOST_CARDS + 1,))
    names = [column[0] for column in found.description]
    for count, row in enumerate(found):
        if count == MOST_CARDS:
            raise MalformedError("many-cards", f"the card box has more than {MOST_CARDS:,} cards; save fewer")
        yield dict(zip(names, row, strict=True))


def _only_reading(
    action: int, table: str | None, _column: str | None, _database: str | None, _inside: str | None
) -> int:
    """Lets through what reads the two tables, and nothing that a file may have smuggled in."""
    is_reading = action == sqlite3.SQLITE_READ and table in ("questions", "sqlite_master")
    return sqlite3.SQLITE_OK if is_reading or action == sqlite3.SQLITE_SELECT else sqlite3.SQLITE_DENY


def _text(value: bytes) -> str:
    return value.decode("utf-8", errors="replace")


def _card(row: Mapping[str, Any]) -> SavedCard | None:
    """The card of a row; nothing where it is in no box, or is no question."""
    letters, box = row.get("question"), row.get("cardbox")
    if not isinstance(letters, str) or not 1 < len(letters) <= LONGEST_STUDIED or type(box) is not int:
        return None
    return SavedCard(
        letters,
        box=min(max(box, 0), HIGHEST_BOX),
        due_s=_number(row, "next_scheduled", LATEST_S),
        right=_number(row, "correct", _MOST_COUNTED),
        wrong=_number(row, "incorrect", _MOST_COUNTED),
        streak=_number(row, "streak", _MOST_COUNTED, -_MOST_COUNTED),
        last_right_s=_number(row, "last_correct", LATEST_S),
    )


def _number(row: Mapping[str, Any], name: str, most: int, least: int = 0) -> int:
    value = row.get(name)
    return min(max(value, least), most) if type(value) is int else 0


# ---------------------------------------------------------------- lists


def _cards_of_text(content: bytes) -> tuple[SavedCard, ...]:
    if b"\0" in content:
        raise MalformedError("no-text", "this is neither a card box nor a text file; choose another file")
    many = MalformedError("many-cards", f"the list has more than {MOST_CARDS:,} words; save fewer")
    if content.count(b"\n") + content.count(b"\r") > _MOST_LINES:
        raise many  # before they are parted: sixteen million of them come in as many kilobytes
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    words: dict[str, None] = {}
    for line in _LINE_END.split(text):
        found = line[:_LONGEST_LINE].split()
        if found and not found[0].startswith("#") and 1 < len(found[0]) <= LONGEST_STUDIED:
            words[found[0]] = None
        if len(words) > MOST_CARDS:
            raise many
    return tuple(SavedCard(word) for word in words)
