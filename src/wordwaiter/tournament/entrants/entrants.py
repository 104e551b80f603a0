"""Who takes part: an *entrant* is ranked, and has one or two *contenders*, who sit at tables.

A player is an entrant with one contender, and so is a team, whose contender has members. A pair is an entrant
with two contenders, its partners, who are paired one by one and ranked together. Entrants and contenders are
numbered in one sequence; an entrant with one contender shares its number.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Final

from wordwaiter.audience import ForAll, ForOfficials
from wordwaiter.command_fields import Written
from wordwaiter.errors import MalformedError

_AGES: Final = re.compile(r"(?P<least>\d{1,3}) ?(?:\+|[-\N{EN DASH}] ?(?P<most>\d{1,3}))", re.ASCII)


ADULT: Final = 18
"""The age from which somebody may be shown by name in public."""


class PublicNames(Enum):
    """How people are called where everybody can read it."""

    INITIALS = "initials"
    FULL = "full"
    """By name, but minors, and whoever asks for initials."""


class Need(Enum):
    """A need that somebody has of the room."""

    ONE_TABLE = "one-table"
    """Stays at one table for the whole day."""
    STEP_FREE = "step-free"
    LARGE_PRINT = "large-print"


@dataclass(frozen=True, slots=True)
class Profile:
    """The details of a player, or of a team with its members."""

    name: ForAll[str]
    """The player, one partner of a pair, or the team."""
    club: ForAll[str] = ""
    """Club or town."""
    age: ForOfficials[int | None] = None
    """In years."""
    members: ForAll[tuple[str, ...]] = ()
    """Members of a team; a player has none."""
    brings_set: ForAll[Annotated[bool, Written(word="set")]] = False
    """Brings a board with tiles."""
    brings_clock: ForAll[Annotated[bool, Written(word="clock")]] = False
    """Brings a clock."""
    needs: ForOfficials[tuple[Annotated[Need, Written(word="need")], ...]] = ()
    """Needs at the table."""
    rating: ForAll[int | None] = None
    """Before the tournament."""
    email: ForOfficials[str] = ""
    """An e-mail address."""
    by_initials: ForAll[Annotated[bool, Written(word="initials")]] = False
    """Shown by initials in public."""


@dataclass(frozen=True, slots=True)
class Application:
    """Who asks to enter, before numbers are given: `of` one profile, or of the two of a pair."""

    name: str
    of: tuple[Profile, ...]


def usual_name(profiles: Iterable[Profile]) -> str:
    """Returns the name of an entrant that has none of its own."""
    return " & ".join(profile.name for profile in profiles)


def single(profile: Profile) -> Application:
    """The application of a player or a team."""
    return Application(profile.name, (profile,))


def pair_of(first: Profile, second: Profile, name: str = "") -> Application:
    """The application of two partners; without a name they are called by theirs."""
    return Application(name or usual_name((first, second)), (first, second))


@dataclass(frozen=True, slots=True)
class Contender:
    """Who sits at a table, with a number that never changes."""

    number: int
    profile: Profile

    @property
    def name(self) -> str:
        return self.profile.name


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who is ranked in a division."""

    number: int
    name: str
    division: str
    contenders: tuple[Contender, ...]

    @property
    def is_pair(self) -> bool:
        return len(self.contenders) == 2

    @property
    def recipients(self) -> tuple[str, ...]:
        """Each person who gets a medal: partners, members, or the player."""
        return tuple(
            name for each in self.contenders for name in (each.profile.members or (each.profile.name,))
        )


@dataclass(frozen=True, slots=True)
class AgeBand:
    """The ages of a division, both included; nothing is no limit."""

    least: int | None = None
    most: int | None = None

    def __contains__(self, age: object) -> bool:
        return (
            isinstance(age, int)
            and (self.least is None or age >= self.least)
            and (self.most is None or age <= self.most)
        )

    def __str__(self) -> str:
        if self.most is None:
            return "all ages" if self.least is None else f"{self.least}+"
        return f"up to {self.most}" if self.least is None else f"{self.least}-{self.most}"

    def meets(self, other: "AgeBand") -> bool:
        """Checks whether somebody may be of an age of both."""
        least, most = max(self.least or 0, other.least or 0), min(self.most or 999, other.most or 999)
        return least <= most

    def joined(self, other: "AgeBand") -> "AgeBand":
        """The band that has the ages of both and those between."""
        lowest = None if self.least is None or other.least is None else min(self.least, other.least)
        highest = None if self.most is None or other.most is None else max(self.most, other.most)
        return AgeBand(lowest, highest)


def ages_of_text(text: str, name: str) -> AgeBand | None:
    """The ages that `65-74` or `75+` tells; a division of that name is for them without another word."""
    read = _AGES.fullmatch(text or name)
    if read is not None:
        band = AgeBand(int(read["least"]), int(read["most"]) if read["most"] else None)
        if band.most is None or band.least is None or band.least <= band.most:
            return band
    if text or read is not None:
        raise MalformedError("bad-ages", f"write ages as 65-74 or 75+, not {(text or name)[:20]!r}")
    return None


class Leaving(Enum):
    """How somebody stopped taking part."""

    WITHDRAWN = "withdrawn"
    """Plays no more; what was played stays in the standings."""
    DEFAULTED = "defaulted"
    """Was not there; the results leave the standings, and the entrant is no longer ranked."""


@dataclass(frozen=True, slots=True)
class Departure:
    """Somebody stopped taking part after that many rounds."""

    how: Leaving
    after_round: int
    reason: str
