"""The games that a best pairing can contain: near neighbours, with a proof that no other game can be in it.

The claim. Call two places in *conflict* if a concern that is forbidden, or that comes before `RANKS`,
speaks against their meeting; floats and distances are not conflicts. Let a < b meet in a best pairing M,
and let another game of M have an end between a and b. Then one of its ends is in conflict with a and lies
before b, or is in conflict with b and lies after a.

The proof. Of the four, join the two highest places and the two lowest instead. Each new game joins one of
a, b with one end of the other game; a with an end before b, b with an end after a. The total difference of
ranks becomes smaller: the two old games overlap, the new ones do not. No square of a
difference, of ranks or of scores, becomes larger in total, since scores fall with the places and squares of
parts add up to less than the square of the whole. If both new games were free of conflict, M would not be
best, since whatever comes after `RANKS` cannot outweigh the smaller total.

Floats, if they come before `RANKS`. Call a game *loose* if its two are of one score group and one of them
floated lately. Loose games are all kept. If a and b are of one group and neither floated, the new games let
nobody float who did not before, since who is between them is of their group too. If a and b are of
different groups, both float already, and only the others can begin to. So for a game that is not loose the
claim holds if "or floated lately" is added to it.

The use. Call an end as in the claim a *cause*. Every place between a and b is a cause, or meets a cause, or
has the bye. Let the *reach* be the largest difference of places of any game of M that is not loose. A cause
that is met from between is within reach of there, unless the game is loose: then one of the two floated,
and both are of one group. So the causes between a and b, once for themselves and once for whom they meet,
the causes within reach, those between who floated, and those of the groups of a to b who floated, together
with the bye bound how many places lie between a and b. This bounds the reach in turn, which is tightened
until it stays. A game that is longer is left out, and nothing is lost. In particular, if any pairing
exists, then one exists among the games that are kept.

Where scores count before ranks but do not fall with the places, as in a random draw, the proof does not
hold and every game is kept. Nearly every game is kept, too, if conflicts are so many that far games can be
as good as near ones: a large field in which a club has more than about a sixth of the players (see `floor`).
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import comb
from typing import Self

from wordwaiter.tournament.pairing.costs import conflicts, pair_cost, score_of
from wordwaiter.tournament.pairing.ranking import Ranking
from wordwaiter.tournament.pairing.rules import Concern


def candidate_games(ranking: Ranking) -> Iterator[tuple[int, int]]:
    """All games that a best pairing can contain, as places with the smaller first; some may be forbidden."""
    neighbourhood = _neighbourhood(ranking)
    return combinations(range(len(ranking.places)), 2) if neighbourhood is None else neighbourhood.games()


def candidate_test(ranking: Ranking) -> Callable[[int, int], bool]:
    """Checks whether a game is one of `candidate_games`, for those who ask for a few."""
    neighbourhood = _neighbourhood(ranking)
    if neighbourhood is None:
        return lambda _low, _high: True
    reach = neighbourhood.reach()
    return lambda low, high: neighbourhood.keeps(low, high, reach)


def _neighbourhood(ranking: Ranking) -> "_Neighbourhood | None":
    """Returns bounds on the length of games; `None` where the proof does not hold."""
    scores = [score_of(contender) for contender in ranking.places]
    by_score = not {Concern.SCORES, Concern.FLOATS}.isdisjoint(_before_ranks(ranking))
    if by_score and any(high < low for high, low in pairwise(scores)):
        return None
    return _Neighbourhood.of(ranking, scores)


@dataclass(frozen=True, slots=True)
class _Neighbourhood:
    """Bounds on the length of a game."""

    against: Sequence[Sequence[int]]
    """For each place, those that it is in conflict with, in order."""
    floated: Sequence[int]
    """The places that floated lately, in order; empty where that does not matter."""
    group_start: Sequence[int]
    """For each place, the first of its score group."""
    group_stop: Sequence[int]
    """For each place, the one after the last of its score group."""
    rest: int
    """1 if somebody has the bye."""

    @classmethod
    def of(cls, ranking: Ranking, scores: Sequence[int]) -> Self:
        places = ranking.places
        floats_matter = Concern.FLOATS in _before_ranks(ranking)
        falling = [-score for score in scores]
        return cls(
            against=_conflicts_by_place(ranking),
            floated=[place for place, holder in enumerate(places) if floats_matter and holder.floated],
            group_start=[bisect_left(falling, score) for score in falling],
            group_stop=[bisect_right(falling, score) for score in falling],
            rest=int(ranking.odd),
        )

    def games(self) -> Iterator[tuple[int, int]]:
        """Every game that is short enough or loose, each once."""
        reach = self.reach()
        last = len(self.against) - 1
        for low in range(last):
            stop = min(last, max(low + reach, self.group_stop[low] - 1)) + 1
            yield from ((low, high) for high in range(low + 1, stop) if self.keeps(low, high, reach))

    def keeps(self, low: int, high: int, reach: int) -> bool:
        """Checks whether these two can meet in a best pairing."""
        if high < self.group_stop[low] and (self._has_floated(low) or self._has_floated(high)):
            return True
        return high - low <= reach and high - low - 1 <= self._most_between(low, high, reach)

    def _has_floated(self, place: int) -> bool:
        return bool(self.floated) and _count(self.floated, place, place + 1) > 0

    def _most_between(self, low: int, high: int, reach: int) -> int:
        """No more places than this lie between these two if they meet in a best pairing."""
        return (
            self.rest
            + _count(self.against[low], low + 1, high)
            + _count(self.against[low], low + 1 - reach, high)
            + _count(self.against[high], low + 1, high)
            + _count(self.against[high], low + 1, high + reach)
            + self._floated_about(low, high, reach)
        )

    def _floated_about(self, low: int, high: int, reach: int) -> int:
        if not self.floated:
            return 0
        start, stop = self.group_start[low] - reach, self.group_stop[high] + reach
        return _count(self.floated, low + 1, high) + _count(self.floated, start, stop)

    def reach(self) -> int:
        """No game of a best pairing that is not loose joins places that are further apart than this."""
        last = len(self.against) - 1
        reach = max(1, last)
        while True:
            as_low = max(
                _count(places, low + 1, low + reach) + _count(places, low + 1 - reach, low + reach)
                for low, places in enumerate(self.against)
            )
            as_high = max(
                _count(places, high + 1 - reach, high) + _count(places, high + 1 - reach, high + reach)
                for high, places in enumerate(self.against)
            )
            floated = max(self._floated_about(low, min(last, low + reach), reach) for low in range(last + 1))
            tighter = min(reach, self.rest + as_low + as_high + floated + 1)
            if tighter == reach:
                return reach
            reach = tighter


def _before_ranks(ranking: Ranking) -> tuple[Concern, ...]:
    priorities = ranking.rules.priorities
    return priorities[: priorities.index(Concern.RANKS)]


def _conflicts_by_place(ranking: Ranking) -> list[list[int]]:
    concerns = {*ranking.rules.never, *_before_ranks(ranking)} - {Concern.FLOATS}
    found: list[set[int]] = [set() for _ in ranking.places]
    for concern in concerns:
        pairs = list(conflicts(ranking, concern))
        if _same_for_all(ranking, concern, pairs):
            continue
        for low, high in pairs:
            found[low].add(high)
            found[high].add(low)
    return [sorted(places) for places in found]


def _same_for_all(ranking: Ranking, concern: Concern, pairs: Sequence[tuple[int, int]]) -> bool:
    """Checks if a concern speaks against all games alike, so that it prefers none: all are of one club."""
    cost = pair_cost(ranking, concern)
    return len(pairs) == comb(len(ranking.places), 2) and len({cost(*pair) for pair in pairs}) == 1


def _count(places: Sequence[int], start: int, stop: int) -> int:
    """Returns how many of these places are in range(start, stop)."""
    return bisect_left(places, stop) - bisect_left(places, start)
