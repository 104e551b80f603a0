"""The cost of a game or a bye for each concern, as whole numbers, and the pairs that cost anything at all.

`pair_cost` and `conflicts` are two views of one thing: `conflicts` yields exactly the pairs for which
`pair_cost` is not zero, without looking at all half a million pairs of a large field.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, assert_never

from wordwaiter.tournament.pairing.contenders import PairingContender
from wordwaiter.tournament.pairing.ranking import Ranking
from wordwaiter.tournament.pairing.rules import Concern

PairCost = Callable[[int, int], int]
"""From two places to what is against their meeting."""


def score_of(contender: PairingContender) -> int:
    """The score by which a Swiss makes its groups."""
    return contender.standing[0] if contender.standing else 0


def first_surplus(contender: PairingContender) -> int:
    """Returns how many games more this contender played first than second."""
    return contender.firsts - contender.seconds


def imbalance(one: int, other: int) -> int:
    """By how much two surpluses of first plays leave the even -1, 0 or 1 after these two meet.

    The one with the smaller surplus plays first.
    """
    low, high = sorted((one, other))
    return max(0, abs(low + 1) - 1) + max(0, abs(high - 1) - 1)


MEDAL_CONTENDER: Final = 2
"""The stake of one who stands in a medal place, or level with the last of these."""


def medal_stake(contender: PairingContender) -> int:
    """Returns how much a bye here could change the medals: 0 if nothing, most for a medal contender."""
    if not contender.can_be_ranked:
        return 0
    return MEDAL_CONTENDER if contender.in_medal_place else 1


def pair_cost(ranking: Ranking, concern: Concern) -> PairCost:
    """Returns a function for the cost of a game between two places for this concern; 0 if none."""
    places, history = ranking.places, ranking.history
    match concern:
        case Concern.PARTNERS:
            return _same([contender.group for contender in places])
        case Concern.CLUB_MATES:
            return _same([contender.club for contender in places])
        case Concern.REPEATS:
            ids = [contender.id for contender in places]
            return lambda one, other: history.met(ids[one], ids[other]) ** 2
        case Concern.MEDALS | Concern.BYES | Concern.LOWEST_BYE:
            return lambda _one, _other: 0
        case Concern.FLOATS:
            scores = [score_of(contender) for contender in places]
            floated = [contender.floated for contender in places]
            return lambda one, other: floated[one] + floated[other] if scores[one] != scores[other] else 0
        case Concern.SCORES:
            scores = [score_of(contender) for contender in places]
            return lambda one, other: (scores[one] - scores[other]) ** 2
        case Concern.HIGHEST:
            # Counted at the line after the second place, so that it is a distance like that of ranks.
            return lambda one, other: int(min(one, other) <= 1 < max(one, other))
        case Concern.RANKS:
            return lambda one, other: abs(one - other)
        case Concern.EVEN_RANKS:
            return lambda one, other: (one - other) ** 2
        case Concern.FIRSTS:
            surplus = [first_surplus(contender) for contender in places]
            return lambda one, other: imbalance(surplus[one], surplus[other])
        case Concern.TABLES:
            tables = [contender.fixed_table for contender in places]
            return lambda one, other: int(
                tables[one] is not None and tables[other] is not None and tables[one] != tables[other]
            )
        case _:
            assert_never(concern)


def conflicts(ranking: Ranking, concern: Concern) -> Iterator[tuple[int, int]]:
    """Every pair of places that this concern speaks against, the smaller place first.

    Distances (`SCORES`, `HIGHEST`, `RANKS`, `EVEN_RANKS`) are no conflicts.
    """
    places = ranking.places
    everywhere = range(len(places))
    match concern:
        case Concern.PARTNERS:
            yield from _within([contender.group for contender in places])
        case Concern.CLUB_MATES:
            yield from _within([contender.club for contender in places])
        case Concern.REPEATS:
            place_of = {contender.id: place for place, contender in enumerate(places)}
            for (one, other), times in ranking.history.meetings.items():
                if times and one in place_of and other in place_of:
                    yield _ordered(place_of[one], place_of[other])
        case Concern.FLOATS:
            floated = [place for place in everywhere if places[place].floated]
            yield from _costly(pair_cost(ranking, concern), floated, everywhere)
        case Concern.FIRSTS:
            yield from _costly(pair_cost(ranking, concern), everywhere, everywhere)
        case Concern.TABLES:
            fixed = [place for place in everywhere if places[place].fixed_table is not None]
            yield from _costly(pair_cost(ranking, concern), fixed, fixed)
        case Concern.MEDALS | Concern.BYES | Concern.LOWEST_BYE:
            return
        case Concern.SCORES | Concern.HIGHEST | Concern.RANKS | Concern.EVEN_RANKS:
            return
        case _:
            assert_never(concern)


def bye_cost(ranking: Ranking, concern: Concern, place: int) -> int:
    """Returns the cost of a bye for this place and concern; 0 if none."""
    places = ranking.places
    if concern is Concern.MEDALS:
        return medal_stake(places[place]) - min(map(medal_stake, places))
    if concern is Concern.BYES:
        return places[place].byes - min(contender.byes for contender in places)
    if concern is Concern.LOWEST_BYE:
        return len(places) - 1 - place
    return 0


def split_for_bye(
    ranked: Sequence[PairingContender],
) -> tuple[list[PairingContender], list[PairingContender]]:
    """Returns those who play, and who rests of an odd number: the lowest of those who have rested least.

    An order in which neighbours are to meet has the one who rests behind it: another place in it is not
    lower than those before.
    """
    playing = list(ranked)
    if len(playing) % 2 == 0:
        return playing, []
    resting = min(reversed(playing), key=lambda each: (medal_stake(each), each.byes))
    playing.remove(resting)
    return playing, [resting]


def _same(names: Sequence[Hashable | None]) -> PairCost:
    return lambda one, other: int(names[one] is not None and names[one] == names[other])


def _within(names: Iterable[Hashable | None]) -> Iterator[tuple[int, int]]:
    places_of: dict[Hashable, list[int]] = defaultdict(list)
    for place, name in enumerate(names):
        if name is not None:
            places_of[name].append(place)
    for members in places_of.values():
        yield from combinations(members, 2)


def _costly(cost: PairCost, ones: Iterable[int], others: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Pairs of one of `ones` and one of `others` that cost something, each once."""
    seen: set[int] = set()
    for one in ones:
        seen.add(one)
        for other in others:
            if other not in seen and cost(one, other):
                yield _ordered(one, other)


def _ordered(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)
