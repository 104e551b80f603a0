"""A program that takes moves over a socket, gives them to tables of a house and answers when they are kept.

Run as `python -m crash.server JOURNAL SOCKET`. It is there to be killed.
"""

import json
import socketserver
import sys
import time

from wordwaiter.errors import WordwaiterError
from wordwaiter.service import tables
from wordwaiter.service.access import director_of_the_house
from wordwaiter.service.catching_up import catch_up
from wordwaiter.service.house import House
from wordwaiter.service.steps import Sending
from wordwaiter.store.facts import Fact

from .games import OPENING, recorded_game

SCOREKEEPER = director_of_the_house("scorekeeper", "phone")


def opened_house(place: str) -> House:
    """The house of a program that starts, with everything done that a start does."""
    house = House.open(place)
    catch_up(house)
    return house


def take(house: House, stream: str | None, seed: int, number: int, key: str) -> tuple[Fact, ...]:
    """What came of a game's command of that number, 0 being the opening; sent again, the same again."""
    sending = Sending(key=key)
    if stream is None:
        tables.open_free_table(house, SCOREKEEPER, "club", OPENING, sending)
    else:
        tables.give(house, SCOREKEEPER, stream, recorded_game(seed)[number - 1], sending)
    written = house.journal.answer_to(key)
    assert written is not None
    return written


class Conversation(socketserver.StreamRequestHandler):
    """One client: a line with a move, a line with the answer, and so on."""

    house: House

    def handle(self) -> None:
        for line in self.rfile:
            move = json.loads(line)
            try:
                facts = take(self.house, **move)
                told = [[fact.position, fact.version, fact.kind] for fact in facts]
                answer: object = {"stream": facts[0].stream, "facts": told}
            except WordwaiterError as error:
                answer = {"error": error.code}
            self.wfile.write(json.dumps(answer).encode() + b"\n")


class Server(socketserver.ThreadingUnixStreamServer):
    daemon_threads = True
    request_queue_size = 100


def main(journal: str, socket: str) -> None:
    begun = time.perf_counter()
    Conversation.house = opened_house(journal)
    with Server(socket, Conversation) as server:
        sys.stdout.write(f"{time.perf_counter() - begun:.3f}\n")
        sys.stdout.flush()
        server.serve_forever()


if __name__ == "__main__":
    main(*sys.argv[1:])
