"""Where the user's lists and caches lie, and how a file is written there so that it is never half there."""

import contextlib
import os
import stat
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path


def data_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder of the user's own lists: $WORDWAITER_DATA, or where the system keeps such things."""
    return _folder(environ, "WORDWAITER_DATA", "XDG_DATA_HOME", ".local/share", "Application Support")


def cache_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder of what can be made again: $WORDWAITER_CACHE, or where the system keeps such things."""
    return _folder(environ, "WORDWAITER_CACHE", "XDG_CACHE_HOME", ".cache", "Caches")


def _folder(environ: Mapping[str, str], ours: str, theirs: str, unix: str, mac: str) -> Path:
    if chosen := environ.get(ours):
        return Path(chosen)
    # The XDG specification says to ignore a path that is not absolute.
    if (base := environ.get(theirs)) and Path(base).is_absolute():
        return Path(base, "wordwaiter")
    if sys.platform == "win32" and (local := environ.get("LOCALAPPDATA")):
        return Path(local, "wordwaiter", "cache") if theirs == "XDG_CACHE_HOME" else Path(local, "wordwaiter")
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 - Path.home() raises where there is no home
    return home / ("Library/" + mac if sys.platform == "darwin" else unix) / "wordwaiter"


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
        temporary.replace(target)
    if durable:
        _sync_folder(target.parent)


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
            temporary.replace(path)
    _sync_folder(path.parent)


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


def _sync_folder(folder: Path) -> None:
    """Make a rename in `folder` last; where a folder cannot be opened (Windows) there is nothing to do."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
