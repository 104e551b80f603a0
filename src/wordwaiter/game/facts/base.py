"""The base of all facts of a table."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from wordwaiter.audience import ForAll, ForDesk
from wordwaiter.sentences import Wording, counted, said_of

if TYPE_CHECKING:
    from wordwaiter.game.facts.opening import TableOpened
    from wordwaiter.rules.rulebooks.rulebook import Rulebook

Tiles = tuple[str, ...] | int
"""Tiles in a fact: which, or how many."""


class RuledFact:
    """A fact that a setting of the rulebook may have brought about."""

    __slots__ = ()
    SETTING: ClassVar[str] = ""
    """The setting, where it is always the same one."""

    def setting(self) -> str:
        """Returns the setting that brought it about; an empty text where no rule decided."""
        return self.SETTING

    def clause_in(self, rulebook: "Rulebook", /) -> str | None:
        """Returns the clause by which it came about; `None` where no rule decided."""
        setting = self.setting()
        return rulebook.clause_of(setting) if setting in rulebook.origins else None


@dataclass(frozen=True, slots=True)
class TableFact(RuledFact):
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
