"""Rehearsals on all cores of a machine, or of many: the same days for a seed, whoever plays them."""

import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context

from wordwaiter.lexicon import Shelf
from wordwaiter.service.jobs import executors as spreading
from wordwaiter.service.jobs.executors import ListVersion, lists_used
from wordwaiter.tournament.rehearsal.day import DayResponse, rehearse_day
from wordwaiter.tournament.rehearsal.plan import Plan
from wordwaiter.tournament.rehearsal.players import SimulatedPlayers
from wordwaiter.tournament.rehearsal.report import Report, Variant, summary_of, variants_of


@dataclass(frozen=True, slots=True)
class Order:
    """One day to be played: sent to whoever is free."""

    plan: Plan
    lists: tuple[ListVersion, ...]
    seed: int
    run: int


@dataclass(frozen=True, slots=True)
class RehearsalRequest:
    """A request for a rehearsal."""

    plan: Plan
    days: int
    seed: int
    with_variants: bool = True
    """Also with one entrant more and less in each division."""


Doing = spreading.Doing[Order, DayResponse]
"""Plays days in any order, and tells each with its place in the orders."""


def rehearse(
    wish: RehearsalRequest, doing: Doing, report: Callable[[int, int], None] | None = None
) -> Report:
    """The report of many days; `report` hears how many are done, of how many."""
    lists = tuple(_list_used(name) for name in wish.plan.words.lists)
    variants = variants_of(wish.plan) if wish.with_variants else ()
    plans = [wish.plan, *(plan for _, _, plan in variants)]
    orders = [Order(plan, lists, wish.seed, run) for plan in plans for run in range(wish.days)]
    told: list[DayResponse | None] = [None] * len(orders)
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


def play_day(order: Order) -> DayResponse:
    """The day of an order; what any worker runs."""
    # The same for a plan with one entrant more, so that chance hides less of the difference.
    rng = random.Random(f"{order.seed}/{order.run}")  # noqa: S311 - to be repeated, not guarded
    return rehearse_day(order.plan, _players(order.lists), rng)


@cache
def _players(lists: tuple[ListVersion, ...]) -> SimulatedPlayers:
    return SimulatedPlayers(lists_used(lists))


def _list_used(name: str) -> ListVersion:
    return ListVersion(name, Shelf.of_user().open(name).card.sha256)


# ---------------------------------------------------------------- who plays them


def in_this_process(orders: Sequence[Order]) -> Iterator[tuple[int, DayResponse]]:
    """One day after the other."""
    for place, order in enumerate(orders):
        yield place, play_day(order)


def in_processes(workers: int) -> Doing:
    """On so many cores of this machine."""
    if workers == 1:
        return in_this_process
    # Fresh processes: a copy of one that has threads, as the engine's may, can hang.
    return spreading.on_pool(lambda: ProcessPoolExecutor(workers, mp_context=get_context("spawn")), play_day)


def on_cluster(address: str) -> Doing:
    """On the workers of a Dask cluster."""
    return spreading.on_cluster(address, play_day)
