"""How a file of the user is written so that it is never half there, and names that no file may have."""

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from wordwaiter.platform import replace_file, sync_folder


def write_whole(path: Path, content: bytes | bytearray, *, durable: bool = True) -> None:
    """Put `content` into the file `path`, which has the old content or the new, and nothing between.

    `durable` waits until it would survive a power cut.
    """
    target = Path(os.path.realpath(path))  # a link stays a link
    if target.exists() and not stat.S_ISREG(target.stat().st_mode):
        # A device or a pipe is written to; to rename over it would replace /dev/null by a file.
        target.write_bytes(content)
        return
    with _beside(target, content, durable=durable) as temporary:
        replace_file(temporary, target)
    if durable:
        sync_folder(target.parent)


def write_new(path: Path, content: bytes) -> None:
    """Put `content` into a file that does not yet exist; FileExistsError when somebody was faster."""
    with _beside(path, content, durable=True) as temporary:
        try:
            os.link(temporary, path)
        except FileExistsError:
            raise
        except OSError:
            # This file system has no links: nearly as good, as nobody adds one list twice in one instant.
            if path.exists():
                raise FileExistsError(str(path)) from None
            replace_file(temporary, path)
    sync_folder(path.parent)


@contextlib.contextmanager
def _beside(path: Path, content: bytes | bytearray, *, durable: bool) -> Iterator[Path]:
    """A finished temporary file in the folder of `path`, which is gone afterwards."""
    temporary = path.with_name(f".{path.name[:100]}.{os.getpid()}-{os.urandom(4).hex()}.tmp")
    try:
        with temporary.open("xb") as file:
            file.write(content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        yield temporary
    except OSError as error:
        # People know the file that they asked for, not the one beside it.
        if error.filename is None or str(error.filename) == str(temporary):
            error.filename = str(path)
        raise
    finally:
        temporary.unlink(missing_ok=True)


def is_device_name(name: str) -> bool:
    """Checks if a name of a file, with any ending, stands for a device on Windows."""
    return name.partition(".")[0].strip().upper() in _DEVICES


_DEVICES: Final = frozenset(
    {"CON", "PRN", "AUX", "NUL", *(f"{port}{digit}" for port in ("COM", "LPT") for digit in "123456789¹²³")}
)
