"""Chances by score and number of tiles left, and the turn in which a game turned."""

from pathlib import Path

import pytest

from wordwaiter.game.table import Table
from wordwaiter.notation.script import parse_script
from wordwaiter.notation.script_running import run_script
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.service.rounds.chances import chance_of_mover, turning_point

NEARLY_ALL = (
    "Z14/15/15/15/15/15/15/3RETINA6/15/TTTTUUUUVVWWXYY/OOOOPPRRRRRSSST/LLLLMMNNNNNOOOO/"
    "GGGHHIIIIIIIIJK/DDDEEEEEEEEEEFF/aaAAAAAAAABBCCD"
)


def ended(position: str, moves: str) -> Table:
    told = f"rulebook club\nsides Ann | Ben\nposition {position}\n\n{moves}"
    run = run_script(parse_script(told, Path("game")), shipped_rulebook("club"))
    assert not run.failures, run.failures
    return run.table


def test_the_play_that_wins_a_game_from_behind_is_its_turning_point() -> None:
    table = ended(f"{NEARLY_ALL} S/QE 300/310 0", "Ann: plays 8D RETINAS\nBen: has QE\n")
    point = turning_point(table)
    assert point is not None
    assert (point.turn.number, point.winner, point.after) == (1, 0, 1.0)
    assert point.before == chance_of_mover(table.turns[0].before, (300, 310), table, 0)


def test_a_game_that_was_won_from_the_start_has_none() -> None:
    table = ended(f"{NEARLY_ALL} S/QE 500/310 0", "Ann: plays 8D RETINAS\nBen: has QE\n")
    assert turning_point(table) is None


@pytest.mark.parametrize("moves", ["Ann: passes\n", ""])
def test_a_game_that_is_not_over_has_none(moves: str) -> None:
    assert turning_point(ended(f"{NEARLY_ALL} S/QE 300/310 0", moves)) is None
