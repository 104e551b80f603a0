"""The words that reasons, refusals and breaches share."""

from collections.abc import Mapping, Sequence
from typing import Final

from wordwaiter.tournament.pairing.contenders import PairingContender, PairingHistory
from wordwaiter.tournament.pairing.rules import Concern

PARTING: Final[Mapping[Concern, str]] = {
    Concern.PARTNERS: "partners never meet",
    Concern.CLUB_MATES: "members of one club never meet",
    Concern.REPEATS: "nobody meets the same opponent twice",
    Concern.TABLES: "those who stay at different tables cannot meet",
}
"""What a format that forbids a concern says."""

NOT_ABOUT_TWO: Final = frozenset(
    {Concern.BYES, Concern.LOWEST_BYE, Concern.SCORES, Concern.RANKS, Concern.EVEN_RANKS}
)
"""Concerns about a bye or a distance: they say nothing special about two who meet."""


def listed(names: Sequence[str]) -> str:
    """Names as in a sentence: "Ann, Ben and Cy"."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def times(count: int) -> str:
    """How often: "once", "twice", "3 times"."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def against(concern: Concern, one: PairingContender, other: PairingContender, history: PairingHistory) -> str:
    """What speaks against this game, as a clause of a sentence: "Ann and Ben are partners"."""
    both = f"{one.called} and {other.called}"
    match concern:
        case Concern.PARTNERS:
            return f"{both} are partners"
        case Concern.CLUB_MATES:
            return f"{both} are of one club, {one.club}"
        case Concern.REPEATS:
            return f"{both} have met {times(history.met(one.id, other.id))} already"
        case Concern.FLOATS:
            floaters = listed([each.called for each in (one, other) if each.floated])
            return f"{floaters} met another score group lately"
        case Concern.FIRSTS:
            return f"{both} have both played {'first' if one.firsts > one.seconds else 'second'} more often"
        case Concern.TABLES:
            first, second = (f"{each.called} stays at table {each.fixed_table}" for each in (one, other))
            return f"{first} and {second}"
        case Concern.BYES | Concern.LOWEST_BYE | Concern.SCORES | Concern.RANKS | Concern.EVEN_RANKS:
            raise ValueError(f"{concern} speaks against no game of two")
