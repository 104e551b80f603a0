"""Commands of the Bee: words, peeks, tiles and challenges."""

from dataclasses import dataclass
from typing import ClassVar

from wordwaiter.game.hare.challenge import ChallengedWord
from wordwaiter.roles import Role
from wordwaiter.tournament.commands.base import TournamentCommand
from wordwaiter.tournament.money.ledger import Method
from wordwaiter.tournament.scopes import InDivision, OfPeek, OfPeople
from wordwaiter.tournament.written import (
    Contender,
    DivisionName,
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
    """Answer a peek; the judge's answer is final."""

    ROLES: ClassVar = (Role.JUDGE,)
    SCOPE: ClassVar = OfPeek()
    peek: int
    """Its number."""
    good: bool
    """What the judge says."""


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
class ChallengeBoardWord(TournamentCommand):
    """Challenge a word on another team's board; `by` is the member who brings it."""

    ROLES: ClassVar = (Role.PLAYER,)
    SCOPE: ClassVar = OfPeople("challenger", others="challenged")
    round: RoundNumber
    challenger: Contender
    """The team that challenges."""
    challenged: Contender
    """The team whose board it is."""
    target: ChallengedWord


@dataclass(frozen=True, slots=True)
class RuleBoardWord(TournamentCommand):
    """Rule on a challenged word; points change hands, or the challenger loses some."""

    ROLES: ClassVar = (Role.JUDGE,)
    SCOPE: ClassVar = OfPeople("challenger")
    round: RoundNumber
    challenger: Contender
    """The team that challenged, once in a round."""
    good: bool
    """What the judges rule on the word."""
    ground: str = ""
    """Why."""


BeeCommand = (
    AnnounceWords | BuyPeek | AnswerPeek | BuyTiles | BuyAllTiles | ChallengeBoardWord | RuleBoardWord
)
