"""Differences between operating systems, each with its way on Unix and on Windows.

No other module imports what one system lacks, or asks which system it runs on (`tests/test_platform.py`).
"""

import contextlib
import os
import signal
import socket
import struct
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop  # takes long to load, and most commands have no use for it

_LEAST_PRIORITY: Final = 19
_LOW_PRIORITY: Final = 10
_WINDOWS_IDLE: Final = 0x40
_WINDOWS_BELOW_NORMAL: Final = 0x4000
_WINDOWS_NORMAL: Final = 0x20
_OWNER_ALONE: Final = 0o600
_LOCKED_BYTE: Final = 1 << 30
"""Windows forbids others to read what is locked, so the lock lies far behind the text of the file."""

_RETRY_SECONDS: Final = 0.05
_RETRIES: Final = 20
"""A virus scanner on Windows holds a new file open for some tenths of a second."""

_GET_ADDRESS: Final = 0x8915  # SIOCGIFADDR, which asks Linux for the address of a network card

_TCP_IDLE_AT: Final = 52
"""The place of the milliseconds since the last bytes came in Linux's `tcp_info`."""

# ---------------------------------------------------------------- signals

if sys.platform == "win32":
    STOP_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGBREAK)
    """SIGBREAK comes when the window of the console is closed."""
else:
    STOP_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def call_on_stop_signal(loop: "AbstractEventLoop", stop: Callable[[], None]) -> None:
    """Has the event loop call `stop` when a signal to stop comes; it may be called twice.

    By itself the loop hears of a signal from a byte in the pipe that wakes it. When hundreds of answers wait
    to be handed over, that pipe is full, and the signal would be lost for good.
    """
    for number in STOP_SIGNALS:
        if sys.platform != "win32":
            # This wakes a loop that sleeps, and takes the signals back when the loop is closed.
            loop.add_signal_handler(number, stop)
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))
        if sys.platform != "win32":
            signal.siginterrupt(number, False)
    # A full pipe is no trouble any more, and nobody needs to read of it.
    signal.set_wakeup_fd(signal.set_wakeup_fd(-1), warn_on_full_buffer=False)


def stop_this_process() -> None:
    """Asks this process to stop, as Ctrl-C would."""
    if sys.platform == "win32":
        signal.raise_signal(signal.SIGINT)  # os.kill would end it at once
    else:
        os.kill(os.getpid(), signal.SIGTERM)


# ---------------------------------------------------------------- limits and priorities


def room_for_files(wanted: int) -> int:
    """Asks the system for that many open files, and returns how many it allows."""
    if sys.platform == "win32":
        return wanted  # sockets of Windows are no files, and it has no limit that matters
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with contextlib.suppress(OSError, ValueError):  # some systems allow less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if soft == resource.RLIM_INFINITY else min(wanted, soft)


def limit_memory(most_bytes: int) -> None:
    """Lets this process have no more memory than that, where the system can hold it to that."""
    if sys.platform == "linux":  # Windows has no such limit, and macOS does not keep it
        import resource

        with contextlib.suppress(ValueError):  # a limit that there is may be lower
            resource.setrlimit(resource.RLIMIT_AS, (most_bytes, resource.getrlimit(resource.RLIMIT_AS)[1]))


