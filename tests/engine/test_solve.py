"""Endgames through the library and the command `solve`, and what they say to bad input.

The solver itself is held against plain code that tries everything in `crates/tilecore/tests/thinking`.
"""

import json
import threading
from itertools import combinations
from typing import Any

import pytest
from typer.testing import CliRunner

from wordwaiter.cli.main import build_app
from wordwaiter.engine import Engine, Limits
from wordwaiter.engine.endgame import SolvedTurn
from wordwaiter.engine.pre_endgame import Draw, Judged, JudgedTurn, PreEndgameSolution
from wordwaiter.errors import MalformedError
from wordwaiter.lexicon import open_lexicon
from wordwaiter.notation.cgp import Position, parse_cgp
from wordwaiter.rules.board import empty_board
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.rulebooks.reading import shipped_rulebook

APP = build_app(["solve"])
BOARD = (
    "JERK3L5C1/2U2G1O3NOH1/2N2A1TABOURED/2GATE1AR4AW/3XU2HERTZ1PA/3IT3n4OR/3O4O5F/3MOTTES4ES/5I2EL3P1/"
    "2A2V3I3E1/2I1MY3V3I1/2D1I4E3R1/2F1N4N3I1/2U1D4E3C1/NILLS1BONDAGE2"
)
JERK = f"{BOARD} AEIQSWY/? 398/354 0"
"""The side to move is 44 ahead; the other side is stuck with nothing but a blank after JERK."""
BLANKS = (
    "JERK3L5C1/2U2G1O3NOH1/2N2A1TABOURED/2GATE1AR4AW/3XU2HERTZ1PA/3IT3n4OR/3O4O5F/3MOTTES4ES/5I2EL3P1/"
    "2A2V3I3E1/2I1MY3V3I1/2D1I4E3R1/2F1N4N3I1/2U1D4E3C1/NILLS4D5 ?ABEGNO/AEIQSWY 315/398 0"
)


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine.of_lists([open_lexicon("enable")], shipped_rulebook("club"))


def position(engine: Engine, text: str) -> Position:
    return parse_cgp(text, engine.layout, engine.tile_set)


def answer(*arguments: str) -> Any:
    result = CliRunner().invoke(APP, ["solve", *arguments, "--json"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def refusal(text: str) -> MalformedError:
    with pytest.raises(MalformedError) as caught:
        CliRunner().invoke(APP, ["solve", text], catch_exceptions=False)
    return caught.value


def test_the_command_tells_value_spread_and_line() -> None:
    found = answer(JERK, "--seconds", "60", "--threads", "1", "--lexicon", "enable")
    # WAYS makes 33; the blank makes JERKS or JERKY for 15 and goes out, and E, I and Q count 12 twice.
    assert (found["value"], found["final_spread"]) == (33 - 15 - 24, 398 - 354 + 33 - 15 - 24)
    assert found["best"] == found["line"][0] == "B8 WAYS"
    assert found["line"][1] in {"1A ....s", "1A ....y"}
    assert found["proven"] is True
    assert found["nodes"] > 0
    assert found["seconds"] >= 0


def test_any_number_of_threads_proves_the_same_value(engine: Engine) -> None:
    values = {
        engine.solve_endgame(position(engine, JERK), Limits(threads=number)).value for number in (1, 2, 4)
    }
    assert values == {-6}


def test_people_read_the_line_with_tiles_on_the_board_in_parentheses() -> None:
    shown = CliRunner().invoke(APP, ["solve", JERK], catch_exceptions=False).stdout.splitlines()
    assert shown[0].split() == ["B8", "WAYS", "33"]
    assert shown[1].startswith("1A (JERK)")
    assert shown[2] == "Worth -6 points from here; the game ends +38."
    assert shown[3].startswith("Proven: ")


def test_unseen_tiles_are_on_the_other_rack_when_nobody_names_it() -> None:
    found = answer(f"{BOARD} AEIQSWY/ 398/354 0")
    assert found["value"] == -6
    assert found["assumptions"] == ["The other side holds all unseen tiles: ?."]


def test_an_interrupted_search_still_has_a_play(engine: Engine) -> None:
    stop = threading.Event()
    stop.set()
    solution = engine.solve_endgame(position(engine, BLANKS), Limits(threads=1), stop)
    assert solution.interrupted
    assert not solution.proven
    assert solution.best.placement is not None


def test_the_sixth_scoreless_turn_ends_the_game(engine: Engine) -> None:
    before, last = (engine.solve_endgame(position(engine, f"{JERK[:-1]}{turns}")) for turns in (4, 5))
    # A pass now ends the game: 22 points on the rack are lost, and the blank counts nothing. WAYS is better.
    assert (before.value, last.value) == (-6, -6)
    with pytest.raises(MalformedError) as caught:
        engine.solve_endgame(position(engine, f"{JERK[:-1]}6"))
    assert caught.value.code == "game-over"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"{BOARD} AEIQSWYZ/? 0/0 0", "rack-too-large"),
        (f"{BOARD} AEIQQWY/? 0/0 0", "too-many-tiles"),
        (f"{BOARD} AEIQSW/?Q 0/0 0", "too-many-tiles"),
        (f"{BOARD} AEIQSW1/? 0/0 0", "no-such-tile"),
        (f"{BOARD} /AEIQSWY? 0/0 0", "empty-rack"),
        (f"{BOARD} AEIQSWY", "bad-cgp"),
        (f"{BOARD.replace('1BONDAGE2', '10')} AEIQSWY/? 0/0 0", "rack-too-short"),
        ("/".join(["15"] * 15) + " AEIQSWY/? 0/0 0", "empty-board"),
        (BLANKS.replace("/AEIQSWY", "/").replace("JERK3L", "7L").replace("2GATE1AR4", "13"), "bag-too-full"),
    ],
)
def test_a_position_that_cannot_be_solved_is_refused(text: str, code: str) -> None:
    assert refusal(text).code == code


