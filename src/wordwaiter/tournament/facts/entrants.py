"""Facts of entrants: who was entered, came, moved and left."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import ClassVar, Final

from wordwaiter.audience import Audience, ForAll, ForDesk, ForStaff
from wordwaiter.sentences import Wording, joined, named, said, said_of
from wordwaiter.tournament.entrants.entrants import Entrant, Leaving, Need, Profile
from wordwaiter.tournament.facts.base import RuledBy, TournamentFact
from wordwaiter.tournament.guards import names_of
from wordwaiter.tournament.state import Tournament

_LEAVING_PATTERNS: Final = {
    Leaving.WITHDRAWN: "{who} is withdrawn: {reason}",
    Leaving.DEFAULTED: "{who} is defaulted: {reason}",
}


@dataclass(frozen=True, slots=True)
class EntrantsRegistered(TournamentFact):
    """Entrants were entered; `late` if their division had begun."""

    KIND: ClassVar = "tournament.entrants_registered"
    AUDIENCE: ClassVar = Audience.DESK
    division: ForDesk[str]
    entrants: ForDesk[tuple[Entrant, ...]]
    late: ForDesk[bool]

    def ruled_by(self, _: Tournament, /) -> RuledBy:
        return self.division, "absence.late_arrival" if self.late else "entry.kind"

    def sentence(self, _before: Tournament, _after: Tournament, /) -> Wording:
        names = ", ".join(each.name for each in self.entrants)
        pattern = "entered in {division}, late: {names}" if self.late else "entered in {division}: {names}"
        return said_of(pattern, self, names=names)


@dataclass(frozen=True, slots=True)
class ProfileChanged(TournamentFact):
    """Somebody's details were edited; `name` is the entrant's, which may follow."""

    KIND: ClassVar = "tournament.profile_changed"
    AUDIENCE: ClassVar = Audience.DESK
    contender: ForDesk[int]
    profile: ForDesk[Profile]
    name: ForDesk[str]

    def sentence(self, before: Tournament, _: Tournament) -> Wording:
        entrant, old = before.entrant_of(self.contender), before.contender(self.contender).profile
        changes = [
            said("{what} {before} → {after}", what=what, before=was, after=now)
            for what, was, now in _changes(old, self.profile)
        ]
        if entrant.is_pair and entrant.name != self.name:
            changes.append(said("pair {before} → {after}", before=entrant.name, after=self.name))
        changed = joined("; ", changes)
        return said("the entry of {who} is corrected: {changes}", who=old.name, changes=changed)


@dataclass(frozen=True, slots=True)
class EntrantsRemoved(TournamentFact):
    """Entrants were taken out who had been entered by mistake; nobody gets their numbers."""

    KIND: ClassVar = "tournament.entrants_removed"
    AUDIENCE: ClassVar = Audience.ALL
    entrants: ForAll[tuple[int, ...]]
    reason: ForStaff[str]

    def sentence(self, before: Tournament, _: Tournament) -> Wording:
        names = ", ".join(before.entrant(number).name for number in self.entrants)
        return said_of("taken out, entered by mistake: {names} ({reason})", self, names=names)


@dataclass(frozen=True, slots=True)
class CheckedIn(TournamentFact):
    """Contenders came; late ones with the convenor's reason to let them play."""

    KIND: ClassVar = "tournament.checked_in"
    AUDIENCE: ClassVar = Audience.ALL
    contenders: ForAll[tuple[int, ...]]
    late_reason: ForStaff[str]

    def ruled_by(self, tournament: Tournament, /) -> RuledBy | None:
        if not self.late_reason:
            return None
        return tournament.entrant_of(self.contenders[0]).division, "absence.late_arrival"

    def sentence(self, _: Tournament, after: Tournament) -> Wording:
        pattern = "here: {names} ({reason})" if self.late_reason else "here: {names}"
        return said(pattern, names=names_of(after, self.contenders), reason=self.late_reason)


@dataclass(frozen=True, slots=True)
class CheckInCancelled(TournamentFact):
    """A check-in was a mistake."""

    KIND: ClassVar = "tournament.check_in_cancelled"
    AUDIENCE: ClassVar = Audience.ALL
    contenders: ForAll[tuple[int, ...]]

    def sentence(self, _: Tournament, after: Tournament) -> Wording:
        return said("check-in cancelled: {names}", names=names_of(after, self.contenders))


@dataclass(frozen=True, slots=True)
class EntrantMoved(TournamentFact):
    """An entrant went to another division."""

    KIND: ClassVar = "tournament.entrant_moved"
    AUDIENCE: ClassVar = Audience.ALL
    entrant: ForAll[int]
    division: ForAll[str]
    reason: ForStaff[str]

    def sentence(self, _: Tournament, after: Tournament) -> Wording:
        return said_of("{who} goes to {division}: {reason}", self, who=after.entrant(self.entrant).name)


@dataclass(frozen=True, slots=True)
class ContenderLeft(TournamentFact):
    """Somebody withdrew or was declared in default."""

    KIND: ClassVar = "tournament.contender_left"
    AUDIENCE: ClassVar = Audience.ALL
    contender: ForAll[int]
    how: ForAll[Leaving]
    after_round: ForAll[int]
    reason: ForStaff[str]

    def ruled_by(self, tournament: Tournament, /) -> RuledBy | None:
        if self.how is not Leaving.DEFAULTED:
            return None
        return tournament.entrant_of(self.contender).division, "absence.games_against_defaulter"

    def sentence(self, _: Tournament, after: Tournament) -> Wording:
        return said_of(_LEAVING_PATTERNS[self.how], self, who=names_of(after, [self.contender]))


@dataclass(frozen=True, slots=True)
class ContenderReinstated(TournamentFact):
    """A withdrawal or a default was taken back."""

    KIND: ClassVar = "tournament.contender_reinstated"
    AUDIENCE: ClassVar = Audience.ALL
    contender: ForAll[int]
    reason: ForStaff[str]

    def sentence(self, _: Tournament, after: Tournament) -> Wording:
        return said_of("{who} is back: {reason}", self, who=names_of(after, [self.contender]))


EntrantFact = (
    EntrantsRegistered
    | ProfileChanged
    | EntrantsRemoved
    | CheckedIn
    | CheckInCancelled
    | EntrantMoved
    | ContenderLeft
    | ContenderReinstated
)


def _changes(before: Profile, after: Profile) -> Iterator[tuple[Wording, str, str]]:
    """Yields each detail that changed: what it is, how it was, and how it is now."""
    for field in fields(Profile):
        was, now = getattr(before, field.name), getattr(after, field.name)
        if was != now:
            yield said(_FIELD_PATTERNS[field.name]), _value(was), _value(now)


_FIELD_PATTERNS: Final = {
    "name": "name",
    "club": "club",
    "age": "age",
    "members": "members",
    "brings_set": "brings a set",
    "brings_clock": "brings a clock",
    "needs": "needs",
    "rating": "rating",
    "email": "e-mail",
    "by_initials": "in public by initials",
}
"""The name of each field of a profile in a sentence."""


def _value(value: str | int | bool | tuple[str | Need, ...] | None) -> str:
    """A field of a profile in a sentence; what is not told is a dash."""
    match value:
        case bool():
            return said("yes") if value else said("no")
        case tuple():
            parts = (named(each) if isinstance(each, Need) else each for each in value)
            return joined(", ", parts) or "–"
        case None | "":
            return "–"
        case int() | str():
            return str(value)
