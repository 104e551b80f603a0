"""Measures the journal, and prints one JSON object: `python bench/journal.py [--postgresql]`.

Acknowledged appends a second with a hundred writers, each of whom sends the next entry when the last is
acknowledged; once with entries that were made before, and once with moves that are decided by the real rules
and given through the service, as the API gives them (`bench/load.py` measures through HTTP). And the time to
open a journal of 1,000 finished games and 50 open ones, until every open table is in memory, and until the
whole program answers. The load generator runs in the same process.
"""

import argparse
import asyncio
import json
import os
import platform
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from wordwaiter.service.execute import execute_async
from wordwaiter.service.stream_kind import CommandMeta
from wordwaiter.service.tables.kind import TABLES

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from crash.games import OPENING, begin, give, recorded_game, rulebook  # noqa: E402
from store.postgresql import a_database  # noqa: E402
from wordwaiter.game.evolve import evolve, fold  # noqa: E402
from wordwaiter.service.access.callers import director_of_everything  # noqa: E402
from wordwaiter.service.context import Context  # noqa: E402
from wordwaiter.service.rounds.recovery import catch_up  # noqa: E402
from wordwaiter.service.steps import run_async  # noqa: E402
from wordwaiter.service.streams import table_facts  # noqa: E402
from wordwaiter.service.tables.opening import opening_free_table  # noqa: E402
from wordwaiter.store.facts import Entry, NewFact  # noqa: E402
from wordwaiter.store.journal import Journal  # noqa: E402

WRITERS = 100
SECONDS = 5.0
GAMES = 10
"""So many different games are recorded, and played again and again."""
FINISHED, OPEN = 1_000, 50


def now() -> datetime:
    return datetime.now(UTC)


