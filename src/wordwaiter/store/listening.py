"""How a process learns from PostgreSQL that another one has written."""

import contextlib
import threading
from typing import Final

import psycopg

from wordwaiter.store.others import REST_SECONDS

CHANNEL: Final = "wordwaiter_facts"
"""On which PostgreSQL tells the position of the latest fact."""

_HEAR_SECONDS: Final = 0.5
"""How long a call to the server waits; then it is asked whether the program is to end."""

_LOOK_EVERY: Final = 10
"""Of those: then we look without having been told, in case that a telling was lost with a connection."""


class Listening:
    """For a server, which tells everybody who listens."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._connection: psycopg.Connection[tuple[str]] | None = None
        self._now = threading.Event()
        self._waits = 0

    def wait(self) -> int | None:
        try:
            if self._connection is None:
                self._connection = psycopg.connect(self._address, autocommit=True)
                self._connection.execute(f"LISTEN {CHANNEL}")
                return None  # what was written before we listened
            # All that came together is taken, even if one would do: what is left over would never come again.
            told = [each.payload for each in self._connection.notifies(timeout=_HEAR_SECONDS, stop_after=1)]
        except psycopg.Error:
            self.close()
            self.rest()
            return None
        if told:
            # Anybody with a way into the database can say anything there.
            positions = [int(each) for each in told if each.isascii() and each.isdigit()]
            return max(positions) if len(positions) == len(told) else None
        self._waits += 1
        if self._now.is_set() or self._waits % _LOOK_EVERY == 0:
            self._now.clear()
            return None
        return 0

    def look_now(self) -> None:
        self._now.set()

    def rest(self) -> None:
        self._now.wait(REST_SECONDS)

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(psycopg.Error):
                connection.close()
