"""With any method a bye never goes to a medal contender while somebody else can take it.

The oracle tries all pairings of a small field by itself: it asks the program neither for costs nor for ranks.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.vocabulary import DIRECTOR, Desk
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.formats.choices import PairingMethod, Players
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.pairing.contenders import PairingContender, PairingHistory
from wordwaiter.tournament.pairing.methods import METHODS
from wordwaiter.tournament.pairing.rules import Concern, PairingRules
from wordwaiter.tournament.rounds.proposals import propose_round

from .vocabulary import any_rules, fields

BY_PLAN = ("round-robin", "double-round-robin")
FREE = tuple(name for name in METHODS if name not in BY_PLAN)
"""All methods that may choose who rests; in a whole round robin everybody rests once."""

Field = tuple[list[PairingContender], PairingHistory]


def all_can_play(people: Sequence[PairingContender], forbidden: set[frozenset[str]]) -> bool:
    """Whether these can be joined two by two without a game that must never be."""
    if not people:
        return True
    one, *rest = people
    return any(
        frozenset((one.id, other.id)) not in forbidden
        and all_can_play([each for each in rest if each is not other], forbidden)
        for other in rest
    )


def games_that_must_never_be(
    people: Sequence[PairingContender], history: PairingHistory, rules: PairingRules
) -> Iterator[frozenset[str]]:
    for one in people:
        for other in people:
            told = {
                Concern.PARTNERS: one.group is not None and one.group == other.group,
                Concern.CLUB_MATES: one.club is not None and one.club == other.club,
                Concern.REPEATS: any({one.id, other.id} == set(pair) for pair in history.meetings),
                Concern.TABLES: None not in (one.fixed_table, other.fixed_table)
                and one.fixed_table != other.fixed_table,
            }
            if one is not other and any(told[concern] for concern in rules.never):
                yield frozenset((one.id, other.id))


@pytest.mark.long
@pytest.mark.clause("ontario-2")
@pytest.mark.parametrize("method", FREE)
@settings(max_examples=60)
@given(field=fields(most=9), rules=any_rules(), seed=st.integers(0, 99))
def test_no_bye_decides_a_medal_while_somebody_else_can_rest(
    method: str, field: Field, rules: PairingRules, seed: int
) -> None:
    people, history = field
    people = people[: len(people) - 1 + len(people) % 2]
    if len(people) < 3:
        return
    forbidden = set(games_that_must_never_be(people, history, rules))
    can_rest = [
        each for each in people if all_can_play([other for other in people if other is not each], forbidden)
    ]
    if not can_rest:
        return
    pairings = METHODS[method].method.pair(people, history, rules, Random(seed))
    (bye,) = pairings.byes
    resting = next(each for each in people if each.id == bye.contender)
    if any(not each.can_be_ranked for each in can_rest):
        assert not resting.can_be_ranked
    elif not all(each.in_medal_place for each in can_rest):
        assert not resting.in_medal_place


@pytest.mark.long
@pytest.mark.clause("ontario-2")
@settings(max_examples=150)
@given(field=fields(most=9), seed=st.integers(0, 99))
def test_after_game_one_the_two_highest_who_play_meet_unless_they_are_partners(
    field: Field, seed: int
) -> None:
    people, history = field
    # No two have the same score, and a pair has two partners.
    people = [
        replace(each, last_score=300 - place, group=f"{place // 2}", in_medal_place=False, can_be_ranked=True)
        for place, each in enumerate(people)
    ]
    people = people[::2] + people[1::2]
    ranked = sorted(people, key=lambda each: -(each.last_score or 0))
    named = METHODS["last-scores"]
    rules = named.usual_rules
    forbidden = set(games_that_must_never_be(people, history, rules))
    if len(people) < 4 or not all_can_play(ranked[2 : len(people) - len(people) % 2], forbidden):
        return
    people = [replace(each, byes=0, group=None if each in ranked[:2] else each.group) for each in people]
    pairings = named.method.pair(people, history, rules, Random(seed))
    met = {frozenset((game.first, game.second)) for game in pairings.games}
    assert frozenset((ranked[0].id, ranked[1].id)) in met
    assert [bye.contender for bye in pairings.byes] == [each.id for each in ranked[-1:] if len(people) % 2]


# ---------------------------------------------------------------- by results alone


Games = list[tuple[str, str, int, int]]
"""Two players, and their scores."""


def in_medal_places(players: Sequence[str], games: Games, byes: Sequence[str]) -> set[str]:
    """Those in the first three places, counted from the sheets: 2 a win, 1 a tie, then the highest games."""
    points, highest = dict.fromkeys(players, 0), {player: list[int]() for player in players}
    for one, other, mine, theirs in games:
        points[one] += 2 if mine > theirs else 1 if mine == theirs else 0
        points[other] += 2 if theirs > mine else 1 if mine == theirs else 0
        highest[one].append(mine)
        highest[other].append(theirs)
    for player in byes:
        points[player] += 2
    totals = {player: (points[player], sorted(highest[player], reverse=True)) for player in players}
    return {player for player in players if sum(other > totals[player] for other in totals.values()) < 3}


@pytest.mark.clause("ontario-2")
@pytest.mark.clause("ontario-c-awards")
@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=8)
@given(scores=st.lists(st.integers(250, 262), min_size=24, max_size=24), count=st.sampled_from((5, 7, 9)))
def test_in_a_tournament_the_bye_misses_the_medals_that_the_sheets_show(
    method: str, scores: list[int], count: int
) -> None:
    desk, drawn = Desk(), iter(scores)
    players = open_singles(desk, method, rounds=3, count=count)
    games: Games = []
    byes: list[str] = []
    for number in range(3):
        resting, why = play_next_round(desk, drawn, games)
        if number and len(medals := in_medal_places(players, games[: -(count // 2)], byes)) < count:
            assert resting not in medals
        assert resting in why
        byes.append(resting)


def open_singles(desk: Desk, method: str, rounds: int, count: int) -> list[str]:
    """Opens a division of single players that is ranked as Ontario's and paired in another way."""
    ontario = shipped_format("ontario")
    wanted = PairingMethod(method)
    first = wanted if method in BY_PLAN else ontario.pairing.first
    desk.open(
        "Open",
        replace(
            ontario,
            pairing=replace(ontario.pairing, first=first, later=wanted),
            entry=replace(ontario.entry, kind=Players(), least_age=None),
            rounds=replace(ontario.rounds, count=rounds),
        ),
    )
    players = [f"P{number}" for number in range(count)]
    desk.players("Open", *players)
    return players


