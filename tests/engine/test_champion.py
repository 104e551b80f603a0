"""The champion: what it does in each part of a game, and that it is the same for a seed."""

import threading

import pytest

from engine.test_simulation import AWFUL, RETINAE, engine, stand
from engine.test_solve import JERK
from wordwaiter.engine import ExchangeTurn
from wordwaiter.engine.candidates import candidates_of
from wordwaiter.engine.champion import Before, Pace, champion_turn, seconds_for
from wordwaiter.rules.board import empty_board
from wordwaiter.rules.rack import parse_rack
from wordwaiter.service.jobs.engine_work import best_chance
from wordwaiter.service.jobs.own_process import Asked


def test_it_proves_the_end_of_a_game() -> None:
    here = stand(JERK)
    assert champion_turn(engine(), here, Pace(plies=30)).text(here.board) == "B8 WAYS"


def test_the_same_seed_makes_the_same_turn() -> None:
    here = stand(RETINAE)
    first, second = (champion_turn(engine(), here, Pace(draws=40, seed=7)) for _ in range(2))
    assert first == second
    assert first in candidates_of(engine(), here, 10)


def test_it_exchanges_a_rack_that_anybody_would_exchange() -> None:
    assert isinstance(champion_turn(engine(), stand(AWFUL), Pace(draws=60)), ExchangeTurn)


BEHIND = (
    "15/2Q1G10/1JAVA10/2T1IN5C1L1/4NO1BRAVO1E1/4sH5OFF1/4A2WAvELETS/3DIGLOT2YA1P/3ID2NEB2T1U/3O7D2D/"
    "3R5LOUIES/3A7P3/2UMIAK1MINER2/3I7R3/2SCHNOZ2EYRIE EENTUWX/ 301/339 0"
)
"""38 behind with two tiles in the bag: the turns that score most win one game of seven."""


def test_whoever_is_behind_before_the_end_looks_beyond_the_turns_that_score_most() -> None:
    here = stand(BEHIND)
    found = champion_turn(engine(), here, Pace(draws=800, seed=1))
    assert found.text(here.board) not in {turn.text(here.board) for turn in candidates_of(engine(), here, 15)}


def test_what_the_other_side_kept_is_taken_from_its_last_turn() -> None:
    here = stand(RETINAE)
    laid = parse_rack("QUAD", here.board.tile_set)
    before = Before(empty_board(here.board.layout, here.board.tile_set), laid, 28)
    pace = Pace(draws=60, seed=3)
    told = champion_turn(engine(), here, pace, before)
    assert told == champion_turn(engine(), here, pace, before)
    assert told in candidates_of(engine(), here, 15)
    exchanged = Before(empty_board(here.board.layout, here.board.tile_set), exchanged=7)
    assert champion_turn(engine(), here, pace, exchanged) in candidates_of(engine(), here, 15)


def test_better_tiles_win_more_often() -> None:
    nobody = Asked(threading.Event(), lambda _: None, ())
    good, bad = (best_chance(engine(), stand(text), nobody) for text in (RETINAE, AWFUL))
    assert good > bad + 0.1


@pytest.mark.parametrize(
    ("remaining", "unseen", "seconds"),
    [
        (1500.0, 93, 1500 / (93 / 9 + 2)),
        (60.0, 9, 60 / 3),
        (0.0, 50, 0.05),
    ],
)
def test_time_on_the_clock_is_shared_out_among_the_turns_to_come(
    remaining: float, unseen: int, seconds: float
) -> None:
    assert seconds_for(remaining, unseen) == pytest.approx(seconds)


MANY_PLAYS = (
    "3AE2W4O2/DIFN3E1L3D1/3O1TSGOQ1O1O1/2B4ET1e4/UM3A3TFB1LT/1YK5SI5/3U11/1XMY6H2J1/4D2NA2N2E/1IW1A4A2U2/"
    "1RVRU1EIG2E1C1/N3DZS1ELR1TS1/G2CPN5O3/6EHTP3EE/R2O4OI3LV AIANRAR/ -36/358 0"
)
"""Four turns ahead there are 700,000 positions, and in other endings millions."""


def test_it_looks_at_so_many_positions_of_an_ending_and_no_more() -> None:
    """With a blank there were millions in some endings, and all other games against it waited."""
    here = stand(MANY_PLAYS)
    turns = [
        champion_turn(engine(), here, Pace(plies=2, positions=positions)).text(here.board)
        for positions in (1_000, Pace().positions)
    ]
    assert turns == ["1A AA", "1L R.AN"]
