"""Measures the whole program under load, through HTTP, and prints one JSON object: `python bench/load.py`.

The server is a process of its own, `wordwaiter serve`, and this process is the load generator; both share the
machine. Two questions are asked of it:

room      100 tables post a move every 5 seconds while 300 subscribers follow the feed: how long does a move
          take, does every fact reach every subscriber, once and in order, and does memory stay steady?
          (30 seconds; `--minutes 10` for the long form) Before that each table has played a game and a part
          of the next, one a hundredth of it and another nearly all, so that as many turns are in memory at
          the end as at the beginning: an open game grows with its turns.
flat out  100 tables post their next move as soon as the last is answered: how many a second?

Games are recorded ones, decided by the real rules; every move is on the disk before it is answered.
"""

import argparse
import asyncio
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from wordwaiter.service.tables.opening import open_free_table

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from crash.games import OPENING, recorded_game, wired_game  # noqa: E402
from crowd import open_feed, until_all_follow  # noqa: E402
from served import memory_mb, processor_s, serving  # noqa: E402
from store.postgresql import a_database  # noqa: E402
from wordwaiter.roles import Role  # noqa: E402
from wordwaiter.service.access.callers import Grant, director_of_everything  # noqa: E402
from wordwaiter.service.access.devices import Joining  # noqa: E402
from wordwaiter.service.context import Context  # noqa: E402
from wordwaiter.store.journal import JournalReader  # noqa: E402

TABLES = 100
SUBSCRIBERS = 300
EVERY_S = 5.0
GAMES = 10
"""So many different games are recorded, and played again and again."""
ROOM_SECONDS = 30.0
FLAT_OUT_SECONDS = 10.0


# ---------------------------------------------------------------- what is sent


