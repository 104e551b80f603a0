"""Where a club is large, a good pairing rules games out; none of the best pairing is among them."""

from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordwaiter.tournament.pairing import candidates, king_of_the_hill, last_scores, random_draw, swiss
from wordwaiter.tournament.pairing.best import best_pairings
from wordwaiter.tournament.pairing.candidates import edges_of
from wordwaiter.tournament.pairing.contenders import PairingContender, PairingHistory
from wordwaiter.tournament.pairing.floor import MOST_WAITING, Floor, _Lines, _told_apart
from wordwaiter.tournament.pairing.matching import Edge, cheapest_matching
from wordwaiter.tournament.pairing.ranking import Ranking, rank
from wordwaiter.tournament.pairing.rules import Concern, PairingRules

from .vocabulary import all_matchings, cheapest_of_all, everybody, fields

USUAL = [
    random_draw.USUAL_RULES,
    last_scores.ONTARIO_RULES,
    king_of_the_hill.USUAL_RULES,
    swiss.USUAL_RULES,
]


def clubs_apart(rules: PairingRules) -> PairingRules:
    """The rules, with club mates kept apart before all else."""
    order = tuple(each for each in rules.order if each is not Concern.CLUB_MATES)
    return PairingRules(rules.never, (Concern.CLUB_MATES, *order))


def totals(edges: list[Edge]) -> list[int]:
    return [sum(costs) for costs in zip(*(edge.costs for edge in edges), strict=True)]


# ---------------------------------------------------------------- the floor, tried out


@st.composite
def small_fields(draw: st.DrawFn) -> tuple[list[bool], frozenset[int], list[int]]:
    count = draw(st.integers(2, 9))
    club = draw(st.lists(st.booleans(), min_size=count, max_size=count))
    places = st.sets(st.integers(0, count - 1), min_size=1)
    resting = frozenset(draw(places)) if count % 2 else frozenset[int]()
    return club, resting, draw(st.lists(st.integers(0, 3), min_size=count - 1, max_size=count - 1))


def tried(
    club: list[bool], resting: frozenset[int], weights: list[int]
) -> dict[frozenset[tuple[int, int]], int]:
    """Every pairing in which members do not meet, and what it costs."""
    found = {}
    for rest in resting or [None]:
        places = [place for place in range(len(club)) if place != rest]
        for games in all_matchings(places):
            if not any(club[low] and club[high] for low, high in games):
                found[frozenset(games)] = sum(sum(weights[low:high]) for low, high in games)
    return found


@pytest.mark.long
@settings(max_examples=400)
@given(small_fields())
def test_the_floor_is_the_least_that_any_pairing_costs(
    field: tuple[list[bool], frozenset[int], list[int]],
) -> None:
    club, resting, weights = field
    lines = _Lines.of(club, resting, np.array(weights))
    costs = tried(club, resting, weights)
    if not costs:
        assert lines.floor > 10**9
        return
    assert lines.floor == min(costs.values())
    pairing = list(lines.pairing())
    assert costs[frozenset(pairing)] == lines.floor
    for room in (0, 1, 4):
        allowed = {game for games, cost in costs.items() if cost <= lines.floor + room for game in games}
        kept = dict(lines.games(room))
        assert allowed <= set(kept)
        for (low, high), excess in kept.items():
            if not (club[low] and club[high]):
                least = min((cost for games, cost in costs.items() if (low, high) in games), default=None)
                assert least is None or lines.floor + excess == least


def test_more_who_wait_than_are_told_apart_only_lower_the_floor() -> None:
    many = 3 * MOST_WAITING
    lines = _Lines.of([True] * many + [False] * many, frozenset(), np.ones(2 * many - 1, dtype=np.int64))
    assert 0 < lines.floor <= many * many
    # In pairs of equals nobody has to wait, however many there are.
    lines = _Lines.of([True, False] * many, frozenset(), np.ones(2 * many - 1, dtype=np.int64))
    assert lines.floor == many


def test_a_number_beyond_the_largest_stands_for_one_as_even_or_odd() -> None:
    assert [_told_apart(number) for number in (0, MOST_WAITING, -3)] == [0, MOST_WAITING, -3]
    for beyond in range(1, 6):
        shown = _told_apart(MOST_WAITING + beyond)
        assert MOST_WAITING - 1 <= shown <= MOST_WAITING
        assert (shown - MOST_WAITING - beyond) % 2 == 0
        assert _told_apart(-MOST_WAITING - beyond) == -shown


# ---------------------------------------------------------------- what is kept


