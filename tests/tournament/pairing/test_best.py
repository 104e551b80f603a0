"""The best pairing is the best of all: compared with trying every pairing, and with the complete graph."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordwaiter.errors import IllegalError, MalformedError
from wordwaiter.tournament.pairing import king_of_the_hill, last_scores, random_draw, swiss
from wordwaiter.tournament.pairing.best import best_pairings
from wordwaiter.tournament.pairing.contenders import PairingContender, PairingHistory
from wordwaiter.tournament.pairing.costs import conflicts
from wordwaiter.tournament.pairing.matching import Edge, cheapest_matching
from wordwaiter.tournament.pairing.neighbours import candidate_games
from wordwaiter.tournament.pairing.ranking import Ranking, rank
from wordwaiter.tournament.pairing.rules import Concern, PairingRules

from .plain_costs import is_forbidden, plain_bye_cost, plain_game_cost, plain_priorities
from .vocabulary import any_rules, cheapest_of_all, everybody, fields, totals_of

Field = tuple[list[PairingContender], PairingHistory]

USUAL = [
    random_draw.USUAL_RULES,
    last_scores.ONTARIO_RULES,
    king_of_the_hill.USUAL_RULES,
    swiss.USUAL_RULES,
]


def ranked(field: Field, rules: PairingRules) -> Ranking:
    contenders, history = field
    return Ranking(rank(contenders, lambda contender: contender.standing, Random(1)), history, rules, by="x")


def assert_best_of_all(ranking: Ranking) -> None:
    best = cheapest_of_all(ranking)
    if best is None:
        with pytest.raises(IllegalError) as refused:
            best_pairings(ranking, Random(1))
        assert refused.value.code == "no-pairing-exists"
        return
    pairings = best_pairings(ranking, Random(1))
    assert totals_of(ranking, pairings) == best
    assert tuple(total for _, total in pairings.costs) == best
    assert everybody(pairings) == sorted(contender.id for contender in ranking.places)


@pytest.mark.long
@pytest.mark.parametrize("rules", USUAL)
@settings(max_examples=40)
@given(field=fields())
def test_no_pairing_of_up_to_ten_is_better(rules: PairingRules, field: Field) -> None:
    assert_best_of_all(ranked(field, rules))


@pytest.mark.long
@settings(max_examples=100)
@given(field=fields(most=8), rules=any_rules())
def test_no_pairing_is_better_whatever_comes_first(field: Field, rules: PairingRules) -> None:
    assert_best_of_all(ranked(field, rules))


@pytest.mark.long
@settings(max_examples=100)
@given(field=fields(most=8), rules=any_rules())
def test_no_pairing_is_better_where_scores_do_not_fall_with_the_places(
    field: Field, rules: PairingRules
) -> None:
    contenders, history = field
    assert_best_of_all(Ranking(tuple(contenders), history, rules, by=None))


def a_large_field(seed: int, count: int) -> Field:
    """Contenders with a club, a partner and a history among neighbours, as after some rounds of a Swiss."""
    rng = Random(seed)
    groups = [number // 2 for number in range(count)]
    rng.shuffle(groups)
    contenders = [
        PairingContender(
            id=f"c{number:02}",
            standing=(2 * (rng.randint(0, count) // 8), number),
            last_score=rng.randint(200, 500),
            group=f"g{groups[number]}",
            club=f"k{rng.randint(0, 14)}",
            firsts=rng.randint(0, 2),
            seconds=rng.randint(0, 2),
            byes=int(rng.random() < 0.1),
            floated=rng.random() < 0.1,
            fixed_table=rng.choice([1, 2]) if rng.random() < 0.1 else None,
        )
        for number in range(count)
    ]
    by_standing = sorted(contenders, key=lambda contender: contender.standing)
    near = [(one, other) for one, other in combinations(range(count), 2) if other - one < 8]
    games = [(by_standing[one].id, by_standing[other].id) for one, other in rng.sample(near, count)]
    return contenders, PairingHistory.of([games])


@pytest.mark.long
@pytest.mark.parametrize("rules", USUAL)
@settings(max_examples=25)
@given(seed=st.integers(0, 10**6), count=st.integers(30, 61))
def test_no_game_that_was_left_out_would_make_it_better(rules: PairingRules, seed: int, count: int) -> None:
    ranking = ranked(a_large_field(seed, count), rules)
    kept = set(candidate_games(ranking))
    priorities = plain_priorities(ranking)
    complete = [
        Edge(one, other, tuple(plain_game_cost(ranking, concern, one, other) for concern in priorities))
        for one, other in combinations(range(count), 2)
        if not is_forbidden(ranking, [(one, other)])
    ]
    byes = [
        Edge(place, count, tuple(plain_bye_cost(ranking, concern, place) for concern in priorities))
        for place in range(count if count % 2 else 0)
    ]
    best = cheapest_matching(count + count % 2, complete + byes, Random(1))
    totals = tuple(sum(costs) for costs in zip(*(edge.costs for edge in best), strict=True))
    assert tuple(total for _, total in best_pairings(ranking, Random(1)).costs) == totals
    assert {(edge.one, edge.other) for edge in best if edge.other < count} <= kept


@pytest.mark.clause("ontario-2")
def test_with_partners_alone_to_avoid_only_a_handful_of_neighbours_can_meet() -> None:
    contenders, history = a_large_field(7, 400)
    ranking = Ranking(
        rank(contenders, lambda contender: (contender.last_score or 0,), Random(1)),
        history,
        last_scores.ONTARIO_RULES,
        by="the score of the last game",
    )
    lengths = [other - one for one, other in candidate_games(ranking)]
    assert len(lengths) < 400 * 4
    assert max(lengths) <= 5


DISTANCES = {Concern.SCORES, Concern.HIGHEST, Concern.RANKS, Concern.EVEN_RANKS}


@pytest.mark.long
@given(
    field=fields(),
    concern=st.sampled_from(sorted(set(Concern) - DISTANCES)),
)
def test_conflicts_are_exactly_the_pairs_that_cost_something(field: Field, concern: Concern) -> None:
    ranking = ranked(field, PairingRules())
    places = range(len(ranking.places))
    costly = [pair for pair in combinations(places, 2) if plain_game_cost(ranking, concern, *pair)]
    assert sorted(conflicts(ranking, concern)) == costly


def test_a_concern_that_speaks_against_all_games_alike_keeps_no_far_games() -> None:
    of_one_club = [PairingContender(id=f"c{number}", club="Elm") for number in range(20)]
    rules = PairingRules(order=(Concern.CLUB_MATES, Concern.RANKS))
    ranking = ranked((of_one_club, PairingHistory()), rules)
    assert {other - one for one, other in candidate_games(ranking)} == {1}
    assert dict(best_pairings(ranking, Random(1)).costs) == {
        Concern.MEDALS: 0,
        Concern.CLUB_MATES: 10,
        Concern.RANKS: 10,
    }


def test_what_comes_first_cannot_be_outweighed_by_any_amount_of_what_comes_later() -> None:
    edges = [
        Edge(0, 1, (1, 0)),
        Edge(2, 3, (0, 0)),
        Edge(0, 2, (0, 10**6)),
        Edge(1, 3, (0, 10**6)),
    ]
    best = cheapest_matching(4, edges, Random(1))
    assert {(edge.one, edge.other) for edge in best} == {(0, 2), (1, 3)}


def test_numbers_that_cannot_be_compared_exactly_are_refused() -> None:
    with pytest.raises(MalformedError) as refused:
        cheapest_matching(2, [Edge(0, 1, (2**120,))], Random(1))
    assert refused.value.code == "pairing-numbers-too-large"
