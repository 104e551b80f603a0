"""Facts of a tournament, its divisions and its equipment."""

from dataclasses import dataclass
from typing import ClassVar

from wordwaiter.audience import Audience, ForAll, ForStaff
from wordwaiter.sentences import Wording, joined, said_of
from wordwaiter.tournament.entrants.entrants import AgeBand, PublicNames
from wordwaiter.tournament.facts.base import TournamentFact
from wordwaiter.tournament.formats.format import Format
from wordwaiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class TournamentOpened(TournamentFact):
    """A tournament began."""

    KIND: ClassVar = "tournament.opened"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "{name} begins"
    name: ForAll[str]
    date: ForAll[str]
    venue: ForAll[str]
    sets: ForAll[int]
    clocks: ForAll[int]
    names: ForAll[PublicNames]


@dataclass(frozen=True, slots=True)
class DivisionOpened(TournamentFact):
    """A division was added. The format is kept whole, so that later versions of a file change nothing."""

    KIND: ClassVar = "tournament.division_opened"
    AUDIENCE: ClassVar = Audience.ALL
    name: ForAll[str]
    rulebook: ForAll[str]
    format: ForAll[Format]
    ages: ForAll[AgeBand | None]

    def sentence(self, _before: Tournament, _after: Tournament, /) -> Wording:
        return said_of(
            "division {name} is opened, format {format}, rulebook {rulebook}", self, format=self.format.name
        )


@dataclass(frozen=True, slots=True)
class DivisionChanged(TournamentFact):
    """A division got another name or other ages."""

    KIND: ClassVar = "tournament.division_changed"
    AUDIENCE: ClassVar = Audience.ALL
    division: ForAll[str]
    """Its name before."""
    name: ForAll[str]
    ages: ForAll[AgeBand | None]

    def sentence(self, _before: Tournament, _after: Tournament, /) -> Wording:
        if self.ages is None:
            return said_of("division {division} is now {name}, for all ages", self)
        return said_of("division {division} is now {name}, for ages {ages}", self, ages=str(self.ages))


@dataclass(frozen=True, slots=True)
class FormatChanged(TournamentFact):
    """A division is run by another format from its next round on."""

    KIND: ClassVar = "tournament.format_changed"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "the format of {division} is changed ({settings}): {reason}"
    division: ForAll[str]
    format: ForAll[Format]
    settings: ForAll[tuple[str, ...]]
    """The keys of those that differ."""
    reason: ForStaff[str]


@dataclass(frozen=True, slots=True)
class DivisionsMerged(TournamentFact):
    """Everybody of one division went into another."""

    KIND: ClassVar = "tournament.divisions_merged"
    AUDIENCE: ClassVar = Audience.ALL
    source: ForAll[str]
    target: ForAll[str]
    ages: ForAll[AgeBand | None]
    """Of both together."""
    reason: ForStaff[str]
    name: ForAll[str] = ""
    """The name of both from now on; empty if the target's stays."""

    def sentence(self, _before: Tournament, _after: Tournament, /) -> Wording:
        pattern = "{source} is merged into {target}: {reason}"
        if self.name:
            pattern = "{source} is merged into {target}, which is now {name}: {reason}"
        return said_of(pattern, self)


@dataclass(frozen=True, slots=True)
class EquipmentProvided(TournamentFact):
    """The organiser provides so many sets and clocks."""

    KIND: ClassVar = "tournament.equipment_provided"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "{sets} sets and {clocks} clocks are provided"
    sets: ForAll[int]
    clocks: ForAll[int]


@dataclass(frozen=True, slots=True)
class DetailsChanged(TournamentFact):
    """The name, the day or the place of a tournament was corrected."""

    KIND: ClassVar = "tournament.details_changed"
    AUDIENCE: ClassVar = Audience.ALL
    name: ForAll[str]
    date: ForAll[str]
    venue: ForAll[str]

    def sentence(self, _before: Tournament, _after: Tournament, /) -> Wording:
        told = joined(", ", filter(None, (self.name, self.date, self.venue)))
        return said_of("name, day and place are now: {details}", self, details=told)


DivisionFact = (
    DivisionOpened | DivisionChanged | FormatChanged | DivisionsMerged | EquipmentProvided | DetailsChanged
)
