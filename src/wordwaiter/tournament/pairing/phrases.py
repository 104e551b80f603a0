"""The words that reasons, refusals and breaches share."""

from collections.abc import Mapping
from typing import Final

from wordwaiter.sentences import Wording, listed, said
from wordwaiter.tournament.pairing.contenders import PairingContender, PairingHistory
from wordwaiter.tournament.pairing.rules import Concern

PARTING: Final[Mapping[Concern, str]] = {
    Concern.PARTNERS: "partners never meet",
    Concern.CLUB_MATES: "members of one club never meet",
    Concern.REPEATS: "nobody meets the same opponent twice",
    Concern.TABLES: "those who stay at different tables cannot meet",
}
"""The sentence of a format that forbids a concern."""

NOT_ABOUT_TWO: Final = frozenset(
    {
        Concern.MEDALS,
        Concern.BYES,
        Concern.LOWEST_BYE,
        Concern.SCORES,
        Concern.HIGHEST,
        Concern.RANKS,
        Concern.EVEN_RANKS,
    }
)
"""Concerns about a bye or a distance: they say nothing special about two who meet."""


def times(count: int) -> Wording:
    """Returns how often: "once", "twice", "3 times"."""
    return said({1: "once", 2: "twice"}.get(count, "{n} times"), n=count)


def against(
    concern: Concern, one: PairingContender, other: PairingContender, history: PairingHistory
) -> Wording:
    """Returns the reason against this game, as a clause of a sentence: "Ann and Ben are partners"."""
    both = listed([one.called, other.called])
    match concern:
        case Concern.PARTNERS:
            return said("{both} are partners", both=both)
        case Concern.CLUB_MATES:
            return said("{both} are of one club, {club}", both=both, club=one.club)
        case Concern.REPEATS:
            met = times(history.met(one.id, other.id))
            return said("{both} have met {times} already", both=both, times=met)
        case Concern.FLOATS:
            floaters = listed([each.called for each in (one, other) if each.floated])
            return said("{who} met another score group lately", who=floaters)
        case Concern.FIRSTS:
            pattern = "{both} have both played second more often"
            if one.firsts > one.seconds:
                pattern = "{both} have both played first more often"
            return said(pattern, both=both)
        case Concern.TABLES:
            pattern = "{who} stays at table {table}"
            return listed([said(pattern, who=each.called, table=each.fixed_table) for each in (one, other)])
        case Concern.MEDALS | Concern.BYES | Concern.LOWEST_BYE:
            raise ValueError(f"{concern} speaks against no game of two")
        case Concern.SCORES | Concern.HIGHEST | Concern.RANKS | Concern.EVEN_RANKS:
            raise ValueError(f"{concern} speaks against no game of two")