def a_field_with_a_large_club(seed: int, count: int) -> tuple[list[PairingContender], PairingHistory]:
    rng = Random(seed)
    share = rng.choice([0.2, 0.35, 0.45, 0.6, 0.8])
    contenders = [
        PairingContender(
            id=f"c{number:02}",
            standing=(2 * rng.randint(0, 4), number),
            last_score=rng.randint(200, 500),
            group=f"g{number // 2}",
            club="large" if rng.random() < share else f"k{rng.randint(0, 9)}",
            firsts=rng.randint(0, 2),
            seconds=rng.randint(0, 2),
            byes=int(rng.random() < 0.1),
            floated=rng.random() < 0.1,
        )
        for number in range(count)
    ]
    ids = [each.id for each in contenders]
    games = [tuple(rng.sample(ids, 2)) for _ in range(count)]
    return contenders, PairingHistory.of([[(one, other) for one, other in games]])


@pytest.mark.parametrize("rules", USUAL)
@pytest.mark.parametrize("never", [False, True])
@settings(max_examples=25)
@given(seed=st.integers(0, 10**6), count=st.integers(20, 45))
def test_nothing_of_the_best_pairing_is_ruled_out(
    rules: PairingRules, never: bool, seed: int, count: int
) -> None:
    wanted = clubs_apart(rules)
    if never:
        wanted = PairingRules(rules.never | {Concern.CLUB_MATES}, rules.order)
    contenders, history = a_field_with_a_large_club(seed, count)
    places = rank(contenders, lambda contender: contender.standing, Random(1))
    ranking = Ranking(places, history, wanted, by="x")
    nodes = count + count % 2
    best = cheapest_matching(nodes, edges_of(ranking, combinations(range(count), 2)), Random(1))
    floor = Floor.of(ranking)
    assert floor is not None
    good = cheapest_matching(nodes, edges_of(ranking, sorted(floor.near_games())), Random(1))
    if 2 * len(good) < nodes:
        return
    kept = floor.games_within(totals(good))
    if kept is None:
        return
    assert {(edge.one, edge.other) for edge in best if edge.other < count} <= set(kept)


@pytest.mark.long
@settings(max_examples=100)
@given(fields(), st.sampled_from(USUAL))
def test_no_pairing_of_up_to_ten_is_better_when_games_are_ruled_out(
    field: tuple[list[PairingContender], PairingHistory], rules: PairingRules
) -> None:
    contenders, history = field
    places = rank(contenders, lambda contender: contender.standing, Random(1))
    ranking = Ranking(places, history, clubs_apart(rules), by="x")
    found = cheapest_of_all(ranking)
    if found is None:
        return  # there is no pairing at all
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(candidates, "MANY", 0)
        pairings = best_pairings(ranking, Random(1))
    assert tuple(total for _, total in pairings.costs) == found
    assert everybody(pairings) == sorted(contender.id for contender in ranking.places)


@pytest.mark.parametrize("share", [0.45, 0.7])
def test_of_a_field_with_much_in_one_club_few_games_are_left(
    share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(candidates, "MANY", 0)
    rng = Random(3)
    contenders = [
        PairingContender(
            id=f"c{number:03}", standing=(0, number), club="large" if rng.random() < share else None
        )
        for number in range(300)
    ]
    places = rank(contenders, lambda contender: contender.standing, Random(1))
    ranking = Ranking(places, PairingHistory(), clubs_apart(swiss.USUAL_RULES), by="x")
    assert len(candidates.possible_edges(ranking)) < 300 * 15


def test_a_pairing_that_is_not_perfect_rules_nothing_out() -> None:
    four = tuple(PairingContender(id=f"c{number}") for number in range(4))
    ranking = Ranking(four, PairingHistory(), swiss.USUAL_RULES, by="x")
    floor = Floor.of(ranking)
    assert floor is not None
    totals = dict.fromkeys(ranking.rules.priorities, 0) | {Concern.RANKS: 2}
    assert floor.games_within([*totals.values()]) == [(0, 1), (2, 3)]
    totals[Concern.REPEATS] = 1
    assert floor.games_within([*totals.values()]) is None


def test_scores_that_rise_with_the_places_have_no_floor() -> None:
    rising = tuple(PairingContender(id=f"c{number}", standing=(number,)) for number in range(4))
    assert Floor.of(Ranking(rising, PairingHistory(), swiss.USUAL_RULES, by="x")) is None
    huge = tuple(PairingContender(id=f"c{number}", standing=(-number * 10**9,)) for number in range(4))
    assert Floor.of(Ranking(huge, PairingHistory(), swiss.USUAL_RULES, by="x")) is None
