"""Age groups: age divisions that were merged play together and still have medals of their own (iowa-format).

Who belongs to which group is kept by number: in public nobody's age is known.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from wordwaiter.tournament.entrants.entrants import AgeBand, Entrant


@dataclass(frozen=True, slots=True)
class AgeGroup:
    """The entrants of an age division that was merged with others."""

    name: str
    """Of the division in which they were entered."""
    ages: AgeBand
    entrants: frozenset[int]


AgeGroups = tuple[AgeGroup, ...]
"""Those of one division; none where it was not merged."""


def grouped(groups: AgeGroups, entrants: Iterable[Entrant]) -> AgeGroups:
    """Returns the groups with these entrants each in the group of their age.

    Whoever is of no group's age stays in the group that they are in, or comes into the first.
    """
    for entrant in entrants if groups else ():
        ages = [each.profile.age for each in entrant.contenders]
        of_age = next((group for group in groups if all(age in group.ages for age in ages)), None)
        has_been = next((group for group in groups if entrant.number in group.entrants), groups[0])
        is_right = all(age in has_been.ages for age in ages)
        wanted = has_been if of_age is None or is_right else of_age
        groups = tuple(
            replace(
                group,
                entrants=group.entrants | {entrant.number}
                if group is wanted
                else group.entrants - {entrant.number},
            )
            for group in groups
        )
    return groups
