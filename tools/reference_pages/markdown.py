"""Markdown of the reference: headings, paragraphs within 100 characters, and tables."""

import inspect
import textwrap
from collections.abc import Iterable, Sequence

WRITTEN = (
    "This page is written by `make reference` from the program itself. A test fails when it is out of date."
)


def head(title: str, *paragraphs: str) -> str:
    """Returns the top of a page: its title, what it lists, and who wrote it."""
    return f"# {title}\n\n" + "\n".join(paragraph(each) for each in (*paragraphs, WRITTEN))


def paragraph(text: str) -> str:
    """Returns a text within 100 characters a line; code and links stay in one piece."""
    return _filled(text)


def item(text: str) -> str:
    """Returns a text as an item of a list."""
    return _filled(text, "- ", "  ")


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Returns a table; a bar inside of a cell is escaped."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)


def first_line(thing: object) -> str:
    """Returns the first paragraph of a docstring in one line."""
    return " ".join((inspect.getdoc(thing) or "").partition("\n\n")[0].split())


def code(text: str) -> str:
    """Returns a text as code."""
    return f"`{text}`"


def _filled(text: str, first: str = "", later: str = "") -> str:
    return (
        textwrap.fill(
            text,
            100,
            initial_indent=first,
            subsequent_indent=later,
            break_long_words=False,
            break_on_hyphens=False,
        )
        + "\n"
    )
