"""Plays a whole day in front of the program and watches what it uses: `make soak`, or `python bench/soak.py`.

Eight hours: 24 tables, eight rounds of whole games, entered move by move. Everybody follows pages, as
browsers do: scorekeepers and players at the tables, players' phones, people at home, big screens. Phones come
for a round and leave, lose the network and come back all day. All that such a day brings comes at a pace that
makes it as short as is asked for (`--minutes 10`), or at its own (`--minutes 480`).

Each minute a line tells memory, threads, open files and who follows; at the end one JSON object tells how
memory went in the second half, and what was left when all had gone.
"""

import argparse
import asyncio
import contextlib
import json
import random
import re
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass, field
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
    device,
    feed_of,
    moves_at,
    start_round,
)
from served import memory_mb, serving  # noqa: E402
from wordwaiter.roles import Role  # noqa: E402
from wordwaiter.service.access.callers import Grant  # noqa: E402
from wordwaiter.service.context import Context  # noqa: E402

TABLES = 24
ROUNDS = 8
SCREENS = 3
AT_HOME = 20
LOSSES = 3
"""How often in a round a phone loses the network."""
FIRST_TOLD = 10
"""So many of what was refused are told in words."""


@dataclass
class Usage:
    """What the program used, minute by minute."""

    begun: float
    minutes: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)

    def note(self, pid: int, port: int) -> None:
        """Look, and say it."""
        self.minutes.append((time.perf_counter() - self.begun) / 60)
        self.memory.append(memory_mb(pid))
        print(
            f"{self.minutes[-1]:6.1f} min  {self.memory[-1]:7.1f} MB  {threads(pid)} threads  "
            f"{open_files(pid)} files  {followers(port)} follow",
            file=sys.stderr,
            flush=True,
        )

    def slope(self) -> float:
        """Megabytes that memory grows in an hour, by the line through the second half."""
        half = len(self.memory) // 2
        xs, ys = self.minutes[half:], self.memory[half:]
        if len(xs) < 2:
            return 0.0
        mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
        above = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
        return 60 * above / sum((x - mean_x) ** 2 for x in xs)


