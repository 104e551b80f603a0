"""The cheapest way to pair everybody: an exact matching whose costs are compared one after the other."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import rustworkx

from wordwaiter.errors import MalformedError

LOT_BITS: Final = 40
"""Size of the lot that each edge draws to settle ties; two pairings stay level once in millions of rounds.

The matching walks hash maps that are seeded anew in each process, so among level pairings it could give
another one after a restart; with lots there is only one best.
"""

WEIGHT_BITS: Final = 120
"""The matching computes in 128 bits with a sign, with up to four times a weight."""


@dataclass(frozen=True, slots=True)
class Edge:
    """Two that can be joined, and what that costs; the costs that come first decide."""

    one: int
    other: int
    costs: tuple[int, ...]


def cheapest_matching(nodes: int, edges: Sequence[Edge], rng: Random) -> list[Edge]:
    """The edges that join as many of the nodes as possible, two by two, at the smallest costs.

    Costs are summed for each concern, and sums are compared in order. All arithmetic is in whole numbers.
    """
    if not edges:
        return []
    weights = _weights(nodes, edges, rng)
    heaviest = max(weights)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from(
        [(edge.one, edge.other, heaviest - weight) for edge, weight in zip(edges, weights, strict=True)]
    )
    joined = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    ends = {frozenset(pair) for pair in joined}
    return [edge for edge in edges if frozenset((edge.one, edge.other)) in ends]


def _weights(nodes: int, edges: Sequence[Edge], rng: Random) -> list[int]:
    """One number for each edge, so that sums of them compare as the sums of all its costs in order do."""
    tops = [_largest_total(nodes, edges, position) for position in range(len(edges[0].costs))]
    scale = 1
    for top in tops:
        scale *= top + 1
    lot_bits = min(LOT_BITS, WEIGHT_BITS - scale.bit_length() - nodes.bit_length())
    if lot_bits < 0:
        raise MalformedError(
            "pairing-numbers-too-large",
            "the scores of this division are too large to compare; look for a typing mistake",
        )
    top_lot = (nodes << lot_bits) + 1
    weights: list[int] = []
    for edge in edges:
        weight = 0
        for cost, top in zip(edge.costs, tops, strict=True):
            weight = weight * (top + 1) + cost
        weights.append(weight * top_lot + rng.getrandbits(lot_bits))
    return weights


def _largest_total(nodes: int, edges: Sequence[Edge], position: int) -> int:
    """A bound on the sum of one kind of cost over any matching: half of what the nodes can pay at most."""
    most = [0] * nodes
    for edge in edges:
        cost = edge.costs[position]
        most[edge.one] = max(most[edge.one], cost)
        most[edge.other] = max(most[edge.other], cost)
    return sum(most) // 2
