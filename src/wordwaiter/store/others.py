"""How a process learns that another one has written: told by the server, or by looking now and then."""

import contextlib
import threading
from typing import Final, Protocol

import psycopg

LOOK_SECONDS: Final = 0.25
"""How often a file is looked at. Only another process writes unseen, a command in a terminal for example."""

REST_SECONDS: Final = 1.0
"""After an error, before it is tried again."""

CHANNEL: Final = "wordwaiter_facts"
"""On which PostgreSQL tells the position of the latest fact."""

_HEAR_SECONDS: Final = 0.5
"""How long a call to the server waits; then it is asked whether the program is to end."""

_LOOK_EVERY: Final = 10
"""Of those: then we look without having been told, in case that a telling was lost with a connection."""


class Others(Protocol):
    """The other processes that write to a journal."""

    def wait(self) -> int | None:
        """Wait until there may be something new; its position where that is known."""

    def look_now(self) -> None:
        """End the waiting at once."""

    def rest(self) -> None:
        """Wait a little after an error."""

    def close(self) -> None:
        """Let go."""


class LookingNowAndThen:
    """For a file, of which nobody tells that it was written to."""

    def __init__(self) -> None:
        self._now = threading.Event()

    def wait(self) -> int | None:
        self._now.wait(LOOK_SECONDS)
        self._now.clear()
        return None

    def look_now(self) -> None:
        self._now.set()

    def rest(self) -> None:
        self._now.wait(REST_SECONDS)

    def close(self) -> None:
        """Nothing is held."""


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
            for told in self._connection.notifies(timeout=_HEAR_SECONDS, stop_after=1):
                return int(told.payload)
        except psycopg.OperationalError:
            self.close()
            self.rest()
            return None
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
