"""Pairing by rating before there are results: neighbours, halves, quarters, and groups of four.

The order of places decides who meets: neighbours of it do, as far as nothing weightier is against it. So
each way of seeding is one order of the ratings. A bye goes to the lowest rated who has had none; in groups
of four, those of a last group of three rest in turn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import chain, pairwise, zip_longest
from random import Random
from typing import Final, TypeVar, assert_never

from wordwaiter.sentences import Wording, said
from wordwaiter.tournament.pairing.best import best_pairings
from wordwaiter.tournament.pairing.contenders import PairingContender, PairingHistory
from wordwaiter.tournament.pairing.costs import split_for_bye
from wordwaiter.tournament.pairing.pairings import Pairings
from wordwaiter.tournament.pairing.ranking import Ranking, rank
from wordwaiter.tournament.pairing.rules import Concern, FirstPlay, PairingRules

USUAL_RULES: Final = PairingRules(
    order=(
        Concern.BYES,
        Concern.REPEATS,
        Concern.CLUB_MATES,
        Concern.LOWEST_BYE,
        Concern.RANKS,
        Concern.FIRSTS,
        Concern.TABLES,
        Concern.EVEN_RANKS,
    ),
    first_play=FirstPlay.BALANCED,
)
"""The rules where a format has none."""

_GROUP: Final = 4

T = TypeVar("T")


class SeedOrder(Enum):
    """Who is to meet whom, by rating."""

    ADJACENT = "adjacent"
    """The first meets the second, the third the fourth."""
    HALVES = "halves"
    """The first of the upper half meets the first of the lower half."""
    QUARTERS = "quarters"
    """The first quarter meets the second, and the third meets the fourth."""
    GROUPS = "groups"
    """Neighbours in groups of four, who all meet in three rounds."""
    FONTES = "fontes"
    """Groups of four, one of each quarter, who all meet in three rounds."""


@dataclass(frozen=True, slots=True)
class Seeded:
    """Rank by rating, equals by number so that groups stay together, and let neighbours of the order meet."""

    order: SeedOrder

    def pair(
        self,
        contenders: Sequence[PairingContender],
        history: PairingHistory,
        rules: PairingRules,
        rng: Random,
    ) -> Pairings:
        """The pairings of the next round."""
        ranked = sorted(rank(contenders, lambda _: (), rng), key=lambda each: (-each.rating, each.id))
        by = said("the ratings") if self.order is SeedOrder.ADJACENT else None
        playing: Sequence[PairingContender] = ranked
        resting: list[PairingContender] = []
        if self.order in (SeedOrder.HALVES, SeedOrder.QUARTERS):
            playing, resting = split_for_bye(ranked)
        places = (*seeded(playing, self.order), *resting)
        return best_pairings(Ranking(places, history, rules, by, _said_of(self.order)), rng)


def _said_of(order: SeedOrder) -> Wording | None:
    """Returns how an order joins people, where its places are no ranks."""
    match order:
        case SeedOrder.ADJACENT:
            return None
        case SeedOrder.HALVES:
            return said("Paired by rating, in halves")
        case SeedOrder.QUARTERS:
            return said("Paired by rating, in quarters")
        case SeedOrder.GROUPS:
            return said("Paired by rating, in groups of four")
        case SeedOrder.FONTES:
            return said("Paired by rating, in groups with one of each quarter")
        case _:
            assert_never(order)


def seeded(ranked: Sequence[T], order: SeedOrder) -> list[T]:
    """The order in which neighbours are to meet, of those who are ranked by rating."""
    match order:
        case SeedOrder.ADJACENT | SeedOrder.GROUPS:
            return list(ranked)
        case SeedOrder.HALVES:
            return _interleaved(_parts(ranked, 2))
        case SeedOrder.QUARTERS:
            first, second, third, fourth = _parts(ranked, 4)
            return [*_interleaved([first, second]), *_interleaved([third, fourth])]
        case SeedOrder.FONTES:
            return _interleaved(_parts(ranked, _GROUP))
        case _:
            assert_never(order)


def _parts(ranked: Sequence[T], count: int) -> list[Sequence[T]]:
    """So many parts of about the same size."""
    cuts = [len(ranked) * part // count for part in range(count + 1)]
    return [ranked[one:other] for one, other in pairwise(cuts)]


def _interleaved(parts: Sequence[Sequence[T]]) -> list[T]:
    """One of each part in turn."""
    nobody = object()
    taken = chain.from_iterable(zip_longest(*parts, fillvalue=nobody))
    return [each for each in taken if each is not nobody]  # type: ignore[misc]
