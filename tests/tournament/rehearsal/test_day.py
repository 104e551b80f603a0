"""Whole days by the real rules: they end, all is counted, and an equal seed gives an equal day."""

import random
from dataclasses import replace

import pytest

from wordwaiter.lexicon import open_lexicon
from wordwaiter.rules.rulebooks.choices import Milliseconds
from wordwaiter.tournament.money.ledger import Fund
from wordwaiter.tournament.rehearsal.day import DayResponse, rehearse_day
from wordwaiter.tournament.rehearsal.fundraising import how_many
from wordwaiter.tournament.rehearsal.hall import Visit
from wordwaiter.tournament.rehearsal.plan import (
    MINUTE_MS,
    Break,
    Cents,
    Count,
    Day,
    Judges,
    Money,
    Plan,
    PlannedDivision,
    PlannedEquipment,
    Play,
    Share,
    Spell,
)
from wordwaiter.tournament.rehearsal.plan_reading import read_plan
from wordwaiter.tournament.rehearsal.players import SimulatedPlayers
from wordwaiter.tournament.rehearsal.report import percentile, range_of, summary_of, variants_of, waits_with

PLAYERS = SimulatedPlayers([open_lexicon("enable")])
SHORT = Day(counting=Spell(0, 0), sheet=Spell(0, 0), seating=Spell(0, 0), ceremony=Milliseconds(0))


def a_day(plan: Plan, seed: int = 1) -> DayResponse:
    return rehearse_day(plan, PLAYERS, random.Random(seed))


def small(format_: str, entrants: int, **parts: object) -> Plan:
    division = PlannedDivision("Open", format_, entrants, rounds=1)
    return replace(Plan("Small", (division,)), **parts)  # type: ignore[arg-type]


def test_a_table_with_an_allowance_plays_it_out_but_for_challenges() -> None:
    nobody_doubts = Play(turn=Spell(MINUTE_MS, 0.0), phoneys=Share(0), good_challenged=Share(0))
    told = a_day(small("androscoggin", 4, day=SHORT, play=nobody_doubts))
    # The clock runs for thirty minutes from the first turn, after twenty seconds for the draw.
    assert told.rounds[0].last_table_ms - told.rounds[0].started_ms <= 30 * MINUTE_MS + 20_000
    assert (told.boards, told.clocks, told.games, told.byes, told.visits) == (2, 2, 2, 0, ())


@pytest.mark.clause("iowa-format")
def test_minutes_that_iowas_organiser_sets_end_the_games() -> None:
    timed = PlannedDivision("Open", "iowa", 4, rounds=1, round_length=Milliseconds(10 * MINUTE_MS))
    slow = Play(turn=Spell(MINUTE_MS, 0.0), phoneys=Share(0), good_challenged=Share(0))
    told = a_day(replace(Plan("Timed", (timed,)), day=SHORT, play=slow))
    assert told.rounds[0].last_table_ms - told.rounds[0].started_ms <= 10 * MINUTE_MS + 20_000


def test_divisions_share_the_clocks_that_there_are() -> None:
    divisions = tuple(PlannedDivision(name, "iowa", 4, rounds=1) for name in ("Younger", "Older"))
    told = a_day(replace(Plan("Two", divisions), day=SHORT, equipment=PlannedEquipment(sets=4, clocks=3)))
    assert (told.boards, told.clocks, told.clocks_missing, told.boards_without_clock) == (4, 3, 0, 1)


def test_where_the_clock_stops_for_a_judge_the_round_is_longer_by_that() -> None:
    doubtful = Play(turn=Spell(MINUTE_MS, 0.0), phoneys=Share(0), good_challenged=Share(1))
    judges = Judges(count=9, walk=Spell(MINUTE_MS, 0.0), answer=Spell(MINUTE_MS, 0.0))
    told = a_day(small("androscoggin", 2, day=SHORT, play=doubtful, judges=judges))
    judged_ms = sum(visit.busy_ms for visit in told.visits)
    assert judged_ms == 2 * MINUTE_MS * len(told.visits) > 0
    length_ms = told.rounds[0].last_table_ms - told.rounds[0].started_ms
    assert length_ms >= 30 * MINUTE_MS + judged_ms


def test_where_the_clock_runs_on_it_is_not() -> None:
    doubtful = Play(turn=Spell(MINUTE_MS, 0.0), phoneys=Share(0), good_challenged=Share(1))
    told = a_day(small("ontario", 2, day=SHORT, play=doubtful, judges=Judges(count=9)))
    assert told.visits
    # A challenge may be open when time is called; the game ends with its ruling.
    longest_ruling_ms = max(visit.ended_ms - visit.asked_ms for visit in told.visits)
    assert told.rounds[0].last_table_ms - told.rounds[0].started_ms <= 50 * MINUTE_MS + longest_ruling_ms


def test_a_bad_word_that_is_challenged_comes_off_and_costs_points() -> None:
    all_bad = Play(phoneys=Share(1), bad_challenged=Share(1), good_challenged=Share(0))
    none_bad = Play(phoneys=Share(0), good_challenged=Share(0))
    points = [a_day(small("club", 2, play=play)).points for play in (all_bad, none_bad)]
    assert points[0] < points[1] / 4


