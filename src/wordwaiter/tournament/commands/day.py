"""Commands of the day: calls, the timetable, the big screen."""

from dataclasses import dataclass
from typing import ClassVar

from wordwaiter.roles import DIRECTOR_ALONE, Role
from wordwaiter.tournament.commands.base import TournamentCommand
from wordwaiter.tournament.scopes import AtTable, OfCall, WholeDay
from wordwaiter.tournament.state import Official, Screen, ScreenTurn, Slot
from wordwaiter.tournament.written import (
    Minutes,
    Reason,
)


@dataclass(frozen=True, slots=True)
class CallOfficial(TournamentCommand):
    """Call the convenor or a judge to a table."""

    ROLES: ClassVar = (Role.SCOREKEEPER, Role.TABLE_SCOREKEEPER, Role.PLAYER)
    SCOPE: ClassVar = AtTable()
    table: int
    """The table that calls."""
    wanted: Official
    """Whom it wants."""
    reason: Reason


@dataclass(frozen=True, slots=True)
class AnswerCall(TournamentCommand):
    """Say that an official is on the way."""

    ROLES: ClassVar = (Role.JUDGE,)
    SCOPE: ClassVar = OfCall()
    call: int


@dataclass(frozen=True, slots=True)
class EndCall(TournamentCommand):
    """Say what came of a call."""

    ROLES: ClassVar = (Role.JUDGE,)
    SCOPE: ClassVar = OfCall()
    call: int
    note: str
    """The result of the call."""


@dataclass(frozen=True, slots=True)
class SetTimetable(TournamentCommand):
    """Put a timetable in the place of the present one."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = WholeDay()
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class ShiftTimetable(TournamentCommand):
    """Move a part of the day, and all that comes after it."""

    ROLES: ClassVar = (Role.EMCEE,)
    SCOPE: ClassVar = WholeDay()
    slot: int
    """Its place in the timetable, from 0."""
    by_ms: Minutes
    reason: Reason


@dataclass(frozen=True, slots=True)
class ChooseScreen(TournamentCommand):
    """Say what the big screen shows from now on."""

    ROLES: ClassVar = (Role.EMCEE,)
    SCOPE: ClassVar = WholeDay()
    screen: Screen
    """The slide to show."""


@dataclass(frozen=True, slots=True)
class TurnScreen(TournamentCommand):
    """Pause the slides of the big screen, resume them, or skip one."""

    ROLES: ClassVar = (Role.EMCEE,)
    SCOPE: ClassVar = WholeDay()
    how: ScreenTurn
    """Whether the slides pause, go on or skip."""


@dataclass(frozen=True, slots=True)
class ShowAward(TournamentCommand):
    """Show one step of the ceremony on the big screen: special prizes first, then bronze, silver and gold."""

    ROLES: ClassVar = (Role.EMCEE,)
    SCOPE: ClassVar = WholeDay()
    step: int
    """The number of the step: 0 for the opening; one more than there are awards shows all of them."""


@dataclass(frozen=True, slots=True)
class ShowRacks(TournamentCommand):
    """Let video overlays show racks that are known, so long after they were on the table."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = WholeDay()
    delay_ms: Minutes
    """How long after; at least a minute."""


@dataclass(frozen=True, slots=True)
class HideRacks(TournamentCommand):
    """Let video overlays show no racks any more."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = WholeDay()


@dataclass(frozen=True, slots=True)
class AllowAnalysis(TournamentCommand):
    """Let the analysis board answer also while a round of this tournament runs."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = WholeDay()


@dataclass(frozen=True, slots=True)
class ForbidAnalysis(TournamentCommand):
    """Close the analysis board while a round of this tournament runs."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = WholeDay()


DayCommand = (
    CallOfficial
    | AnswerCall
    | EndCall
    | SetTimetable
    | ShiftTimetable
    | ChooseScreen
    | TurnScreen
    | ShowAward
    | ShowRacks
    | HideRacks
    | AllowAnalysis
    | ForbidAnalysis
)
