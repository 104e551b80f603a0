"""A crowd in front of the program: tables that are kept, and browsers that follow pages, as servers see them.

A browser follows a page as `live.js` does: it hears from the feed that something happened and asks for the
page again; the slower the answer was, the longer it leaves the server alone after that.
"""

import asyncio
import contextlib
import json
import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from crash.games import recorded_game, wired_game
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Grant, director_of_everything
from wordwaiter.service.access.devices import Joining
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.rounds.opening import open_tables_of_round
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.tournaments import begin_tournament
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, PublicNames, single
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.rounds.rounds import Seating

BOSS = director_of_everything("Cora")
GAMES = 10
"""So many different games are recorded, and played again and again."""


# ---------------------------------------------------------------- the event


@dataclass(frozen=True)
class Tables:
    """A round under way: its tables in order, who sits there, the token of a device that keeps them all."""

    stream: str
    tables: tuple[str, ...]
    names: tuple[tuple[str, str], ...]
    token: str


def begin_event(context: Context, tables: int) -> str:
    """A tournament of two players a table, checked in; its stream."""
    opening = c.OpenTournament("", "Cup", sets=tables, names=PublicNames.FULL)
    stream = begin_tournament(
        context, BOSS, opening, [c.OpenDivision("", "Open", shipped_format("club"))]
    ).stream
    players = tuple(single(Profile(f"Player {number:03}")) for number in range(1, 2 * tables + 1))
    execute(context, BOSS, TOURNAMENTS, stream, c.Register("", "Open", players))
    execute(context, BOSS, TOURNAMENTS, stream, c.CheckIn("", tuple(range(1, 2 * tables + 1))))
    return stream


def start_round(context: Context, stream: str, tables: int, turned: int = 0) -> Tables:
    """The next round, started: each meets somebody else in each of the rounds, by turning one side."""
    pairs = [(1 + n, tables + 1 + (n + turned) % tables) for n in range(tables)]
    seatings = tuple(Seating(number, pair) for number, pair in enumerate(pairs, 1))
    execute(context, BOSS, TOURNAMENTS, stream, c.PublishRound("", "Open", seatings))
    execute(context, BOSS, TOURNAMENTS, stream, c.StartRound("", "Open"))
    opened = open_tables_of_round(context, BOSS, stream, "Open")
    names = tuple((f"Player {one:03}", f"Player {other:03}") for one, other in pairs)
    return Tables(stream, opened, names, device(context, Grant(Role.DIRECTOR, stream)))


def device(context: Context, *grants: Grant) -> str:
    """The token of a device that has joined."""
    secret = context.devices.invite(BOSS, grants, name="Sam").secret
    return context.devices.join(secret, Joining()).token


def moves_at(tables: Tables, number: int) -> list[bytes]:
    """A game from the first draw to the last signature, for a table, as the JSON API takes it."""
    moves = []
    for move in wired_game(number % GAMES):
        told = json.loads(move)
        if "by" in told:
            told["by"] = {"Ann": tables.names[number][0], "Ben": tables.names[number][1]}.get(
                told["by"], told["by"]
            )
        moves.append(json.dumps(told).encode())
    return moves


def shortest_game() -> int:
    """Moves of the shortest of the recorded games."""
    return min(len(recorded_game(seed)) for seed in range(GAMES))


# ---------------------------------------------------------------- devices


class Connection:
    """One connection that is kept; small, since what it costs is measured with the server."""

    def __init__(self, port: int, token: str = "") -> None:
        self._port = port
        self._head = "Host: 127.0.0.1\r\nAccept-Encoding: gzip\r\n"
        if token:
            self._head += f"Authorization: Bearer {token}\r\n"
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> tuple[int, bytes]:
        """Ask for a page; its status and what came."""
        return await self._ask(f"GET {path} HTTP/1.1\r\n{self._head}Accept: text/html\r\n\r\n".encode())

    async def post(
        self, path: str, key: str, body: bytes, kind: str = "application/json"
    ) -> tuple[int, bytes]:
        """Send something; status and answer."""
        head = (
            f"POST {path} HTTP/1.1\r\n{self._head}Idempotency-Key: {key}\r\nContent-Type: {kind}\r\n"
            f"Accept: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        return await self._ask(head.encode() + body)

    async def _ask(self, request: bytes) -> tuple[int, bytes]:
        is_kept = self._streams is not None
        try:
            return await self._answer(request)
        except (OSError, asyncio.IncompleteReadError):
            self.close()
            if not is_kept:
                raise
            # The server has closed a connection that lay idle: browsers open another, and ask again.
            return await self._answer(request)

    async def _answer(self, request: bytes) -> tuple[int, bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 22)
        reader, writer = self._streams
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0] or 0)
        return int(head[9:12]), await reader.readexactly(length)

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


