"""A search for the best board in a process of its own: it answers, it ends early, and it goes with us."""

import os
import random
import subprocess
import sys
from dataclasses import replace

import pytest

from wordwaiter.engine.hare import Effort, HarePuzzle, solve
from wordwaiter.game.hare.commands import OpenRound
from wordwaiter.game.hare.decide import fold, open_round
from wordwaiter.game.hare.round import HareRound
from wordwaiter.game.table import TableKind
from wordwaiter.lexicon import Lexicon
from wordwaiter.rules.announcement import announce
from wordwaiter.rules.finished_board import NONE_REMOVED, RemovedTiles
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.service.bee.solver_process import HareSearch, fingerprint, puzzle_of

BEE = shipped_rulebook("bee-hare")
FEW = Lexicon.of_words("few", ["READ", "READS", "READER", "DARE", "AREA", "ERA", "DEER", "SEA"])


def running(team: str = "Owls", number: int = 1, kind: TableKind = TableKind.VIRTUAL) -> HareRound:
    announcement = announce(BEE.table.tile_set, "read")
    opening = OpenRound("emcee", team, number, kind, announcement)
    return fold(BEE, open_round(BEE, opening, 0, random.Random(1)))


@pytest.fixture
def puzzle() -> HarePuzzle:
    return puzzle_of(running(), [FEW])


@pytest.mark.process
def test_another_process_finds_the_same_board(puzzle: HarePuzzle) -> None:
    effort = Effort(steps=300)
    found = HareSearch(puzzle, effort).result()
    here = solve(puzzle, effort)
    assert found is not None
    assert (found.board, found.tally, found.interrupted) == (here.board, here.tally, False)


@pytest.mark.process
def test_a_search_that_is_stopped_gives_the_best_so_far(puzzle: HarePuzzle) -> None:
    search = HareSearch(puzzle, Effort(seconds=1_000_000))
    search.hurry()
    assert not search.is_over
    search.stop()
    found = search.result()
    assert found is not None
    assert found.interrupted
    assert search.is_over
    search.stop()  # too late, and no harm


@pytest.mark.process
def test_tiles_without_the_starting_word_allow_no_board(puzzle: HarePuzzle) -> None:
    no_board = replace(puzzle, removed=RemovedTiles(tuple("RRRRRRDDDD??")))
    search = HareSearch(no_board, Effort(steps=1))
    assert search.result() is None
    assert not search.died


def test_a_search_that_dies_is_over_without_a_board(puzzle: HarePuzzle) -> None:
    search = HareSearch(puzzle, Effort(seconds=1_000_000))
    search.kill()
    assert search.result() is None
    assert search.died


def test_a_closed_search_is_gone(puzzle: HarePuzzle) -> None:
    search = HareSearch(puzzle, Effort(seconds=1_000_000))
    process = search.process
    search.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


GONE = """
import os, sys
from wordwaiter.engine.hare import Effort, HarePuzzle
from wordwaiter.lexicon import Lexicon
from wordwaiter.rules.announcement import announce
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.service.bee.solver_process import HareSearch
bee = shipped_rulebook("bee-hare")
few = Lexicon.of_words("few", ["READ", "ERA"])
puzzle = HarePuzzle(bee, announce(bee.table.tile_set, "read"), (few,))
search = HareSearch(puzzle, Effort(seconds=1_000_000))
print(search.process, flush=True)
os._exit(9)
"""


@pytest.mark.process
def test_a_search_ends_when_the_program_that_began_it_is_killed() -> None:
    # The search has inherited our pipe: this returns only when it is gone too.
    told = subprocess.run([sys.executable, "-c", GONE], stdout=subprocess.PIPE, check=False)
    assert told.returncode == 9
    assert int(told.stdout)


def test_teams_with_the_same_tiles_have_the_same_puzzle() -> None:
    owls, foxes, late = running("Owls"), running("Foxes"), running("Owls", number=2)
    names = [fingerprint(puzzle_of(each, [FEW])) for each in (owls, foxes, late)]
    assert names[0] == names[1] != names[2]


def test_where_nobody_noted_which_tiles_were_taken_out_the_puzzle_has_them_all() -> None:
    assert puzzle_of(running(number=2, kind=TableKind.PHYSICAL), [FEW]).removed == NONE_REMOVED
