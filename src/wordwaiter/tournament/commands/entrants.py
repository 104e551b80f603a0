"""Commands of entrants."""

from dataclasses import dataclass
from typing import ClassVar

from wordwaiter.roles import DIRECTOR_ALONE, Role
from wordwaiter.tournament.commands.base import TournamentCommand
from wordwaiter.tournament.entrants.entrants import Application, Profile
from wordwaiter.tournament.scopes import InDivision, OfPeople
from wordwaiter.tournament.written import (
    Contender,
    DivisionName,
    Entrant,
    Reason,
)


@dataclass(frozen=True, slots=True)
class Register(TournamentCommand):
    """Enter players, pairs or teams in a division, all or none of them."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = InDivision()
    division: DivisionName
    applications: tuple[Application, ...]


@dataclass(frozen=True, slots=True)
class ChangeProfile(TournamentCommand):
    """Put right what is known of somebody: a name misspelt, an age, members, what they bring and need."""

    ROLES: ClassVar = (Role.SCOREKEEPER,)
    SCOPE: ClassVar = OfPeople("contender")
    contender: Contender
    profile: Profile
    pair: str | None = None
    """The pair's name, if that changes too; empty, it is made of both names."""


@dataclass(frozen=True, slots=True)
class RemoveEntrants(TournamentCommand):
    """Take out who was entered by mistake, before they have had a seat: all of them or none."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = OfPeople("entrants")
    entrants: tuple[Entrant, ...]
    reason: Reason


@dataclass(frozen=True, slots=True)
class CheckIn(TournamentCommand):
    """Note that people have come; once play has begun, it may need the convenor's reason."""

    ROLES: ClassVar = (Role.SCOREKEEPER,)
    SCOPE: ClassVar = OfPeople("contenders")
    contenders: tuple[Contender, ...]
    late_reason: str = ""
    """Why one who comes late may play all the same."""


@dataclass(frozen=True, slots=True)
class CancelCheckIn(TournamentCommand):
    """Take a check-in back that was a mistake."""

    ROLES: ClassVar = (Role.SCOREKEEPER,)
    SCOPE: ClassVar = OfPeople("contenders")
    contenders: tuple[Contender, ...]


@dataclass(frozen=True, slots=True)
class MoveEntrant(TournamentCommand):
    """Move an entrant to another division before it has played."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = OfPeople("entrant", division="division")
    entrant: Entrant
    division: DivisionName
    """Where to."""
    reason: Reason


@dataclass(frozen=True, slots=True)
class Withdraw(TournamentCommand):
    """Note that somebody stops playing; what was played stays."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = OfPeople("contender")
    contender: Contender
    reason: Reason


@dataclass(frozen=True, slots=True)
class DeclareDefault(TournamentCommand):
    """Declare somebody in default who is not there or has left: their results leave the standings."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = OfPeople("contender")
    contender: Contender
    reason: Reason


@dataclass(frozen=True, slots=True)
class Reinstate(TournamentCommand):
    """Take a withdrawal or a default back."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = OfPeople("contender")
    contender: Contender
    reason: Reason


EntrantCommand = (
    Register
    | ChangeProfile
    | RemoveEntrants
    | CheckIn
    | CancelCheckIn
    | MoveEntrant
    | Withdraw
    | DeclareDefault
    | Reinstate
)
