"""Pairing of leaders as rounds run out: by factor, and by the chances that players have left."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from wordwaiter.sentences import said
from wordwaiter.tournament.pairing.best import best_pairings
from wordwaiter.tournament.pairing.contenders import Hope, PairingContender, PairingHistory
from wordwaiter.tournament.pairing.costs import split_for_bye
from wordwaiter.tournament.pairing.pairings import Pairings
from wordwaiter.tournament.pairing.ranking import Ranking, rank
from wordwaiter.tournament.pairing.rules import PairingRules


@dataclass(frozen=True, slots=True)
class Factor:
    """The first meets whoever stands as far below as rounds are left, and so on; below them, neighbours meet.

    So the last round is king of the hill, and the leaders come nearer to each other round by round.
    """

    def pair(
        self,
        contenders: Sequence[PairingContender],
        history: PairingHistory,
        rules: PairingRules,
        rng: Random,
    ) -> Pairings:
        """The pairings of the next round."""
        ranked = rank(contenders, lambda contender: contender.standing, rng)
        playing, resting = split_for_bye(ranked)
        places = (*by_factor(playing, rules.rounds_left), *resting)
        order = said("Paired by the standings and the rounds that are left")
        return best_pairings(Ranking(places, history, rules, None, order), rng)


@dataclass(frozen=True, slots=True)
class ByChances:
    """Those who can still win meet each other by factor, then those who can still get a prize.

    Whoever has the first place already meets the best of those who play for no prize (Gibson's rule).
    """

    def pair(
        self,
        contenders: Sequence[PairingContender],
        history: PairingHistory,
        rules: PairingRules,
        rng: Random,
    ) -> Pairings:
        """The pairings of the next round."""
        ranked = rank(contenders, lambda contender: contender.standing, rng)
        playing, resting = split_for_bye(ranked)
        places = (*by_chances(playing, rules.rounds_left), *resting)
        return best_pairings(Ranking(places, history, rules, None, said("Paired by who can still win")), rng)


def by_factor(ranked: Sequence[PairingContender], rounds_left: int) -> tuple[PairingContender, ...]:
    """The order in which neighbours are to meet: each with whoever is so many places below."""
    factor = min(max(rounds_left, 1), len(ranked) // 2)
    pairs = zip(ranked[:factor], ranked[factor : 2 * factor], strict=True)
    return (*(each for pair in pairs for each in pair), *ranked[2 * factor :])


def by_chances(ranked: Sequence[PairingContender], rounds_left: int) -> tuple[PairingContender, ...]:
    """The order in which neighbours are to meet: groups by what their members can still reach."""
    settled = [each for each in ranked if each.has_clinched]
    others = [each for each in ranked if not each.has_clinched]
    winners = _even_group(others, Hope.FIRST)
    prizes = _even_group(others[len(winners) :], Hope.PRIZE)
    rest = others[len(winners) + len(prizes) :]
    return (*by_factor(winners, rounds_left), *by_factor(prizes, rounds_left), *settled, *rest)


def _even_group(ranked: Sequence[PairingContender], hope: Hope) -> Sequence[PairingContender]:
    """Everybody down to the last who has that hope, and one more where they are an odd number."""
    last = max((place for place, each in enumerate(ranked, 1) if each.hope >= hope), default=0)
    return ranked[: last + last % 2]
