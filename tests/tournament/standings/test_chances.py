"""Chances of each place: the core against plain Python, what is certain, and who cannot be caught."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.standings.plain_chances import plain_places
from tournament.vocabulary import DIRECTOR, Desk
from wordwaiter._core import EngineError, simulate_places
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, single
from wordwaiter.tournament.formats.choices import PairingMethod
from wordwaiter.tournament.formats.reading import changed_format, shipped_format
from wordwaiter.tournament.pairing.contenders import Hope, PairingContender, PairingHistory
from wordwaiter.tournament.pairing.factor import by_chances, by_factor
from wordwaiter.tournament.pairing.methods import METHODS
from wordwaiter.tournament.pairing.rules import PairingRules
from wordwaiter.tournament.rounds.proposals import propose_round
from wordwaiter.tournament.rounds.rounds import Seating
from wordwaiter.tournament.standings.chances import (
    WHOLE,
    Field,
    best_hopes,
    chance_lines,
    field_of,
    place_chances,
    usual_margins,
)

FOUR = Field(
    players=(11, 12, 13, 14),
    points=(8, 6, 4, 2),
    spreads=(300, 100, 0, -400),
    ratings=(0, 0, 0, 0),
    rounds_left=1,
    known=None,
    bye=50,
)


@given(st.integers(2, 9), st.integers(0, 4), st.integers(0, 2**64 - 1), st.booleans())
def test_the_core_finds_what_plain_python_finds(count: int, left: int, seed: int, has_known: bool) -> None:
    rng = Random(seed)
    chances = [rng.randrange(WHOLE) for _ in range(count * count)]
    points = [rng.randrange(6) for _ in range(count)]
    spreads = [rng.randrange(-50, 50) for _ in range(count)]
    known = [(0, 1)] if has_known and left else None
    field = (points, spreads, chances, [0, 1, 10, 200], 50)
    found = simulate_places(field, left=left, known=known, runs=20, seed=seed)
    assert found == plain_places(field, left=left, known=known, runs=20, seed=seed)


def test_every_player_has_a_place_and_every_place_a_player() -> None:
    found = place_chances(replace(FOUR, rounds_left=3))
    assert [sum(row) for row in found.values()] == pytest.approx([1] * 4)
    assert [sum(column) for column in zip(*found.values(), strict=True)] == pytest.approx([1] * 4)


def test_in_the_last_round_the_second_catches_the_first_only_by_winning() -> None:
    """Eight half points meet six: level at eight if the second wins, and then the spread decides.

    300 - m against 100 + m: the second is ahead when m is over 100. The margins have a deviation of 105, so
    that is the case in 34 of 100 wins, and the second wins 50 of 100 games: 17 in 100.
    """
    found = place_chances(FOUR)
    assert found[12][0] == pytest.approx(0.17, abs=0.01)
    assert found[11][0] == pytest.approx(0.83, abs=0.01)
    assert found[13][0] == found[14][0] == 0


def test_the_higher_rated_wins_as_often_as_their_ratings_say() -> None:
    # Two who are level meet once: 1700 against 1500 wins 65.4 of 100 games.
    level = replace(
        FOUR, players=(1, 2), points=(0, 0), spreads=(0, 0), ratings=(1700, 1500), known=((0, 1),)
    )
    assert place_chances(level)[1][0] == pytest.approx(0.654, abs=0.01)


def test_half_of_all_games_are_won_by_less_than_seventy_one_points() -> None:
    margins = sorted(usual_margins())
    # The quartile of a normal distribution is 0.6745 deviations from its middle: 0.6745 * 105 = 70.8.
    assert margins[len(margins) // 2] == pytest.approx(71, abs=1)
    assert margins.count(0) == 1


@pytest.mark.parametrize(
    ("lead", "spread_lead", "left", "is_clinched"),
    [(6, 0, 2, True), (4, 1001, 2, True), (4, 1000, 2, False), (3, 5000, 2, False), (2, 501, 1, True)],
)
def test_whoever_cannot_be_caught_has_clinched_the_first_place(
    lead: int, spread_lead: int, left: int, is_clinched: bool
) -> None:
    field = replace(FOUR, points=(6 + lead, 6, 6, 0), spreads=(spread_lead, -90, 0, 0), rounds_left=left)
    assert field.clinched() == (11 if is_clinched else None)


def test_a_hope_that_is_less_than_one_in_a_hundred_is_none() -> None:
    assert best_hopes(FOUR, places=2) == {11: 1, 12: 1, 13: 2, 14: 3}


def players(count: int) -> list[PairingContender]:
    return [PairingContender(id=f"{place}", standing=(50 - place,)) for place in range(1, count + 1)]


@pytest.mark.parametrize(
    ("left", "games"),
    [
        (1, {(1, 2), (3, 4), (5, 6), (7, 8)}),
        (3, {(1, 4), (2, 5), (3, 6), (7, 8)}),
        (9, {(1, 5), (2, 6), (3, 7), (4, 8)}),
    ],
)
def test_by_factor_the_first_meets_whoever_is_as_far_below_as_rounds_are_left(
    left: int, games: set[tuple[int, int]]
) -> None:
    named = METHODS["factor"]
    rules = replace(named.usual_rules, rounds_left=left)
    found = named.method.pair(players(8), PairingHistory(), rules, Random(1))
    assert {tuple(sorted((int(game.first), int(game.second)))) for game in found.games} == games


def test_by_factor_nobody_is_lost() -> None:
    everybody = players(7)
    assert sorted(by_factor(everybody, 2), key=lambda each: int(each.id)) == everybody


def test_whoever_has_won_already_meets_the_best_of_those_who_play_for_nothing() -> None:
    """Gibson's rule: 1 has clinched; 2, 3 and 4 play for the second place, so 5 joins them and 1 meets 6."""
    hopes = {1: Hope.FIRST, 2: Hope.PRIZE, 3: Hope.PRIZE, 4: Hope.PRIZE}
    ranked = [
        replace(each, hope=hopes.get(int(each.id), Hope.NOTHING), has_clinched=each.id == "1")
        for each in players(8)
    ]
    order = [int(each.id) for each in by_chances(ranked, 1)]
    assert order == [2, 3, 4, 5, 1, 6, 7, 8]


