"""Those who use the program while it is killed: scorekeepers who send each move until it is answered."""

import http.client
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from .games import OPENING, wired_game
from .program import Program, ask

SEEDS = 5
"""So many different games are played."""

OPENED = json.dumps(
    {"rulebook": "club", "opening": {"kind": OPENING.kind.value, "sides": OPENING.sides}}
).encode()


@dataclass(frozen=True)
class Told:
    """The answer to a move: its table, the table's version after it, and the kinds of its facts."""

    stream: str
    version: int
    kinds: tuple[str, ...]

    @property
    def facts(self) -> list[tuple[str, int, str]]:
        """What must be in the journal for it: stream, version and kind of each fact."""
        first = self.version - len(self.kinds) + 1
        return [(self.stream, first + number, kind) for number, kind in enumerate(self.kinds)]


class RefusedError(Exception):
    """The program was there and answered otherwise than with a yes."""


@dataclass
class Phone:
    """The scorekeeper of one table after another."""

    number: int
    token: str
    device: str
    chance: random.Random
    game: int = 0
    move: int = 0
    """The next one; 0 opens a table."""
    stream: str | None = None
    """Of the table at which the game is played, once it was told."""
    told: dict[str, Told] = field(default_factory=dict)
    """Every answer, by the key in the journal."""
    last: tuple[str, str, bytes] | None = None
    """The key, the address and the body of the last move that was answered."""
    sent_again: int = 0
    wrong: list[str] = field(default_factory=list)

    @property
    def key(self) -> str:
        """Of the next move."""
        return f"{self.number}/{self.game}/{self.move}"

    def kept_key(self, key: str) -> str:
        """A key as the journal has it."""
        return f"{self.device}/{key}"

    def play(self, port: int, count: Callable[[], None], count_again: Callable[[], None]) -> None:
        """Send moves until the program is gone; first the last one again, whose answer may have got lost.

        Each answer is counted, those to moves that were sent again by themselves.
        """
        connection = http.client.HTTPConnection("127.0.0.1", port)
        try:
            if self.last is not None:
                self._send_again(connection, *self.last)
                count_again()
            while True:
                self.last = self._send_next(connection)
                count()
                if self.chance.random() < 0.1:
                    self._send_again(connection, *self.last)
                    count_again()
        except (OSError, http.client.HTTPException):
            return
        except Exception as error:  # noqa: BLE001 - whatever else happens is nothing that was promised
            self.wrong.append(repr(error))
        finally:
            connection.close()

    def _send_next(self, connection: http.client.HTTPConnection) -> tuple[str, str, bytes]:
        """Give the next move; gives its key, address and body once it is answered."""
        game = wired_game(self.number % SEEDS)
        key = self.key
        if self.stream is None:
            path, body = "/api/v1/tables", OPENED
        else:
            path, body = f"/api/v1/tables/{self.stream}/commands", game[self.move - 1]
        answer = self._post(connection, key, path, body)
        self.told[self.kept_key(key)] = answer
        self.stream = answer.stream
        self.move += 1
        if self.move > len(game):
            self.game, self.move, self.stream = self.game + 1, 0, None
        return key, path, body

    def _send_again(self, connection: http.client.HTTPConnection, key: str, path: str, body: bytes) -> None:
        again, first = self._post(connection, key, path, body), self.told[self.kept_key(key)]
        self.sent_again += 1
        # The table is told as it is now: the move after it may have been written before the crash.
        if (again.stream, again.kinds) != (first.stream, first.kinds):
            self.wrong.append(f"{key} was answered with {first}, and when it was sent again with {again}")

    def _post(self, connection: http.client.HTTPConnection, key: str, path: str, body: bytes) -> Told:
        headers = {
            "Authorization": f"Bearer {self.token}",
            "Content-Type": "application/json",
            "Idempotency-Key": key,
        }
        connection.request("POST", path, body, headers)
        answer = connection.getresponse()
        content = answer.read()  # raises where the answer is cut short: that is none
        if answer.status not in (200, 201):
            raise RefusedError(f"{key} was refused with {answer.status}: {content.decode()}")
        told = json.loads(content)
        return Told(told["table"]["table"], told["table"]["version"], tuple(told["happened"]))


@dataclass
class Follower:
    """Follows the feed of all tables, and takes up after each crash where it was."""

    positions: list[int] = field(default_factory=list)
    last_id: str = ""
    wrong: list[str] = field(default_factory=list)

    def follow(self, port: int, count: Callable[[], None]) -> None:
        """Read until the program is gone, and count each fact that comes."""
        connection = http.client.HTTPConnection("127.0.0.1", port)
        headers = {"Last-Event-ID": self.last_id} if self.last_id else {}
        try:
            connection.request("GET", "/api/v1/feed?family=game&after=0", headers=headers)
            answer, event = connection.getresponse(), b""
            while line := answer.readline():
                event += line
                if line == b"\n":
                    if self._take(event.decode()):
                        count()
                    event = b""
        except (OSError, http.client.HTTPException):
            return
        finally:
            connection.close()

    def _take(self, event: str) -> bool:
        """Note what an event tells; whether it is a fact."""
        fields = dict(line.split(": ", 1) for line in event.splitlines() if ": " in line)
        if "id" not in fields:
            return False
        told = json.loads(fields["data"])
        self.last_id = fields["id"]
        if fields.get("event") == "ready":
            if told["lost"]:
                self.wrong.append("a follower was told that its place in the feed is lost")
            return False
        self.positions.append(told["position"])
        return True


def join_all(program: Program, count: int, chance: random.Random) -> list[Phone]:
    """So many scorekeepers, each joined by a code of the director who has joined by the printed link."""
    sent = {"code": program.code_for_director(), "name": "Dora"}
    director = ask(program.port, "POST", "/api/v1/join", body=sent)["token"]
    phones = []
    for number in range(count):
        wanted = {"grants": [{"role": "table-scorekeeper", "stream": "house"}], "name": f"Keeper {number}"}
        invited = ask(program.port, "POST", "/api/v1/invitations", director, wanted)
        joined = ask(program.port, "POST", "/api/v1/join", body={"code": invited["secret"]})
        phones.append(
            Phone(number, joined["token"], joined["session"]["device"], random.Random(chance.random()))
        )
    return phones
