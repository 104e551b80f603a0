"""Swiss: those with equal scores meet, and nobody meets the same opponent twice if it can be helped.

An odd score group sends somebody to the next one. Who floated lately stays in the group where possible, and
differences of scores count squared, so that two small floats are better than a large one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from wordwaiter.sentences import said
from wordwaiter.tournament.pairing.best import best_pairings
from wordwaiter.tournament.pairing.contenders import PairingContender, PairingHistory
from wordwaiter.tournament.pairing.pairings import Pairings
from wordwaiter.tournament.pairing.ranking import Ranking, rank
from wordwaiter.tournament.pairing.rules import Concern, FirstPlay, PairingRules

USUAL_RULES: Final = PairingRules(
    order=(
        Concern.BYES,
        Concern.REPEATS,
        Concern.CLUB_MATES,
        Concern.LOWEST_BYE,
        Concern.FLOATS,
        Concern.SCORES,
        Concern.RANKS,
        Concern.FIRSTS,
        Concern.TABLES,
        Concern.EVEN_RANKS,
    ),
    first_play=FirstPlay.BALANCED,
)
"""The rules where a format has none."""


@dataclass(frozen=True, slots=True)
class Swiss:
    """Rank by the standings, equals by lot; the first number of a standing makes the score groups."""

    def pair(
        self,
        contenders: Sequence[PairingContender],
        history: PairingHistory,
        rules: PairingRules,
        rng: Random,
    ) -> Pairings:
        """The pairings of the next round."""
        ranked = rank(contenders, lambda contender: contender.standing, rng)
        return best_pairings(Ranking(ranked, history, rules, by=said("the standings")), rng)