def test_those_who_can_still_win_meet_each_other() -> None:
    hopes = {1: Hope.FIRST, 2: Hope.FIRST, 3: Hope.FIRST, 4: Hope.FIRST, 5: Hope.PRIZE}
    ranked = [replace(each, hope=hopes.get(int(each.id), Hope.NOTHING)) for each in players(8)]
    # Two rounds are left: 1 meets 3, and 2 meets 4.
    assert [int(each.id) for each in by_chances(ranked, 2)] == [1, 3, 2, 4, 5, 6, 7, 8]


def club(count: int, rounds: int) -> Desk:
    desk = Desk("Club night")
    desk.open("Club", "club")
    desk.enter("Club", [single(Profile(f"P{n:02}", rating=2000 - 20 * n)) for n in range(1, count + 1)])
    format_ = changed_format(
        shipped_format("club"),
        "a club night",
        rounds_count=rounds,
        pairing_by_round=(PairingMethod.KING_OF_THE_HILL,) * (rounds - 1) + (PairingMethod.BY_CHANCES,),
        pairing_repeats_from=1,
    )
    desk.do(c.ChangeFormat(DIRECTOR, "Club", format_, "a club night"))
    return desk


def play(desk: Desk, seatings: tuple[Seating, ...], margin: int, less: int = 0) -> None:
    """A round in which the lower number always wins by so much, at each further table by so much less."""
    desk.do(c.PublishRound(DIRECTOR, "Club", seatings))
    desk.do(c.StartRound(DIRECTOR, "Club"))
    for each in seatings:
        margin -= less
        scores = tuple(400 + margin if side == min(each.sides) else 400 for side in each.sides)
        desk.sheet("Club", each.table, scores, [desk.tournament.contender(side).name for side in each.sides])
    desk.do(c.CloseRound(DIRECTOR, "Club"))


