"""Facts of sponsors."""

from dataclasses import dataclass
from typing import ClassVar

from wordwaiter.audience import Audience, ForAll, ForEmcee, ForNobody
from wordwaiter.sentences import Wording, said
from wordwaiter.tournament.facts.base import TournamentFact
from wordwaiter.tournament.state import Logo, Tournament


@dataclass(frozen=True, slots=True)
class SponsorsListed(TournamentFact):
    """The sponsors of the event were listed."""

    KIND: ClassVar = "tournament.sponsors_listed"
    AUDIENCE: ClassVar = Audience.EMCEE
    names: ForEmcee[tuple[str, ...]]

    def sentence(self, _before: Tournament, _after: Tournament, /) -> Wording:
        if not self.names:
            return said("the event has no sponsors")
        return said("the sponsors of the event: {names}", names=", ".join(self.names))


@dataclass(frozen=True, slots=True)
class LogoSet(TournamentFact):
    """A sponsor's logo was uploaded. The picture has an address of its own; no message carries it."""

    KIND: ClassVar = "tournament.logo_set"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "the logo of {sponsor} is uploaded"
    sponsor: ForAll[str]
    logo: ForNobody[Logo]


@dataclass(frozen=True, slots=True)
class LogoRemoved(TournamentFact):
    """A sponsor's logo is not shown any more."""

    KIND: ClassVar = "tournament.logo_removed"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "the logo of {sponsor} is removed"
    sponsor: ForAll[str]


SponsorFact = SponsorsListed | LogoSet | LogoRemoved
"""Who pays for the day."""
