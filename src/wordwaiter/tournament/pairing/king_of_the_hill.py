"""King of the hill: first meets second, third meets fourth. Queen of the hill: first meets third."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from wordwaiter.sentences import said
from wordwaiter.tournament.pairing.best import best_pairings
from wordwaiter.tournament.pairing.contenders import PairingContender, PairingHistory
from wordwaiter.tournament.pairing.costs import split_for_bye
from wordwaiter.tournament.pairing.pairings import Pairings
from wordwaiter.tournament.pairing.ranking import Ranking, rank
from wordwaiter.tournament.pairing.rules import Concern, PairingRules

USUAL_RULES: Final = PairingRules(
    order=(
        Concern.BYES,
        Concern.LOWEST_BYE,
        Concern.RANKS,
        Concern.REPEATS,
        Concern.FIRSTS,
        Concern.TABLES,
        Concern.EVEN_RANKS,
    )
)
"""Repeats are welcome on the hill: they only break ties."""


@dataclass(frozen=True, slots=True)
class KingOfTheHill:
    """Rank by the standings, equals by lot, and let neighbours meet."""

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


@dataclass(frozen=True, slots=True)
class QueenOfTheHill:
    """Rank by the standings, equals by lot, and change the second of each four with the third."""

    def pair(
        self,
        contenders: Sequence[PairingContender],
        history: PairingHistory,
        rules: PairingRules,
        rng: Random,
    ) -> Pairings:
        """The pairings of the next round."""
        ranked, resting = split_for_bye(rank(contenders, lambda contender: contender.standing, rng))
        for place in range(1, len(ranked) - 2, 4):
            ranked[place], ranked[place + 1] = ranked[place + 1], ranked[place]
        order = said("Paired by the standings, the first with the third")
        return best_pairings(Ranking((*ranked, *resting), history, rules, None, order), rng)