def usable_cores() -> int:
    """Returns how many threads this process may keep busy."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def give_way() -> None:
    """Lets what people wait for go before this thread; before the process, where threads have no priority."""
    _set_windows_priority(_WINDOWS_BELOW_NORMAL)
    if sys.platform != "win32":  # which has no such call
        os.setpriority(os.PRIO_PROCESS, 0, _LOW_PRIORITY)


def lower_process_priority() -> None:
    """Lets everything else on this computer go before this process."""
    _set_windows_priority(_WINDOWS_IDLE)
    if sys.platform != "win32":  # which has no such calls
        with contextlib.suppress(OSError):
            os.nice(_LEAST_PRIORITY)
            os.setsid()
    _place_session(_LEAST_PRIORITY)  # Linux shares time out between sessions first, then within each


def restore_process_priority() -> None:
    """Lets this process no longer give way to everything else."""
    _set_windows_priority(_WINDOWS_NORMAL)
    _place_session(0)  # as usual


def lower_thread_priority() -> None:
    """Lets everything else go before this thread, and before the threads that it starts."""
    if sys.platform == "linux":  # elsewhere a thread has no priority that those it starts would have too
        os.setpriority(os.PRIO_PROCESS, 0, _LEAST_PRIORITY)


def _place_session(priority: int) -> None:
    with contextlib.suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(priority), encoding="ascii")


def _set_windows_priority(priority: int) -> None:
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), priority)


def counted_ns() -> int:
    """Returns the nanoseconds since the computer was started, asleep or not; nobody can set this counter."""
    if sys.platform == "linux":
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME)
    if sys.platform == "darwin":
        return time.clock_gettime_ns(time.CLOCK_MONOTONIC)
    return time.monotonic_ns()


# ---------------------------------------------------------------- files


def sync_to_disk(path: Path) -> None:
    """Waits until a file would survive a power cut."""
    handle = os.open(path, os.O_RDWR if sys.platform == "win32" else os.O_RDONLY)  # Windows must write
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_folder(folder: Path) -> None:
    """Waits until new names in a folder would survive a power cut; Windows writes them with the files."""
    if sys.platform != "win32":
        with contextlib.suppress(OSError):  # of a file system that cannot do it
            sync_to_disk(folder)


def replace_file(new: Path, old: Path) -> None:
    """Puts a file in the place of another; on Windows, waits a second for others to close that one."""
    for _ in range(_RETRIES if sys.platform == "win32" else 0):
        try:
            new.replace(old)
        except PermissionError:
            time.sleep(_RETRY_SECONDS)
        else:
            return
    new.replace(old)


def delete_if_closed(path: Path) -> bool:
    """Deletes a file if it is there; returns False if Windows keeps it because somebody has it open."""
    try:
        path.unlink(missing_ok=True)
    except PermissionError:
        if sys.platform != "win32":
            raise
        return False
    return True


def keep_private(path: Path) -> None:
    """Makes a file that only its owner can read, or makes it so if it is there.

    What forbids it is told by whoever opens the file: some file systems, such as those of most USB sticks,
    know no owners. On Windows the folder says who may read, and a user's own folders are private.
    """
    with contextlib.suppress(OSError):
        os.close(open_private(str(path), os.O_RDWR | os.O_CREAT))
        if sys.platform != "win32":
            path.chmod(_OWNER_ALONE)


def open_private(path: str, flags: int) -> int:
    """Opens a file for `open(..., opener=open_private)`; a new one is for its owner alone."""
    return os.open(path, flags, _OWNER_ALONE)


def try_lock(handle: int) -> bool:
    """Locks an open file until it is closed or this process ends; returns False if another process has it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(handle, _LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


# ---------------------------------------------------------------- folders of the user


def data_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Returns the folder of the user's own lists: $WORDWAITER_DATA, or that of the system."""
    return _folder(environ, "WORDWAITER_DATA", "XDG_DATA_HOME", ".local/share", "Application Support")


def cache_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Returns the folder of what can be made again: $WORDWAITER_CACHE, or that of the system."""
    return _folder(environ, "WORDWAITER_CACHE", "XDG_CACHE_HOME", ".cache", "Caches")


def _folder(environ: Mapping[str, str], ours: str, theirs: str, unix: str, mac: str) -> Path:
    if chosen := environ.get(ours):
        return Path(chosen)
    if (base := environ.get(theirs)) and Path(base).is_absolute():  # XDG says to ignore any other
        return Path(base, "wordwaiter")
    if sys.platform == "win32" and (local := environ.get("LOCALAPPDATA")):
        return Path(local, "wordwaiter", "cache") if theirs == "XDG_CACHE_HOME" else Path(local, "wordwaiter")
    return _home() / ("Library/" + mac if sys.platform == "darwin" else unix) / "wordwaiter"


def documents_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Returns the folder in which the user keeps documents, which a desktop may have moved or translated."""
    if sys.platform == "win32":  # OneDrive and companies move the folder, so Windows is asked
        import ctypes

        found = ctypes.create_unicode_buffer(260)
        documents, current = 5, 0  # CSIDL_PERSONAL, SHGFP_TYPE_CURRENT
        failed = ctypes.windll.shell32.SHGetFolderPathW(None, documents, None, current, found)
        return _home() / "Documents" if failed else Path(found.value)
    if sys.platform == "darwin":
        return _home() / "Documents"
    base = environ.get("XDG_CONFIG_HOME", "")
    settings = (Path(base) if Path(base).is_absolute() else _home() / ".config") / "user-dirs.dirs"
    with contextlib.suppress(OSError, UnicodeDecodeError):
        for line in settings.read_text("utf-8").splitlines():
            name, _, value = line.strip().partition("=")
            if name == "XDG_DOCUMENTS_DIR":
                return Path(value.strip('"').replace("$HOME", str(_home())))
    return _home() / "Documents"


def removable_folders() -> list[Path]:
    """Returns where sticks that are plugged in appear: as drives of Windows, or in folders."""
    if sys.platform == "win32":
        return [drive for letter in "DEFGHIJKLMNOPQRSTUVWXYZ" if (drive := Path(f"{letter}:/")).exists()]
    return [Path("/media"), Path("/run/media"), Path("/Volumes")]


def font_folders() -> Iterator[Path]:
    """Yields the folders in which this computer has its fonts."""
    home = _home()
    if sys.platform == "darwin":
        folders = (Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library/Fonts")
    elif sys.platform == "win32":
        windows = Path(os.environ.get("WINDIR", r"C:\Windows"))
        folders = (windows / "Fonts", home / "AppData/Local/Microsoft/Windows/Fonts")
    else:
        shared = Path("/usr/share/fonts"), Path("/usr/local/share/fonts")
        folders = (*shared, home / ".local/share/fonts", home / ".fonts")
    return (folder for folder in folders if folder.is_dir())


def _home() -> Path:
    return Path(os.path.expanduser("~"))  # noqa: PTH111 - Path.home() raises where there is no home


# ---------------------------------------------------------------- network


def hold_port(holder: socket.socket, place: tuple[object, ...]) -> None:
    """Takes a free port for our own server alone; raises OSError if it is in use."""
    if sys.platform == "win32":
        # SO_REUSEADDR of Windows would let several programs listen at one port.
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        holder.bind(place)
        return
    # A port that just became free is taken; one at which somebody listens is not.
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holder.bind(place)
    # From now on it is shared with our own server alone.
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 0)
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)


