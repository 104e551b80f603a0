"""Tables and sentences that fit a terminal of 80 columns."""

import re
from collections.abc import Sequence
from textwrap import fill
from typing import Final

from wordwaiter.cli.output import printable
from wordwaiter.sentences import as_written

WIDTH: Final = 80
_GAP: Final = "  "
_LEAST: Final = 8
"""A column is not made narrower than this."""
_NUMBER: Final = re.compile(r"|[-+]?\$?[\d,]+(\.\d+)?")


def print_table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Rows under their heads: numbers to the right, and the widest words cut where the line is too long."""
    cells = [["" if cell is None else printable(as_written(cell)) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    while _length(widths) > WIDTH and max(widths) > _LEAST:
        widths[widths.index(max(widths))] -= 1
    right = [all(map(_NUMBER.fullmatch, column)) for column in zip(*cells, strict=True)]
    for line in (heads, *cells):
        shown = (
            _cut(cell, width).rjust(width) if to_right else _cut(cell, width).ljust(width)
            for cell, width, to_right in zip(line, widths, right or [False] * len(widths), strict=True)
        )
        print(_GAP.join(shown).rstrip())


def print_wrapped(sentence: str, indent: str = "") -> None:
    """A sentence on as many lines as it needs, the later ones set in."""
    lines = fill(
        printable(sentence),
        WIDTH,
        initial_indent=indent,
        subsequent_indent=f"{indent}  ",
        break_on_hyphens=False,  # bee-tortoise is to be typed as one word
    )
    print(lines)


def _length(widths: Sequence[int]) -> int:
    return sum(widths) + len(_GAP) * (len(widths) - 1)


def _cut(cell: str, width: int) -> str:
    return cell if len(cell) <= width else f"{cell[: width - 1]}~"