def threads(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


def open_files(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def followers(port: int) -> int:
    """Who follows the feed, as the program counts it."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        found = re.search(r"feed_subscribers (\d+)", answer.read().decode())
    return int(found[1]) if found else 0


@dataclass
class Day:
    """A day as it goes on: where, how fast, and what was refused."""

    port: int
    token: str
    round_s: float
    posted: Posted = field(default_factory=Posted)
    chance: random.Random = field(default_factory=lambda: random.Random(7))
    refused: list[str] = field(default_factory=list)
    moves: int = 0
    pages: list[Page] = field(default_factory=list)

    async def command(self, stream: str, **told: object) -> None:
        """Give the tournament a command, as its director."""
        own = Connection(self.port, self.token)
        body = json.dumps(told).encode()
        key = f"{stream}-{told['command']}-{self.chance.random()}"
        status, answer = await own.post(f"/api/v1/tournaments/{stream}/commands", key, body)
        own.close()
        if status != 200:
            self.refused.append(f"{told['command']}: {status} {answer[:200]!r}")

    def open_page(self, path: str, stream: str, token: str = "") -> Page:
        page = Page(self.port, path, feed_of(stream), self.posted, token)
        self.pages.append(page)
        return page

    async def stay(self, path: str, stream: str, token: str = "") -> None:
        """Have a page open until the browser is closed."""
        await self.open_page(path, stream, token).follow()

    async def come_and_go(self, path: str, stream: str, token: str = "") -> None:
        """Have a page open on a phone that loses the network, or sleeps in a pocket, again and again."""
        while True:
            there_s = self.chance.expovariate(LOSSES / self.round_s)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.open_page(path, stream, token).follow(), there_s)
            await asyncio.sleep(self.chance.uniform(0, self.round_s / 20))

    async def play(self, tables: Tables, number: int) -> None:
        """A table's game from the first draw to the last signature."""
        table, own = tables.tables[number], Connection(self.port, tables.token)
        moves = moves_at(tables, number)
        pause = 0.8 * self.round_s / len(moves)
        await asyncio.sleep(self.chance.uniform(0, pause))
        for turn, move in enumerate(moves):
            self.posted.at[table] = time.perf_counter()
            status, answer = await own.post(commands_of(table), f"{table}-{turn}", move)
            self.moves += 1
            if status != 200:
                self.refused.append(f"{table} {turn}: {status} {answer[:200]!r}")
                break
            await asyncio.sleep(pause * self.chance.uniform(0.5, 1.5))
        own.close()


async def round_of(day: Day, tables: Tables) -> None:
    """One round: everybody follows, all tables play."""
    room = tables.stream
    everybody = [
        *(day.stay(f"/tables/{table}", table, tables.token) for table in tables.tables),
        *(day.come_and_go(f"/tables/{table}", table) for table in tables.tables),
        *(
            day.come_and_go(f"/me/{room}?who={number}", room)
            for number in range(1, 2 * len(tables.tables) + 1)
        ),
        *(day.come_and_go(f"/live/{room}", room) for _ in range(AT_HOME)),
    ]
    following = [asyncio.ensure_future(each) for each in everybody]
    await asyncio.gather(*(day.play(tables, number) for number in range(len(tables.tables))))
    for task in following:
        task.cancel()
    await asyncio.gather(*following, return_exceptions=True)


async def whole_day(day: Day, rounds: list[Tables], usage: Usage, pid: int) -> None:
    """Round after round; the screens stay all day."""

    async def watch() -> None:
        while True:
            usage.note(pid, day.port)
            await asyncio.sleep(60)

    aside = [asyncio.ensure_future(watch())]
    aside += [
        asyncio.ensure_future(day.stay(f"/screen/{tables.stream}", tables.stream))
        for tables in {tables.stream: tables for tables in rounds}.values()
        for _ in range(SCREENS)
    ]
    for tables in rounds:
        begun = time.perf_counter()
        await round_of(day, tables)
        await day.command(tables.stream, command="close-round", division="Open")
        await asyncio.sleep(max(0.0, day.round_s - (time.perf_counter() - begun)))
    for task in aside:
        task.cancel()
    await asyncio.gather(*aside, return_exceptions=True)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument(
        "--minutes", type=float, default=10.0, help="How long the day takes; its own pace is 480."
    )
    options.add_argument("--tables", type=int, default=TABLES)
    options.add_argument("--rounds", type=int, default=ROUNDS)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="wordwaiter-soak-") as name:
        db = str(Path(name) / "soak.db")
        with Context.open(db) as context:
            # An event for each round, all in one house: so their rounds can be opened before the day.
            rounds = [
                start_round(context, begin_event(context, chosen.tables), chosen.tables, number)
                for number in range(chosen.rounds)
            ]
            token = device(context, *(Grant(Role.DIRECTOR, tables.stream) for tables in rounds))
        with serving(db, 1) as (port, pid):
            day = Day(port, token, 60 * chosen.minutes / chosen.rounds)
            usage = Usage(time.perf_counter())
            before = threads(pid), open_files(pid)
            asyncio.run(whole_day(day, rounds, usage, pid))
            time.sleep(2)
            left = followers(port)
            refused = day.refused + [why for page in day.pages for why in page.refused]
            figures = {
                "minutes": round(usage.minutes[-1], 1),
                "moves": day.moves,
                "pages_opened": len(day.pages),
                "pages_asked_for": sum(page.asked for page in day.pages),
                "refused": len(refused),
                "refusals": refused[:FIRST_TOLD],
                "memory_mb": {
                    "first": round(usage.memory[0], 1),
                    "middle": round(usage.memory[len(usage.memory) // 2], 1),
                    "last": round(usage.memory[-1], 1),
                    "grows_an_hour": round(usage.slope(), 1),
                },
                "threads": [before[0], threads(pid)],
                "open_files": [before[1], open_files(pid)],
                "follow_still": left,
            }
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
