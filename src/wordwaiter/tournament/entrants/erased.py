"""People who were erased: results stay under a number."""

import re
from typing import Final

from wordwaiter.tournament.entrants.entrants import Profile

_ERASED: Final = re.compile(r"(?:Player|Team|Pair|Member) \d+", re.ASCII)


def erased_profile(number: int, *, has_members: bool) -> Profile:
    """Returns what is left of a profile when it is erased."""
    return Profile(f"{'Team' if has_members else 'Player'} {number}")


def erased_member(place: int) -> str:
    """Returns what is left of the name of a team's member, the first of whom is at place 0."""
    return f"Member {place + 1}"


def erased_pair(number: int) -> str:
    """Returns what is left of the name of a pair."""
    return f"Pair {number}"


def is_erased(name: str) -> bool:
    """Checks if a name is what is left of somebody who was erased."""
    return _ERASED.fullmatch(name) is not None
