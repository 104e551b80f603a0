"""Turns with an empty bag: each is followed to the end of the game, and compared by how it ends."""

from dataclasses import replace

from engine.test_simulation import engine, stand
from engine.test_solve import JERK
from wordwaiter.engine import SimulationEffort
from wordwaiter.engine.analysis import AnalysedTurn, Moment, Why, analyse_moment
from wordwaiter.engine.candidates import Candidate, PassTurn, candidates_of, parse_turn
from wordwaiter.engine.endings import compare_endings, is_ending
from wordwaiter.notation.cgp import Position

FULL = SimulationEffort(seconds=60.0)


def analysed(here: Position, turn: Candidate) -> AnalysedTurn:
    return analyse_moment(engine(), Moment(1, 1, 0, here, turn, is_rack_known=True), FULL)


def test_each_turn_is_worth_what_best_play_brings_after_it() -> None:
    here = stand(JERK)
    assert is_ending(engine(), here)
    found = compare_endings(engine(), here, [PassTurn(here.racks[0])], FULL)
    assert found.is_proven
    # WAYS makes 33, then the blank goes out for 15 and gets E, I and Q twice.
    assert (found.best.turn.text(here.board), found.best.spread.value) == ("B8 WAYS", 33 - 15 - 24)
    # After a pass it goes out at once: A, E, I, Q, S, W and Y count 22 twice.
    assert [each.spread.value for each in found.turns[1:]] == [-15 - 44]


def test_going_out_counts_the_tiles_that_the_other_side_keeps() -> None:
    here = replace(stand(JERK), racks=(stand(JERK).racks[1], stand(JERK).racks[0]), scores=(354, 398))
    out = parse_turn(engine(), here, "1A ....s")
    others = [turn for turn in candidates_of(engine(), here, 3) if turn != out]
    found = compare_endings(engine(), here, [out, *others], FULL).of(out)
    assert found is not None
    assert found.spread.value == 15 + 44


def test_throwing_the_game_away_is_a_large_mistake() -> None:
    here = replace(stand(JERK), scores=(350, 340))
    # 10 ahead: WAYS still wins by 4, a pass loses by 49.
    turn = analysed(here, PassTurn(here.racks[0]))
    assert (turn.lost, turn.mistake) == (1.0, "large")
    assert turn.reasons()[0].why is Why.ENDING
    assert "B8 WAYS is better: the game ends 53 points better" in turn.explanation()


def test_the_turn_of_the_solver_is_no_mistake() -> None:
    here = stand(JERK)
    turn = analysed(here, parse_turn(engine(), here, "B8 WAYS"))
    assert (turn.mistake, turn.lost, turn.explanation()) == (None, 0.0, "")
    assert turn.found.is_proven
