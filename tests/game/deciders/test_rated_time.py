"""Rated play over the time, clause by clause: what minutes cost, and when they lose the game."""

import pytest

from game.vocabulary import ann_and_ben, late_in_the_game, ms
from wordwaiter.game import commands as c
from wordwaiter.game.table import EndReason
from wordwaiter.rules.rulebooks.changing import with_setting
from wordwaiter.rules.rulebooks.reading import shipped_rulebook

rated = pytest.mark.parametrize("rulebook", ["wespa", "naspa"])


@pytest.mark.clause("wespa-time")
@pytest.mark.clause("naspa-time")
@pytest.mark.parametrize(("rulebook", "clause"), [("wespa", "wespa-time"), ("naspa", "naspa-time")])
@pytest.mark.parametrize(
    ("time", "ann"),
    [("25:00", 329), ("25:01", 319), ("26:00", 319), ("26:01", 309), ("34:59", 229)],
)
def test_each_minute_over_that_has_begun_costs_ten_points(
    rulebook: str, clause: str, time: str, ann: int
) -> None:
    """Ann goes out with RETINAS: 300, 7 for the play, and twice Ben's 11."""
    game = late_in_the_game(rulebook, "SQE", ann="S", ben="QE", scores=(300, 310)).at(time)
    game.plays("Ann", "8D RETINAS")
    assert game.ended == "out"
    assert (game.score("Ann"), game.score("Ben")) == (ann, 310)
    assert game.rulebook.clause_of("clock.game") == clause


@rated
def test_a_part_of_a_second_over_the_time_costs_nothing(rulebook: str) -> None:
    for over_ms, ann in ((999, 329), (1000, 319)):
        game = late_in_the_game(rulebook, "SQE", ann="S", ben="QE", scores=(300, 310))
        game.now_ms += ms("25:00") + over_ms
        assert game.plays("Ann", "8D RETINAS").score("Ann") == ann


@pytest.mark.clause("wespa-forfeit")
@pytest.mark.clause("naspa-forfeit")
@pytest.mark.parametrize(
    ("rulebook", "clause", "last", "lost"),
    [("wespa", "wespa-forfeit", "34:59", "35:00"), ("naspa", "naspa-forfeit", "35:00", "35:01")],
)
def test_ten_minutes_over_the_time_lose_under_wespa_and_more_than_ten_under_naspa(
    rulebook: str, clause: str, last: str, lost: str
) -> None:
    just = ann_and_ben(rulebook).at(last).plays("Ann", "8D RETINA")
    assert just.table.ending is None
    late = ann_and_ben(rulebook).at(lost).plays("Ann", "8D RETINA")
    assert late.table.ending is not None
    assert late.table.ending.reason is EndReason.OVERTIME
    assert late.winner == "Ben"
    claimed = ann_and_ben(rulebook).at(lost).does(c.ClaimWin(1))
    assert claimed.table.ending is not None
    assert (claimed.table.ending.reason, claimed.winner) == (EndReason.OVERTIME, "Ben")
    assert claimed.rulebook.clause_of("clock.most_overtime") == clause


@pytest.mark.parametrize(("rulebook", "lost"), [("wespa", "35:00"), ("naspa", "35:01")])
def test_who_has_lost_by_overtime_does_not_save_the_game_by_going_out(rulebook: str, lost: str) -> None:
    game = late_in_the_game(rulebook, "SQE", ann="S", ben="QE", scores=(500, 310)).at(lost)
    assert game.plays("Ann", "8D RETINAS").ended == "overtime"
    assert game.winner == "Ben"


@pytest.mark.clause("wespa-forfeit-margin")
@pytest.mark.parametrize("time", ["35:00", "52:00"])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((393, 300), (200, 300)),  # 400 less 100 are more than Ben's 300 less 100
        ((193, 300), (100, 300)),  # 200 less 100 are fewer, and stay
        ((293, 80), (80, 180)),  # 100 less than 80 would be 20 below zero: both gain 100
        ((43, 300), (50, 400)),  # 50 less 100 is below zero
    ],
)
def test_whoever_is_ten_minutes_over_has_lost_by_a_hundred_points_at_least(
    time: str, before: tuple[int, int], after: tuple[int, int]
) -> None:
    """Ann has 7 for RETINAS, and loses 100 for ten minutes, however late it is seen."""
    game = late_in_the_game("wespa", "SAQE", ann="SA", ben="QE", scores=before).at(time)
    game.plays("Ann", "8D RETINAS")
    assert (game.ended, game.winner) == ("overtime", "Ben")
    assert (game.score("Ann"), game.score("Ben")) == after
    assert game.rulebook.clause_of("clock.overtime_margin") == "wespa-forfeit-margin"


def test_under_naspa_a_game_lost_by_overtime_is_lost_by_fifty_points_in_the_standings_too() -> None:
    game = late_in_the_game("naspa", "SAQE", ann="SA", ben="QE", scores=(493, 300)).at("35:01")
    game.plays("Ann", "8D RETINAS")
    assert (game.score("Ann"), game.score("Ben")) == (250, 300)


def test_a_game_lost_by_overtime_is_lost_in_the_standings_too_where_the_rules_name_no_margin() -> None:
    """Ann has 500 with RETINAS, less 100 for ten minutes; Ben has 300."""
    rules = with_setting(shipped_rulebook("wespa"), "clock.overtime_margin", None, choice="Our club.")
    game = late_in_the_game(rules, "SAQE", ann="SA", ben="QE", scores=(493, 300)).at("35:00")
    game.plays("Ann", "8D RETINAS")
    assert game.winner == "Ben"
    assert (game.score("Ann"), game.score("Ben")) == (299, 300)


@rated
@pytest.mark.parametrize(("time", "ann"), [("29:00", 289), ("29:01", 279), ("30:01", 279), ("34:59", 279)])
def test_overtime_may_have_a_most_that_it_costs(rulebook: str, time: str, ann: int) -> None:
    """Ann has 329 before what her time costs: 40 points for four minutes, then 50 whatever comes."""
    capped = with_setting(
        shipped_rulebook(rulebook), "clock.most_overtime_points", 50, choice="As our club has it."
    )
    game = late_in_the_game(capped, "SQE", ann="S", ben="QE", scores=(300, 310)).at(time)
    assert game.plays("Ann", "8D RETINAS").score("Ann") == ann
