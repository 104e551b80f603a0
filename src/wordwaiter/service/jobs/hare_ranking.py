"""Many Hare puzzles at once, on all cores of a machine or of many: which starting word allows most?"""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from wordwaiter.engine.hare import Effort, HarePuzzle, solve
from wordwaiter.errors import MalformedError
from wordwaiter.rules.announcement import Announcement
from wordwaiter.rules.finished_board import NONE_REMOVED, RemovedTiles
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.service.jobs import executors as spreading
from wordwaiter.service.jobs.executors import ListVersion, lists_used


@dataclass(frozen=True, slots=True)
class Candidate:
    """A round to be looked at: sent to whoever is free."""

    rulebook: Rulebook
    announcement: Announcement
    lists: tuple[ListVersion, ...]
    effort: Effort
    """On one thread: candidates are what is spread."""
    removed: RemovedTiles = NONE_REMOVED
    extra_words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate, and the best board that was found for it."""

    candidate: Candidate
    total: int | None
    """None where there is no board."""
    board: str = ""
    bonuses: tuple[str, ...] = ()
    problem: str = ""
    """Why there is none, or what is wrong with the word all the same."""


Doing = spreading.Doing[Candidate, Ranked]
"""Looks at candidates in any order, and tells each with its place."""


def rank(
    candidates: Sequence[Candidate], doing: Doing, report: Callable[[int], None] | None = None
) -> tuple[Ranked, ...]:
    """The candidates, those that allow the best boards first; `report` hears how many are done.

    Ctrl-C (`KeyboardInterrupt`) ends it with those that are done, so that hours are not lost.
    """
    found: dict[int, Ranked] = {}
    with suppress(KeyboardInterrupt):
        for place, ranked in doing(candidates):
            found[place] = ranked
            if report is not None:
                report(len(found))
    in_order = [found[place] for place in sorted(found)]
    return tuple(sorted(in_order, key=lambda ranked: (ranked.total is None, -(ranked.total or 0))))


def look_at(candidate: Candidate, stop: threading.Event | None = None) -> Ranked:
    """The best board of one candidate; what any worker runs, until `stop` if there is one."""
    lists = lists_used(candidate.lists)
    puzzle = HarePuzzle(
        candidate.rulebook, candidate.announcement, lists, candidate.removed, candidate.extra_words
    )
    try:
        best = solve(puzzle, candidate.effort, stop=stop)
    except MalformedError as error:
        return Ranked(candidate, None, problem=error.sentence)
    bonuses = tuple(bonus.word for bonus in best.tally.bonuses)
    start = candidate.announcement.starting_word
    is_listed = start is None or any(start in lexicon for lexicon in lists)
    problem = "" if is_listed else f"{start} is in none of the word lists"
    return Ranked(candidate, best.total, best.board.text(), bonuses, problem)


# ---------------------------------------------------------------- who looks at them


def on_threads(count: int) -> Doing:
    """On so many cores of this machine: the search is native and lets other threads run."""

    def doing(candidates: Sequence[Candidate]) -> Iterator[tuple[int, Ranked]]:
        stop = threading.Event()
        spread = spreading.on_pool(lambda: _Stopping(count, stop), partial(look_at, stop=stop))
        yield from spread(candidates)

    return doing


class _Stopping(ThreadPoolExecutor):
    """Threads whose searches end when nobody waits for them any more, as after Ctrl-C."""

    def __init__(self, count: int, stop: threading.Event) -> None:
        super().__init__(count, "hare-ranking")
        self._stop = stop

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """As of any pool, after the searches were told to end."""
        self._stop.set()
        super().shutdown(wait, cancel_futures=cancel_futures)


def on_cluster(address: str) -> Doing:
    """On the workers of a Dask cluster."""
    return spreading.on_cluster(address, look_at)
