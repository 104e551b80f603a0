"""Commands of results, and of feats that may win a prize."""

from dataclasses import dataclass
from typing import ClassVar

from wordwaiter.roles import DIRECTOR_ALONE, Giver, Role
from wordwaiter.tournament.commands.base import TournamentCommand
from wordwaiter.tournament.scopes import AtBoard, OfPeople
from wordwaiter.tournament.state import Feat
from wordwaiter.tournament.written import (
    BoardNumber,
    Contender,
    DivisionName,
    Reason,
    RoundNumber,
)


@dataclass(frozen=True, slots=True)
class HandInSheet(TournamentCommand):
    """Hand in the totals of a score card, with the sides whose initials are on it.

    For a team that plays alone they are the points of its board, without what challenges move.
    """

    ROLES: ClassVar = (Role.SCOREKEEPER, Role.TABLE_SCOREKEEPER, Role.PLAYER)
    SCOPE: ClassVar = AtBoard(signed="signed")
    division: DivisionName
    round: RoundNumber
    table: int
    """Its number."""
    scores: tuple[int, ...]
    """The totals, in the order of the pairing."""
    signed: tuple[Contender, ...] = ()
    """Whose initials are on the sheet."""
    board: BoardNumber = 1


@dataclass(frozen=True, slots=True)
class TakeTableResult(TournamentCommand):
    """Take the totals that a table's own play came to, signed as its rulebook asks.

    The program gives it once it has looked at the table; people hand in a sheet.
    """

    ROLES: ClassVar = Giver.PROGRAM
    SCOPE: ClassVar = AtBoard()
    division: DivisionName
    round: RoundNumber
    table: int
    scores: tuple[int, ...]
    board: BoardNumber = 1


@dataclass(frozen=True, slots=True)
class DecideResult(TournamentCommand):
    """Decide the result of a game that is missing, unsigned or disputed."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = AtBoard()
    division: DivisionName
    round: RoundNumber
    table: int
    scores: tuple[int, ...]
    reason: Reason
    board: BoardNumber = 1


@dataclass(frozen=True, slots=True)
class SettleSheets(TournamentCommand):
    """Say which of the sheets that differ is right, or which other totals are."""

    ROLES: ClassVar = (Role.SCOREKEEPER,)
    SCOPE: ClassVar = AtBoard()
    division: DivisionName
    round: RoundNumber
    table: int
    scores: tuple[int, ...]
    reason: Reason
    board: BoardNumber = 1


@dataclass(frozen=True, slots=True)
class CancelGame(TournamentCommand):
    """Let a game count for nobody."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = AtBoard()
    division: DivisionName
    round: RoundNumber
    table: int
    reason: Reason
    board: BoardNumber = 1


@dataclass(frozen=True, slots=True)
class ForfeitGame(TournamentCommand):
    """Note that a game was not played because these sides were not there; the other has a bye."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = AtBoard()
    division: DivisionName
    round: RoundNumber
    table: int
    absent: tuple[Contender, ...]
    """Who was not there, so that nobody played."""
    reason: Reason
    board: BoardNumber = 1


@dataclass(frozen=True, slots=True)
class CorrectResult(TournamentCommand):
    """Put other totals in the place of a result that stands."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = AtBoard()
    division: DivisionName
    round: RoundNumber
    table: int
    scores: tuple[int, ...]
    reason: Reason
    board: BoardNumber = 1


@dataclass(frozen=True, slots=True)
class WithdrawResult(TournamentCommand):
    """Take back a result of a round that is open, with its sheets, as if none had come in."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = AtBoard()
    division: DivisionName
    round: RoundNumber
    table: int
    reason: Reason
    board: BoardNumber = 1


@dataclass(frozen=True, slots=True)
class NoteFeat(TournamentCommand):
    """Note a play, a word or a comeback for a prize."""

    ROLES: ClassVar = (Role.SCOREKEEPER, Role.TABLE_SCOREKEEPER)
    SCOPE: ClassVar = OfPeople("contender")
    feat: Feat
    """The achievement that wins a prize."""
    contender: Contender
    points: int
    """How many points it was."""
    text: str
    """The word, the play, or the game."""


ResultCommand = (
    HandInSheet
    | TakeTableResult
    | DecideResult
    | SettleSheets
    | CancelGame
    | ForfeitGame
    | CorrectResult
    | WithdrawResult
    | NoteFeat
)
