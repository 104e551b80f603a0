"""Byes of a published round that decide a medal without need (ontario-2), however it was paired.

Whoever sat against one who has left would rest, besides those who rest by the pairing. Where that is a medal
contender, and the round could be paired so that somebody else rests, it is paired again. Once the other games
have begun, nobody else can.
"""

from dataclasses import dataclass, replace
from random import Random

from wordwaiter.errors import IllegalError
from wordwaiter.tournament.entrants.absence import not_there
from wordwaiter.tournament.guards import Rulebooks
from wordwaiter.tournament.pairing.costs import MEDAL_CONTENDER, medal_stake
from wordwaiter.tournament.rounds.proposals import (
    fairest_rests,
    is_paired_by_hand,
    pairing_contenders,
    propose_round,
)
from wordwaiter.tournament.rounds.rounds import RestKind, Round
from wordwaiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class ByeToMend:
    """A medal contender who would have the bye, and who rests instead."""

    who: int
    instead: int | None
    """Nobody, where all can play."""


def bye_to_mend(tournament: Tournament, published: Round, rulebooks: Rulebooks) -> ByeToMend | None:
    """Returns the bye of a medal contender that another pairing of a published round avoids."""
    lone = [each.contender for each in published.rests if each.kind is RestKind.BYE]
    lone += [
        side
        for sitting in published.sittings
        if (gone := not_there(tournament, published, sitting))
        for side in sitting.sides
        if side not in gone
    ]
    if not lone:
        return None
    earlier = tournament.rounds_of(published.division)[:-1]
    before = replace(tournament, rounds={**tournament.rounds, published.division: earlier})
    stakes = {int(each.id): medal_stake(each) for each in pairing_contenders(before, published.division)}
    contenders = [each for each in lone if stakes[each] == MEDAL_CONTENDER]
    if not contenders:
        return None
    resting = _resting_instead(before, published.division, rulebooks)
    if resting is None or any(stakes[each] == MEDAL_CONTENDER for each in resting):
        return None
    return ByeToMend(contenders[0], resting[0] if resting else None)


def _resting_instead(before: Tournament, division: str, rulebooks: Rulebooks) -> tuple[int, ...] | None:
    """Returns who would rest if the round were paired again; nothing where it cannot be."""
    if is_paired_by_hand(before, division):
        rests = fairest_rests(before, division, rulebooks)
        return None if rests is None else tuple(int(each.id) for each in rests)
    try:
        again = propose_round(before, division, "", Random(0), rulebooks=rulebooks)  # noqa: S311
    except IllegalError:
        return None
    return tuple(each.contender for each in again.command.rests)


def require_byes_mended(tournament: Tournament, published: Round, rulebooks: Rulebooks) -> None:
    """Refuses to start a round in which a medal contender has the bye without need."""
    found = bye_to_mend(tournament, published, rulebooks)
    if found is None:
        return
    who = tournament.contender(found.who).name
    others = "all can play"
    if found.instead is not None:
        others = f"{tournament.contender(found.instead).name} can take it"
    raise IllegalError(
        "bye-to-mend",
        f"{who}, a medal contender, would have the bye, and {others}; pair round {published.number} again",
        clause=tournament.division(published.division).format.clause_of("pairing.bye"),
        contender=found.who,
    )
