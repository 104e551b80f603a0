"""Word lists in plain text: one word a line, whatever wrote the file.

    # a comment
    AA
    aah          any case
    aal  an East Indian shrub [n AALS]
    "AALII","a tropical tree"
    AARDVARK;a mammal;n
    ABA#         a comment after the word

The word ends at the first blank, tab, comma, semicolon or `#`; what follows it is not kept. Lines end as on
Windows, Unix or old Macs. The text is UTF-8 (with its mark or without) or else Latin-1, with the signs that
Windows adds to it.

A `/` does not end a word: `abandon/DGS` is a spelling checker's stem with its endings, and to read it as one
word would make ABANDONED a bad one.
"""

import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wordwaiter._core import LONGEST_WORD
from wordwaiter.errors import MalformedError, MalformedFileError
from wordwaiter.lexicon.quoting import quoted
from wordwaiter.lexicon.tiles import TileSet

LONGEST_LINE: Final = 10_000
"""Signs that a line may have, with its definition."""

MOST_LINES: Final = 5_000_000
"""A list of three million words, with comments and blank lines."""

SHORTEST_WORD: Final = 2
"""Tiles that a word must have: one tile alone makes no word on any board."""

HYPHENS_AND_APOSTROPHES: Final = frozenset("-‐‑‒–—―−﹣－'’‘‛ʼ`´′＇")

_CONTROL: Final = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_LINE_END: Final = re.compile(rb"\r\n|\r|\n")
_WORD_END: Final = re.compile(r"[\s,;#]")
_QUOTED: Final = re.compile(r'"([^"]*)"(?=[\s,;#]|$)')


@dataclass(frozen=True, slots=True)
class Omission:
    """A part of a file that cannot be read, and why; `line` is `None` in a file that has no lines."""

    code: str
    reason: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """The words of a file, in the order of the alphabet, and what else was seen on the way."""

    words: tuple[str, ...]
    glossed: tuple[int, ...] = ()
    """The lines with more than a word: its definition, or a title, or words that belong on other lines."""
    omissions: tuple[Omission, ...] = ()


@dataclass(frozen=True, slots=True)
class _Entry:
    """A line that can be read: the word on tiles, the word as a dictionary has it; whether more follows."""

    word: str
    written: str
    glossed: bool


def fault(word: str, tile_set: TileSet) -> str | None:
    """Why `word` cannot stand in a list for these tiles, if it cannot."""
    if not HYPHENS_AND_APOSTROPHES.isdisjoint(word):
        return f"{quoted(word)} has a hyphen or apostrophe, and no tile has one"
    try:
        length = len(tile_set.spell(word))
    except MalformedError as error:
        return error.sentence
    if length < SHORTEST_WORD:
        return f"{quoted(word)} has one tile only; a word on a board has two or more"
    if length > LONGEST_WORD:
        return f"{quoted(word)} has {length:,} tiles; {LONGEST_WORD} is the most"
    return None


def parse_text_list(content: bytes, path: Path, tile_set: TileSet, *, lenient: bool = False) -> Reading:
    """The words of a text; a line that cannot be read refuses it all, unless `lenient` leaves it out."""
    words: set[str] = set()
    first_line: dict[str, int] = {}
    glossed: list[int] = []
    omissions: list[Omission] = []
    for number, line in enumerate(_lines(content, path), 1):
        entry = _read_line(line, number, tile_set)
        if isinstance(entry, _Entry):
            first = first_line.setdefault(entry.written, number)
            if first == number:
                words.add(entry.word)
                if entry.glossed:
                    glossed.append(number)
                continue
            entry = Omission(
                "repeated-word", f"{quoted(entry.word)} stands here again; it is in line {first} too", number
            )
        if entry is None:
            continue
        if not lenient:
            raise MalformedFileError(entry.code, path, entry.reason, line=number)
        omissions.append(entry)
    if not words:
        raise MalformedFileError("empty-list", path, "the file has no words")
    return Reading(tuple(tile_set.in_order(words)), tuple(glossed), tuple(omissions))


def _read_line(line: str, number: int, tile_set: TileSet) -> _Entry | Omission | None:
    """The word of a line, or why it has none, or None for a line that is blank or a comment."""
    if len(line) > LONGEST_LINE:
        return Omission("long-line", f"the line has {len(line):,} signs; a list has one word a line", number)
    written, rest = _split(line)
    if not written:
        if not rest or rest.startswith("#"):
            return None
        return Omission("bad-word", f"the line begins with {rest[0]!r} and not with a word", number)
    if reason := fault(written, tile_set):
        return Omission("bad-word", reason, number)
    word = tile_set.upper(written)
    glossed = bool(rest.strip(" \t,;")) and not rest.startswith("#")
    # SI and SÍ are two words to a dictionary and one to tiles; only the same word twice is a mistake.
    return _Entry(word, unicodedata.normalize("NFC", written).upper(), glossed)


def is_utf16(content: bytes) -> bool:
    """Checks if this is text as Windows programs call Unicode: every other byte of Latin letters is zero."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    head = content[:4096]
    first, second = head[0::2], head[1::2]
    return len(head) >= 4 and ((all(first) and not any(second)) or (all(second) and not any(first)))


def _split(line: str) -> tuple[str, str]:
    """The word that a line begins with, and what follows it."""
    line = line.strip()
    if quotes := _QUOTED.match(line):
        return quotes[1].strip(), line[quotes.end() :].lstrip()
    word = _WORD_END.split(line, 1)[0]
    return word, line[len(word) :].lstrip()


def _lines(content: bytes, path: Path) -> list[str]:
    if is_utf16(content):
        raise MalformedFileError(
            "utf-16-list", path, "this is UTF-16 text; save it as UTF-8 and add it again"
        )
    content = content.removesuffix(b"\x1a")  # the end of a file as DOS wrote it
    if strange := _CONTROL.search(content):
        raise MalformedFileError(
            "binary-list",
            path,
            f"byte {strange[0][0]:#04x} is not text; this is neither a word list nor a KWG file",
            line=_line_of(content, strange.start()),
        )
    if content.count(b"\n") + content.count(b"\r") > 2 * MOST_LINES:
        raise MalformedFileError(
            "long-list", path, f"the file has more than {MOST_LINES:,} lines; send only the words"
        )
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        try:
            text = content.decode("cp1252")
        except UnicodeDecodeError as error:
            raise MalformedFileError(
                "binary-list",
                path,
                f"byte {content[error.start]:#04x} is neither UTF-8 nor Latin-1 text",
                line=_line_of(content, error.start),
            ) from None
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _line_of(content: bytes, place: int) -> int:
    return len(_LINE_END.findall(content, 0, place)) + 1
