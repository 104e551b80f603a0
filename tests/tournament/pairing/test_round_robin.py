"""Everybody meets everybody, as often as it should be, and partners never."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordwaiter.errors import IllegalError
from wordwaiter.tournament.pairing.contenders import PairingContender, PairingHistory
from wordwaiter.tournament.pairing.pairings import Pairings
from wordwaiter.tournament.pairing.round_robin import USUAL_RULES, RoundRobin
from wordwaiter.tournament.pairing.rules import Concern, FirstPlay, PairingRules

from .vocabulary import doubles, everybody, met, paired

sizes = st.integers(2, 17)


def players(count: int) -> list[PairingContender]:
    return [PairingContender(id=f"p{number:02}") for number in range(count)]


def all_rounds(
    method: RoundRobin, contenders: list[PairingContender], rules: PairingRules = USUAL_RULES
) -> list[Pairings]:
    count = len(method.plan(contenders, rules))
    return [paired(method, contenders, rules, PairingHistory(rounds=turn)) for turn in range(count)]


def meetings(rounds: list[Pairings]) -> Counter[frozenset[str]]:
    return Counter(game for pairings in rounds for game in met(pairings))


@given(count=sizes)
def test_everybody_meets_everybody_exactly_once(count: int) -> None:
    rounds = all_rounds(RoundRobin(), players(count))
    ids = [player.id for player in players(count)]
    assert meetings(rounds) == Counter(frozenset(game) for game in combinations(ids, 2))
    assert len(rounds) == count - 1 + count % 2
    assert all(everybody(pairings) == ids for pairings in rounds)


@given(count=sizes)
def test_nobody_plays_first_more_than_once_oftener_than_second(count: int) -> None:
    rounds = all_rounds(RoundRobin(), players(count))
    surplus: Counter[str] = Counter()
    for game in (game for pairings in rounds for game in pairings.games):
        surplus[game.first] += 1
        surplus[game.second] -= 1
    assert all(abs(difference) <= 1 for difference in surplus.values())


@given(count=sizes)
def test_in_a_doubled_one_everybody_meets_twice_and_plays_first_once(count: int) -> None:
    rounds = all_rounds(RoundRobin(doubled=True), players(count))
    assert set(meetings(rounds).values()) == {2}
    directed = Counter((game.first, game.second) for pairings in rounds for game in pairings.games)
    assert set(directed.values()) == {1}


@given(count=st.integers(3, 17).filter(lambda count: count % 2))
def test_with_an_odd_number_everybody_rests_once(count: int) -> None:
    rounds = all_rounds(RoundRobin(), players(count))
    rests = Counter(bye.contender for pairings in rounds for bye in pairings.byes)
    assert rests == Counter(player.id for player in players(count))


@pytest.mark.clause("ontario-b-teams")
@given(pairs=st.integers(2, 7), singles=st.integers(0, 5))
def test_partners_never_meet_and_everybody_else_does_once(pairs: int, singles: int) -> None:
    partners = [PairingContender(id=f"p{number:02}", group=f"g{number // 2}") for number in range(2 * pairs)]
    alone = [PairingContender(id=f"s{number}") for number in range(singles)]
    # Listed so that partners are apart: the plan must not lean on their order.
    contenders = partners[::2] + alone + partners[1::2]
    rounds = all_rounds(RoundRobin(), contenders)
    together = {frozenset((f"p{number:02}", f"p{number + 1:02}")) for number in range(0, 2 * pairs, 2)}
    ids = [contender.id for contender in contenders]
    wanted = {frozenset(game) for game in combinations(ids, 2)} - together
    assert meetings(rounds) == Counter(wanted)
    if singles < 2:
        assert len(rounds) == len(ids) + len(ids) % 2 - 2


def test_four_partners_in_two_pairs_need_two_rounds() -> None:
    rounds = all_rounds(RoundRobin(), doubles("Ann Ben", "Cat Dan"))
    assert [len(pairings.games) for pairings in rounds] == [2, 2]


def test_the_opponent_of_one_who_left_rests_and_is_told_why() -> None:
    field = players(4)
    field[3] = replace(field[3], name="Dan", present=False)
    for pairings in all_rounds(RoundRobin(), field):
        assert everybody(pairings) == ["p00", "p01", "p02"]
        assert [bye.why.sentence for bye in pairings.byes] == ["Dan, the opponent of this round, is away"]


def test_who_plays_first_is_left_to_the_draw_where_the_format_says_so() -> None:
    rules = replace(USUAL_RULES, first_play=FirstPlay.BY_DRAW)
    assert all(game.first_by_draw for game in all_rounds(RoundRobin(), players(4), rules)[0].games)


def test_there_is_no_round_after_the_last() -> None:
    with pytest.raises(IllegalError) as refused:
        paired(RoundRobin(), players(4), USUAL_RULES, PairingHistory(rounds=3))
    assert refused.value.code == "round-robin-complete"


@pytest.mark.parametrize(
    ("contenders", "never", "doubled"),
    [
        (doubles("Ann Ben Cat"), Concern.PARTNERS, False),
        (
            [PairingContender("Ann", club="Elm"), PairingContender("Ben", club="Elm")],
            Concern.CLUB_MATES,
            False,
        ),
        (players(4), Concern.REPEATS, True),
    ],
)
def test_what_a_round_robin_cannot_avoid_is_refused(
    contenders: list[PairingContender], never: Concern, doubled: bool
) -> None:
    rules = replace(USUAL_RULES, never=frozenset({never}))
    with pytest.raises(IllegalError) as refused:
        paired(RoundRobin(doubled=doubled), contenders, rules)
    assert refused.value.code == "round-robin-forbidden-games"


@pytest.mark.clause("ontario-2")
def test_a_cut_round_robin_leaves_its_plan_rather_than_rest_a_medal_contender() -> None:
    # p0 and p1 have rested in two rounds; the others stand in medal places, the last highest.
    field = [
        replace(each, standing=(number,), byes=int(number < 2), in_medal_place=number > 1)
        for number, each in enumerate(players(5))
    ]
    played = all_rounds(RoundRobin(), field)[:2]
    history = PairingHistory.of([[(game.first, game.second) for game in each.games] for each in played])
    assert met(paired(RoundRobin(), field, replace(USUAL_RULES, rounds_left=3), history)) == {
        frozenset(("p00", "p04")),
        frozenset(("p01", "p03")),
    }
    pairings = paired(RoundRobin(), field, replace(USUAL_RULES, rounds_left=1), history)
    # p3 and p4 are neighbours, but they have met.
    assert [bye.contender for bye in pairings.byes] == ["p00"]
    assert met(pairings) == {frozenset(("p04", "p02")), frozenset(("p03", "p01"))}
