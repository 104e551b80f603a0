"""Facts about personal data."""

from dataclasses import dataclass
from typing import ClassVar, Final

from wordwaiter.audience import Audience, ForAll
from wordwaiter.sentences import Wording, day_in_words, said, said_of
from wordwaiter.tournament.entrants.entrants import PublicNames
from wordwaiter.tournament.facts.base import TournamentFact
from wordwaiter.tournament.guards import names_of
from wordwaiter.tournament.state import Tournament

_NAMES_PATTERNS: Final = {
    PublicNames.INITIALS: "in public, people are shown by initials",
    PublicNames.FULL: "in public, people are shown by name",
}


@dataclass(frozen=True, slots=True)
class PublicNamesChosen(TournamentFact):
    """It was chosen how people are called where everybody can read it."""

    KIND: ClassVar = "tournament.public_names_chosen"
    AUDIENCE: ClassVar = Audience.ALL
    names: ForAll[PublicNames]

    def sentence(self, _before: Tournament, _after: Tournament, /) -> Wording:
        return said(_NAMES_PATTERNS[self.names])


@dataclass(frozen=True, slots=True)
class PersonErased(TournamentFact):
    """All that was stored about somebody was erased."""

    KIND: ClassVar = "tournament.person_erased"
    AUDIENCE: ClassVar = Audience.ALL
    contender: ForAll[int]
    member: ForAll[int]
    """Which member of a team, from 1; 0 for the whole entry."""

    def sentence(self, _: Tournament, after: Tournament) -> Wording:
        who = names_of(after, [self.contender])
        pattern = "member {member} of {who} is erased" if self.member else "{who} is erased"
        return said_of(pattern, self, who=who)


@dataclass(frozen=True, slots=True)
class EverybodyErased(TournamentFact):
    """All that was stored about the people of the tournament was erased."""

    KIND: ClassVar = "tournament.everybody_erased"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "everybody is erased; results stay under numbers"


@dataclass(frozen=True, slots=True)
class ErasureAnnounced(TournamentFact):
    """It was said on which day everybody will be erased."""

    KIND: ClassVar = "tournament.erasure_announced"
    AUDIENCE: ClassVar = Audience.ALL
    day: ForAll[str]

    def sentence(self, _before: Tournament, _after: Tournament, /) -> Wording:
        return said("everybody will be erased on {day}", day=day_in_words(self.day))


@dataclass(frozen=True, slots=True)
class PhotosKept(TournamentFact):
    """It was chosen to keep photos of boards for those who rule on them."""

    KIND: ClassVar = "tournament.photos_kept"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "photos of boards are kept for judges until people are erased"


@dataclass(frozen=True, slots=True)
class PhotosErased(TournamentFact):
    """All photos of boards were erased, and no more are kept."""

    KIND: ClassVar = "tournament.photos_erased"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "all photos of boards are erased, and no more are kept"


PrivacyFact = (
    PublicNamesChosen | PersonErased | EverybodyErased | ErasureAnnounced | PhotosKept | PhotosErased
)
