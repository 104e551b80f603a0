"""How many connections one address may hold: the server itself only knows how many there are in all.

The server accepts connections outside Python. So a thread looks at the open files of this process now and
then, and only when there are many of them. It ends those connections of an address beyond its share on which
nothing has come for the longest time.
"""

import os
import socket
import stat
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from wordwaiter.platform import idle_ms, open_files
from wordwaiter.service.access.addresses import address_group

MOST_FROM_ONE: Final = 1_500
"""Connections of one address. Two hundred phones behind a router, with six and a feed each, have as many."""

WRITE_SECONDS: Final = 20
"""How long an answer may wait for a client that does not take it."""

_LOOK_SECONDS: Final = 0.5


class ConnectionGuard:
    """Ends what one address holds beyond its share, as long as it is open."""

    def __init__(self, *ports: int, most_from_one: int = MOST_FROM_ONE) -> None:
        self._ports = frozenset(ports)
        self._most = most_from_one
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="connections", daemon=True)

    def __enter__(self) -> "ConnectionGuard":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._stopped.wait(_LOOK_SECONDS):
            self.look()

    def look(self) -> int:
        """Ends what is too much, and returns how many connections that were."""
        files = open_files()
        if len(files) <= self._most:
            return 0
        held: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        for file in files:
            with suppress(OSError), _socket_at(file) as found:
                if found is not None and found.getsockname()[1] in self._ports:
                    held[address_group(found.getpeername()[0])].append((idle_ms(found), file))
        ended = 0
        for connections in held.values():
            for _, file in sorted(connections, reverse=True)[: max(0, len(connections) - self._most)]:
                ended += _end(file, self._ports)
        return ended


def limit_writing(port: int) -> None:
    """Has the system end connections at a port whose client takes nothing any more, where it can do so."""
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    if option is None:
        return
    for file in open_files():
        with suppress(OSError), _socket_at(file) as found:
            if found is not None and found.getsockname()[1] == port:
                # Of the socket that listens; those that it accepts from now on have it too.
                found.setsockopt(socket.IPPROTO_TCP, option, WRITE_SECONDS * 1000)


@contextmanager
def _socket_at(file: int) -> Iterator[socket.socket | None]:
    """The socket that an open file is, which stays open; nothing if it is no socket of the internet."""
    if not stat.S_ISSOCK(os.fstat(file).st_mode):
        yield None
        return
    found = socket.socket(fileno=file)
    try:
        yield found if found.family in (socket.AF_INET, socket.AF_INET6) else None
    finally:
        found.detach()


def _end(file: int, ports: frozenset[int]) -> bool:
    with suppress(OSError), _socket_at(file) as found:
        if found is not None and found.getsockname()[1] in ports:
            found.shutdown(socket.SHUT_RDWR)
            return True
    return False
