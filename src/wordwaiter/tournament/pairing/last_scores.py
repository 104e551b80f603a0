"""The highest scores meet, of the last game or of all games: Ontario's way."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from wordwaiter.sentences import said
from wordwaiter.tournament.pairing.best import best_pairings
from wordwaiter.tournament.pairing.contenders import PairingContender, PairingHistory
from wordwaiter.tournament.pairing.pairings import Pairings
from wordwaiter.tournament.pairing.random_draw import RandomDraw
from wordwaiter.tournament.pairing.ranking import Ranking, rank
from wordwaiter.tournament.pairing.rules import Concern, PairingRules

ONTARIO_RULES: Final = PairingRules(
    never=frozenset({Concern.PARTNERS}),
    order=(
        Concern.BYES,
        Concern.LOWEST_BYE,
        Concern.HIGHEST,
        Concern.RANKS,
        Concern.REPEATS,
        Concern.TABLES,
        Concern.EVEN_RANKS,
    ),
    clauses={
        Concern.PARTNERS: "ontario-2",
        Concern.MEDALS: "ontario-2",
        Concern.BYES: "ontario-2",
        Concern.RANKS: "ontario-2",
        Concern.REPEATS: "ontario-2",
    },
)
"""Partners apart always; the bye as low as it can be, so that the highest meet; then the smallest total
difference of ranks. Repeats break ties."""


@dataclass(frozen=True, slots=True)
class LastScores:
    """Rank by the score of the last game played; the two highest meet, then the next two, and so on.

    Before anybody has a score the opponents are drawn. Later, whoever has none yet ranks last.
    """

    def pair(
        self,
        contenders: Sequence[PairingContender],
        history: PairingHistory,
        rules: PairingRules,
        rng: Random,
    ) -> Pairings:
        """The pairings of the next game."""
        ranked = rank(contenders, lambda each: _counted(each.last_score), rng)
        return _paired(
            Ranking(ranked, history, rules, by=said("the score of the last game")), contenders, rng
        )


@dataclass(frozen=True, slots=True)
class TotalScores:
    """Rank by the total of all games played; otherwise as by the last game."""

    def pair(
        self,
        contenders: Sequence[PairingContender],
        history: PairingHistory,
        rules: PairingRules,
        rng: Random,
    ) -> Pairings:
        """The pairings of the next game."""
        ranked = rank(contenders, lambda each: _counted(each.total_score), rng)
        return _paired(Ranking(ranked, history, rules, by=said("the total of all games")), contenders, rng)


def _paired(ranking: Ranking, contenders: Sequence[PairingContender], rng: Random) -> Pairings:
    if all(contender.last_score is None for contender in contenders if contender.present):
        return RandomDraw().pair(contenders, ranking.history, ranking.rules, rng)
    return best_pairings(ranking, rng)


def _counted(score: int | None) -> tuple[int, ...]:
    # A score may be below zero, so having one at all comes first.
    return () if score is None else (score,)
