"""CSV as people have it: any usual encoding and separator in, one plain form out."""

import csv
import io
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

SEPARATORS: Final = (",", ";", "\t")

LONGEST: Final = 8 * 1024 * 1024
"""Bytes that a file may have."""

_FORMULA: Final = "=+\\-@\t＝＋－＠"
"""Signs with which a spreadsheet begins a formula; in Japan and China, wide ones too."""
_TO_GUARD: Final = re.compile(rf"(^|;\s*)(?=[{_FORMULA}])")
"""Where one would begin: in half of Europe a spreadsheet also parts our lines at semicolons."""
_GUARDED: Final = re.compile(rf"(^|;\s*)'(?=[{_FORMULA}])")


@dataclass(frozen=True, slots=True, order=True)
class LineFault:
    """A fault in a line of a file, and what to do."""

    line: int
    code: str
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Row:
    """One record with the line on which it begins; a record in quotes may run over several."""

    line: int
    cells: tuple[str, ...]


def decoded(content: bytes) -> str:
    """The text of a file as office programs write it: UTF-8 or UTF-16 with a mark, or Windows' own."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def rows_of(content: bytes) -> tuple[tuple[Row, ...], tuple[LineFault, ...]]:
    """The records of a CSV file that are not blank, and what could not be read."""
    if len(content) > LONGEST:
        return (), (LineFault(1, "file-too-long", f"has more than {LONGEST} bytes: no list of names"),)
    text = decoded(content)
    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = max(SEPARATORS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows: list[Row] = []
    before = 0
    try:
        for cells in reader:
            row = Row(before + 1, tuple(_shown(cell.strip()) for cell in cells))
            before = reader.line_num
            if any(row.cells):
                rows.append(row)
    except csv.Error as error:
        return tuple(rows), (LineFault(before + 1, "bad-csv", _explained(str(error))),)
    return tuple(rows), ()


def _explained(error: str) -> str:
    if "unexpected end of data" in error:
        return "a quote is opened here and never closed; close it or take it out"
    return f"cannot be read ({error}); write quotes inside of quotes twice"


def _shown(cell: str) -> str:
    return _GUARDED.sub(r"\1", cell)


@dataclass(frozen=True, slots=True)
class Listing:
    """Lines under headings, to be written for a spreadsheet or for a program."""

    header: Sequence[str]
    lines: Sequence[Sequence[object]]

    def csv(self) -> str:
        """A CSV text, in which no cell of text can be taken for a formula."""
        out = io.StringIO(newline="")
        writer = csv.writer(out)
        writer.writerow(self.header)
        writer.writerows([_guarded(cell) for cell in line] for line in self.lines)
        return out.getvalue()

    def plain(self) -> list[dict[str, object]]:
        """Each line as a mapping; an empty cell is nothing."""
        return [
            {name: None if cell == "" else cell for name, cell in zip(self.header, line, strict=True)}
            for line in self.lines
        ]


def _guarded(cell: object) -> object:
    return _TO_GUARD.sub(r"\1'", cell) if isinstance(cell, str) else cell


def plain_heading(text: str) -> str:
    """A heading as it is compared: in one case, without accents, one space between words."""
    apart = unicodedata.normalize("NFKD", text.casefold().replace("_", " "))
    return " ".join("".join(sign for sign in apart if not unicodedata.combining(sign)).split())


def columns_of(header: Row, known: dict[str, str]) -> tuple[dict[str, int], tuple[LineFault, ...]]:
    """Returns the field of each column, by the names that `known` maps; ignores unknown columns."""
    found: dict[str, int] = {}
    faults: list[LineFault] = []
    for index, cell in enumerate(header.cells):
        name = known.get(plain_heading(cell))
        if name is None:
            continue
        if name in found:
            faults.append(
                LineFault(header.line, "column-twice", f"two columns tell the {name}; take one of them out")
            )
        found[name] = index
    return found, tuple(faults)
