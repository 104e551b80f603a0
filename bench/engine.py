"""Measures the move generator and the static player, and prints one JSON object: `make bench`.

Everything goes through the Python package, as users call it. A busy machine makes figures worse, not better.
"""

import json
import os
import platform
import subprocess
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from wordwaiter import _core
from wordwaiter.engine import Engine, Position, play_games, shipped_leaves
from wordwaiter.engine.index import cached_index
from wordwaiter.lexicon import open_lexicon
from wordwaiter.notation.cgp import parse_cgp
from wordwaiter.platform import cache_folder
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.rulebooks.reading import shipped_rulebook

ROOT = Path(__file__).resolve().parent.parent
CORPUS = ROOT / "tests" / "engine" / "corpus.tsv"
GAMES = 2000
SEED = 1
ROUNDS = 5

Made = TypeVar("Made")


def timed(work: Callable[[], Made]) -> tuple[float, Made]:
    """How many seconds `work` takes, and what it makes."""
    start = time.perf_counter()
    made = work()
    return time.perf_counter() - start, made


def fastest(work: Callable[[], object]) -> float:
    """The least time in seconds that `work` takes."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def games_per_second(engine: Engine, threads: int) -> tuple[float, float]:
    """Games a second, and games a second of processor time, which other work hardly changes."""
    start = time.process_time()
    seconds = fastest(lambda: play_games(engine, GAMES, seed=SEED, threads=threads))
    return GAMES / seconds, ROUNDS * GAMES / (time.process_time() - start)


def positions(engine: Engine) -> list[tuple[Position, Rack]]:
    lines = [line for line in CORPUS.read_text("utf-8").splitlines() if not line.startswith("#")]
    parsed = [parse_cgp(line.split("\t")[0], engine.layout, engine.tile_set) for line in lines]
    return [(engine.at(position.board), position.racks[0]) for position in parsed]


def native_calls(engine: Engine, asked: Sequence[tuple[Position, Rack]]) -> dict[str, float]:
    """Microseconds of a call with all conversions, and of the native call alone."""
    native = [(position.native, bytes(engine.codes[tile] for tile in rack.tiles)) for position, rack in asked]
    count = len(asked)
    plays = sum(len(position.plays(rack)) for position, rack in asked)
    whole = fastest(lambda: [position.best(rack) for position, rack in asked])
    inner = fastest(lambda: [engine.native.best_plays(board, rack, (80, 0), 1) for board, rack in native])
    listed = fastest(lambda: [position.plays(rack) for position, rack in asked])
    exists = fastest(lambda: [engine.native.exists_play(board, rack, 1) for board, rack in native])
    return {
        "plays_a_position": round(plays / count, 1),
        "best_play_us": round(1e6 * inner / count, 1),
        "best_play_from_python_us": round(1e6 * whole / count, 1),
        "all_plays_us": round(1e6 * listed / count, 1),
        "million_plays_per_second": round(plays / listed / 1e6, 2),
        "play_exists_us": round(1e6 * exists / count, 2),
    }


def measure() -> dict[str, object]:
    enable, club = open_lexicon("enable"), shipped_rulebook("club")
    leaves_s, leaves = timed(lambda: shipped_leaves("english"))
    graph_s, index = timed(lambda: _core.WordIndex.build(enable.graph))
    map_s, _ = timed(index.write)
    cached_index(enable.graph, cache := cache_folder() / "indexes")
    cached_s, index = timed(lambda: cached_index(enable.graph, cache))
    engine = Engine(index, club, leaves)
    threads = os.cpu_count() or 1
    one, one_busy = games_per_second(engine, 1)
    all_of_them, all_busy = games_per_second(engine, threads)
    return {
        "engine": {
            "games_per_second_one_thread": round(one, 1),
            "threads": threads,
            "games_per_second_all_threads": round(all_of_them, 1),
            "games_per_second_each_thread": round(all_of_them / threads, 1),
            "games_per_processor_second": {
                "one_thread": round(one_busy, 1),
                "all_threads": round(all_busy, 1),
            },
            **native_calls(engine, positions(engine)),
            "memory_mb": round(engine.native.memory / 1e6, 1),
            "build_seconds": {
                "graph": round(graph_s, 3),
                "word_map_and_bytes": round(map_s, 3),
                "both_from_cache": round(cached_s, 3),
                "leaves": round(leaves_s, 3),
            },
        },
        "list": {"name": enable.name, "hash": enable.hash},
        "leaves": _core.checksum(leaves.write()) if leaves else None,
        "games": GAMES,
        "seed": SEED,
        "commit": _output("git", "rev-parse", "--short", "HEAD"),
        "processor": _processor(),
        "date": datetime.now(UTC).date().isoformat(),
    }


def _output(*command: str) -> str:
    end = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, text=True)  # noqa: S603
    return end.stdout.strip()


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next(
        (line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown"
    )


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2))
