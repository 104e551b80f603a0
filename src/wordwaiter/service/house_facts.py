"""What facts in the streams of the house have: devices, word lists, notes, starts and rulings."""

from typing import ClassVar

from wordwaiter.sentences import Wording, said_of


class HouseFact:
    """A fact whose sentence needs nothing but its own fields."""

    __slots__ = ()
    SENTENCE: ClassVar[str] = ""
    """The line in the log, with fields in braces."""

    def sentence(self) -> Wording:
        """Returns the line in the log."""
        return said_of(self.SENTENCE, self)