@dataclass
class Scorekeeper:
    """Keeps one table after another; the games that it will enter are prepared."""

    token: str
    streams: list[str]
    moves: tuple[bytes, ...]
    sent: int = 0
    """Moves of all its tables so far."""

    @property
    def stream(self) -> str:
        return self.streams[self.sent // len(self.moves)]

    def next_move(self) -> tuple[str, bytes, str]:
        """Where to post, what, and its key."""
        stream, number = self.stream, self.sent % len(self.moves)
        return f"/api/v1/tables/{stream}/commands", self.moves[number], f"{stream}-{number}"


def prepared(db: str, games: int) -> list[Scorekeeper]:
    """A house with all tables opened, and a device for each scorekeeper."""
    boss = director_of_everything("bench")
    keepers = []
    with Context.open(db) as context:
        for number in range(TABLES):
            streams = [open_free_table(context, boss, "club", OPENING).stream for _ in range(games)]
            grants = [Grant(Role.DIRECTOR, stream) for stream in streams]
            invited = context.devices.invite(boss, grants, name=f"Scorekeeper {number}")
            joined = context.devices.join(invited.secret, Joining())
            keepers.append(Scorekeeper(joined.token, streams, wired_game(number % GAMES)))
    return keepers


# ---------------------------------------------------------------- a small client


class Client:
    """One connection that is kept; small, since what it costs is measured with the server."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 20)
        return self._streams

    async def post(self, path: str, token: str, key: str, body: bytes) -> tuple[int, bytes]:
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n"
            f"Idempotency-Key: {key}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        try:
            reader, answer = await self._ask(head.encode() + body)
        except (asyncio.IncompleteReadError, ConnectionError):
            # The server has ended a connection that lay idle for seconds; a browser opens another one too.
            self.close()
            reader, answer = await self._ask(head.encode() + body)
        status = int(answer[9:12])
        length = int(answer.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0] or 0)
        return status, await reader.readexactly(length)

    async def _ask(self, request: bytes) -> tuple[asyncio.StreamReader, bytes]:
        reader, writer = await self.connect()
        writer.write(request)
        return reader, await reader.readuntil(b"\r\n\r\n")

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


@dataclass
class Subscriber:
    """Follows the feed, and notes which positions it got."""

    port: int
    positions: list[int] = field(default_factory=list)
    is_ready: asyncio.Event = field(default_factory=asyncio.Event)

    async def follow(self, after: int) -> None:
        reader, writer = await open_feed(self.port, f"/api/v1/feed?family=game&after={after}")
        try:
            rest = b""
            while chunk := await reader.read(1 << 16):
                *lines, rest = (rest + chunk).split(b"\n")
                for line in lines:
                    if line.startswith(b"id: "):
                        self.positions.append(int(line[4:].partition(b"-")[0]))
                self.is_ready.set()
        finally:
            writer.close()


# ---------------------------------------------------------------- what is measured


def percentiles(times: list[float]) -> dict[str, float]:
    """Median, 99th percentile and the longest, in milliseconds."""
    ordered = sorted(times)
    last = len(ordered) - 1
    return {
        "p50_ms": round(1000 * ordered[last // 2], 1),
        "p99_ms": round(1000 * ordered[min(len(ordered) * 99 // 100, last)], 1),
        "longest_ms": round(1000 * ordered[last], 1),
    }


async def _post_moves(keeper: Scorekeeper, client: Client, times: list[float], refused: list[str]) -> None:
    path, body, key = keeper.next_move()
    begun = time.perf_counter()
    status, answer = await client.post(path, keeper.token, key, body)
    times.append(time.perf_counter() - begun)
    keeper.sent += 1
    # Acknowledged is what brought facts about; they are named first.
    if status != 200 or not answer.startswith(b'{"happened":["game.'):
        refused.append(f"{status} {answer[:200]!r}")


async def flat_out(
    port: int, pid: int, keepers: list[Scorekeeper], seconds: float, moves: int | None = None
) -> dict[str, object]:
    """Each table posts its next move when the last is answered: for so long, or so many in all."""
    times: list[float] = []
    refused: list[str] = []
    begun, sent = time.perf_counter(), 0

    async def play(keeper: Scorekeeper) -> None:
        nonlocal sent
        client = Client(port)
        while sent < moves if moves is not None else time.perf_counter() < begun + seconds:
            sent += 1
            await _post_moves(keeper, client, times, refused)
        client.close()

    used, used_there = time.process_time(), processor_s(pid)
    await asyncio.gather(*map(play, keepers))
    elapsed = time.perf_counter() - begun
    return {
        "moves_per_s": round(len(times) / elapsed),
        "moves": len(times),
        **percentiles(times),
        # Says more than the rate where others use the machine at the same time.
        "processor_ms_each": {
            "server": round(1000 * (processor_s(pid) - used_there) / len(times), 3),
            "generator": round(1000 * (time.process_time() - used) / len(times), 3),
        },
        "refused": len(refused),
        "first_refusal": refused[0] if refused else None,
    }


async def warm_up(port: int, keepers: list[Scorekeeper]) -> None:
    """Have each table play one game and a part of the next, a larger part the higher its number."""

    async def play(number: int, keeper: Scorekeeper) -> None:
        client, refused = Client(port), list[str]()
        length = len(keeper.moves)
        for _ in range(length + length * number // len(keepers)):
            await _post_moves(keeper, client, [], refused)
        client.close()
        if refused:
            raise RuntimeError(f"a move of the recorded games was refused: {refused[0]}")

    await asyncio.gather(*(play(number, keeper) for number, keeper in enumerate(keepers)))


@dataclass(frozen=True)
class Evening:
    """How long a room is watched, how often a table posts a move, and how many follow."""

    seconds: float = ROOM_SECONDS
    every_s: float = EVERY_S
    subscribers: int = SUBSCRIBERS


async def room(
    port: int, pid: int, keepers: list[Scorekeeper], evening: Evening, after: int
) -> tuple[dict[str, object], list[Subscriber]]:
    """Each table posts a move every few seconds, and everybody follows."""
    times: list[float] = []
    refused: list[str] = []
    memory: list[float] = []
    followers = [Subscriber(port) for _ in range(evening.subscribers)]
    following = [asyncio.ensure_future(each.follow(after)) for each in followers]
    await until_all_follow([each.is_ready for each in followers], following)
    begun, used = time.perf_counter(), time.process_time()
    used_there = processor_s(pid)

    async def play(number: int, keeper: Scorekeeper) -> None:
        client = Client(port)
        due = begun + evening.every_s * number / len(keepers)
        while due < begun + evening.seconds:
            await asyncio.sleep(due - time.perf_counter())
            await _post_moves(keeper, client, times, refused)
            due += evening.every_s
        client.close()

    async def weigh() -> None:
        while True:
            memory.append(memory_mb(pid))
            await asyncio.sleep(min(evening.seconds / 60, 5))

    weighing = asyncio.ensure_future(weigh())
    await asyncio.gather(*(play(number, keeper) for number, keeper in enumerate(keepers)))
    posted = time.perf_counter() - begun
    shares = {
        "server": round((processor_s(pid) - used_there) / posted, 3),
        "generator": round((time.process_time() - used) / posted, 3),
    }
    await _until_all_have(followers)
    for task in (weighing, *following):
        task.cancel()
    await asyncio.gather(weighing, *following, return_exceptions=True)
    third = max(len(memory) // 3, 1)
    tenth = max(len(memory) // 10, 1)
    return {
        "seconds": round(posted),
        "tables": len(keepers),
        "subscribers": len(followers),
        "moves": len(times),
        **percentiles(times),
        "refused": len(refused),
        "first_refusal": refused[0] if refused else None,
        "processor_share": shares,
        "memory_mb": {
            "first": round(memory[0], 1),
            "first_third": round(sum(memory[:third]) / third, 1),
            "last_third": round(sum(memory[-third:]) / third, 1),
            "most": round(max(memory), 1),
            "by_tenths": [
                round(sum(part) / len(part), 1)
                for part in (memory[at : at + tenth] for at in range(0, len(memory), tenth))
            ],
        },
    }, followers


async def _until_all_have(followers: list[Subscriber]) -> None:
    """Wait until nothing more comes to anybody."""
    before = -1
    while (got := sum(len(each.positions) for each in followers)) != before:
        before = got
        await asyncio.sleep(1.0)


def delivered(db: str, after: int, followers: list[Subscriber]) -> dict[str, object]:
    """Whether every fact of a table reached every subscriber, once and in order."""
    with JournalReader.open(db) as journal:
        wanted, position = [], after
        while facts := journal.since(position):
            wanted += [fact.position for fact in facts if fact.kind.startswith("game.")]
            position = facts[-1].position
    # The first thing that each is told is the position from which it goes on.
    complete = sum(each.positions[1:] == wanted for each in followers)
    return {"facts": len(wanted), "subscribers_with_all_in_order": complete}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--minutes", type=float, help="How long the room is watched; 10 is the long form.")
    options.add_argument("--every", type=float, default=EVERY_S, help="Seconds between two moves of a table.")
    options.add_argument("--subscribers", type=int, default=SUBSCRIBERS)
    options.add_argument("--db", help="An empty database of a server, instead of a file.")
    options.add_argument("--postgresql", action="store_true", help="Start a PostgreSQL for it, as tests do.")
    options.add_argument("--workers", type=int, default=1, help="Processes of the server; not with a file.")
    options.add_argument(
        "--moves", type=int, help="Flat out until so many are made, to compare two programs."
    )
    options.add_argument("--only", choices=("room", "flat-out"), help="Ask one question alone.")
    chosen = options.parse_args()
    seconds = ROOM_SECONDS if chosen.minutes is None else 60 * chosen.minutes
    evening = Evening(seconds, chosen.every, chosen.subscribers)
    shortest = min(len(recorded_game(seed)) for seed in range(GAMES))
    games_for_room = int(evening.seconds / evening.every_s / shortest) + 3
    with (
        tempfile.TemporaryDirectory(prefix="wordwaiter-bench-") as name,
        a_database(chosen.db, started=chosen.postgresql) as server,
    ):
        db = server or str(Path(name) / "bench.db")
        figures: dict[str, object] = {"through": "HTTP", "workers": chosen.workers}
        if chosen.only != "flat-out":
            keepers = prepared(db, games_for_room)
            with serving(db, chosen.workers) as (port, pid):
                asyncio.run(warm_up(port, keepers))
                with JournalReader.open(db) as journal:
                    after = journal.position()
                told, followers = asyncio.run(room(port, pid, keepers, evening, after))
            figures["room"] = {**told, **delivered(db, after, followers)}
        if chosen.only != "room":
            keepers = prepared(db, 12)
            with serving(db, chosen.workers) as (port, pid):
                figures["flat_out"] = asyncio.run(
                    flat_out(port, pid, keepers, FLAT_OUT_SECONDS, chosen.moves)
                )
    commit = subprocess.check_output(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, text=True)
    figures["commit"] = commit.strip()
    figures["machine"] = f"{os.cpu_count()} x {platform.processor() or platform.machine()}"
    figures["load_average"] = round(os.getloadavg()[0], 1)
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