@dataclass
class Posted:
    """When something was sent to a stream, so that whoever sees it can say how long it took."""

    at: dict[str, float] = field(default_factory=dict)


@dataclass
class Page:
    """A page that somebody has open: it follows the feed, and is asked for again when something happened."""

    port: int
    path: str
    feed: str
    posted: Posted
    token: str = ""
    is_ready: asyncio.Event = field(default_factory=asyncio.Event)
    seen_s: list[float] = field(default_factory=list)
    """From the moment somebody sent something until this page showed it."""
    asked: int = 0
    refused: list[str] = field(default_factory=list)
    """What came instead of the page."""
    _since: float | None = None
    _happened: asyncio.Event = field(default_factory=asyncio.Event)

    async def follow(self) -> None:
        """Until cancelled, or the server goes."""
        own = Connection(self.port, self.token)
        reader, writer = await open_feed(self.port, self.feed, self.token)
        showing = asyncio.ensure_future(self._show(own))
        try:
            rest = b""
            while chunk := await reader.read(1 << 16):
                *lines, rest = (rest + chunk).split(b"\n")
                for line in lines:
                    if line.startswith(b"data: "):
                        self._hear(json.loads(line[6:]))
        finally:
            writer.close()
            showing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await showing
            own.close()

    def _hear(self, told: dict[str, object]) -> None:
        sent = self.posted.at.get(str(told.get("stream")))
        if sent is not None and self._since is None:
            self._since = sent
        self._happened.set()

    async def _show(self, own: Connection) -> None:
        while True:
            await self._happened.wait()
            self._happened.clear()
            since, self._since = self._since, None
            begun = time.perf_counter()
            try:
                status, _ = await own.get(self.path)
                if status != 200:
                    self.refused.append(f"{self.path}: {status}")
            except (OSError, asyncio.IncompleteReadError) as error:
                self.refused.append(f"{self.path}: {error!r}")
            took = time.perf_counter() - begun
            self.asked += 1
            if since is not None:
                self.seen_s.append(time.perf_counter() - since)
            self.is_ready.set()
            await asyncio.sleep(pause_s(took))


async def open_feed(
    port: int, path: str, token: str = ""
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection on which the feed comes from now on."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
    who = f"Authorization: Bearer {token}\r\n" if token else ""
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{who}\r\n".encode())
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    if int(head[9:12]) != 200:
        writer.close()
        raise RuntimeError(f"{path} was refused: {head.splitlines()[0]}")
    return reader, writer


async def until_all_follow(ready: Iterable[asyncio.Event], following: Iterable[asyncio.Task[None]]) -> None:
    """Wait until everybody is there; whoever was sent away instead says why, and nobody waits for ever."""

    async def all_are_there() -> None:
        for each in ready:
            await each.wait()

    waiting = asyncio.create_task(all_are_there())
    ended, _ = await asyncio.wait({waiting, *following}, return_when=asyncio.FIRST_COMPLETED)
    if waiting not in ended:
        waiting.cancel()
        for each in ended:
            each.result()
        raise RuntimeError("the server closed the feed before everybody was there")


def pause_s(took_s: float) -> float:
    """How long a page leaves the server alone after an answer that took so long."""
    return min(max(0.1, 4 * took_s), 5.0)


def commands_of(table: str) -> str:
    """Where a table takes commands."""
    return f"/api/v1/tables/{table.replace('/', ':')}/commands"


def feed_of(stream: str) -> str:
    """Where a page hears of a tournament or a table."""
    return f"/api/v1/feed?stream={stream}"