def shares_ports() -> bool:
    """Checks if several processes can listen at one port."""
    return sys.platform != "win32"


def card_addresses() -> list[str]:
    """Returns the IPv4 address of each network card, for a network that has no way out."""
    if sys.platform != "linux":
        try:
            return socket.gethostbyname_ex(socket.gethostname())[2]
        except OSError:
            return []
    import fcntl

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(asked, _GET_ADDRESS, struct.pack("256s", name.encode()))
            except OSError:
                continue  # a card without an address
            found.append(socket.inet_ntoa(answer[20:24]))
    return found


def open_files() -> list[int]:
    """Returns the numbers of the files that this process has open; none on Windows, which does not tell."""
    return [] if sys.platform == "win32" else [int(each.name) for each in Path("/dev/fd").iterdir()]


def idle_ms(connection: socket.socket) -> int:
    """Returns for how long nothing has come on a connection; 0 where the system does not tell."""
    if sys.platform != "linux":
        return 0
    told = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _TCP_IDLE_AT + 4)
    return int(struct.unpack_from("=I", told, _TCP_IDLE_AT)[0])


# ---------------------------------------------------------------- desktop and console


def has_desktop(environment: Mapping[str, str] = os.environ) -> bool:
    """Checks if a browser would open before whoever started the program, and not on a computer far away."""
    if "SSH_CONNECTION" in environment:
        return False
    return sys.platform in ("darwin", "win32") or bool({"DISPLAY", "WAYLAND_DISPLAY"} & environment.keys())


def set_user_classes(classes: Mapping[str, str]) -> None:
    """Notes in Windows for this user which program opens files of a class; others read it elsewhere."""
    if sys.platform == "win32":
        import winreg

        for name, value in classes.items():
            winreg.SetValue(winreg.HKEY_CURRENT_USER, rf"Software\Classes\{name}", winreg.REG_SZ, value)


def desktop_folder(environ: Mapping[str, str] = os.environ) -> Path | None:
    """Returns the folder in which a desktop of Linux looks for the user's applications; none elsewhere."""
    base, usual = Path(environ.get("XDG_DATA_HOME", "")), _home() / ".local/share"
    return (base if base.is_absolute() else usual) if sys.platform == "linux" else None


def shows_colours(stream: TextIO) -> bool:
    """Checks if a terminal shows colours; the console of Windows 10 does when it is asked to."""
    if not stream.isatty() or os.environ.get("NO_COLOR"):
        return False
    if sys.platform != "win32":
        return True
    import ctypes
    import msvcrt

    kernel, mode = ctypes.windll.kernel32, ctypes.c_ulong()
    console = msvcrt.get_osfhandle(stream.fileno())
    understands_escapes = 0x0004  # ENABLE_VIRTUAL_TERMINAL_PROCESSING
    return bool(
        kernel.GetConsoleMode(console, ctypes.byref(mode))
        and kernel.SetConsoleMode(console, mode.value | understands_escapes)
    )
