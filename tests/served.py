"""The program as a process of its own, and what it uses: for what measures it from outside."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

STOPS_WITHIN_S = 60
"""Far longer than it ever takes; whoever measures must not wait for ever."""


@contextmanager
def serving(db: str, workers: int) -> Iterator[tuple[int, int]]:
    """A server on that database: its port and the id of its process."""
    program = str(Path(sys.executable).with_name("wordwaiter"))
    command = [program, "serve", "--port", "0", "--db", db]
    command += ["--workers", str(workers)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        output = server.stdout
        first = "" if output is None else output.readline()
        # Read on, so that nothing the server says fills the pipe and stops it.
        threading.Thread(target=lambda: None if output is None else output.read(), daemon=True).start()
        yield int(first.rsplit(":", 1)[1]), server.pid
    finally:
        server.terminate()
        try:
            server.wait(STOPS_WITHIN_S)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
            raise RuntimeError(
                f"the server did not stop within {STOPS_WITHIN_S} s of being told to"
            ) from None


def memory_mb(pid: int) -> float:
    """What a process and its children hold of memory."""
    kilobytes = 0
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()
    for each in (pid, *map(int, children)):
        status = Path(f"/proc/{each}/status").read_text(encoding="utf-8")
        kilobytes += int(status.partition("VmRSS:")[2].split()[0])
    return kilobytes / 1024


def processor_s(pid: int) -> float:
    """The processor time that a process and its children have used."""
    ticks = 0
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()
    for each in (pid, *map(int, children)):
        fields = Path(f"/proc/{each}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")
