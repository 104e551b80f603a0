"""Measures a room in which everybody follows pages, and prints one JSON object: `python bench/room_pages.py`.

100 tables post a move every 5 seconds. 300 browsers follow as pages do, by the feed and by asking for the
page again: two at every table, 80 phones of players, 10 who watch at home, 10 big screens. Asked is: how long
does a move take, how long until a page shows it, what does the server use, does its memory stay?

The server is a process of its own and this process is the crowd; both share the machine.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from crowd import (  # noqa: E402
    Connection,
    Page,
    Posted,
    Tables,
    begin_event,
    commands_of,
    feed_of,
    moves_at,
    start_round,
    until_all_follow,
)
from served import memory_mb, processor_s, serving  # noqa: E402
from wordwaiter.service.context import Context  # noqa: E402

EVERY_S = 5.0
FIRST_TOLD = 10
"""So many of what was refused are told in words."""


def percentiles(times: list[float]) -> dict[str, float]:
    """Median, 99th percentile and the longest, in milliseconds."""
    ordered = sorted(times)
    last = len(ordered) - 1
    chosen = {"p50_ms": last // 2, "p99_ms": min(len(ordered) * 99 // 100, last), "longest_ms": last}
    return {name: round(1000 * ordered[at], 1) for name, at in chosen.items()} if ordered else {}


def seen_soon(times: list[float]) -> dict[str, float]:
    """The same of what pages showed, and how much of it within a second."""
    soon = sum(each <= 1.0 for each in times)
    return percentiles(times) | ({"within_1_s_percent": round(100 * soon / len(times), 1)} if times else {})


def pages_of(port: int, event: Tables, posted: Posted) -> dict[str, list[Page]]:
    """Who follows what."""
    room, everybody = feed_of(event.stream), len(event.tables)
    return {
        "tables": [
            Page(port, f"/tables/{table}", feed_of(table), posted, token)
            for table in event.tables
            for token in (event.token, "")
        ],
        "phones": [
            Page(port, f"/me/{event.stream}?who={number}", room, posted)
            for number in range(1, 1 + everybody * 8 // 10)
        ],
        "at home": [Page(port, f"/live/{event.stream}", room, posted) for _ in range(everybody // 10)],
        "screens": [Page(port, f"/screen/{event.stream}", room, posted) for _ in range(everybody // 10)],
    }


async def room(port: int, pid: int, event: Tables, seconds: float) -> dict[str, object]:
    """Each table posts a move every few seconds, and everybody follows."""
    posted, times, refused, memory = Posted(), list[float](), list[str](), list[float]()
    pages = pages_of(port, event, posted)
    everyone = [page for each in pages.values() for page in each]
    following = [asyncio.ensure_future(page.follow()) for page in everyone]
    await until_all_follow([page.is_ready for page in everyone], following)
    begun, used, used_there = time.perf_counter(), time.process_time(), processor_s(pid)

    async def play(number: int, table: str) -> None:
        own, due = Connection(port, event.token), begun + EVERY_S * number / len(event.tables)
        for turn, move in enumerate(moves_at(event, number)):
            if due >= begun + seconds:
                break
            await asyncio.sleep(due - time.perf_counter())
            sent = posted.at[table] = time.perf_counter()
            status, answer = await own.post(commands_of(table), f"{table}-{turn}", move)
            times.append(time.perf_counter() - sent)
            if status != 200:
                refused.append(f"{status} {answer[:200]!r}")
            due += EVERY_S
        own.close()

    async def weigh() -> None:
        while True:
            memory.append(memory_mb(pid))
            await asyncio.sleep(min(seconds / 60, 5))

    weighing = asyncio.ensure_future(weigh())
    await asyncio.gather(*(play(number, table) for number, table in enumerate(event.tables)))
    elapsed = time.perf_counter() - begun
    server = processor_s(pid) - used_there
    for task in (weighing, *following):
        task.cancel()
    await asyncio.gather(weighing, *following, return_exceptions=True)
    refused += [why for page in everyone for why in page.refused]
    asked = sum(page.asked for page in everyone)
    return {
        "seconds": round(elapsed),
        "tables": len(event.tables),
        "pages": len(everyone),
        "moves": len(times),
        "refused": len(refused),
        "refusals": refused[:FIRST_TOLD],
        "a_move": percentiles(times),
        "until_a_page_shows_it": {
            word: seen_soon([seen for page in each for seen in page.seen_s]) for word, each in pages.items()
        },
        "pages_asked_for": asked,
        "processor_share": {
            "server": round(server / elapsed, 3),
            "crowd": round((time.process_time() - used) / elapsed, 3),
        },
        "processor_ms_a_page": round(1000 * server / max(asked, 1), 2),
        "memory_mb": {
            "first": round(memory[0], 1),
            "last": round(memory[-1], 1),
            "most": round(max(memory), 1),
        },
    }


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--seconds", type=float, default=30.0, help="How long the room is watched.")
    options.add_argument("--tables", type=int, default=100)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="wordwaiter-bench-") as name:
        db = str(Path(name) / "bench.db")
        with Context.open(db) as context:
            event = start_round(context, begin_event(context, chosen.tables), chosen.tables)
        with serving(db, 1) as (port, pid):
            figures = asyncio.run(room(port, pid, event, chosen.seconds))
    commit = subprocess.check_output(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, text=True)
    figures["commit"] = commit.strip()
    figures["load_average"] = round(os.getloadavg()[0], 1)
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
