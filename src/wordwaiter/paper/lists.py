"""Lists on paper: sections with a table each; what pairings, standings and reports have in common."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from wordwaiter.paper.typesetting import Document
from wordwaiter.sentences import numeral


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; one that is wide takes the room that is left, and its words are made to fit."""

    label: str
    wide: bool = False
    right: bool = False
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table."""

    cells: tuple[str, ...]
    strong: bool = False
    mark: bool = False
    """Stands on a ground of its own, such as a place with a medal."""


@dataclass(frozen=True, slots=True)
class Section:
    """A table with a title above it and notes below."""

    title: str
    columns: tuple[Column, ...] = ()
    rows: tuple[Row, ...] = ()
    notes: tuple[str, ...] = ()
    picture: str | None = None
    """An SVG above the table."""
    picture_alt: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """A list's title and contents."""

    title: str
    over: str
    """The event, above the title."""
    under: str
    sections: tuple[Section, ...]
    wall: bool = False
    """Larger, to be read standing."""
    signers: tuple[str, ...] = field(default=())


def list_document(page: Page, title: str) -> Document:
    """The list as a document of that title."""
    data = {
        "title": page.title,
        "over": page.over,
        "under": page.under,
        "wall": page.wall,
        "sections": list(map(_section, page.sections)),
        "signers": list(page.signers),
    }
    return Document("lists", title, data)


def rows(cells: Iterable[Sequence[object]]) -> tuple[Row, ...]:
    """Plain rows of these cells."""
    # A sentence that can be told in another language stays one.
    return tuple(Row(tuple(_cell(each) for each in row)) for row in cells)


def _cell(value: object) -> str:
    return value if isinstance(value, str) else numeral(value) if isinstance(value, int) else str(value)


def _section(section: Section) -> dict[str, object]:
    return {
        "title": section.title,
        "columns": [
            {"label": each.label, "wide": each.wide, "right": each.right, "strong": each.strong}
            for each in section.columns
        ],
        "rows": [
            {"cells": list(each.cells), "strong": each.strong, "mark": each.mark} for each in section.rows
        ],
        "notes": list(section.notes),
        "picture": section.picture,
        "picture-alt": section.picture_alt,
    }
