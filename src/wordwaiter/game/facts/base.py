"""What all facts of a table have."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from wordwaiter.audience import ForAll, ForDesk
from wordwaiter.sentences import Wording, counted, said_of

if TYPE_CHECKING:
    from wordwaiter.game.facts.opening import TableOpened

Tiles = tuple[str, ...] | int
"""Tiles in a fact: which, or how many."""


@dataclass(frozen=True, slots=True)
class TableFact:
    """Something that happened at a table, by the table's watch."""

    SENTENCE: ClassVar[str] = ""
    """The line in the log: `{who}` is whoever sits at the fact's seat, other names are fields."""
    at_ms: ForAll[int]
    by: ForDesk[str]

    def sentence(self, opened: "TableOpened", /) -> Wording:
        """Returns the line in the log of the table that was opened so."""
        seat = getattr(self, "seat", None)
        who = {} if seat is None else {"who": opened.name_of(seat)}
        return said_of(self.SENTENCE, self, **who)


def tiles_counted(tiles: Tiles) -> Wording:
    """Returns how many tiles there are, in words."""
    return counted(tiles if isinstance(tiles, int) else len(tiles), "{n} tile", "{n} tiles")
