"""Rounds of a division: who sits where, what their sheets say, and what each game came to."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from wordwaiter.audience import ForAll, ForOfficials
from wordwaiter.game.clock import Countdown
from wordwaiter.game.facts import Tiles
from wordwaiter.game.hare.challenge import (
    ChallengedWord,
    Challenges,
    NamedTeam,
    PlacedWord,
    RoundPhase,
    WordChallenge,
)
from wordwaiter.sentences import said


class RoundStage(Enum):
    """How far a round is."""

    PUBLISHED = "published"
    RUNNING = "running"
    ENDED = "ended"
    """Time was called; results come in."""
    CLOSED = "closed"


class RestKind(Enum):
    """Why somebody does not sit at a table."""

    BYE = "bye"
    FORFEIT = "forfeit"
    """Counts as a loss."""
    ABSENT = "absent"
    """Counts as nothing."""


@dataclass(frozen=True, slots=True)
class Rest:
    """Somebody who has no game in a round."""

    contender: ForAll[int]
    kind: ForAll[RestKind]
    spread: ForAll[int | None] = None
    """Points of difference where the director set them; otherwise the format says what a bye is worth."""
    why: ForOfficials[str] = ""
    """Why the bye fell here; it may tell of names."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Totals as told on a score card, and whose initials are on it."""

    scores: tuple[int, ...]
    signed: tuple[int, ...]
    by: str


def totals_text(totals: Iterable[int]) -> str:
    """`401-388`; with a total below zero `-5 to 388`, which nobody reads as a sum."""
    match tuple(totals):
        case (one, other) if min(one, other) < 0:
            return said("{one} to {other}", one=one, other=other)
        case told:
            return "-".join(map(str, told))


class Ground(Enum):
    """Why a result stands."""

    SIGNED = "signed"
    """All sides signed the same totals."""
    TABLE = "table"
    """It comes from the table's own play, which its rulebook's signers signed."""
    CHOSEN = "chosen"
    """The sheets differed, and a scorekeeper or the director said which totals are right."""
    DIRECTOR = "director"
    CORRECTION = "correction"


@dataclass(frozen=True, slots=True)
class Scored:
    """A game's result, in the order of the sides."""

    scores: tuple[int, ...]
    ground: Ground
    by: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The game does not count for anybody."""

    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class Forfeited:
    """The game was not played: these sides were not there, and the other one, if any, has a bye for it."""

    absent: tuple[int, ...]
    by: str
    reason: str


Outcome = Scored | Cancelled | Forfeited


class ResultState(Enum):
    """How far a result is."""

    MISSING = "missing"
    UNSIGNED = "unsigned"
    """Some side has not signed; the director may accept it."""
    DISPUTED = "disputed"
    """The sheets differ."""
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class Seating:
    """One board at one table, and who sits at it: two contenders, or one team alone."""

    table: ForAll[int]
    sides: ForAll[tuple[int, ...]]
    board: ForAll[int] = 1
    """Of its table, where a table has several."""
    first: ForAll[int | None] = None
    """Who plays first, where the pairing says so and it is not drawn at the table."""
    why: ForOfficials[str] = ""
    """How this pairing came about; it may tell of needs and names."""

    @property
    def place(self) -> str:
        """`table 3`, or `table 3, board 2`."""
        return f"table {self.table}" if self.board == 1 else f"table {self.table}, board {self.board}"


@dataclass(frozen=True, slots=True)
class Sitting(Seating):
    """A board in play: its sheets, and what its game came to."""

    sheets: tuple[Sheet, ...] = ()
    outcome: Outcome | None = None

    @property
    def state(self) -> ResultState:
        if self.outcome is not None:
            return ResultState.SETTLED
        if not self.sheets:
            return ResultState.MISSING
        differ = len({sheet.scores for sheet in self.sheets}) > 1
        return ResultState.DISPUTED if differ else ResultState.UNSIGNED

    @property
    def unsigned(self) -> tuple[int, ...]:
        """The sides that have signed no sheet."""
        signed = {side for sheet in self.sheets for side in sheet.signed}
        return tuple(side for side in self.sides if side not in signed)


@dataclass(frozen=True, slots=True)
class RefusedWord:
    """A judge's ruling on a word of a board that a peek had answered not good."""

    peek: int
    team: int
    words: tuple[ChallengedWord, ...]
    """Where it stands, with its points."""
    struck: bool
    reason: str

    @property
    def points(self) -> int:
        """The points of the words, which the team loses if they are struck."""
        return sum(word.points or 0 for word in self.words)


