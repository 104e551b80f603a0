"""`wordwaiter` alone, started for a user with a home of their own."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_LINK = re.compile(r"open (http://\S+)")


class Started:
    """The program while it runs."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process

    def line(self, pattern: str) -> str:
        """Returns the next line that has the pattern; fails where the program ends before."""
        assert self.process.stdout is not None
        return next(line for line in self.process.stdout if re.search(pattern, line))

    def page(self) -> str:
        """Returns the address that the program opens."""
        found = _LINK.search(self.line("If no browser opens"))
        assert found
        self.line("to stop, press Ctrl-C")
        return found[1]


@contextmanager
def started(home: Path, *arguments: str) -> Iterator[Started]:
    """The program started by `python -m`, for a user with that home and without a desktop."""
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "XDG_CONFIG_HOME")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    process = subprocess.Popen(
        [sys.executable, "-m", "wordwaiter", *arguments],
        stdout=subprocess.PIPE,
        text=True,
        env=environment | {"HOME": str(home)},
    )
    try:
        yield Started(process)
    finally:
        process.terminate()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()
