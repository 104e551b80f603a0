"""Finding an entrant by a few letters, and the division of somebody's age."""

import unicodedata
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from wordwaiter.errors import MalformedError
from wordwaiter.tournament.entrants.entrants import Entrant, Profile

if TYPE_CHECKING:
    from wordwaiter.tournament.state import Division, Tournament


def found_in(entrants: Iterable[Entrant], text: str) -> tuple[Entrant, ...]:
    """Returns the entrants that a search finds: each of its words stands in a name, a member or a club."""
    wanted = plain_text(text).split()
    return tuple(each for each in entrants if all(word in searched_text(each) for word in wanted))


def searched_text(entrant: Entrant) -> str:
    """Returns all that a search looks at, without accents and capitals."""
    profiles = [each.profile for each in entrant.contenders]
    texts = (text for each in profiles for text in (each.name, each.club or "", *each.members))
    return plain_text(" ".join((entrant.name, *texts)))


def plain_text(text: str) -> str:
    """A text without accents and capitals, as people type it in a hurry."""
    split = unicodedata.normalize("NFD", text.casefold())
    return "".join(sign for sign in split if not unicodedata.combining(sign))


def division_of_ages(tournament: "Tournament", people: Sequence[Profile]) -> "Division":
    """Returns the division whose ages are those of all these people."""
    if found := _takes(tournament, people):
        return found
    if len(people) > 1 and all(_takes(tournament, [each]) for each in people):
        each_age = ", ".join(f"{each.name} ({each.age})" for each in people)
        raise MalformedError(
            "divisions-of-ages",
            f"{each_age} belong to different divisions; add a division for the ages of both",
            ages=each_age,
        )
    for each in people:
        if each.age is None:
            raise MalformedError("no-age", f"enter the age of {each.name}; it decides the division")
    ages = ", ".join(str(each.age) for each in people)
    raise MalformedError("no-division-of-age", f"no division is for this age: {ages}", ages=ages)


def overlapping(tournament: "Tournament") -> tuple[tuple["Division", "Division"], ...]:
    """Returns divisions two by two, where ages decide and some ages are in both; the first takes them."""
    if not tournament.divides_by_age:
        return ()
    pairs = combinations(tournament.divisions.values(), 2)
    return tuple(
        (one, other) for one, other in pairs if one.ages and other.ages and one.ages.meets(other.ages)
    )


def _takes(tournament: "Tournament", people: Sequence[Profile]) -> "Division | None":
    """The first division whose ages are those of all these people."""
    for division in tournament.divisions.values():
        if division.ages is not None and all(each.age in division.ages for each in people):
            return division
    return None
