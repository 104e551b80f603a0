"""Commands of rounds."""

from dataclasses import dataclass
from typing import ClassVar

from wordwaiter.roles import DIRECTOR_ALONE, Role
from wordwaiter.tournament.commands.base import TournamentCommand
from wordwaiter.tournament.rounds.rounds import Rest, Seating
from wordwaiter.tournament.scopes import InDivision
from wordwaiter.tournament.written import (
    DivisionName,
    Minutes,
    Reason,
)


@dataclass(frozen=True, slots=True)
class PublishRound(TournamentCommand):
    """Publish the next round of a division: who sits where, and who rests."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = InDivision()
    division: DivisionName
    seatings: tuple[Seating, ...]
    rests: tuple[Rest, ...] = ()
    round: int | None = None
    """Its number, where whoever asks has said which one they mean; refused when another one is next."""


@dataclass(frozen=True, slots=True)
class WithdrawRound(TournamentCommand):
    """Take back a round that was published and has not begun."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = InDivision()
    division: DivisionName
    reason: Reason
    round: int | None = None
    """The one that is meant; refused when another one is the latest."""


@dataclass(frozen=True, slots=True)
class StartRound(TournamentCommand):
    """Start the room's clock."""

    ROLES: ClassVar = (Role.EMCEE,)
    SCOPE: ClassVar = InDivision()
    division: DivisionName
    length_ms: Minutes | None = None
    """Where the organiser sets another time than the format."""
    draw_tiles: bool = False
    """The software draws which tiles each team takes out; otherwise only their number is known."""
    round: int | None = None
    """The one that is meant; refused when another one is the latest."""


@dataclass(frozen=True, slots=True)
class AdjustRoomClock(TournamentCommand):
    """Give the room time, or take some."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = InDivision()
    division: DivisionName
    by_ms: Minutes
    reason: Reason
    round: int | None = None
    """The one that is meant; refused when another one is the latest."""


@dataclass(frozen=True, slots=True)
class CallRoundTime(TournamentCommand):
    """Call time: boards stand as they will be counted."""

    ROLES: ClassVar = (Role.EMCEE,)
    SCOPE: ClassVar = InDivision()
    division: DivisionName
    round: int | None = None
    """The one that is meant; refused when another one is the latest."""


@dataclass(frozen=True, slots=True)
class CloseRound(TournamentCommand):
    """Close the round once all its results stand."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = InDivision()
    division: DivisionName
    round: int | None = None
    """The one that is meant; refused when another one is the latest."""


@dataclass(frozen=True, slots=True)
class HaltRound(TournamentCommand):
    """Halt a round that was started too early, while nothing has come of it."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = InDivision()
    division: DivisionName
    reason: Reason
    round: int | None = None
    """The one that is meant; refused when another one is the latest."""


@dataclass(frozen=True, slots=True)
class ResumeRound(TournamentCommand):
    """Let a round go on in which time was called by mistake, with the time that was left."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = InDivision()
    division: DivisionName
    reason: Reason
    round: int | None = None
    """The one that is meant; refused when another one is the latest."""


@dataclass(frozen=True, slots=True)
class ReopenRound(TournamentCommand):
    """Open the latest round again, which was closed too early."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = InDivision()
    division: DivisionName
    reason: Reason
    round: int | None = None
    """The one that is meant; refused when another one is the latest."""


RoundCommand = (
    PublishRound
    | WithdrawRound
    | StartRound
    | AdjustRoomClock
    | CallRoundTime
    | CloseRound
    | HaltRound
    | ResumeRound
    | ReopenRound
)
