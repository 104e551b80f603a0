"""What speaks against a game or a bye, in numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordwaiter.tournament.pairing.contenders import PairingContender, PairingHistory
from wordwaiter.tournament.pairing.costs import bye_cost, pair_cost
from wordwaiter.tournament.pairing.ranking import Ranking
from wordwaiter.tournament.pairing.rules import Concern, PairingRules

from .plain_costs import plain_bye_cost, plain_game_cost
from .vocabulary import fields

P = PairingContender


def against(
    concern: Concern, ann: PairingContender, ben: PairingContender, *games: tuple[str, str], between: int = 0
) -> int:
    """What is against a game of these two, with so many places between them."""
    others = [P(f"other {number}") for number in range(between)]
    ranking = Ranking((ann, *others, ben), PairingHistory.of([games]), PairingRules(), by=None)
    return pair_cost(ranking, concern)(0, between + 1)


@pytest.mark.parametrize(
    ("group", "other", "cost"),
    [("Owls", "Owls", 1), ("Owls", "Larks", 0), (None, None, 0), ("Owls", None, 0)],
)
def test_partners_and_club_mates_count_one_each_and_those_without_any_nothing(
    group: str | None, other: str | None, cost: int
) -> None:
    assert against(Concern.PARTNERS, P("a", group=group), P("b", group=other)) == cost
    assert against(Concern.CLUB_MATES, P("a", club=group), P("b", club=other)) == cost
    assert against(Concern.CLUB_MATES, P("a", group=group), P("b", group=other)) == 0


def test_a_second_meeting_costs_one_a_third_four_and_a_fourth_nine() -> None:
    a, b = P("a"), P("b")
    games = [("a", "b"), ("b", "a"), ("a", "b"), ("a", "c")]
    assert [against(Concern.REPEATS, a, b, *games[:count]) for count in range(4)] == [0, 1, 4, 9]
    assert against(Concern.REPEATS, a, b, *games) == 9


@pytest.mark.parametrize(
    ("ann_floated", "ben_floated", "ben_score", "cost"),
    [(False, False, 4, 0), (True, False, 4, 1), (False, True, 4, 1), (True, True, 4, 2), (True, True, 6, 0)],
)
def test_a_float_costs_only_between_score_groups(
    ann_floated: bool, ben_floated: bool, ben_score: int, cost: int
) -> None:
    ann = P("a", standing=(6, 100), floated=ann_floated)
    ben = P("b", standing=(ben_score, -40), floated=ben_floated)
    assert against(Concern.FLOATS, ann, ben) == cost


def test_scores_cost_the_square_of_their_difference_and_the_spread_is_no_matter() -> None:
    ann = P("a", standing=(6, 100))
    assert against(Concern.SCORES, ann, P("b", standing=(6, -300))) == 0
    assert against(Concern.SCORES, ann, P("b", standing=(3, 100))) == 9
    assert against(Concern.SCORES, P("b"), ann) == 36


def test_ranks_cost_how_far_apart_they_are_and_even_ranks_the_square() -> None:
    a, b = P("a"), P("b")
    assert [against(Concern.RANKS, a, b, between=count) for count in (0, 1, 4)] == [1, 2, 5]
    assert [against(Concern.EVEN_RANKS, a, b, between=count) for count in (0, 1, 4)] == [1, 4, 25]


@pytest.mark.parametrize(
    ("ann", "ben", "cost"),
    [
        ((0, 0), (0, 0), 0),  # one has then been first once more, the other second
        ((1, 0), (0, 0), 0),  # Ann, who was first, plays second
        ((1, 0), (1, 0), 1),  # one of them has been first twice
        ((0, 1), (0, 1), 1),
        ((2, 0), (1, 0), 1),  # Ben plays first: 2 of 2
        ((2, 0), (2, 0), 2),
        ((2, 0), (0, 2), 0),
        ((3, 0), (0, 0), 1),  # Ann plays second: still two more
        ((0, 3), (0, 0), 1),
        ((3, 3), (1, 1), 0),
    ],
)
def test_playing_first_costs_what_goes_beyond_one_game_more(
    ann: tuple[int, int], ben: tuple[int, int], cost: int
) -> None:
    one, other = P("a", firsts=ann[0], seconds=ann[1]), P("b", firsts=ben[0], seconds=ben[1])
    assert against(Concern.FIRSTS, one, other) == cost
    assert against(Concern.FIRSTS, other, one) == cost


@pytest.mark.parametrize(
    ("ann_at", "ben_at", "cost"), [(3, 4, 1), (3, 3, 0), (3, None, 0), (None, 4, 0), (None, None, 0)]
)
def test_only_two_who_stay_at_different_tables_cost_something(
    ann_at: int | None, ben_at: int | None, cost: int
) -> None:
    assert against(Concern.TABLES, P("a", fixed_table=ann_at), P("b", fixed_table=ben_at)) == cost


def test_a_bye_costs_the_byes_above_the_fewest_and_the_places_below() -> None:
    places = tuple(P(name, byes=byes) for name, byes in (("a", 1), ("b", 3), ("c", 2)))
    ranking = Ranking(places, PairingHistory(), PairingRules(), by=None)
    assert [bye_cost(ranking, Concern.BYES, place) for place in range(3)] == [0, 2, 1]
    assert [bye_cost(ranking, Concern.LOWEST_BYE, place) for place in range(3)] == [2, 1, 0]
    assert {bye_cost(ranking, each, 0) for each in set(Concern) - {Concern.BYES, Concern.LOWEST_BYE}} == {0}
    assert pair_cost(ranking, Concern.BYES)(0, 1) == pair_cost(ranking, Concern.LOWEST_BYE)(0, 1) == 0


@pytest.mark.long
@given(field=fields(most=6), concern=st.sampled_from(Concern))
def test_costs_are_those_that_are_worked_out_a_second_time(
    field: tuple[list[PairingContender], PairingHistory], concern: Concern
) -> None:
    contenders, history = field
    ranking = Ranking(tuple(contenders), history, PairingRules(), by=None)
    cost = pair_cost(ranking, concern)
    for one in range(len(contenders)):
        assert bye_cost(ranking, concern, one) == plain_bye_cost(ranking, concern, one)
        for other in range(len(contenders)):
            if one != other:
                assert cost(one, other) == plain_game_cost(ranking, concern, one, other)


def test_forbidden_concerns_need_no_priority_and_neighbours_meet_where_all_else_is_equal() -> None:
    rules = PairingRules(
        never=frozenset({Concern.REPEATS}), order=(Concern.BYES, Concern.REPEATS, Concern.CLUB_MATES)
    )
    assert rules.priorities == (Concern.MEDALS, Concern.BYES, Concern.CLUB_MATES, Concern.RANKS)
    ranks_first = PairingRules(order=(Concern.RANKS, Concern.REPEATS))
    assert ranks_first.priorities == (Concern.MEDALS, Concern.RANKS, Concern.REPEATS)
