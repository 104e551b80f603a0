"""Files that only their owner can read: they hold names, ages and who may enter."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

_OWNER_ALONE: Final = 0o600


def keep_private(path: Path) -> None:
    """Makes a file that only its owner can read, or makes it so if it is there.

    What forbids it is told by whoever opens the file: some file systems, such as those of most USB sticks,
    know no owners.
    """
    with suppress(OSError):
        os.close(open_private(str(path), os.O_RDWR | os.O_CREAT))
        path.chmod(_OWNER_ALONE)


def open_private(path: str, flags: int) -> int:
    """Opens a file for `open(..., opener=open_private)`; a new one is for its owner alone."""
    return os.open(path, flags, _OWNER_ALONE)
