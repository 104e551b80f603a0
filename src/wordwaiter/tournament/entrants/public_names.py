"""How people are called where everybody can read it: by initials, unless the organiser chose names.

Minors and whoever asked for it are always called by initials. A team is called by its name, and its members
by theirs.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from wordwaiter.tournament.entrants.entrants import ADULT, Entrant, Profile, PublicNames
from wordwaiter.tournament.entrants.erased import is_erased
from wordwaiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class Veil:
    """The parts of a profile that are shown by initials alone."""

    name: bool
    members: bool


UNVEILED = Veil(name=False, members=False)


def veil_of(tournament: Tournament, entrant: Entrant, profile: Profile, *, in_public: bool) -> Veil:
    """Returns what is told by initials: in public, or to those who take part."""
    asked = profile.by_initials or is_minor(tournament, entrant, profile)
    chosen = in_public and tournament.public_names is PublicNames.INITIALS
    return Veil(name=asked or (chosen and not profile.members), members=asked or chosen)


def is_minor(tournament: Tournament, entrant: Entrant, profile: Profile) -> bool:
    """Checks if somebody is a minor, by their age or by the ages of their division."""
    if profile.age is not None:
        return profile.age < ADULT
    division = tournament.divisions.get(entrant.division)
    ages = None if division is None else division.ages
    return ages is not None and ages.most is not None and ages.most < ADULT


def initials_of(name: str) -> str:
    """`Ann-Marie Lee` as `A. M. L.`; `Player 12`, who was erased, as it is."""
    if is_erased(name):
        return name
    return " ".join(f"{part[0].upper()}." for part in re.split(r"[\s-]+", name) if part)


def initials_by_number(tournament: Tournament) -> Mapping[int, str]:
    """Returns the initials of all contenders; of those who share them, with their numbers."""
    initials = {
        each.number: initials_of(each.name)
        for entrant in tournament.entrants.values()
        for each in entrant.contenders
    }
    shared = Counter(initials.values())
    return {number: f"{told} {number}" if shared[told] > 1 else told for number, told in initials.items()}
