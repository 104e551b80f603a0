"""The consequence of challenging good words: the cost of each choice of a rulebook, and its sentence.

A choice says here all that follows from it. Tables, Hare scores, replays and rule sheets ask it.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class ChallengePoints:
    """The points that a challenge of good words brings to both sides of it."""

    challenger: int = 0
    challenged: int = 0

    def by_side(self, challenger: int, challenged: int, sides: int) -> tuple[int, ...]:
        """Returns the points of each side of a table."""
        points = [0] * sides
        points[challenger] += self.challenger
        points[challenged] += self.challenged
        return tuple(points)


NO_POINTS: Final = ChallengePoints()


@dataclass(frozen=True, slots=True)
class ChallengerLosesTurn:
    """The challenger loses the turn that is about to begin.

    The challenger is the side whose turn comes next, so the side that was challenged plays again at once.
    """

    costs_turn = True

    def award(self, _words: int) -> ChallengePoints:
        return NO_POINTS

    def sentence(self) -> str:
        return "the challenger loses the turn that comes now"


@dataclass(frozen=True, slots=True)
class ChallengerLosesNextTurn:
    """The challenger loses the next turn it would have, whenever that comes.

    With two sides this is the turn that is about to begin, so play goes on as with `ChallengerLosesTurn`.
    """

    costs_turn = True

    def award(self, _words: int) -> ChallengePoints:
        return NO_POINTS

    def sentence(self) -> str:
        return "the challenger loses its next turn"


@dataclass(frozen=True, slots=True)
class NoPenalty:
    """A challenge costs nothing."""

    costs_turn = False

    def award(self, _words: int) -> ChallengePoints:
        return NO_POINTS

    def sentence(self) -> str:
        return "nothing follows"


@dataclass(frozen=True, slots=True)
class OpponentGains:
    """The challenged side gains points, once for a play; nobody loses a turn."""

    points: int
    costs_turn = False

    def award(self, _words: int) -> ChallengePoints:
        return ChallengePoints(challenged=self.points)

    def sentence(self) -> str:
        return f"the side that was challenged gains {self.points} points"


@dataclass(frozen=True, slots=True)
class OpponentGainsPerWord:
    """The challenged side gains points for each word that was challenged; nobody loses a turn."""

    points: int
    costs_turn = False

    def award(self, words: int) -> ChallengePoints:
        return ChallengePoints(challenged=words * self.points)

    def sentence(self) -> str:
        return f"the side that was challenged gains {self.points} points for each word"


@dataclass(frozen=True, slots=True)
class ChallengerLoses:
    """The challenger loses points; nobody loses a turn."""

    points: int
    costs_turn = False

    def award(self, _words: int) -> ChallengePoints:
        return ChallengePoints(challenger=-self.points)

    def sentence(self) -> str:
        return f"the challenger loses {self.points} points"


GoodWord = (
    ChallengerLosesTurn
    | ChallengerLosesNextTurn
    | NoPenalty
    | OpponentGains
    | OpponentGainsPerWord
    | ChallengerLoses
)
"""Each tells whether it costs the challenger a turn, the points for so many good words, and its sentence."""
