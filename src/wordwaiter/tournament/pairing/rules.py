"""The rules of a pairing, in order: a format gives them, the methods obey them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from wordwaiter.errors import MalformedError
from wordwaiter.sentences import said


class Concern(StrEnum):
    """One thing that a good pairing heeds."""

    PARTNERS = "partners"
    """Partners of a pair do not meet."""
    CLUB_MATES = "club-mates"
    """Members of a club do not meet."""
    REPEATS = "repeats"
    """Those who have met do not meet again; a third meeting weighs more than two second ones."""
    MEDALS = "medals"
    """The bye goes to one who cannot be ranked, else to one in no medal place, if such a one can rest."""
    BYES = "byes"
    """Nobody has a second bye while another has none who could rest as well: no medal contender."""
    LOWEST_BYE = "lowest-bye"
    """The bye goes as far down the ranking as it can."""
    FLOATS = "floats"
    """A player who floated lately meets somebody of their own score group."""
    SCORES = "scores"
    """Those who meet have nearly equal scores: the squares of the differences are small."""
    HIGHEST = "highest"
    """The two highest meet."""
    RANKS = "ranks"
    """Those who meet are neighbours in the ranking: the total difference of ranks is small."""
    EVEN_RANKS = "even-ranks"
    """Of pairings with the same total difference, the one without a large single difference."""
    FIRSTS = "firsts"
    """Nobody plays first, or second, two times more than the other."""
    TABLES = "tables"
    """Two who each need to stay at a table, but not at the same one, do not meet."""


FORBIDDABLE: Final = frozenset({Concern.PARTNERS, Concern.CLUB_MATES, Concern.REPEATS, Concern.TABLES})
"""Concerns that a format may rule out altogether; the rest can only be kept small."""


class FirstPlay(StrEnum):
    """How it is settled who plays first."""

    BY_DRAW = "draw"
    """The players draw tiles at the table."""
    BALANCED = "balanced"
    """The pairing says it, so that everybody plays first about as often as second."""


@dataclass(frozen=True, slots=True)
class PairingRules:
    """The concerns that must never be broken, then those to keep small, the most important first.

    Concerns are compared one by one: nothing that comes later can outweigh the least of what comes before.
    `MEDALS` always comes first: no bye decides a medal that a game can decide. `RANKS` is added at the end
    where the order leaves it out: where all else is equal, neighbours meet.
    """

    never: frozenset[Concern] = frozenset({Concern.PARTNERS})
    order: tuple[Concern, ...] = (Concern.BYES, Concern.RANKS)
    clauses: Mapping[Concern, str] = field(default_factory=dict)
    """The clause of the rulebook that asks for a concern, where one does."""
    bye_allowed: bool = True
    first_play: FirstPlay = FirstPlay.BY_DRAW
    rounds_left: int = 1
    """With the one that is paired."""

    def __post_init__(self) -> None:
        if wrong := sorted(self.never - FORBIDDABLE):
            raise MalformedError(
                "pairing-rules-never",
                f"{', '.join(wrong)} cannot be forbidden, only reduced; move it to the order of priority",
                concerns=wrong,
            )
        if len(set(self.order)) < len(self.order):
            raise MalformedError(
                "pairing-rules-order", "the order of priority lists a concern twice; remove one"
            )

    @property
    def priorities(self) -> tuple[Concern, ...]:
        """The concerns to keep small, in order; a forbidden one needs no place in it."""
        elsewhere = {*self.never, Concern.MEDALS}
        kept = (Concern.MEDALS, *(concern for concern in self.order if concern not in elsewhere))
        return kept if Concern.RANKS in kept else (*kept, Concern.RANKS)

    def cited(self, sentence: str, concern: Concern) -> str:
        """The sentence, followed by the clause that asks for this concern, if one does."""
        clause = self.clauses.get(concern)
        return said("{sentence} ({clause})", sentence=sentence, clause=clause) if clause else sentence
