"""The names by which a format chooses its way of pairing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from wordwaiter.tournament.pairing import (
    factor,
    king_of_the_hill,
    last_scores,
    random_draw,
    round_robin,
    seeding,
    swiss,
)
from wordwaiter.tournament.pairing.pairings import PairingAlgorithm
from wordwaiter.tournament.pairing.rules import PairingRules
from wordwaiter.tournament.pairing.seeding import SeedOrder


@dataclass(frozen=True, slots=True)
class NamedMethod:
    """A way of pairing, and what it heeds where a format does not say otherwise."""

    method: PairingAlgorithm
    usual_rules: PairingRules


METHODS: Final[Mapping[str, NamedMethod]] = {
    "random": NamedMethod(random_draw.RandomDraw(), random_draw.USUAL_RULES),
    "last-scores": NamedMethod(last_scores.LastScores(), last_scores.ONTARIO_RULES),
    "total-scores": NamedMethod(last_scores.TotalScores(), last_scores.ONTARIO_RULES),
    "round-robin": NamedMethod(round_robin.RoundRobin(), round_robin.USUAL_RULES),
    "double-round-robin": NamedMethod(round_robin.RoundRobin(doubled=True), round_robin.USUAL_RULES),
    "swiss": NamedMethod(swiss.Swiss(), swiss.USUAL_RULES),
    "king-of-the-hill": NamedMethod(king_of_the_hill.KingOfTheHill(), king_of_the_hill.USUAL_RULES),
    "queen-of-the-hill": NamedMethod(king_of_the_hill.QueenOfTheHill(), king_of_the_hill.USUAL_RULES),
    "factor": NamedMethod(factor.Factor(), king_of_the_hill.USUAL_RULES),
    "by-chances": NamedMethod(factor.ByChances(), king_of_the_hill.USUAL_RULES),
    "seeded-adjacent": NamedMethod(seeding.Seeded(SeedOrder.ADJACENT), seeding.USUAL_RULES),
    "seeded-halves": NamedMethod(seeding.Seeded(SeedOrder.HALVES), seeding.USUAL_RULES),
    "seeded-quarters": NamedMethod(seeding.Seeded(SeedOrder.QUARTERS), seeding.USUAL_RULES),
    "group-round-robin": NamedMethod(seeding.Seeded(SeedOrder.GROUPS), seeding.USUAL_RULES),
    "fontes": NamedMethod(seeding.Seeded(SeedOrder.FONTES), seeding.USUAL_RULES),
}
"""All but pairing by hand, which needs the games themselves."""
