"""A program that takes moves over a socket, decides them by the real rules and answers when they are kept.

Run as `python -m crash.server JOURNAL SOCKET`. It is there to be killed.
"""

import json
import socketserver
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from wordwaiter.errors import WordwaiterError
from wordwaiter.service.streams import all_families, table_facts
from wordwaiter.store.facts import Entry, Fact
from wordwaiter.store.journal import Journal
from wordwaiter.store.states import States

from .games import begin, give, recorded_game


class Tables:
    """All tables of one journal."""

    def __init__(self, place: Path) -> None:
        self._journal = Journal.open(place)
        self._states = States.load(self._journal, all_families())

    def take(self, stream: str, seed: int, number: int, key: str) -> tuple[Fact, ...]:
        """What came of a game's command of that number, 0 being the opening; sent again, the same again."""
        given = self._journal.answer_to(key)
        if given is not None:
            return given
        version = 0
        facts = begin()
        if number:
            standing = self._states.of(stream)
            version = standing.version
            facts = give(standing.state, recorded_game(seed)[number - 1], number - 1)
        now = datetime.now(UTC)
        entry = Entry(stream, table_facts(facts), now, version, "scorekeeper", "phone", key)
        written = self._journal.append(entry)
        self._states.hear(written)
        return written


class Conversation(socketserver.StreamRequestHandler):
    """One client: a line with a move, a line with the answer, and so on."""

    tables: Tables

    def handle(self) -> None:
        for line in self.rfile:
            move = json.loads(line)
            try:
                facts = self.tables.take(**move)
                answer: object = {"facts": [[fact.position, fact.version, fact.kind] for fact in facts]}
            except WordwaiterError as error:
                answer = {"error": error.code}
            self.wfile.write(json.dumps(answer).encode() + b"\n")


class Server(socketserver.ThreadingUnixStreamServer):
    daemon_threads = True
    request_queue_size = 100


def main(journal: str, socket: str) -> None:
    begun = time.perf_counter()
    Conversation.tables = Tables(Path(journal))
    with Server(socket, Conversation) as server:
        sys.stdout.write(f"{time.perf_counter() - begun:.3f}\n")
        sys.stdout.flush()
        server.serve_forever()


if __name__ == "__main__":
    main(*sys.argv[1:])
