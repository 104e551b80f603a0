"""Measures word lists and the judge, and prints one JSON object: `make bench`.

Times are medians; those under `native`, which Rust takes itself, are the best of several. A busy machine
makes them worse, never better.
"""

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

from wordwaiter._core import WordGraph
from wordwaiter.lexicon import NoDefinition, Shelf, find_wordnet
from wordwaiter.lexicon.cards import canonical_text

ROOT = Path(__file__).resolve().parent.parent


def seconds(rounds: int, work: Callable[[], object]) -> float:
    """The median time that `work` takes."""
    times: list[float] = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return median(times)


def output(*command: str, cache: Path | None = None) -> str:
    """What a program of ours or of this machine prints."""
    env = os.environ | ({"WORDWAITER_CACHE": str(cache)} if cache else {})
    end = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, check=True, text=True)  # noqa: S603
    return end.stdout.strip()


def processor() -> str:
    """The processor as the machine names it."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


def measure(folder: Path) -> dict[str, object]:
    """All figures; `folder` is for a cache that nobody else uses."""
    shelf = Shelf(folder / "lists", folder / "graphs")
    first_open = seconds(1, lambda: shelf.open("enable"))
    enable = shelf.open("enable")
    words = enable.words()
    labels = enable.tile_set.labels
    asked = words + [word[::-1] for word in words]

    text = folder / "enable.txt"
    text.write_bytes(canonical_text(words))
    native = output(
        "cargo", "run", "--release", "--quiet", "-p", "tilecore", "--example", "bench_graph", "--", str(text)
    )

    judge = (str(Path(sys.executable).parent / "wordwaiter"), "judge", "HELLO", "WORLD")

    figures: dict[str, object] = {
        "words": len(words),
        "nodes": WordGraph.read(enable.kwg(), labels).node_count,
        "build_s": round(seconds(5, lambda: WordGraph.build(words, labels)), 3),
        "first_open_s": round(first_open, 3),
        "cached_open_ms": round(1000 * seconds(51, lambda: shelf.open("enable")), 3),
        "batch_checks_per_s": round(len(asked) / seconds(5, lambda: enable.contains_each(asked))),
        "single_checks_per_s": round(len(asked) / seconds(5, lambda: [word in enable for word in asked])),
        "judge_command_ms": round(1000 * seconds(9, lambda: output(*judge, cache=folder))),
        "native": json.loads(native),
    }
    if wordnet := find_wordnet():
        undefined = sum(isinstance(wordnet.define(word), NoDefinition) for word in words)
        figures["words_without_definition"] = undefined
        figures["words_without_definition_percent"] = round(100 * undefined / len(words), 1)
    return figures


def main() -> None:
    """Print the figures, and of what and on what they were measured."""
    with tempfile.TemporaryDirectory() as folder:
        figures = measure(Path(folder))
    report = {
        "bench": "lexicon",
        "commit": output("git", "describe", "--always", "--dirty"),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": {"processor": processor(), "system": platform.platform()},
        "python": platform.python_version(),
    }
    print(json.dumps(report | figures, indent=2))


if __name__ == "__main__":
    main()