def percentiles(times: list[float]) -> dict[str, float]:
    """Median and 99th percentile in milliseconds."""
    ordered = sorted(times)
    return {
        f"p{percent}_ms": round(1000 * ordered[min(len(ordered) * percent // 100, len(ordered) - 1)], 2)
        for percent in (50, 99)
    }


@dataclass(frozen=True)
class Watch:
    """Started when a run begins."""

    begun: float = field(default_factory=time.perf_counter)
    used: float = field(default_factory=time.process_time)

    def figures(self, times: list[float]) -> dict[str, object]:
        """Of the run that has ended, in which these answers were waited for."""
        return {
            "per_s": round(len(times) / (time.perf_counter() - self.begun)),
            "acknowledged": len(times),
            **percentiles(times),
            # Says more than the rate where others use the machine at the same time.
            "processor_ms_each": round(1000 * (time.process_time() - self.used) / len(times), 3),
        }


def recorded_entries(seed: int) -> list[tuple[NewFact, ...]]:
    """A whole game as it is written, entry by entry."""
    table = fold(rulebook(), begin())
    entries = [table_facts(begin())]
    for number, command in enumerate(recorded_game(seed)):
        facts = give(table, command, number)
        for fact in facts:
            table = evolve(table, fact)
        entries.append(table_facts(facts))
    return entries


def appends_by_threads(journal: Journal, prefix: str) -> dict[str, object]:
    """Each writer is a thread that waits for its answer."""
    entries = recorded_entries(0)
    times: list[list[float]] = [[] for _ in range(WRITERS)]
    until = time.perf_counter() + SECONDS

    def write(writer: int) -> None:
        number = 0
        while (begun := time.perf_counter()) < until:
            facts = entries[1 + number % (len(entries) - 1)]
            journal.append(Entry(f"{prefix}/{writer}", facts, now(), key=f"{prefix}/{writer}/{number}"))
            times[writer].append(time.perf_counter() - begun)
            number += 1

    return _run(write, times)


def appends_by_tasks(journal: Journal, prefix: str) -> dict[str, object]:
    """Each writer is a task of one event loop, as in the web server."""
    entries = recorded_entries(0)
    times: list[float] = []

    async def write(writer: int, until: float) -> None:
        number = 0
        while (begun := time.perf_counter()) < until:
            facts = entries[1 + number % (len(entries) - 1)]
            entry = Entry(f"{prefix}/{writer}", facts, now(), key=f"{prefix}/{writer}/{number}")
            await asyncio.wrap_future(journal.submit(entry))
            times.append(time.perf_counter() - begun)
            number += 1

    async def write_all(until: float) -> None:
        await asyncio.gather(*(write(writer, until) for writer in range(WRITERS)))

    watch = Watch()
    asyncio.run(write_all(watch.begun + SECONDS))
    return watch.figures(times)


def moves_through_the_service(place: Path | str, prefix: str) -> dict[str, object]:
    """The same with real rules, through the use case that the API calls: who may, decide, write, answer.

    A hundred tables in a closed loop and nobody who follows; each game that is over is followed by a new one.
    """
    times: list[float] = []
    keeper = director_of_everything("bench")

    async def play(context: Context, writer: int, until: float) -> None:
        game = recorded_game(writer % GAMES)
        for round_number in range(1_000_000):
            key = f"{prefix}/{writer}/{round_number}"
            opening = opening_free_table(context, keeper, "club", OPENING, CommandMeta(key=key))
            opened = await run_async(context.journal, opening)
            for number, command in enumerate(game):
                begun = time.perf_counter()
                if begun >= until:
                    return
                await execute_async(
                    context, keeper, TABLES, opened.stream, command, CommandMeta(key=f"{key}/{number}")
                )
                times.append(time.perf_counter() - begun)

    async def play_all(context: Context, until: float) -> None:
        await asyncio.gather(*(play(context, writer, until) for writer in range(WRITERS)))

    for seed in range(GAMES):
        recorded_game(seed)
    with Context.open(place) as context:
        watch = Watch()
        asyncio.run(play_all(context, watch.begun + SECONDS))
        return watch.figures(times)


def _run(write: Callable[[int], None], times: list[list[float]]) -> dict[str, object]:
    writers = [threading.Thread(target=write, args=(writer,)) for writer in range(WRITERS)]
    watch = Watch()
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    return watch.figures([each for one in times for each in one])


def loading(place: Path) -> dict[str, object]:
    """How long it takes from opening a journal of an evening until every open table is in memory."""
    games = [recorded_entries(seed) for seed in range(GAMES)]
    with Journal.open(place) as journal:
        promises = []
        for game in range(FINISHED + OPEN):
            entries = games[game % GAMES]
            played = entries if game < FINISHED else entries[: len(entries) // 2]
            promises += [
                journal.submit(Entry(f"table/{game}", facts, now(), actor="Ann", device="phone"))
                for facts in played
            ]
        for promise in promises:
            promise.result()
    begun = time.perf_counter()
    with Context.open(place) as context:
        elapsed = time.perf_counter() - begun
        catch_up(context)
        figures: dict[str, object] = {
            "seconds": round(elapsed, 3),
            "facts": context.journal.position(),
            "open_streams": len(context.states),
        }
    return figures | {"whole_process_seconds": _from_start_to_answer(place)}


def _from_start_to_answer(place: Path) -> float:
    """From the start of the program until it answers in the browser, Python and word list and all."""
    program = str(Path(sys.executable).with_name("wordwaiter"))
    begun = time.perf_counter()
    command = [program, "serve", "--port", "0", "--db", str(place)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own program
    first = "" if server.stdout is None else server.stdout.readline()
    elapsed = time.perf_counter() - begun
    server.terminate()
    server.communicate()
    if "http://" not in first:
        raise RuntimeError("the program did not start")
    return round(elapsed, 3)


def sync_ms(folder: Path) -> float:
    """What one sync of this disk takes."""
    handle = os.open(folder / "sync", os.O_CREAT | os.O_RDWR)
    begun = time.perf_counter()
    for block in range(100):
        os.pwrite(handle, bytes(4096), block * 4096)
        os.fdatasync(handle)
    elapsed = time.perf_counter() - begun
    os.close(handle)
    return round(10 * elapsed, 3)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--db", help="An empty database of a server, instead of a file.")
    options.add_argument("--postgresql", action="store_true", help="Start a PostgreSQL for it, as tests do.")
    chosen = options.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="wordwaiter-bench-") as name,
        a_database(chosen.db, started=chosen.postgresql) as server,
    ):
        folder = Path(name)
        figures: dict[str, object] = {"writers": WRITERS, "sync_ms": sync_ms(folder)}
        # First, where there is one database: a house would not know what to make of the entries below.
        moves = moves_through_the_service(server or folder / "moves.db", "moves")
        with Journal.open(server or folder / "bench.db") as journal:
            figures["database"] = journal.database.readers.dialect.name
            figures["appends_by_threads"] = appends_by_threads(journal, "threads")
            figures["appends_by_tasks"] = appends_by_tasks(journal, "tasks")
        figures["moves_through_the_service"] = moves
        if not server:
            figures["loading"] = loading(folder / "evening.db")
    commit = subprocess.check_output(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, text=True)
    figures["commit"] = commit.strip()
    figures["machine"] = f"{os.cpu_count()} x {platform.processor() or platform.machine()}"
    figures["load_average"] = round(os.getloadavg()[0], 1)
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