def test_the_last_round_is_paired_by_chances_and_spares_who_has_clinched() -> None:
    desk = club(8, rounds=4)
    a, b, d, e, f, g, h, i = (each.number for each in desk.tournament.contenders_of("Club"))
    assert chance_lines(desk.tournament, "Club") == ()
    # After three rounds: a has three wins, b and d two, e and f one... and nobody can catch a.
    for games in (
        ((a, e), (b, f), (d, g), (h, i)),
        ((a, b), (d, h), (e, g), (f, i)),
        ((a, d), (b, e), (f, h), (g, i)),
    ):
        play(desk, tuple(Seating(n, sides) for n, sides in enumerate(games, 1)), 300)
    field = field_of(desk.tournament, "Club")
    assert field is not None
    assert (field.rounds_left, field.points[:2]) == (1, (6, 4))
    assert field.clinched() == a
    assert chance_lines(desk.tournament, "Club")[0].percents[0] == ">99"
    seatings = propose_round(desk.tournament, "Club", DIRECTOR, Random(1)).command.seatings
    opponent_of_first = next(set(each.sides) - {a} for each in seatings if a in each.sides)
    # b, d, e and f can still be second or third.
    assert opponent_of_first <= {g, h, i}


def test_games_without_a_result_are_those_that_are_played_out_first() -> None:
    desk = club(4, rounds=2)
    one, two, three, four = (each.number for each in desk.tournament.contenders_of("Club"))
    games = (Seating(1, (one, four)), Seating(2, (two, three)))
    desk.do(c.PublishRound(DIRECTOR, "Club", games))
    desk.do(c.StartRound(DIRECTOR, "Club"))
    desk.sheet("Club", 1, (500, 300), ["P01", "P04"])
    field = field_of(desk.tournament, "Club")
    assert field is not None
    assert field.players == (one, two, three, four)
    assert (field.rounds_left, field.known) == (2, ((1, 2),))


def test_numbers_that_do_not_belong_together_are_refused() -> None:
    with pytest.raises(EngineError):
        simulate_places(([0, 0], [0], [0] * 4, [1], 0), left=1, known=None, runs=1, seed=1)
    with pytest.raises(EngineError):
        simulate_places(([0], [0], [0], [1], 0), left=1, known=[(0, 3)], runs=1, seed=1)


def test_rules_say_how_many_rounds_are_left() -> None:
    assert PairingRules().rounds_left == 1


def test_a_round_is_paired_by_as_many_rounds_as_are_left_with_it() -> None:
    desk = club(8, rounds=3)
    format_ = changed_format(
        desk.tournament.division("Club").format, "by factor", pairing_by_round=(PairingMethod.FACTOR,) * 3
    )
    desk.do(c.ChangeFormat(DIRECTOR, "Club", format_, "by factor"))
    one, two, three, four, five, six, seven, eight = (
        each.number for each in desk.tournament.contenders_of("Club")
    )
    games = ((one, two), (three, four), (five, six), (seven, eight))
    play(desk, tuple(Seating(n, sides) for n, sides in enumerate(games, 1)), 100, 10)
    # Won by 90, 80, 70 and 60: the order is 1, 3, 5, 7, 8, 6, 4, 2, and two rounds are left.
    seatings = propose_round(desk.tournament, "Club", DIRECTOR, Random(1)).command.seatings
    met = {frozenset(each.sides) for each in seatings}
    assert met == {*map(frozenset, ((one, five), (three, seven), (eight, six), (four, two)))}


def test_large_fields_are_played_out_less_often() -> None:
    many = replace(FOUR, players=tuple(range(240)), rounds_left=10)
    assert (FOUR.usual_runs, many.usual_runs) == (100_000, 5_000)