ONE_IN_BAG = (
    "W12W1/I12H1/N1F6AE2ET/GOLDS4G3YA/L1U1Y4A4I/I1B1N4Z4L/K3D4ES2OF/E2BIALI2T2Pa/2MOC5O1MAN/1QAT1DEV2R1UH1/"
    "3AVO4A1C2/5EXPUNGeR2/10E1O2/4ONERIEST3/5ARE7 EIINRSU/ 389/355 0"
)


@pytest.mark.long
def test_with_a_tile_in_the_bag_every_play_is_judged_by_its_draws(engine: Engine) -> None:
    found = answer(ONE_IN_BAG, "--seconds", "0.4", "--threads", "1")
    assert found["kind"] == "pre-endgame"
    stand = position(engine, ONE_IN_BAG)
    everything = {play.text(stand.board) for play in engine.at(stand.board).plays(stand.racks[0])}
    assert {play["play"] for play in found["plays"]} == everything | {"pass"}
    # Eight tiles are unseen, and each of them may be the one in the bag.
    assert {play["ways"] for play in found["plays"]} == {8}
    assert {play["judged"] for play in found["plays"]} <= {"decided", "given up", "open"}
    assert [play["play"] for play in found["plays"] if play["estimate"]] == ["pass"]
    # With one tile in the bag the rules of a club allow no exchange, so there is nothing to say about it.
    assert found["assumptions"][-1].startswith("After a play that leaves tiles in the bag")


def test_the_last_tile_of_the_bag_may_be_exchanged_where_the_rules_say_so() -> None:
    iowa = Engine.of_lists([open_lexicon("enable")], shipped_rulebook("iowa"))
    found = iowa.solve_pre_endgame(position(iowa, ONE_IN_BAG), Limits(0.4))
    exchanges = [turn for turn in found.turns if turn.turn.thrown]
    rack = position(iowa, ONE_IN_BAG).racks[0]
    assert {turn.turn.text() for turn in exchanges} == {f"-{tile}" for tile in rack.tiles}
    for turn in exchanges:
        assert turn.is_estimate
        assert turn.ways == 8
        assert {draw.left for draw in turn.draws} == {(turn.turn.thrown,)}
        assert turn.turn.readable() == f"exchange {turn.turn.thrown}"
    assert "Nobody is taken to exchange later on." in found.assumptions


TWO_IN_BAG = (
    "7D6R/1Q3VOE6A/1U5SIFAKA1T/PILI3C3ALTO/1N1DEMERITs3O/7I6N/5W1E6E/G3GOWD6D/LA3M2FOU1X2/AB3B1JEU1AY2/"
    "Z4SHORTENS2/E5AYE2IT2/RaINOUT4LI2/15/15 AEGHNPV/ 434/421 0"
)


FOUR_IN_BAG = (
    "7D6R/1Q5E6A/1U5SIFAKA1T/PILI3C3ALTO/1N1DEMERITs3O/7I6N/5W1E6E/G3GOWD6D/"
    "LA3M2FOU1X2/AB3B1JEU1AY2/Z4SHORTENS2/E5AYE2IT2/RaINOUT4LI2/15/15 EINORSV/ 407/434 0"
)


