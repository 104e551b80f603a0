"""The base of all facts of a tournament."""

from dataclasses import dataclass
from typing import ClassVar

from wordwaiter.audience import ForAll, ForDesk
from wordwaiter.sentences import Wording, said_of
from wordwaiter.tournament.state import Tournament

RuledBy = tuple[str, str]
"""A division, and the setting of its format or rulebook that brought a fact about."""


@dataclass(frozen=True, slots=True)
class TournamentFact:
    """Something that happened in a tournament."""

    SENTENCE: ClassVar[str] = ""
    """The line in the log, with fields in braces."""
    at_ms: ForAll[int]
    by: ForDesk[str]

    def sentence(self, _before: Tournament, _after: Tournament, /) -> Wording:
        """Returns the line in the log, told with the tournament before the fact and after it.

        The one before knows what the fact changes, the one after the names of those whom it adds.
        """
        return said_of(self.SENTENCE, self)

    def ruled_by(self, _after: Tournament, /) -> RuledBy | None:
        """Returns the setting that brought it about; `None` where no rule decided."""
        return None
