"""The best boards of a Hare round: looked for while it runs, and told to nobody before it has closed."""

import contextlib
import hashlib
import json
import os
import sys
import threading
from collections.abc import Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from wordwaiter.engine.hare import BestBoard, Effort, HarePuzzle, solve
from wordwaiter.errors import IllegalError, MalformedError
from wordwaiter.game.hare_round import HareRound, RoundStage
from wordwaiter.lexicon import Lexicon
from wordwaiter.rules.board import parse_board
from wordwaiter.rules.finished_board import RemovedTiles
from wordwaiter.rules.tally import tally_board

_LOWEST_PRIORITY: Final = 19
USUAL_EFFORT: Final = Effort(seconds=300.0)
"""On one thread, so that the room's pages stay quick."""


def puzzle_of(hare_round: HareRound, lists: Sequence[Lexicon]) -> HarePuzzle:
    """The puzzle that a team has before it: the words announced, and its tiles as they are now.

    Teams with the same tiles have the same puzzle, which is looked at once.
    """
    return HarePuzzle(hare_round.rulebook, hare_round.announcement, tuple(lists), hare_round.removed)


@dataclass(slots=True)
class _Search:
    """One puzzle that is being looked at, or was."""

    found: "Future[BestBoard]"
    stop: threading.Event = field(default_factory=threading.Event)


class HareSolving:
    """Looks for best boards in the background, one after another, at the lowest priority.

    Boards are kept until the program ends, and beyond in `folder` if one is given.
    """

    def __init__(self, effort: Effort = USUAL_EFFORT, folder: Path | None = None) -> None:
        self._effort = effort
        self._folder = folder
        self._searches: dict[str, _Search] = {}
        self._lock = threading.Lock()
        self._worker = ThreadPoolExecutor(1, "hare-solving", initializer=_lower_priority)

    def begin(self, puzzle: HarePuzzle) -> bool:
        """Look for the best board of a puzzle, unless that was begun before; whether there is one to find.

        A table where nobody noted which tiles were taken out has none.
        """
        if not isinstance(puzzle.removed, RemovedTiles):
            return False
        with self._lock:
            name = fingerprint(puzzle)
            if name not in self._searches:
                stop = threading.Event()
                found = self._worker.submit(self._look, puzzle, stop)
                self._searches[name] = _Search(found, stop)
        return True

    def is_ready(self, puzzle: HarePuzzle) -> bool:
        """Whether the search for a puzzle has ended by itself; what it found is still not told."""
        with self._lock:
            search = self._searches.get(fingerprint(puzzle))
        return search is not None and search.found.done()

    def best(self, puzzle: HarePuzzle, rounds: Iterable[HareRound]) -> BestBoard | None:
        """The best board of a puzzle, once all these rounds have closed; nothing if none was looked for.

        `rounds` are those of every team that builds from these words: while one of them still builds, this is
        refused. A search that still goes on ends now, with what it has.
        """
        for each in rounds:
            if each.stage is RoundStage.BUILDING:
                raise IllegalError(
                    "round-running",
                    f"{each.team} is still building; the best board is shown once the round has closed",
                    clause=each.rulebook.clause_of("round_ending.signal"),
                )
        with self._lock:
            search = self._searches.get(fingerprint(puzzle))
        if search is None:
            return None
        search.stop.set()
        try:
            return search.found.result()
        except MalformedError:
            return None  # These tiles cannot make the starting word.

    def close(self) -> None:
        """End all searches."""
        with self._lock:
            for search in self._searches.values():
                search.stop.set()
        self._worker.shutdown(wait=True)

    def _look(self, puzzle: HarePuzzle, stop: threading.Event) -> BestBoard:
        kept = self._kept(puzzle)
        if kept is not None:
            return kept
        best = solve(puzzle, self._effort, stop=stop)
        self._keep(puzzle, best)
        return best

    # ------------------------------------------------------------ on disk

    def _path(self, puzzle: HarePuzzle) -> Path | None:
        return None if self._folder is None else self._folder / f"{fingerprint(puzzle)}.json"

    def _kept(self, puzzle: HarePuzzle) -> BestBoard | None:
        """What was kept; a file that cannot be used is as good as none, and is written anew."""
        path = self._path(puzzle)
        if path is None:
            return None
        try:
            kept = json.loads(path.read_text("utf-8"))
            table = puzzle.rulebook.table
            board = parse_board("\n".join(kept["board"]), table.layout, table.tile_set)
            seconds = float(kept["seconds"])
        except (OSError, ValueError, KeyError, TypeError, MalformedError):
            return None
        tally = tally_board(board, puzzle.rulebook, puzzle.announcement, puzzle.removed)
        is_good = all(puzzle.is_good(word.text) for word in board.words())
        return BestBoard(board, tally, seconds) if is_good and not tally.faults else None

    def _keep(self, puzzle: HarePuzzle, best: BestBoard) -> None:
        path = self._path(puzzle)
        if path is None or best.interrupted:
            return
        # A board that cannot be kept is looked for again another time.
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            beside = path.with_suffix(".new")
            beside.write_text(json.dumps(best.plain()), "utf-8")
            beside.replace(path)


def fingerprint(puzzle: HarePuzzle) -> str:
    """The same for the same puzzle, on any machine."""
    words = puzzle.announcement
    told = (
        repr(puzzle.rulebook.topics),
        (words.starting_word, words.surprise_word, words.sponsors),
        sorted(lexicon.hash for lexicon in puzzle.lists),
        sorted(puzzle.removed.tiles) if isinstance(puzzle.removed, RemovedTiles) else repr(puzzle.removed),
        sorted(puzzle.extra_words),
    )
    return hashlib.sha256(repr(told).encode()).hexdigest()


def _lower_priority() -> None:
    """Let everything else on this machine go first; threads that the search starts inherit it."""
    if sys.platform == "linux":  # Elsewhere a thread has no priority of its own.
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _LOWEST_PRIORITY)
