"""A random draw: names come out of the hat one after the other, and each two that follow are to meet."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from wordwaiter.tournament.pairing.best import best_pairings
from wordwaiter.tournament.pairing.contenders import PairingContender, PairingHistory
from wordwaiter.tournament.pairing.pairings import Pairings
from wordwaiter.tournament.pairing.ranking import Ranking, rank
from wordwaiter.tournament.pairing.rules import Concern, PairingRules

USUAL_RULES: Final = PairingRules(
    order=(
        Concern.BYES,
        Concern.REPEATS,
        Concern.CLUB_MATES,
        Concern.TABLES,
        Concern.RANKS,
        Concern.FIRSTS,
        Concern.EVEN_RANKS,
    )
)
"""The rules where a format has none."""


@dataclass(frozen=True, slots=True)
class RandomDraw:
    """Pair by lot. Where two should not meet, the nearest change in the order of the draw is made."""

    def pair(
        self,
        contenders: Sequence[PairingContender],
        history: PairingHistory,
        rules: PairingRules,
        rng: Random,
    ) -> Pairings:
        """The pairings of a random draw; with nothing to avoid, each possible one is equally likely."""
        drawn = rank(contenders, lambda _: (), rng)
        return best_pairings(Ranking(drawn, history, rules, by=None), rng)