def test_an_odd_number_of_players_has_a_bye_each_round() -> None:
    plan = replace(small("iowa", 5), divisions=(PlannedDivision("Open", "iowa", 5, rounds=2),))
    told = a_day(plan)
    assert (told.games, told.byes, told.repeats) == (4, 2, 0)


def test_two_players_who_play_twice_meet_again() -> None:
    plan = replace(small("iowa", 2), divisions=(PlannedDivision("Open", "iowa", 2, rounds=2),))
    assert a_day(plan).repeats == 1


def test_a_break_moves_all_that_comes_after_it() -> None:
    division = PlannedDivision("Teams", "androscoggin", 2, rounds=2)
    plan = Plan("Small", (division,), breaks=(Break("Tea", 1, Milliseconds(25 * MINUTE_MS)),), day=SHORT)
    first, second = a_day(plan).rounds
    assert second.published_ms == first.closed_ms + 25 * MINUTE_MS


def test_the_bee_sells_peeks_and_tiles_and_every_cent_is_in_the_ledger() -> None:
    money = Money(
        entry=Cents(5_000), sponsors=(Cents(20_000),), peeks=Count(2.0), tiles=Count(3.0), all_tiles=Share(0)
    )
    plan = Plan("Bee", (PlannedDivision("Hare", "bee-hare", 3, rounds=2),), money=money)
    told = a_day(plan)
    peeks = sum(visit.errand == "peek" for visit in told.visits)
    assert told.cents[Fund.PEEK] == 100 * peeks > 0
    assert told.cents[Fund.TILES] % 500 == 0 < told.cents[Fund.TILES]
    assert told.cents[Fund.ENTRY] == 15_000
    assert told.total_cents == sum(told.cents.values()) >= 35_000
    assert told.points > 0


def test_all_tiles_are_bought_once_for_one_price() -> None:
    money = Money(tiles=Count(0), peeks=Count(0), all_tiles=Share(1))
    told = a_day(Plan("Bee", (PlannedDivision("Hare", "bee-hare", 2),), money=money))
    assert told.cents == {Fund.ALL_TILES: 2 * 15_000}


def test_a_tortoise_team_plays_around_one_board() -> None:
    told = a_day(small("bee-tortoise", 2))
    assert (told.boards, told.results) == (2, 2)
    assert told.points > 200


def test_an_equal_seed_gives_an_equal_day_and_another_seed_another() -> None:
    plan = small("iowa", 4)
    assert a_day(plan, 7) == a_day(plan, 7) != a_day(plan, 8)


@pytest.mark.long
@pytest.mark.parametrize("name", ["ontario", "bee"])
def test_the_shipped_examples_come_to_an_end(name: str) -> None:
    plan = read_plan(name)
    told = a_day(plan)
    assert told.ends_ms > plan.day.begins
    assert {each.division for each in told.rounds} == {each.name for each in plan.divisions}


# ---------------------------------------------------------------- what many days have in common


def test_a_range_leaves_out_one_in_twenty_on_either_side() -> None:
    assert [percentile(range(1, 101), each) for each in (5, 50, 95)] == [5, 50, 95]
    found = range_of([3, 1, 2])
    assert (found.low, found.usual, found.high, found.mean) == (1, 2, 3, 2.0)
    assert range_of([]).high == 0


def test_more_judges_never_make_anybody_wait_longer() -> None:
    visits = [Visit(at_ms, at_ms, at_ms + 100, "challenge") for at_ms in (0, 10, 20, 30)]
    assert waits_with(1, visits) == [0, 90, 180, 270]
    assert waits_with(2, visits) == [0, 0, 80, 80]
    assert waits_with(4, visits) == [0, 0, 0, 0]


def test_the_summary_says_how_many_judges_are_enough() -> None:
    plan = small("iowa", 4, judges=Judges(longest_wait=Milliseconds(50)))
    visits = tuple(Visit(0, 0, 100, "challenge") for _ in range(3))
    summary = summary_of(plan, [replace(a_day(plan), visits=visits)])
    assert summary.judges_needed == 3
    # Three judges, one at the desk, one besides; nobody at the boards.
    assert summary.volunteers == 5
    assert [queue.waits.high for queue in summary.queues] == [200, 100, 0]


def test_each_division_is_tried_with_one_entrant_less_and_one_more() -> None:
    plan = Plan("Two", (PlannedDivision("A", "club", 2), PlannedDivision("B", "club", 6)))
    found = [
        (name, more, [each.entrants for each in other.divisions]) for name, more, other in variants_of(plan)
    ]
    assert found == [("A", 1, [3, 6]), ("B", -1, [2, 5]), ("B", 1, [2, 7])]


def test_things_that_happen_by_chance_come_to_their_mean() -> None:
    rng = random.Random(3)
    assert how_many(0.0, rng) == 0
    for mean in (2.0, 50.0):
        assert abs(sum(how_many(mean, rng) for _ in range(2_000)) / 2_000 - mean) < mean / 20
