"""Rehearsals on all cores of a machine, or of many: the same days for a seed, whoever plays them."""

import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures import as_completed as as_processes_complete
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from typing import Final

from wordwaiter.errors import MalformedError, UnavailableError
from wordwaiter.lexicon import Shelf
from wordwaiter.tournament.rehearsal.day import DayTold, rehearse_day
from wordwaiter.tournament.rehearsal.plan import Plan
from wordwaiter.tournament.rehearsal.players import Players
from wordwaiter.tournament.rehearsal.report import Report, Variant, summary_of, variants_of

CONNECTING_S: Final = 10
"""How long a cluster may take to answer."""


@dataclass(frozen=True, slots=True)
class ListUsed:
    """A word list by name and hash, so that a worker elsewhere with another one is found out."""

    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Order:
    """One day to be played: sent to whoever is free."""

    plan: Plan
    lists: tuple[ListUsed, ...]
    seed: int
    run: int


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be rehearsed."""

    plan: Plan
    days: int
    seed: int
    with_variants: bool = True
    """Also with one entrant more and less in each division."""


Doing = Callable[[Sequence[Order]], Iterator[tuple[int, DayTold]]]
"""Plays days in any order, and tells each with its place in the orders."""


def rehearse(wish: Wish, doing: Doing, report: Callable[[int, int], None] | None = None) -> Report:
    """The report of many days; `report` hears how many are done, of how many."""
    lists = tuple(_list_used(name) for name in wish.plan.words.lists)
    variants = variants_of(wish.plan) if wish.with_variants else ()
    plans = [wish.plan, *(plan for _, _, plan in variants)]
    orders = [Order(plan, lists, wish.seed, run) for plan in plans for run in range(wish.days)]
    told: list[DayTold | None] = [None] * len(orders)
    for done, (place, day) in enumerate(doing(orders), 1):
        told[place] = day
        if report is not None:
            report(done, len(orders))
    days = [day for day in told if day is not None]
    parts = [days[first : first + wish.days] for first in range(0, len(days), wish.days)]
    expected, *others = (summary_of(plan, part) for plan, part in zip(plans, parts, strict=True))
    return Report(
        wish.plan,
        wish.seed,
        expected,
        tuple(
            Variant(division, more, summary)
            for (division, more, _), summary in zip(variants, others, strict=True)
        ),
    )


def play_day(order: Order) -> DayTold:
    """The day of an order; what any worker runs."""
    # The same for a plan with one entrant more, so that chance hides less of the difference.
    rng = random.Random(f"{order.seed}/{order.run}")  # noqa: S311 - to be repeated, not guarded
    return rehearse_day(order.plan, _players(order.lists), rng)


@cache
def _players(lists: tuple[ListUsed, ...]) -> Players:
    shelf = Shelf.of_user()
    for used in lists:
        if (found := shelf.open(used.name).card.sha256) != used.sha256:
            raise MalformedError(
                "other-list",
                f"a worker has another word list called {used.name} ({found[:12]}, not {used.sha256[:12]}); "
                "import the same list there",
            )
    return Players([shelf.open(used.name) for used in lists])


def _list_used(name: str) -> ListUsed:
    return ListUsed(name, Shelf.of_user().open(name).card.sha256)


# ---------------------------------------------------------------- who plays them


def in_this_process(orders: Sequence[Order]) -> Iterator[tuple[int, DayTold]]:
    """One day after the other."""
    for place, order in enumerate(orders):
        yield place, play_day(order)


def in_processes(workers: int) -> Doing:
    """On so many cores of this machine."""
    if workers == 1:
        return in_this_process

    def doing(orders: Sequence[Order]) -> Iterator[tuple[int, DayTold]]:
        # Fresh processes: a copy of one that has threads, as the engine's may, can hang.
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            futures = {pool.submit(play_day, order): place for place, order in enumerate(orders)}
            try:
                for future in as_processes_complete(futures):
                    yield futures[future], future.result()
            finally:
                pool.shutdown(wait=False, cancel_futures=True)

    return doing


def on_cluster(address: str) -> Doing:
    """On the workers of a Dask cluster; each needs this package and the same word lists."""
    try:
        from distributed import Client, as_completed
    except ImportError as error:
        raise UnavailableError(
            "no-cluster-part", "a cluster needs Dask; install it with: pip install 'wordwaiter[cluster]'"
        ) from error

    def doing(orders: Sequence[Order]) -> Iterator[tuple[int, DayTold]]:
        try:
            client = Client(address, timeout=CONNECTING_S, set_as_default=False)  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as error:
            raise UnavailableError(
                "no-cluster", f"no cluster answers at {address}; start one with: dask scheduler ({error})"
            ) from error
        with client:
            futures = client.map(play_day, orders, pure=False)
            places = {future.key: place for place, future in enumerate(futures)}
            done = as_completed(futures, loop=client.loop, with_results=True)  # type: ignore[no-untyped-call]
            for future, day in done:
                yield places[future.key], day

    return doing
