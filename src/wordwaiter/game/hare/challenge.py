"""Challenging a word on another team's board, Hare and Tortoise alike: once a round, on the finished boards.

A challenge belongs to no single board: the challenger's score changes too. So it is a value of its own, and
the challenges of one division's round are a tuple of them.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

from wordwaiter.audience import ForAll, ForDesk, ForJudges
from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.rules.bonus import Bonus
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
    """`None` in a fact of the first version, and where a team builds for practice."""
    name: ForDesk[str] = ""

    def __str__(self) -> str:
        return self.name

    def is_same(self, other: "NamedTeam") -> bool:
        """Checks if both are one team. The name tells only where a number is lacking."""
        if self.number is None or other.number is None:
            return self.name == other.name
        return self.number == other.number


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A word, and where it begins on a board."""

    word: str
    square: Square
    direction: Direction

    def __str__(self) -> str:
        return f"{self.square.written(self.direction)} {self.word}"

    def is_same_word(self, other: "PlacedWord") -> bool:
        """Checks if both are the same word at the same place."""
        return (self.word, self.square, self.direction) == (other.word, other.square, other.direction)


@dataclass(frozen=True, slots=True)
class ChallengedWord(PlacedWord):
    """A word on a board with its points."""

    points: int | None = None
    """Its points on the board when it is ruled on; `None` before the board is handed in."""


@dataclass(frozen=True, slots=True)
class BoardRuling:
    """The judges' ruling on a challenged word."""

    good: ForAll[bool]
    by: ForDesk[str]
    at_ms: ForAll[int]
    ground: ForJudges[str] = ""
    changes: ForAll[tuple[tuple[int, int, ForDesk[str]], ...]] = ()
    """Contender, points and sentence of each score that it changes."""
    bonus: ForAll[int] = 0
    """Bonus points of the word; its team loses them with an illegal word, and nobody gains them."""


@dataclass(frozen=True, slots=True)
class ProposedPoints:
    """A word that a judge ruled not good, with points that a second official has yet to confirm."""

    points: int
    by: str
    ground: str = ""
    device: str = ""
    """On which they were entered."""


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
    void: ForDesk[str] = ""
    """Why it does not count, and costs nothing."""
    proposed: ForJudges[ProposedPoints | None] = None
    """Where only a total was handed in."""

    @property
    def is_open(self) -> bool:
        """Checks if it still waits for the judges."""
        return self.ruling is None and not self.void

    @property
    def changes_hands(self) -> bool:
        """Checks whether the word's points go from the challenged team to the challenger."""
        return self.ruling is not None and not self.ruling.good

    def concerns(self, team: NamedTeam) -> bool:
        """Checks whether its ruling may change this team's score."""
        return team.is_same(self.challenger) or team.is_same(self.challenged)


Challenges = tuple[WordChallenge, ...]
"""The challenges of one division in one round, in the order in which they were made."""


def scored_words(words: Iterable[WordScore]) -> tuple[ChallengedWord, ...]:
    """Returns scored words as they can be challenged; of one that was scored twice the last score counts."""
    scored = {(each.word, each.square, each.direction): each.points for each in words}
    return tuple(ChallengedWord(*where, points) for where, points in scored.items())


def with_bonuses(
    words: Iterable[ChallengedWord], bonuses: Collection[Bonus], gone: Iterable[PlacedWord] = ()
) -> Iterator[ChallengedWord]:
    """Yields words with all that their board loses when they are struck, one after another.

    That is their points, and a bonus once no place is left that earns it; `gone` count nothing already.
    """
    lost = {(each.square, each.direction) for each in gone}
    for word in words:
        where = word.square, word.direction
        lost.add(where)
        brought = sum(each.points for each in bonuses if where in each.places and each.places <= lost)
        yield replace(word, points=(word.points or 0) + brought)


def find_word(words: Iterable[ChallengedWord], wanted: PlacedWord) -> ChallengedWord | None:
    """Returns the word that stands there, with its points; nothing if it does not."""
    return next((each for each in words if each.is_same_word(wanted)), None)


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
        is_same = other.challenged.is_same(challenge.challenged) and not other.void
        if is_same and other.target.is_same_word(challenge.target):
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
    used = [each for each in made if each.challenger.is_same(team) and not each.void]
    if len(used) >= rule.per_round:
        times = "once" if rule.per_round == 1 else f"{rule.per_round} times"
        raise IllegalError(
            "no-challenge-left",
            f"a team may challenge {times} a round; {team} already challenged {used[-1].target}",
            clause=rulebook.clause_of("board_challenge.per_round"),
            team=team.name,
        )


def rule_challenge(made: Challenges, challenge: WordChallenge, ruling: BoardRuling) -> Challenges:
    """The round's challenges with one of them ruled on; before another ruling this one is undone."""
    if challenge not in made:
        raise MalformedError("no-such-challenge", f"nobody challenged {challenge.target} in this round")
    if challenge.ruling is not None:
        verdict = "good" if challenge.ruling.good else "not good"
        raise ConflictError(
            "already-ruled", f"{challenge.target} was ruled {verdict}; undo that ruling to rule again"
        )
    return tuple(replace(each, ruling=ruling) if each == challenge else each for each in made)


def _board_challenge(rulebook: Rulebook) -> BoardChallenge:
    if not isinstance(rulebook.challenge, BoardChallenge):
        raise IllegalError(
            "no-board-challenge", f"under {rulebook.name}, challenge plays at the table, not boards"
        )
    return rulebook.challenge
