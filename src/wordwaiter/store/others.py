"""How a process learns that another one has written: told by the server, or by looking now and then."""

import threading
from typing import Final, Protocol

LOOK_SECONDS: Final = 0.25
"""How often a file is looked at. Only another process writes unseen, a command in a terminal for example."""

REST_SECONDS: Final = 1.0
"""After an error, before it is tried again."""


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
        """Does nothing: no connection is held."""
