"""Commands of the Bee: words, peeks, tiles and challenges."""

from dataclasses import dataclass
from typing import ClassVar

from wordwaiter.game.hare.challenge import PlacedWord
from wordwaiter.roles import Role
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.tournament.commands.base import TournamentCommand
from wordwaiter.tournament.money.ledger import Method
from wordwaiter.tournament.scopes import InDivision, OfPeek, OfPeople
from wordwaiter.tournament.written import (
    Contender,
    DivisionName,
    Reason,
    RoundNumber,
)


@dataclass(frozen=True, slots=True)
class AnnounceWords(TournamentCommand):
    """Announce the words of a round, in any case of letters."""

    ROLES: ClassVar = (Role.EMCEE,)
    SCOPE: ClassVar = InDivision()
    division: DivisionName
    round: RoundNumber
    starting_word: str | None = None
    """The starting word."""
    surprise_word: str | None = None
    """The surprise word."""
    sponsors: tuple[str, ...] = ()
    """The names of sponsors."""
    without: tuple[AnnouncedKind, ...] = ()
    """Kinds of words that this round does without, as the emcee confirms."""
    anyway: bool = False
    """Announce them although no team can lay some of them."""


@dataclass(frozen=True, slots=True)
class BuyPeek(TournamentCommand):
    """Sell a team a look at the dictionary."""

    ROLES: ClassVar = (Role.TABLE_SCOREKEEPER, Role.TREASURER)
    SCOPE: ClassVar = OfPeople("team")
    team: Contender
    word: str
    """The word that they want looked up."""
    method: Method = Method.TAB
    """How it is paid; on the team's tab if left out."""


@dataclass(frozen=True, slots=True)
class AnswerPeek(TournamentCommand):
    """Answer a peek; the judge's answer is final, unless it was a slip."""

    ROLES: ClassVar = (Role.JUDGE,)
    SCOPE: ClassVar = OfPeek()
    peek: int
    """Its number."""
    good: bool
    """The judge's answer."""


@dataclass(frozen=True, slots=True)
class UndoPeekAnswer(TournamentCommand):
    """Undo an answer to a peek that was pressed by mistake; the peek waits for the judges again."""

    ROLES: ClassVar = (Role.JUDGE,)
    SCOPE: ClassVar = OfPeek()
    peek: int
    """Its number."""
    reason: Reason


@dataclass(frozen=True, slots=True)
class RuleRefusedWord(TournamentCommand):
    """Rule on a word of a team's board that a peek had answered not good: strike it, or let it stand."""

    ROLES: ClassVar = (Role.JUDGE,)
    SCOPE: ClassVar = OfPeek()
    peek: int
    """The number of the peek."""
    strike: bool
    """Whether the word's points are taken off; else it stands, for a reason."""
    reason: Reason = ""


@dataclass(frozen=True, slots=True)
class UndoRefusedWord(TournamentCommand):
    """Undo a ruling on a word that a peek had answered not good; it waits for the judges again."""

    ROLES: ClassVar = (Role.JUDGE,)
    SCOPE: ClassVar = OfPeek()
    peek: int
    """The number of the peek."""
    reason: Reason


@dataclass(frozen=True, slots=True)
class BuyTiles(TournamentCommand):
    """Sell so many removed tiles back to a team, drawn at random."""

    ROLES: ClassVar = (Role.TABLE_SCOREKEEPER, Role.TREASURER)
    SCOPE: ClassVar = OfPeople("team")
    team: Contender
    count: int
    """How many removed tiles."""
    method: Method = Method.TAB
    """How it is paid; on the team's tab if left out."""


@dataclass(frozen=True, slots=True)
class BuyAllTiles(TournamentCommand):
    """Sell a team all removed tiles of all rounds back, less what it has paid for some."""

    ROLES: ClassVar = (Role.TABLE_SCOREKEEPER, Role.TREASURER)
    SCOPE: ClassVar = OfPeople("team")
    team: Contender
    method: Method = Method.TAB
    """How it is paid; on the team's tab if left out."""


@dataclass(frozen=True, slots=True)
class TakeTilesOut(TournamentCommand):
    """Say that a team has taken tiles out before the clock starts: those that were drawn, or its own."""

    ROLES: ClassVar = (Role.PLAYER, Role.TABLE_SCOREKEEPER)
    SCOPE: ClassVar = OfPeople("team")
    team: Contender
    round: RoundNumber
    letters: str = ""
    """The tiles that the team drew itself, such as `AEIOU?`; empty for those that were drawn for it."""
    count: int | None = None
    """How many it drew itself, where nobody noted which."""


@dataclass(frozen=True, slots=True)
class CorrectTilesOut(TournamentCommand):
    """Put right which tiles a team has out of play while its round is in progress; its total follows."""

    ROLES: ClassVar = (Role.JUDGE,)
    SCOPE: ClassVar = OfPeople("team")
    team: Contender
    round: RoundNumber
    reason: Reason
    letters: str = ""
    """The tiles that are out now, such as `AEIOU?`, without those that were bought back."""
    count: int | None = None
    """How many, where nobody noted which."""


@dataclass(frozen=True, slots=True)
class ChallengeBoardWord(TournamentCommand):
    """Challenge a word on another team's board; `by` is the member who brings it."""

    ROLES: ClassVar = (Role.PLAYER,)
    SCOPE: ClassVar = OfPeople("challenger", others="challenged")
    round: RoundNumber
    challenger: Contender
    """The team that challenges."""
    challenged: Contender
    """The team whose board it is."""
    target: PlacedWord
    """The word and where it begins; its points come from the board."""


@dataclass(frozen=True, slots=True)
class RuleBoardWord(TournamentCommand):
    """Rule on a challenged word; points change hands, or the challenger loses some."""

    ROLES: ClassVar = (Role.JUDGE,)
    SCOPE: ClassVar = OfPeople("challenger")
    round: RoundNumber
    challenger: Contender
    """The team that challenged, once in a round."""
    good: bool
    """The judges' ruling on the word."""
    ground: str = ""
    """Why."""
    points: int | None = None
    """The word's points, only where no board but its total was handed in."""


@dataclass(frozen=True, slots=True)
class ConfirmBoardPoints(TournamentCommand):
    """Confirm the points that another official entered for a word, where only a total was handed in."""

    ROLES: ClassVar = (Role.JUDGE,)
    SCOPE: ClassVar = OfPeople("challenger")
    round: RoundNumber
    challenger: Contender
    points: int | None = None
    """Those that are confirmed; refused if other ones were entered meanwhile."""


@dataclass(frozen=True, slots=True)
class VoidBoardChallenge(TournamentCommand):
    """Let a challenge not count; it costs nothing, and the team may challenge again."""

    ROLES: ClassVar = (Role.JUDGE,)
    SCOPE: ClassVar = OfPeople("challenger")
    round: RoundNumber
    challenger: Contender
    reason: Reason


@dataclass(frozen=True, slots=True)
class UndoBoardRuling(TournamentCommand):
    """Undo a ruling on a challenged word; the challenge waits for the judges again."""

    ROLES: ClassVar = (Role.JUDGE,)
    SCOPE: ClassVar = OfPeople("challenger")
    round: RoundNumber
    challenger: Contender
    reason: Reason


BeeCommand = (
    AnnounceWords | BuyPeek | AnswerPeek | BuyTiles | BuyAllTiles | ChallengeBoardWord
    | RuleBoardWord | ConfirmBoardPoints | VoidBoardChallenge | UndoBoardRuling | UndoPeekAnswer
    | RuleRefusedWord | UndoRefusedWord | TakeTilesOut | CorrectTilesOut
)  # fmt: skip
