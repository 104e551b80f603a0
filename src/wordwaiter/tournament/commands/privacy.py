"""Commands about personal data."""

from dataclasses import dataclass
from typing import ClassVar

from wordwaiter.roles import DIRECTOR_ALONE
from wordwaiter.tournament.commands.base import TournamentCommand
from wordwaiter.tournament.entrants.entrants import PublicNames
from wordwaiter.tournament.scopes import OfPeople, WholeDay
from wordwaiter.tournament.written import Contender


@dataclass(frozen=True, slots=True)
class ChoosePublicNames(TournamentCommand):
    """Choose how people are called where everybody can read it."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = WholeDay()
    names: PublicNames


@dataclass(frozen=True, slots=True)
class ErasePerson(TournamentCommand):
    """Erase all that is stored about somebody, for ever; results stay under a number."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = OfPeople("contender")
    contender: Contender
    member: int = 0
    """Of a team: which member, from 1; 0 erases the whole team."""


@dataclass(frozen=True, slots=True)
class EraseEverybody(TournamentCommand):
    """Erase all that is stored about everybody in the tournament, for ever."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = WholeDay()


@dataclass(frozen=True, slots=True)
class AnnounceErasure(TournamentCommand):
    """Say on which day everybody in the tournament will be erased."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = WholeDay()
    day: str
    """As YYYY-MM-DD."""


@dataclass(frozen=True, slots=True)
class KeepPhotos(TournamentCommand):
    """Keep photos of boards from now on, for judges and scorekeepers, until people are erased."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = WholeDay()


@dataclass(frozen=True, slots=True)
class ErasePhotos(TournamentCommand):
    """Erase all photos of boards, for ever, and keep no more."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = WholeDay()


PrivacyCommand = ChoosePublicNames | ErasePerson | EraseEverybody | AnnounceErasure | KeepPhotos | ErasePhotos
