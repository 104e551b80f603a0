"""Turns among all processes of a server: of what needs a core, one is done at a time on the computer."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
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
        """Waits until no other process has the turn, and keeps it meanwhile.

        Of those who wait, one is the next. Whoever has just had a turn comes after it, and so cannot go on
        from one photo to the next while others look for a free turn in vain.
        """
        with ExitStack() as turn:
            with _locked(self.file.with_suffix(".next")):
                turn.enter_context(_locked(self.file))
            yield


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    path.parent.mkdir(mode=0o700, exist_ok=True)  # systems empty their folder for such files after some days
    with open(path, "ab", opener=open_private) as file:
        while not try_lock(file.fileno()):
            time.sleep(_LOOK_SECONDS)
        yield
