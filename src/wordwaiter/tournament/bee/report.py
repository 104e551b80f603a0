"""Totals of a Bee without what money brought into play."""

from collections.abc import Mapping
from dataclasses import dataclass

from wordwaiter.tournament.formats.choices import Criterion
from wordwaiter.tournament.standings.standings import standings, value_of
from wordwaiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class WithoutPurchases:
    """A team's total, and the same less the face value of the tiles that it bought back."""

    name: str
    total: int
    bought_points: int | None
    """Not known where nobody noted which tiles came back."""

    @property
    def total_without(self) -> int | None:
        return None if self.bought_points is None else self.total - self.bought_points


def without_purchases(
    tournament: Tournament, division: str, tile_values: Mapping[str, int]
) -> tuple[WithoutPurchases, ...]:
    """Every ranked team with and without bought tiles, the best without them first, unknown ones last.

    What a bought tile made possible on the board cannot be told apart; its face value can.
    """
    lines = [
        WithoutPurchases(
            line.name,
            value_of(Criterion.TOTAL, line.games)[0],
            _bought_points(tournament, line.entrant, tile_values),
        )
        for line in standings(tournament, division).lines
        if line.rank is not None
    ]

    def order(line: WithoutPurchases) -> tuple[bool, int, str]:
        without = line.total_without
        return without is None, -(without or 0), line.name

    return tuple(sorted(lines, key=order))


def _bought_points(tournament: Tournament, entrant: int, tile_values: Mapping[str, int]) -> int | None:
    teams = {each.number for each in tournament.entrant(entrant).contenders}
    points = 0
    for purchase in tournament.purchases:
        if purchase.team not in teams:
            continue
        if isinstance(purchase.tiles, int) or purchase.later:
            return None
        points += sum(tile_values[tile] for tile in purchase.tiles)
    return points
