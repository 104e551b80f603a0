"""How commands print: plain words into a pipe, signs and colour on a terminal, JSON for programs."""

import json
import sys
from collections.abc import Iterable, Sequence

import typer

from wordwaiter.lexicon import ListCard
from wordwaiter.platform import shows_colours


def print_json(value: object) -> None:
    """One JSON value; in ASCII, so that it is right whatever the terminal's encoding."""
    print(json_text(value))


def json_text(value: object) -> str:
    """One JSON value as it is printed."""
    return json.dumps(value, indent=2)


def print_bytes(content: bytes) -> None:
    """All of `content`: an output that Python does not buffer may take a part of it and say nothing."""
    rest = memoryview(content)
    while rest:
        rest = rest[sys.stdout.buffer.write(rest) :]


def print_columns(rows: Iterable[Sequence[str]]) -> None:
    """Rows with their columns below one another."""
    rows = [[printable(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def printable(text: str) -> str:
    """The text without signs that would steer the terminal: names come from anybody."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def print_verdict(good: bool) -> None:
    """`good` or `not good`; on a terminal with a sign and in its colour."""
    words = "good" if good else "not good"
    if not sys.stdout.isatty():
        print(words)
        return
    sign = "✓" if good else "✗"
    if not can_print(sign):
        sign = "+" if good else "-"
    line = f"{sign} {words}"
    if shows_colours(sys.stdout):
        line = typer.style(line, fg="green" if good else "red", bold=True)
    print(line)


def list_identity(card: ListCard) -> dict[str, str]:
    """Returns which list it was, for programs."""
    return {"name": card.name, "edition": card.edition, "hash": card.sha256}


def can_print(text: str) -> bool:
    """Checks whether the terminal's encoding has all signs of `text`."""
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True
