"""The rows of a list of entrants: a CSV file, or a `.t` file, of which names and ratings are taken."""

from typing import Final

from wordwaiter.tournament.files.csv_text import LONGEST, LineFault, Row, decoded, rows_of
from wordwaiter.tournament.files.name_orders import first_last
from wordwaiter.tournament.files.t_file import head_of_line, parts_of_line

MOST_LINES: Final = 10_000
"""Of a list: more than ever played in one place, and as many as are read in a second."""

_HEADINGS: Final = Row(1, ("name", "rating"))


def rows_of_list(content: bytes) -> tuple[tuple[Row, ...], tuple[LineFault, ...]]:
    """The records with their headings, and what could not be read."""
    text = decoded(content) if len(content) <= LONGEST else ""
    if len(text.splitlines()) > MOST_LINES:
        return (), (LineFault(1, "file-too-long", f"has more than {MOST_LINES} lines: enter it in parts"),)
    players = _players_of_t(text)
    return ((_HEADINGS, *players), ()) if players else rows_of(content)


def _players_of_t(text: str) -> tuple[Row, ...]:
    """Names and ratings, if each line has both as in a `.t` file; nobody in anything else."""
    rows = []
    for line, written in enumerate(text.splitlines(), start=1):
        first, *rest = parts_of_line(written)
        if not first.strip() and not rest:
            continue  # a comment, or nothing
        head = head_of_line(first.strip())
        if head is None:
            return ()
        name, rating, _ = head
        rows.append(Row(line, (first_last(name), rating.partition("+")[0])))
    return tuple(rows)
