"""Measures the Hare solver, and prints one JSON object: `make bench` (short), `make bench-hare` (long).

Budgets are processor time of each thread, so that other work on the machine changes little but how long one
waits. Every board is tallied by the plain Python code, which `solve` does not go without.
"""

import argparse
import json
import os
import platform
import statistics
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from wordwaiter.engine.hare import Effort, HarePuzzle, solve
from wordwaiter.lexicon import open_lexicon
from wordwaiter.rules.announcement import announce
from wordwaiter.rules.rulebooks.reading import shipped_rulebook

STARTS = ("LITERACY", "READ", "GRAND")


@dataclass(frozen=True, slots=True)
class Case:
    """Runs that belong together."""

    name: str
    starts: tuple[str, ...]
    seconds: float
    seeds: Sequence[int]
    threads: int = 1
    surprise: str | None = None
    sponsors: tuple[str, ...] = ()


SHORT = (
    Case("5 s, one thread", STARTS, 5, range(1, 2)),
    Case("5 s, two sponsors and a surprise word", ("READ",), 5, range(1, 2), 1, "TURTLE", ("ACME", "ROTARY")),
)
LONG = (
    Case("60 s, one thread", STARTS, 60, range(1, 6)),
    Case(
        "60 s, two sponsors and a surprise word", ("READ",), 60, range(1, 6), 1, "TURTLE", ("ACME", "ROTARY")
    ),
    Case("60 s, two threads", STARTS, 60, range(1, 6), 2),
    Case("108 s, one thread", STARTS, 108, range(1, 6)),
    Case("300 s, one thread", STARTS, 300, range(1, 6)),
)


def measure(case: Case) -> dict[str, object]:
    """The totals of a case's runs, start by start."""
    rulebook = shipped_rulebook("bee-hare")
    lists = (open_lexicon("enable"),)
    totals: dict[str, list[int]] = {}
    every_bonus = True
    for seed in case.seeds:
        for start in case.starts:
            words = announce(rulebook.table.tile_set, start, case.surprise, case.sponsors)
            effort = Effort(cpu_seconds=case.seconds, threads=case.threads, seed=seed)
            best = solve(HarePuzzle(rulebook, words, lists), effort)
            totals.setdefault(start, []).append(best.total)
            every_bonus &= len(best.tally.bonuses) == len(case.sponsors) + (case.surprise is not None)
            print(f"{case.name}: {start} seed {seed}: {best.total}", file=sys.stderr, flush=True)
    if not totals:
        return {}
    return {
        "totals": totals,
        "medians": {start: statistics.median(found) for start, found in totals.items()},
        "median": statistics.median(total for found in totals.values() for total in found),
        "every_bonus_placed": every_bonus,
    }


def chosen(cases: Iterable[Case], only: str, starts: list[str], seeds: list[int]) -> list[Case]:
    """The cases with this in their names, with these starts and seeds alone; none named means all."""
    return [
        replace(
            case,
            starts=tuple(start for start in case.starts if not starts or start in starts),
            seeds=tuple(seed for seed in case.seeds if not seeds or seed in seeds),
        )
        for case in cases
        if only in case.name
    ]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--long", action="store_true", help="the long form: hours")
    parser.add_argument("--only", default="", help="only cases with this in their names")
    parser.add_argument(
        "--start", action="append", default=[], help="only this starting word; may be repeated"
    )
    parser.add_argument(
        "--seed", action="append", default=[], type=int, help="only this seed; may be repeated"
    )
    options = parser.parse_args()
    cases = chosen(LONG if options.long else SHORT, options.only, options.start, options.seed)
    report = {
        "bench": "hare",
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}",
        "cases": {case.name: measure(case) for case in cases},
    }
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
