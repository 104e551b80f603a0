"""Challenging a word on another team's board, Hare and Tortoise alike: once a round, on the finished boards.

A challenge belongs to no single board: the challenger's score changes too. So it is a value of its own, and
the challenges of one division's round are a tuple of them.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from wordwaiter.audience import ForAll, ForDesk, ForJudges
from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.rules.layout import Direction, Square
from wordwaiter.rules.rulebooks.rulebook import BoardChallenge, Rulebook
from wordwaiter.rules.scoring import WordScore


class RoundPhase(Enum):
    """How far a division's round is."""

    RUNNING = "running"
    ENDED = "ended"
    """The boards stand as they will be counted."""
    ACCEPTED = "accepted"
    """Its totals are final."""


@dataclass(frozen=True, slots=True)
class NamedTeam:
    """A team: its number in the tournament, and the name that is shown."""

    number: ForDesk[int | None] = None
    """Nothing in a fact of the first version, and where a team builds for practice."""
    name: ForDesk[str] = ""

    def __str__(self) -> str:
        return self.name

    def is_same(self, other: "NamedTeam") -> bool:
        """Checks if both are one team. The name tells only where a number is lacking."""
        if self.number is None or other.number is None:
            return self.name == other.name
        return self.number == other.number


@dataclass(frozen=True, slots=True)
class ChallengedWord:
    """A word on a board with its points, fixed when the challenge is made."""

    word: str
    square: Square
    direction: Direction
    points: int

    def __str__(self) -> str:
        return f"{self.square.written(self.direction)} {self.word}"

    def is_same_word(self, other: "ChallengedWord") -> bool:
        """Whether it is the same word at the same place, whatever its points were then."""
        return (self.word, self.square, self.direction) == (other.word, other.square, other.direction)


@dataclass(frozen=True, slots=True)
class BoardRuling:
    """What the judges ruled on a challenged word."""

    good: ForAll[bool]
    by: ForDesk[str]
    at_ms: ForAll[int]
    ground: ForJudges[str] = ""


@dataclass(frozen=True, slots=True)
class WordChallenge:
    """One team challenged one word of another team's board."""

    challenger: ForAll[NamedTeam]
    challenged: ForAll[NamedTeam]
    target: ForAll[ChallengedWord]
    by: ForDesk[str]
    """The member of the challenging team who brought it to the judges."""
    at_ms: ForAll[int]
    ruling: ForAll[BoardRuling | None] = None

    @property
    def changes_hands(self) -> bool:
        """Whether the word's points go from the challenged team to the challenger."""
        return self.ruling is not None and not self.ruling.good

    def concerns(self, team: NamedTeam) -> bool:
        """Whether its ruling may change this team's score."""
        return team.is_same(self.challenger) or team.is_same(self.challenged)


Challenges = tuple[WordChallenge, ...]
"""The challenges of one division in one round, in the order in which they were made."""


def find_word(words: Iterable[WordScore], word: str, square: Square, direction: Direction) -> ChallengedWord:
    """The word that stands there, among the scored words of a board or of all turns of a table.

    A word that is not there is refused. Of a word that turns scored more than once the last score counts.
    """
    found: ChallengedWord | None = None
    for scored in words:
        if (scored.word, scored.square, scored.direction) == (word, square, direction):
            found = ChallengedWord(word, square, direction, scored.points)
    if found is None:
        raise MalformedError(
            "no-such-word",
            f"{square.written(direction)} {word} is not on that board; challenge a word that is",
            word=word,
        )
    return found


def make_challenge(
    made: Challenges, challenge: WordChallenge, phase: RoundPhase, rulebook: Rulebook
) -> Challenges:
    """The round's challenges with a new one; refused if the rules do not permit it (bee-challenge)."""
    rule = _board_challenge(rulebook)
    if not challenge.by.strip():
        raise MalformedError("no-member", "enter the challenging team member; only members may challenge")
    if challenge.challenger.is_same(challenge.challenged):
        raise IllegalError(
            "own-board",
            f"{challenge.challenger} cannot challenge a word on its own board",
            clause=rulebook.clause_of("board_challenge.window"),
        )
    _require_window(phase, rulebook)
    _require_one_left(made, challenge.challenger, rule, rulebook)
    for other in made:
        if other.challenged.is_same(challenge.challenged) and other.target.is_same_word(challenge.target):
            state = "waits for the judges" if other.ruling is None else "was ruled on"
            raise ConflictError(
                "already-challenged",
                f"{other.challenger} already challenged {other.target}, and it {state}; this "
                "challenge does not count",
                challenger=other.challenger.name,
            )
    return (*made, replace(challenge, ruling=None))


def _require_window(phase: RoundPhase, rulebook: Rulebook) -> None:
    clause = rulebook.clause_of("board_challenge.window")
    match phase:
        case RoundPhase.RUNNING:
            raise IllegalError("round-running", "challenge words after the round ends", clause=clause)
        case RoundPhase.ACCEPTED:
            raise IllegalError(
                "totals-accepted", "too late: the round's totals are already accepted", clause=clause
            )
        case RoundPhase.ENDED:
            return


def _require_one_left(made: Challenges, team: NamedTeam, rule: BoardChallenge, rulebook: Rulebook) -> None:
    used = [each for each in made if each.challenger.is_same(team)]
    if len(used) >= rule.per_round:
        times = "once" if rule.per_round == 1 else f"{rule.per_round} times"
        raise IllegalError(
            "no-challenge-left",
            f"a team may challenge {times} a round; {team} already challenged {used[-1].target}",
            clause=rulebook.clause_of("board_challenge.per_round"),
            team=team.name,
        )


def rule_challenge(made: Challenges, challenge: WordChallenge, ruling: BoardRuling) -> Challenges:
    """The round's challenges with one of them ruled on; the judges' first answer is final."""
    if challenge not in made:
        raise MalformedError("no-such-challenge", f"nobody challenged {challenge.target} in this round")
    if challenge.ruling is not None:
        verdict = "good" if challenge.ruling.good else "not good"
        raise ConflictError("already-ruled", f"{challenge.target} was ruled {verdict}; the ruling is final")
    return tuple(replace(each, ruling=ruling) if each == challenge else each for each in made)


def awaited(made: Challenges, team: NamedTeam) -> Challenges:
    """The challenges without a ruling that may change this team's score."""
    return tuple(each for each in made if each.ruling is None and each.concerns(team))


def _board_challenge(rulebook: Rulebook) -> BoardChallenge:
    if not isinstance(rulebook.challenge, BoardChallenge):
        raise IllegalError(
            "no-board-challenge", f"under {rulebook.name}, challenge plays at the table, not boards"
        )
    return rulebook.challenge
