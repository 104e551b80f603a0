"""Commands of sponsors: one list for words, slides and paper, and their logos."""

from dataclasses import dataclass
from typing import ClassVar

from wordwaiter.roles import DIRECTOR_ALONE, Role
from wordwaiter.tournament.commands.base import TournamentCommand
from wordwaiter.tournament.scopes import WholeDay


@dataclass(frozen=True, slots=True)
class ListSponsors(TournamentCommand):
    """List the sponsors of the event, all of them; their names are good words in every round."""

    ROLES: ClassVar = (Role.EMCEE,)
    SCOPE: ClassVar = WholeDay()
    names: tuple[str, ...]
    """Their names or abbreviations, in any case of letters."""


@dataclass(frozen=True, slots=True)
class SetLogo(TournamentCommand):
    """Show a sponsor's logo on the big screen and on paper."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = WholeDay()
    sponsor: str
    """The name in the list of sponsors."""
    picture: str
    """A small PNG file in base64; the page of sponsors makes one of a PNG, JPEG or WebP file."""


@dataclass(frozen=True, slots=True)
class RemoveLogo(TournamentCommand):
    """Show a sponsor's name again instead of its logo."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = WholeDay()
    sponsor: str
    """The name in the list of sponsors."""


SponsorCommand = ListSponsors | SetLogo | RemoveLogo
