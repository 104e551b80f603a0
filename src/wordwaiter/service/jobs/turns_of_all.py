"""Turns among all processes of a server: of what needs a core, one is done at a time on the computer."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wordwaiter.platform import open_private, try_lock

_LOOK_SECONDS: Final = 0.05
"""How long a turn that has become free may wait for the next process."""


@dataclass(frozen=True, slots=True)
class TurnsOfAll:
    """Turns that all processes take by one file; the turn of a process that dies is free at once."""

    file: Path

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Waits until no other process has the turn, and keeps it meanwhile."""
        with open(self.file, "ab", opener=open_private) as file:
            while not try_lock(file.fileno()):
                time.sleep(_LOOK_SECONDS)
            yield