def test_with_two_tiles_in_the_bag_all_that_may_be_exchanged_is_among_the_turns() -> None:
    iowa = Engine.of_lists([open_lexicon("enable")], shipped_rulebook("iowa"))
    found = iowa.solve_pre_endgame(position(iowa, TWO_IN_BAG), Limits(1.0))
    exchanges = {turn.turn.text(): turn for turn in found.turns if turn.turn.thrown}
    rack = position(iowa, TWO_IN_BAG).racks[0]
    sets = {"".join(set_) for size in (1, 2) for set_ in combinations(rack.tiles, size)}
    assert set(exchanges) == {f"-{tiles}" for tiles in sets}
    assert {turn.ways for turn in exchanges.values()} == {9 * 8}
    assert all(turn.is_estimate for turn in exchanges.values())
    assert found.assumptions[-2:] == (
        "Nobody is taken to exchange later on.",
        "After an exchange, tiles that stay in the bag are taken to come in one order, by chance.",
    )


def test_with_four_tiles_in_the_bag_thousands_of_open_draws_are_told_as_one(engine: Engine) -> None:
    found = engine.solve_pre_endgame(position(engine, FOUR_IN_BAG), Limits(0.1))
    assert {turn.ways for turn in found.turns} == {11 * 10 * 9 * 8}
    passing = next(turn for turn in found.turns if turn.turn.placement is None)
    assert passing.draws == (Draw(Rack(()), (), 11 * 10 * 9 * 8, None, None),)
    assert max(len(turn.draws) for turn in found.turns) <= 101


def test_where_an_exchange_needs_seven_tiles_in_the_bag_no_turn_is_missing(engine: Engine) -> None:
    stand = position(engine, TWO_IN_BAG)
    found = engine.solve_pre_endgame(stand, Limits(0.4))
    everything = {play.text(stand.board) for play in engine.at(stand.board).plays(stand.racks[0])}
    assert {turn.turn.text() for turn in found.turns} == everything | {"pass"}
    assert not any("xchange" in each for each in found.assumptions)


def test_an_endgame_is_refused_while_tiles_are_in_the_bag(engine: Engine) -> None:
    with pytest.raises(MalformedError) as caught:
        engine.solve_endgame(position(engine, ONE_IN_BAG))
    assert caught.value.code == "bag-not-empty"
    with pytest.raises(MalformedError) as caught:
        engine.solve_pre_endgame(position(engine, JERK))
    assert caught.value.code == "bag-empty"


CLUB = shipped_rulebook("club").table


def judged(results: list[int | None], how: Judged) -> JudgedTurn:
    draws = tuple(
        Draw(Rack((tile,)), (), 1, result, None) for tile, result in zip("ABCD", results, strict=True)
    )
    return JudgedTurn(
        SolvedTurn(empty_board(CLUB.layout, CLUB.tile_set), None, 0), draws, how, is_estimate=False
    )


@pytest.mark.parametrize(
    ("others", "proven"),
    [
        ([1, 0, -1, None], True),  # at most 62.5 %: the best wins 75 %
        ([1, 1, -1, None], True),  # at most 75 %
        ([1, 1, 0, None], False),  # may come to 87.5 %
        ([None, None, None, None], False),
    ],
)
def test_wins_are_proven_once_no_play_can_win_more_often(others: list[int | None], proven: bool) -> None:
    best, other = judged([1, 1, 1, -1], Judged.DECIDED), judged(others, Judged.OPEN)
    solution = PreEndgameSolution((best, other), 0, False, 1, 0.1, False, ())
    assert solution.wins_proven is proven
    assert solution.plain()["wins_proven"] is proven


def test_a_notebook_shows_the_line_of_an_endgame_and_the_plays_of_a_pre_endgame(engine: Engine) -> None:
    line = engine.solve_endgame(position(engine, JERK))._repr_html_()
    assert "<caption>-6 points, proven</caption>" in line
    assert "<tr><td>1</td><td>B8 WAYS</td><td>33</td></tr>" in line
    plays = engine.solve_pre_endgame(position(engine, ONE_IN_BAG), Limits(0.4))
    table = plays._repr_html_()
    assert table.count("<tr>") == 1 + len(plays.turns)
    best = plays.best
    assert f"<tr><td>{best.turn.readable()}</td><td>{best.win_percentage:.1f} %</td>" in table
    assert "an estimate" in table  # the pass
