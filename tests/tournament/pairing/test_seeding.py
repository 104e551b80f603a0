"""Round one by rating, groups of four, queen of the hill, a method for each round, and assigned starts."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.vocabulary import DIRECTOR, Desk
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, single
from wordwaiter.tournament.formats.choices import PairingMethod, Starts
from wordwaiter.tournament.formats.reading import changed_format, shipped_format
from wordwaiter.tournament.pairing.contenders import PairingContender, PairingHistory
from wordwaiter.tournament.pairing.methods import METHODS
from wordwaiter.tournament.pairing.seeding import SeedOrder, seeded
from wordwaiter.tournament.rounds.proposals import propose_round

EIGHT = tuple(range(1, 9))


@pytest.mark.parametrize(
    ("order", "meetings"),
    [
        (SeedOrder.ADJACENT, {(1, 2), (3, 4), (5, 6), (7, 8)}),
        (SeedOrder.HALVES, {(1, 5), (2, 6), (3, 7), (4, 8)}),
        (SeedOrder.QUARTERS, {(1, 3), (2, 4), (5, 7), (6, 8)}),
    ],
)
def test_neighbours_of_the_order_are_those_who_are_to_meet(
    order: SeedOrder, meetings: set[tuple[int, int]]
) -> None:
    places = seeded(EIGHT, order)
    assert set(zip(places[::2], places[1::2], strict=True)) == meetings


def rated(count: int) -> list[PairingContender]:
    """Players 01, 02, ... by falling rating."""
    return [PairingContender(id=f"{number:02}", rating=2000 - 10 * number) for number in range(1, count + 1)]


def games_of(
    method: str, contenders: list[PairingContender], history: PairingHistory
) -> set[tuple[int, int]]:
    named = METHODS[method]
    pairings = named.method.pair(contenders, history, named.usual_rules, Random(1))
    return {tuple(sorted((int(game.first), int(game.second)))) for game in pairings.games}  # type: ignore[misc]


@pytest.mark.parametrize("method", ["group-round-robin", "fontes"])
@pytest.mark.parametrize("count", [8, 12, 24])
def test_in_three_rounds_all_of_a_group_of_four_have_met(method: str, count: int) -> None:
    played: list[list[tuple[str, str]]] = []
    met: set[tuple[int, int]] = set()
    for _ in range(3):
        games = games_of(method, rated(count), PairingHistory.of(played))
        assert not games & met
        met |= games
        played.append([(f"{one:02}", f"{other:02}") for one, other in games])
    size = count // 4
    groups = (
        [range(first, first + 4) for first in range(1, count + 1, 4)]
        if method == "group-round-robin"
        else [[place + quarter * size for quarter in range(4)] for place in range(1, size + 1)]
    )
    assert met == {pair for group in groups for pair in combinations(group, 2)}


def test_queen_of_the_hill_lets_the_first_meet_the_third() -> None:
    ranked = [PairingContender(id=f"{place}", standing=(20 - place,)) for place in EIGHT]
    assert games_of("queen-of-the-hill", ranked, PairingHistory()) == {(1, 3), (2, 4), (5, 7), (6, 8)}


@given(st.integers(1, 11), st.sampled_from(["seeded-adjacent", "seeded-halves", "seeded-quarters"]))
def test_the_bye_goes_to_the_lowest_rated_who_has_had_none(half: int, method: str) -> None:
    count = 2 * half + 1
    named = METHODS[method]
    contenders = rated(count)
    first = named.method.pair(contenders, PairingHistory(), named.usual_rules, Random(1))
    assert [bye.contender for bye in first.byes] == [f"{count:02}"]


@pytest.mark.parametrize(
    "method",
    ["seeded-adjacent", "seeded-halves", "seeded-quarters", "factor", "by-chances", "queen-of-the-hill"],
)
@pytest.mark.parametrize("rounds_left", [1, 7])
def test_round_after_round_the_bye_goes_to_the_lowest_who_has_had_none(method: str, rounds_left: int) -> None:
    named = METHODS[method]
    rules = replace(named.usual_rules, rounds_left=rounds_left)
    contenders = [replace(each, standing=(each.rating,)) for each in rated(11)]
    rested = []
    for number in range(5):
        pairings = named.method.pair(contenders, PairingHistory(), rules, Random(number))
        (bye,) = pairings.byes
        rested.append(bye.contender)
        contenders = [replace(each, byes=each.byes + (each.id == bye.contender)) for each in contenders]
        lowest = "is the lowest" if number == 0 else "nobody lower has had so few"
        assert bye.why.sentence == f"{bye.contender} has had no bye, and {lowest}"
        assert all("Drawn" not in game.why.sentence for game in pairings.games)
    assert rested == ["11", "10", "09", "08", "07"]


def test_whoever_rests_does_not_shift_the_halves() -> None:
    contenders = [replace(each, byes=int(each.id == "07")) for each in rated(7)]
    assert games_of("seeded-halves", contenders, PairingHistory()) == {(1, 4), (2, 5), (3, 7)}


def test_a_pairing_by_rating_says_why_the_lowest_rated_does_not_rest() -> None:
    contenders = [
        replace(each, byes=int(each.id == "06"), in_medal_place=each.id == "07") for each in rated(7)
    ]
    named = METHODS["seeded-halves"]
    pairings = named.method.pair(contenders, PairingHistory(), named.usual_rules, Random(1))
    assert [(bye.contender, bye.why.sentence) for bye in pairings.byes] == [
        ("05", "05 has had no bye, and nobody lower outside the medal places has had so few")
    ]
    assert {game.why.sentence for game in pairings.games} == {"Paired by rating, in halves"}


def club(count: int, **changes: object) -> Desk:
    desk = Desk("Club night")
    desk.open("Club", "club")
    desk.enter("Club", [single(Profile(f"P{n:02}", rating=2000 - 10 * n)) for n in range(1, count + 1)])
    format_ = changed_format(shipped_format("club"), "a club night", **changes)
    desk.do(c.ChangeFormat(DIRECTOR, "Club", format_, "a club night"))
    return desk


def play_round(desk: Desk) -> tuple[tuple[int, int], ...]:
    """Pairs, plays and closes a round in which the higher rated always wins; who met, by number."""
    proposal = propose_round(desk.tournament, "Club", DIRECTOR, Random(3))
    desk.do(proposal.command)
    desk.do(c.StartRound(DIRECTOR, "Club"))
    for seating in proposal.command.seatings:
        scores = tuple(400 if side == min(seating.sides) else 350 - 5 * side for side in seating.sides)
        names = [desk.tournament.contender(side).name for side in seating.sides]
        desk.sheet("Club", seating.table, scores, names)
    desk.do(c.CloseRound(DIRECTOR, "Club"))
    return tuple(sorted(tuple(sorted(each.sides)) for each in proposal.command.seatings))  # type: ignore[misc]


def test_whoever_has_the_higher_rating_is_seeded_first_and_the_lowest_who_has_had_none_rests() -> None:
    desk = Desk("Club night")
    desk.open("Club", "club")
    ratings = {"Ann": 1500, "Bob": 1900, "Cy": 1700, "Di": 1300, "Ed": None}
    desk.enter("Club", [single(Profile(name, rating=rating)) for name, rating in ratings.items()])
    halves = changed_format(
        shipped_format("club"), "a club night", pairing_by_round=(PairingMethod.SEEDED_HALVES,) * 6
    )
    desk.do(c.ChangeFormat(DIRECTOR, "Club", halves, "a club night"))
    ann, bob, cy, di, ed = (each.number for each in desk.tournament.contenders_of("Club"))
    assert play_round(desk) == ((ann, bob), (cy, di))
    play_round(desk)
    rests = [[rest.contender for rest in each.rests] for each in desk.tournament.rounds_of("Club")]
    assert rests == [[ed], [di]]


@pytest.mark.parametrize(("repeats_from", "is_repeated"), [(3, True), (4, False), (None, False)])
def test_opponents_meet_again_from_the_round_that_the_director_names(
    repeats_from: int | None, is_repeated: bool
) -> None:
    by_round = (PairingMethod.SEEDED_HALVES, PairingMethod.SWISS, PairingMethod.SWISS)
    desk = club(4, pairing_by_round=by_round, pairing_repeats_from=repeats_from)
    met = play_round(desk) + play_round(desk)
    # One leads with two wins, two and three have one each; of these four only four has not met the leader.
    assert any(game in met for game in play_round(desk)) is is_repeated


def test_each_round_has_its_method_and_from_a_round_on_opponents_may_meet_again() -> None:
    by_round = (PairingMethod.SEEDED_HALVES, PairingMethod.SWISS, PairingMethod.KING_OF_THE_HILL)
    desk = club(4, pairing_by_round=by_round, pairing_repeats_from=3)
    one, two, three, four = (each.number for each in desk.tournament.contenders_of("Club"))
    assert play_round(desk) == ((one, three), (two, four))
    assert play_round(desk) == ((one, two), (three, four))
    # One has two wins; two has 70 - 60, three has 70 - 65: so one and two meet again.
    assert play_round(desk) == ((one, two), (three, four))


@pytest.mark.clause("wespa-2-1")
@pytest.mark.clause("naspa-3-d")
def test_assigned_starts_are_balanced_over_the_rounds() -> None:
    desk = club(6, pairing_starts=Starts.ASSIGNED)
    for _ in range(5):
        play_round(desk)
    firsts = {each.number: 0 for each in desk.tournament.contenders_of("Club")}
    for played in desk.tournament.rounds_of("Club"):
        for sitting in played.sittings:
            assert sitting.first in sitting.sides
            firsts[sitting.first or 0] += 1
    assert set(firsts.values()) <= {2, 3}
