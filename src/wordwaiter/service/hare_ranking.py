"""Many Hare puzzles at once, on all cores of a machine or of many: which starting word allows most?"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from typing import Final

from wordwaiter.engine.hare import Effort, HarePuzzle, solve
from wordwaiter.errors import MalformedError, UnavailableError
from wordwaiter.lexicon import Lexicon, Shelf
from wordwaiter.rules.announcement import Announcement
from wordwaiter.rules.finished_board import NONE_REMOVED, RemovedTiles
from wordwaiter.rules.rulebook import Rulebook

CONNECTING_S: Final = 10
"""How long a cluster may take to answer."""


@dataclass(frozen=True, slots=True)
class ListUsed:
    """A word list by name and hash, so that a worker elsewhere with another one is found out."""

    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """A round to be looked at: sent to whoever is free."""

    rulebook: Rulebook
    announcement: Announcement
    lists: tuple[ListUsed, ...]
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


Doing = Callable[[Sequence[Candidate]], Iterator[tuple[int, Ranked]]]
"""Looks at candidates in any order, and tells each with its place."""


def rank(
    candidates: Sequence[Candidate], doing: Doing, report: Callable[[int], None] | None = None
) -> tuple[Ranked, ...]:
    """The candidates, those that allow the best boards first; `report` hears how many are done."""
    found: dict[int, Ranked] = {}
    for place, ranked in doing(candidates):
        found[place] = ranked
        if report is not None:
            report(len(found))
    in_order = [found[place] for place in sorted(found)]
    return tuple(sorted(in_order, key=lambda ranked: (ranked.total is None, -(ranked.total or 0))))


def look_at(candidate: Candidate) -> Ranked:
    """The best board of one candidate; what any worker runs."""
    lists = _open(candidate.lists)
    puzzle = HarePuzzle(
        candidate.rulebook, candidate.announcement, lists, candidate.removed, candidate.extra_words
    )
    try:
        best = solve(puzzle, candidate.effort)
    except MalformedError as error:
        return Ranked(candidate, None, problem=error.sentence)
    bonuses = tuple(bonus.word for bonus in best.tally.bonuses)
    start = candidate.announcement.starting_word
    is_listed = start is None or any(start in lexicon for lexicon in lists)
    problem = "" if is_listed else f"{start} is in none of the word lists"
    return Ranked(candidate, best.total, best.board.text(), bonuses, problem)


@cache
def _open(lists: tuple[ListUsed, ...]) -> tuple[Lexicon, ...]:
    shelf = Shelf.of_user()
    opened = tuple(shelf.open(used.name) for used in lists)
    for used, lexicon in zip(lists, opened, strict=True):
        if lexicon.hash != used.sha256:
            raise MalformedError(
                "other-list",
                f"a worker has another word list called {used.name} ({lexicon.hash[:12]}, not "
                f"{used.sha256[:12]}); import the same list there",
            )
    return opened


# ---------------------------------------------------------------- who looks at them


def on_threads(count: int) -> Doing:
    """On so many cores of this machine: the search is native and lets other threads run."""

    def doing(candidates: Sequence[Candidate]) -> Iterator[tuple[int, Ranked]]:
        with ThreadPoolExecutor(count) as pool:
            futures = {pool.submit(look_at, each): place for place, each in enumerate(candidates)}
            try:
                for future in as_completed(futures):
                    yield futures[future], future.result()
            finally:
                pool.shutdown(wait=False, cancel_futures=True)

    return doing


def on_cluster(address: str) -> Doing:
    """On the workers of a Dask cluster; each needs this package and the same word lists."""
    try:
        from distributed import Client
        from distributed import as_completed as as_cluster_completes
    except ImportError as error:
        raise UnavailableError(
            "no-cluster-part", "a cluster needs Dask; install it with: pip install 'wordwaiter[cluster]'"
        ) from error

    def doing(candidates: Sequence[Candidate]) -> Iterator[tuple[int, Ranked]]:
        try:
            client = Client(address, timeout=CONNECTING_S, set_as_default=False)  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as error:
            raise UnavailableError(
                "no-cluster", f"no cluster answers at {address}; start one with: dask scheduler ({error})"
            ) from error
        with client:
            futures = client.map(look_at, candidates, pure=False)
            places = {future.key: place for place, future in enumerate(futures)}
            done = as_cluster_completes(futures, loop=client.loop, with_results=True)  # type: ignore[no-untyped-call]
            for future, ranked in done:
                yield places[future.key], ranked

    return doing
