"""Commands of a tournament, its divisions and its equipment."""

from dataclasses import dataclass
from typing import ClassVar

from wordwaiter.roles import DIRECTOR_ALONE
from wordwaiter.tournament.commands.base import TournamentCommand
from wordwaiter.tournament.entrants.entrants import AgeBand, PublicNames
from wordwaiter.tournament.formats.format import Format
from wordwaiter.tournament.scopes import InDivision, WholeDay
from wordwaiter.tournament.written import (
    Ages,
    DivisionName,
    Reason,
)


@dataclass(frozen=True, slots=True)
class OpenTournament(TournamentCommand):
    """Begin a tournament, with its divisions."""

    name: str
    """Its name."""
    date: str = ""
    """The day, as YYYY-MM-DD."""
    venue: str = ""
    """Where it is held."""
    sets: int = 0
    """How many sets (board and tiles) the organiser provides."""
    clocks: int = 0
    """How many clocks the organiser provides."""
    names: PublicNames = PublicNames.INITIALS
    """How people are called in public."""


@dataclass(frozen=True, slots=True)
class OpenDivision(TournamentCommand):
    """Add a division with its format; without a rulebook it plays by the format's own."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = WholeDay()
    name: str
    format: Format
    rulebook: str = ""
    ages: AgeBand | None = None


@dataclass(frozen=True, slots=True)
class ChangeDivision(TournamentCommand):
    """Give a division another name or other ages, before its first round."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = WholeDay()
    division: DivisionName
    """Its name so far."""
    name: str
    """Its name from now on."""
    ages: Ages | None = None


@dataclass(frozen=True, slots=True)
class ChangeFormat(TournamentCommand):
    """Run a division by another format from its next round on."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = InDivision()
    division: DivisionName
    format: Format
    reason: Reason


@dataclass(frozen=True, slots=True)
class MergeDivisions(TournamentCommand):
    """Move everybody of one division into another and close the empty one."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = WholeDay()
    source: DivisionName
    """The division that is too small."""
    target: DivisionName
    """The division it goes into."""
    reason: Reason


@dataclass(frozen=True, slots=True)
class ProvideEquipment(TournamentCommand):
    """Say how many sets and clocks the organiser provides."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = WholeDay()
    sets: int
    """Boards with tiles."""
    clocks: int


@dataclass(frozen=True, slots=True)
class ChangeDetails(TournamentCommand):
    """Correct the name, the day or the place of a tournament."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = WholeDay()
    name: str
    """Its name."""
    date: str = ""
    """The day, as YYYY-MM-DD."""
    venue: str = ""
    """Where it is held."""


DivisionCommand = (
    OpenDivision | ChangeDivision | ChangeFormat | MergeDivisions | ProvideEquipment | ChangeDetails
)