def struck_text(words: tuple[ChallengedWord, ...]) -> str:
    """Returns the line of a score that says which words count nothing."""
    return said("{word} is struck", word=", ".join(map(str, words)))


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a division."""

    division: str
    number: int
    sittings: tuple[Sitting, ...]
    rests: tuple[Rest, ...] = ()
    stage: RoundStage = RoundStage.PUBLISHED
    clock: Countdown | None = None
    removed: Mapping[int, Tiles] = field(default_factory=dict)
    """Tiles that are out of play, by team: which, or how many; before the start, those that were drawn."""
    taken_out: Mapping[int, Tiles] = field(default_factory=dict)
    """The tiles that teams say they took out before the start."""
    challenges: Challenges = ()
    """Of words on boards."""
    refused_words: tuple[RefusedWord, ...] = ()
    """Rulings on words that a peek had refused."""
    published_ms: int = 0
    """The time of its pairing."""
    sponsors: tuple[str, ...] = ()
    """The sponsors of the event when it started: in this round no other names become good words."""
    ended_ms: int = 0
    """When time was called, once it was."""

    def sitting_at(self, table: int, board: int) -> Sitting | None:
        """Returns who sits there, if anybody does."""
        return next((each for each in self.sittings if (each.table, each.board) == (table, board)), None)

    def sitting_of(self, contender: int) -> Sitting | None:
        """Returns where somebody sits, if anywhere."""
        return next((each for each in self.sittings if contender in each.sides), None)

    def challenge_of(self, team: NamedTeam) -> WordChallenge | None:
        """Returns the latest challenge of a team."""
        return next((each for each in reversed(self.challenges) if each.challenger.is_same(team)), None)

    @property
    def phase(self) -> RoundPhase:
        """The phase of the round for those who would challenge a word of a board.

        Nobody calls time in an untimed round: it has ended when the result of every board stands.
        """
        match self.stage:
            case RoundStage.CLOSED:
                return RoundPhase.ACCEPTED
            case RoundStage.ENDED:
                return RoundPhase.ENDED
            case RoundStage.RUNNING if not self.outstanding:
                return RoundPhase.ENDED
            case RoundStage.PUBLISHED | RoundStage.RUNNING:
                return RoundPhase.RUNNING

    @property
    def ruled_points(self) -> tuple[tuple[int, int, str], ...]:
        """Contender, points and sentence of each score that a ruling on a word changes."""
        rulings = (each.ruling for each in self.challenges if each.ruling is not None)
        struck = (each for each in self.refused_words if each.struck)
        return (
            *(change for ruling in rulings for change in ruling.changes),
            *((each.team, -each.points, struck_text(each.words)) for each in struck),
        )

    def ruled_words(self, teams: tuple[int, ...]) -> tuple[ChallengedWord, ...]:
        """Returns the challenged words on the boards of these teams on which the judges have ruled."""
        ruled = (each for each in self.challenges if each.ruling is not None)
        return tuple(each.target for each in ruled if each.challenged.number in teams)

    def is_struck(self, team: int | None, word: PlacedWord) -> bool:
        """Checks if a word of a team's board counts nothing, because a peek had refused it."""
        struck = (each for each in self.refused_words if each.struck and each.team == team)
        return any(found.is_same_word(word) for each in struck for found in each.words)

    def words_off(self, team: int | None) -> tuple[PlacedWord, ...]:
        """Returns the words of a team's board that count nothing, by a ruling on a peek or a challenge."""
        refused = (each for each in self.refused_words if each.struck and each.team == team)
        bad = (
            each.target for each in self.challenges if each.changes_hands and each.challenged.number == team
        )
        return (*(word for each in refused for word in each.words), *bad)

    def with_rulings(self, sitting: Sitting, scores: tuple[int, ...]) -> tuple[int, ...]:
        """A board's scores with the points that rulings on words have moved to its sides and from them."""
        return tuple(
            score + sum(points for contender, points, _ in self.ruled_points if contender == side)
            for side, score in zip(sitting.sides, scores, strict=True)
        )

    @property
    def outstanding(self) -> tuple[Sitting, ...]:
        """The boards whose result does not stand yet."""
        return tuple(each for each in self.sittings if each.outcome is None)

    @property
    def seated(self) -> frozenset[int]:
        """Everybody who sits at a table."""
        return frozenset(side for each in self.sittings for side in each.sides)

    @property
    def listed(self) -> frozenset[int]:
        """Everybody who sits at a table, or rests."""
        return self.seated | {rest.contender for rest in self.rests}
