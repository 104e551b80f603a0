"""A search for the best board of a round: in a process of its own, which lets everything else go first until
people wait for it.

The room's pages are served by other processes or threads, and none of them waits for it. It ends when it is
told to, with the best board so far, and when the program that began it is gone.
"""

import contextlib
import hashlib
import logging
import multiprocessing
import signal
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Final

from wordwaiter.engine.hare import BestBoard, Effort, HarePuzzle, solve
from wordwaiter.errors import MalformedError
from wordwaiter.game.hare.round import HareRound
from wordwaiter.lexicon import Lexicon
from wordwaiter.platform import lower_process_priority, restore_process_priority
from wordwaiter.rules.announcement import Announcement
from wordwaiter.rules.board import parse_board
from wordwaiter.rules.finished_board import NONE_REMOVED, Removed, RemovedTiles
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.rules.tally import tally_board
from wordwaiter.service.jobs.engine_process import PackedLists, pack_lists, unpack_lists

logger: Final = logging.getLogger(__name__)


def puzzle_of(hare_round: HareRound, lists: Sequence[Lexicon]) -> HarePuzzle:
    """The puzzle that a team has before it: the words announced, and its tiles as they are now.

    Where nobody noted which tiles were taken out, it is that of all tiles.
    """
    removed = hare_round.removed if isinstance(hare_round.removed, RemovedTiles) else NONE_REMOVED
    return HarePuzzle(hare_round.rulebook, hare_round.announcement, tuple(lists), removed)


def fingerprint(puzzle: HarePuzzle) -> str:
    """Equal for equal puzzles, on any machine."""
    words = puzzle.announcement
    told = (
        repr(puzzle.rulebook.topics()),
        (words.starting_word, words.surprise_word, words.sponsors),
        sorted(lexicon.hash for lexicon in puzzle.lists),
        sorted(puzzle.removed.tiles) if isinstance(puzzle.removed, RemovedTiles) else repr(puzzle.removed),
        sorted(puzzle.extra_words),
    )
    return hashlib.sha256(repr(told).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class _Task:
    """A puzzle and how long to look, as they are sent to the other process."""

    rulebook: Rulebook
    announcement: Announcement
    removed: Removed
    extra_words: tuple[str, ...]
    lists: PackedLists
    effort: Effort


class _Wish(Enum):
    """A message to a search while it runs."""

    HURRY = auto()
    STOP = auto()


@dataclass(frozen=True, slots=True)
class _Found:
    """A search's answer: no board where there is none."""

    board: str
    seconds: float
    interrupted: bool


class HareSearch:
    """One search, from when it is made until it is over or closed."""

    def __init__(self, puzzle: HarePuzzle, effort: Effort) -> None:
        self.puzzle = puzzle
        self._answer: _Found | None = None
        self._over = False
        self._died = False
        self._line, theirs = multiprocessing.Pipe()
        lists = pack_lists(puzzle.lists)
        task = _Task(puzzle.rulebook, puzzle.announcement, puzzle.removed, puzzle.extra_words, lists, effort)
        # Spawned, not forked: this process has threads and a connection to the database.
        self._process: SpawnProcess = multiprocessing.get_context("spawn").Process(
            target=_look, args=(task, theirs), name="hare-search", daemon=True
        )
        self._process.start()
        theirs.close()

    @property
    def is_over(self) -> bool:
        """Checks whether it has ended, with a board or without one."""
        if not self._over and (self._line.poll() or not self._process.is_alive()):
            self._take()
        return self._over

    @property
    def died(self) -> bool:
        """Checks whether its process was gone before it had an answer."""
        return self._died

    def hurry(self) -> None:
        """Let it no longer give way to everything else: people wait for it."""
        self._say(_Wish.HURRY)

    def stop(self) -> None:
        """Let it end soon, with what it has."""
        self._say(_Wish.STOP)

    def result(self) -> BestBoard | None:
        """The best board, waited for; nothing where these tiles allow none."""
        while not self.is_over:
            self._line.poll(None)
        answer = self._answer
        if answer is None:
            return None
        table = self.puzzle.rulebook.table
        board = parse_board(answer.board, table.layout, table.tile_set)
        tally = tally_board(board, self.puzzle.rulebook, self.puzzle.announcement, self.puzzle.removed)
        return BestBoard(board, tally, answer.seconds, answer.interrupted)

    @property
    def process(self) -> int:
        """The number of its process."""
        number = self._process.pid
        assert number is not None, "it was started"  # noqa: S101 - for the type checker
        return number

    def kill(self) -> None:
        """End its process at once."""
        self._process.kill()
        self._process.join()

    def close(self) -> None:
        """End it, whatever it has found."""
        self._line.close()
        self.kill()

    def _say(self, wish: "_Wish") -> None:
        with contextlib.suppress(OSError):
            self._line.send(wish)

    def _take(self) -> None:
        try:
            self._answer = self._line.recv()
        except (EOFError, OSError):
            logger.warning("a best-board search ended without a result")
            self._died = True
        self._over = True
        self._line.close()
        self._process.join()


def _look(task: _Task, line: Connection) -> None:
    """Runs in the other process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the program, which then tells us
    lower_process_priority()
    stop = threading.Event()
    threading.Thread(target=_hear, args=(line, stop), daemon=True).start()
    lists = unpack_lists(task.lists)
    puzzle = HarePuzzle(task.rulebook, task.announcement, lists, task.removed, task.extra_words)
    answer = None
    try:
        best = solve(puzzle, task.effort, stop=stop)
        answer = _Found(best.board.text(), best.elapsed, best.interrupted)
    except MalformedError as error:
        logger.info("no best board found: %s", error)
    with contextlib.suppress(OSError):
        line.send(answer)


def _hear(line: Connection, stop: threading.Event) -> None:
    """Hurry and stop when we are told to; stop when whoever would tell us is gone, too."""
    with contextlib.suppress(EOFError, OSError):
        while line.recv() is _Wish.HURRY:
            restore_process_priority()
    stop.set()
