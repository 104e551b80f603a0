"""Best boards in the background: looked for while a round runs, told to nobody before it has closed."""

import json
import os
import random
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from wordwaiter.engine.hare import Effort, HarePuzzle, solve
from wordwaiter.errors import IllegalError
from wordwaiter.game.hare import decide, evolve, fold, open_round
from wordwaiter.game.hare_commands import OpenRound, SignalEnd
from wordwaiter.game.hare_round import HareRound
from wordwaiter.game.table import TableKind
from wordwaiter.lexicon import Lexicon
from wordwaiter.rules.announcement import announce
from wordwaiter.rules.finished_board import RemovedTiles, RemovedUnseen
from wordwaiter.rules.reading import shipped_rulebook
from wordwaiter.service import hare_solving
from wordwaiter.service.hare_solving import HareSolving, fingerprint, puzzle_of

BEE = shipped_rulebook("bee-hare")
FEW = Lexicon.of_words("few", ["READ", "READS", "READER", "DARE", "AREA", "ERA", "DEER", "SEA"])
SHORT = Effort(steps=300)


def running(team: str = "Owls", number: int = 1, kind: TableKind = TableKind.VIRTUAL) -> HareRound:
    announcement = announce(BEE.table.tile_set, "read")
    opening = OpenRound("emcee", team, number, kind, announcement)
    return fold(BEE, open_round(BEE, opening, 0, random.Random(1)))


def closed(hare_round: HareRound) -> HareRound:
    for fact in decide(hare_round, SignalEnd("emcee"), 1000, random.Random(1)):
        hare_round = evolve(hare_round, fact)
    return hare_round


def test_the_best_board_is_told_once_every_team_has_stopped() -> None:
    owls, foxes = running("Owls"), running("Foxes")
    puzzle = puzzle_of(owls, [FEW])
    solving = HareSolving(SHORT)
    assert solving.begin(puzzle)
    with pytest.raises(IllegalError) as refused:
        solving.best(puzzle, [closed(owls), foxes])
    assert refused.value.code == "round-running"
    assert "Foxes is still building" in str(refused.value)
    best = solving.best(puzzle, [closed(owls), closed(foxes)])
    assert best is not None
    assert best.tally.faults == ()
    solving.close()


def test_a_search_that_still_goes_on_ends_when_the_board_is_asked_for() -> None:
    owls = running()
    puzzle = puzzle_of(owls, [FEW])
    solving = HareSolving(Effort(seconds=1_000_000))
    solving.begin(puzzle)
    best = solving.best(puzzle, [closed(owls)])
    assert best is not None
    assert best.interrupted
    solving.close()


def test_the_same_tiles_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[HarePuzzle] = []

    def counted(puzzle: HarePuzzle, effort: Effort, stop: threading.Event) -> object:
        asked.append(puzzle)
        return solve(puzzle, effort, stop=stop)

    monkeypatch.setattr(hare_solving, "solve", counted)
    owls, foxes, late = running("Owls"), running("Foxes"), running("Owls", number=2)
    solving = HareSolving(SHORT)
    for each in (owls, foxes, late):
        solving.begin(puzzle_of(each, [FEW]))
    solving.close()
    assert len(asked) == 2


def test_nothing_was_looked_for_and_nothing_can_be() -> None:
    owls = closed(running())
    puzzle = puzzle_of(owls, [FEW])
    solving = HareSolving(SHORT)
    assert solving.best(puzzle, [owls]) is None
    assert not solving.begin(replace(puzzle, removed=RemovedUnseen(20)))
    no_board = replace(puzzle, removed=RemovedTiles(tuple("RRRRRRDDDD??")))
    assert solving.begin(no_board)
    assert solving.best(no_board, [owls]) is None
    solving.close()


def test_a_kept_board_is_not_looked_for_again(tmp_path: Path) -> None:
    owls = closed(running())
    puzzle = puzzle_of(owls, [FEW])
    solving = HareSolving(SHORT, tmp_path)
    assert not solving.is_ready(puzzle)
    solving.begin(puzzle)
    while not solving.is_ready(puzzle):
        time.sleep(0.01)
    solving.close()
    [file] = tmp_path.iterdir()
    kept = json.loads(file.read_text())
    file.write_text(json.dumps({**kept, "seconds": 12345.0}))
    again = HareSolving(SHORT, tmp_path)
    again.begin(puzzle)
    best = again.best(puzzle, [owls])
    assert best is not None
    assert (best.elapsed, best.total) == (12345.0, kept["total"])
    again.close()


@pytest.mark.parametrize(
    "content", ["", "{}", '{"board": 3, "seconds": 1}', '{"board": ["Q"], "seconds": 1}']
)
def test_a_kept_board_that_cannot_be_read_is_looked_for_again(tmp_path: Path, content: str) -> None:
    owls = closed(running())
    puzzle = puzzle_of(owls, [FEW])
    (tmp_path / f"{fingerprint(puzzle)}.json").write_text(content)
    solving = HareSolving(SHORT, tmp_path)
    solving.begin(puzzle)
    best = solving.best(puzzle, [owls])
    assert best is not None
    assert best.tally.faults == ()
    solving.close()


def test_the_search_runs_at_the_lowest_priority(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []

    def look(puzzle: HarePuzzle, effort: Effort, stop: threading.Event) -> object:
        del puzzle, effort, stop
        seen.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
        raise AssertionError

    monkeypatch.setattr(hare_solving, "solve", look)
    solving = HareSolving(SHORT)
    solving.begin(puzzle_of(running(), [FEW]))
    solving.close()
    assert seen == [19]
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) < 19


def test_another_list_or_another_tile_is_another_puzzle() -> None:
    puzzle = puzzle_of(running(), [FEW])
    other = Lexicon.of_words("other", ["READ"])
    prints = {
        fingerprint(puzzle),
        fingerprint(replace(puzzle, lists=(other,))),
        fingerprint(replace(puzzle, removed=RemovedTiles(("Q",)))),
        fingerprint(replace(puzzle, announcement=announce(BEE.table.tile_set, "read", "sea"))),
    }
    assert len(prints) == 4
    assert fingerprint(puzzle_of(running(), [FEW])) in prints
