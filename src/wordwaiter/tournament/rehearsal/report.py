"""A summary of many rehearsed days: when they end, what they need, and what they bring."""

import heapq
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from wordwaiter.tournament.money.ledger import Fund
from wordwaiter.tournament.rehearsal.day import DayResponse
from wordwaiter.tournament.rehearsal.hall import Visit
from wordwaiter.tournament.rehearsal.plan import Plan
from wordwaiter.tournament.rehearsal.room import CHALLENGE

MOST_JUDGES: Final = 20
"""No event asks for more, so the search ends there."""


@dataclass(frozen=True, slots=True)
class Range:
    """How something differs from day to day: one day in twenty is below the low, one above the high."""

    low: int
    usual: int
    high: int
    mean: float

    def plain(self) -> dict[str, object]:
        """For programs."""
        return {"low": self.low, "usual": self.usual, "high": self.high, "mean": round(self.mean, 3)}


def range_of(values: Iterable[int]) -> Range:
    """The range of these values; of none, nothing but zeros."""
    ordered = sorted(values) or [0]
    mean = sum(ordered) / len(ordered)
    return Range(percentile(ordered, 5), percentile(ordered, 50), percentile(ordered, 95), mean)


def percentile(ordered: Sequence[int], percent: int) -> int:
    """The smallest value that so many percent of all do not exceed."""
    place = -(-len(ordered) * percent // 100) - 1
    return ordered[max(place, 0)]


@dataclass(frozen=True, slots=True)
class RoundTimes:
    """When a round usually goes on, in milliseconds since midnight."""

    division: str
    number: int
    started: Range
    last_table: Range
    closed: Range


@dataclass(frozen=True, slots=True)
class Queue:
    """How long people wait with so many judges, in milliseconds."""

    judges: int
    waits: Range
    longest_ms: int


@dataclass(frozen=True, slots=True)
class Summary:
    """Many days by one plan."""

    days: int
    ends: Range
    rounds: tuple[RoundTimes, ...]
    contenders: Range
    boards: Range
    clocks: Range
    sets_missing: Range
    boards_without_clock: Range
    clocks_missing: Range
    challenges: Range
    challenge_waits: Range
    """From the call until a judge is free."""
    challenge_rulings: Range
    """From the call until the ruling."""
    queues: tuple[Queue, ...]
    judges_needed: int | None
    """So many that 19 of 20 wait no longer than the plan allows; nothing if no number does."""
    volunteers: int
    """With so many judges, and as many boards as on a full day."""
    games: Range
    repeats: Range
    byes: Range
    points_a_game: float
    funds: Range
    funds_by_kind: dict[Fund, Range]


def summary_of(plan: Plan, days: Sequence[DayResponse]) -> Summary:
    """Summarises these days."""

    def of(value: Callable[[DayResponse], int]) -> Range:
        return range_of(map(value, days))

    challenges = [visit for day in days for visit in day.visits if visit.errand == CHALLENGE]
    queues, needed = _queues(plan, days)
    boards = of(lambda day: day.boards)
    results = sum(day.results for day in days)
    return Summary(
        days=len(days),
        ends=of(lambda day: day.ends_ms),
        rounds=_round_times(days),
        contenders=of(lambda day: day.contenders),
        boards=boards,
        clocks=of(lambda day: day.clocks),
        sets_missing=of(lambda day: day.sets_missing),
        boards_without_clock=of(lambda day: day.boards_without_clock),
        clocks_missing=of(lambda day: day.clocks_missing),
        challenges=of(lambda day: sum(visit.errand == CHALLENGE for visit in day.visits)),
        challenge_waits=range_of(visit.waited_ms for visit in challenges),
        challenge_rulings=range_of(visit.ended_ms - visit.asked_ms for visit in challenges),
        queues=queues,
        judges_needed=needed,
        volunteers=(
            plan.volunteers.at_each_board * boards.high
            + (needed or plan.judges.count)
            + plan.day.desks
            + plan.volunteers.besides
        ),
        games=of(lambda day: day.games),
        repeats=of(lambda day: day.repeats),
        byes=of(lambda day: day.byes),
        points_a_game=sum(day.points for day in days) / results if results else 0.0,
        funds=of(lambda day: day.total_cents),
        funds_by_kind={
            fund: range_of(day.cents.get(fund, 0) for day in days)
            for fund in Fund
            if any(day.cents.get(fund) for day in days)
        },
    )


def _round_times(days: Sequence[DayResponse]) -> tuple[RoundTimes, ...]:
    places = dict.fromkeys((told.division, told.number) for day in days for told in day.rounds)
    found = []
    for division, number in places:
        told = [
            each for day in days for each in day.rounds if (each.division, each.number) == (division, number)
        ]
        found.append(
            RoundTimes(
                division,
                number,
                range_of(each.started_ms for each in told),
                range_of(each.last_table_ms for each in told),
                range_of(each.closed_ms for each in told),
            )
        )
    return tuple(found)


# ---------------------------------------------------------------- how many judges


def _queues(plan: Plan, days: Sequence[DayResponse]) -> tuple[tuple[Queue, ...], int | None]:
    """The queue with one judge, two, and so on until nobody gains by another, and how many are enough."""
    found: list[Queue] = []
    needed: int | None = None
    for judges in range(1, MOST_JUDGES + 1):
        waits = [wait for day in days for wait in waits_with(judges, day.visits)]
        queue = Queue(judges, range_of(waits), max(waits, default=0))
        found.append(queue)
        if needed is None and queue.waits.high <= plan.judges.longest_wait:
            needed = judges
        if needed is not None and (queue.longest_ms == 0 or judges > max(needed, plan.judges.count)):
            break
    return tuple(found), needed


def waits_with(judges: int, visits: Iterable[Visit]) -> list[int]:
    """Returns how long each call of a day would have waited with so many judges."""
    free = [0] * judges
    waits: list[int] = []
    for visit in sorted(visits, key=lambda visit: visit.asked_ms):
        begun_ms = max(heapq.heappop(free), visit.asked_ms)
        waits.append(begun_ms - visit.asked_ms)
        heapq.heappush(free, begun_ms + visit.busy_ms)
    return waits


# ---------------------------------------------------------------- one entrant more or less


@dataclass(frozen=True, slots=True)
class Variant:
    """A day with one entrant more or less in a division."""

    division: str
    more: int
    """1 or -1."""
    summary: Summary


@dataclass(frozen=True, slots=True)
class Report:
    """A plan, what its days are like, and what one entrant more or less would change."""

    plan: Plan
    seed: int
    summary: Summary
    variants: tuple[Variant, ...] = ()


def variants_of(plan: Plan) -> tuple[tuple[str, int, Plan], ...]:
    """Every division with one entrant less and one more, as plans of their own."""
    return tuple(
        (division.name, more, plan.with_entrants(division.name, more))
        for division in plan.divisions
        for more in (-1, 1)
        if division.entrants + more >= 2
    )