def play_next_round(desk: Desk, drawn: Iterator[int], games: Games) -> tuple[str, str]:
    """Plays the round as the program pairs it, adds its games, and tells who rested and why."""
    command = propose_round(desk.tournament, "Open", DIRECTOR, desk.rng).command
    (rest,) = command.rests
    resting = desk.tournament.contender(rest.contender).name
    names = [tuple(desk.tournament.contender(side).name for side in each.sides) for each in command.seatings]
    told = [(one, other, next(drawn), next(drawn)) for one, other in names]
    games += told
    desk.play("Open", [f"{one} {mine} {other} {theirs}" for one, other, mine, theirs in told], byes=[resting])
    return resting, rest.why


@pytest.mark.clause("ontario-2")
@settings(max_examples=15)
@given(scores=st.lists(st.integers(250, 262), min_size=42, max_size=42), count=st.sampled_from((5, 7)))
def test_in_a_whole_round_robin_medal_contenders_rest_last(scores: list[int], count: int) -> None:
    desk, drawn = Desk(), iter(scores)
    players = open_singles(desk, "round-robin", rounds=count, count=count)
    games: Games = []
    byes: list[str] = []
    for number in range(count):
        resting, why = play_next_round(desk, drawn, games)
        medals = in_medal_places(players, games[: -(count // 2)], byes) if number else set[str]()
        yet_to_rest = set(players) - set(byes)
        assert resting in yet_to_rest
        if resting in medals:
            assert yet_to_rest <= medals
            assert "only medal contenders have yet to rest" in why
        byes.append(resting)
    met = [frozenset((one, other)) for one, other, _, _ in games]
    assert len(met) == len(set(met)) == count * (count - 1) // 2


@pytest.mark.clause("ontario-2")
def test_a_round_robin_of_five_cut_to_three_rests_no_medal_place() -> None:
    desk = Desk()
    open_singles(desk, "round-robin", rounds=3, count=5)
    # Points are 2 for a win and for a bye. Each who is named first wins, the earlier table by more.
    games: Games = []
    rests = [play_next_round(desk, iter((400, 300, 390, 290)), games) for _ in range(3)]
    first, second, third = (name for name, _ in rests)
    standing = in_medal_places([f"P{each}" for each in range(5)], games[:4], [first, second])
    assert third not in standing
    assert rests[2][1] == f"{third} has yet to rest, and is outside the medal places"


@pytest.mark.clause("ontario-2")
def test_in_a_round_robin_a_round_that_was_forfeited_is_not_planned_again() -> None:
    desk = Desk()
    open_singles(desk, "round-robin", rounds=3, count=3)
    # By the plan P0 rests first; by hand it was P1, and P0 did not come to the only game.
    desk.publish("Open", [("P0", "P2")], byes=["P1"])
    desk.do(c.StartRound(DIRECTOR, "Open"))
    desk.do(c.ForfeitGame(DIRECTOR, "Open", 1, 1, (desk.number("P0"),), "not seen"))
    desk.do(c.CloseRound(DIRECTOR, "Open"))
    command = propose_round(desk.tournament, "Open", DIRECTOR, desk.rng).command
    assert command.rests == ()
    assert {*command.seatings[0].sides} == {desk.number("P1"), desk.number("P2")}
