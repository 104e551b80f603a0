"""Which games are looked at for the best pairing: few enough to be fast, and none of the best one missing."""

from collections.abc import Iterable
from itertools import islice
from random import Random
from typing import Final

from wordwaiter.tournament.pairing.costs import bye_cost, pair_cost
from wordwaiter.tournament.pairing.matching import Edge, cheapest_matching
from wordwaiter.tournament.pairing.neighbours import candidate_games, candidate_test
from wordwaiter.tournament.pairing.ranking import Ranking

MANY: Final = 30_000
"""So many games are matched in less time than it takes to rule some of them out by the floor."""


def possible_edges(ranking: Ranking) -> list[Edge]:
    """All games, and all byes, that the best pairing can be made of, with their costs.

    The bye is one more node, after the last place.
    """
    near = list(islice(candidate_games(ranking), MANY + 1))
    if len(near) > MANY:
        left = _games_above_the_floor(ranking)
        if left is not None:
            is_candidate = candidate_test(ranking)
            return edges_of(ranking, (game for game in left if is_candidate(*game)))
        near = list(candidate_games(ranking))
    return edges_of(ranking, near)


def _games_above_the_floor(ranking: Ranking) -> list[tuple[int, int]] | None:
    """The games that a good pairing leaves; nothing if it leaves all, or none was found."""
    from wordwaiter.tournament.pairing.floor import Floor  # numpy is needed for large fields alone

    floor = Floor.of(ranking)
    if floor is None:
        return None
    nodes = len(ranking.places) + ranking.odd
    nothing_drawn = Random(0)  # noqa: S311 - only what it costs is of interest
    good = cheapest_matching(nodes, edges_of(ranking, sorted(floor.near_games())), nothing_drawn)
    if 2 * len(good) < nodes:
        return None
    return floor.games_within([sum(costs) for costs in zip(*(edge.costs for edge in good), strict=True)])


def edges_of(ranking: Ranking, games: Iterable[tuple[int, int]]) -> list[Edge]:
    """These games as edges, without those that are forbidden, and all byes."""
    rules = ranking.rules
    forbids = [pair_cost(ranking, concern) for concern in sorted(rules.never)]
    costs = [pair_cost(ranking, concern) for concern in rules.priorities]
    edges = [
        Edge(one, other, tuple(cost(one, other) for cost in costs))
        for one, other in games
        if not any(forbid(one, other) for forbid in forbids)
    ]
    if ranking.odd:
        bye = len(ranking.places)
        edges += [
            Edge(place, bye, tuple(bye_cost(ranking, concern, place) for concern in rules.priorities))
            for place in range(bye)
        ]
    return edges
