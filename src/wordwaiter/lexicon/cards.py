"""Facts about a word list that are known without reading its words, and the file that holds them."""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Final

from wordwaiter.errors import MalformedError, MalformedFileError
from wordwaiter.foreign_toml import toml_values
from wordwaiter.lexicon.folders import is_device_name
from wordwaiter.lexicon.quoting import quoted

_NAME: Final = re.compile(r"[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?")
_SHA256: Final = re.compile(r"[0-9a-f]{64}")
_LONGEST_LINE: Final = 300


@dataclass(frozen=True, slots=True)
class ListCard:
    """The index card of a word list."""

    name: str
    title: str
    edition: str
    letters: str
    """The name of the tile set that its words are spelled with."""
    source: str
    sha256: str
    """Of its words in capitals, in the order of the alphabet, one a line; the same from any file."""
    count: int


def canonical_text(words: Iterable[str]) -> bytes:
    """The text whose SHA-256 stands for a list; `words` are in the order of their alphabet."""
    return "".join(f"{word}\n" for word in words).encode()


def content_hash(text: bytes) -> str:
    """The SHA-256 of a canonical text."""
    import hashlib  # loads OpenSSL, and judging from a cached graph never needs it

    return hashlib.sha256(text).hexdigest()


def card_of(
    words: Sequence[str],
    name: str,
    *,
    title: str = "",
    edition: str = "",
    letters: str = "english",
    source: str = "",
) -> ListCard:
    """The card of a list with these words, which are in the order of their alphabet."""
    return ListCard(
        name=parse_list_name(name),
        title=parse_remark("title", title) or name,
        edition=parse_remark("edition", edition),
        letters=letters,
        source=parse_remark("source", source),
        sha256=content_hash(canonical_text(words)),
        count=len(words),
    )


def parse_list_name(text: str) -> str:
    """The name of a list; case does not matter."""
    name = text.lower()
    if not _NAME.fullmatch(name) or is_device_name(name):
        raise MalformedError(
            "bad-list-name",
            f"{quoted(text)} cannot be a list name; use letters, digits and hyphens, like club-2026",
            name=text,
        )
    return name


def parse_remark(what: str, text: str) -> str:
    """An edition or a source line: one line of plain text, may be empty."""
    remark = text.strip()
    if not remark.isprintable() or len(remark) > _LONGEST_LINE:
        raise MalformedError(
            "bad-remark",
            f"the {what} must be one line of at most {_LONGEST_LINE} characters, not {quoted(text)}",
        )
    return remark


def format_card(card: ListCard) -> str:
    """The card as TOML."""
    # A string of JSON that is printable is a string of TOML.
    return "".join(
        f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in asdict(card).items()
    )


def parse_card(text: str, path: Path) -> ListCard:
    """The card that a TOML text holds; `path` is for the errors."""

    def refuse(reason: str) -> MalformedFileError:
        return MalformedFileError("damaged-list", path, f"{reason}; the word list's card is damaged")

    try:
        table = toml_values(text)
    except ValueError as error:
        raise refuse(str(error)) from error
    for field in fields(ListCard):
        if type(table.get(field.name)) is not field.type:
            raise refuse(f"{field.name!r} is missing or of a wrong type")
    if unknown := sorted(table.keys() - {field.name for field in fields(ListCard)}):
        raise refuse(f"unknown setting {quoted(unknown[0])}")
    card = ListCard(**table)
    if not _NAME.fullmatch(card.name):
        raise refuse(f"{quoted(card.name)} is no name of a list")
    if not _SHA256.fullmatch(card.sha256):
        raise refuse("'sha256' is not 64 hexadecimal digits")
    if card.count < 1:
        raise refuse("'count' must be 1 or more")
    return card
