"""Starts Wordwaiter as an application; with arguments it is the command of the terminal."""

import contextlib
import multiprocessing
import sys
from pathlib import Path

from wordwaiter.cli.main import run
from wordwaiter.cli.server.double_click import open_by_double_click
from wordwaiter.store.address import MOVED


def main() -> None:
    """Runs the program. After an error the window of a double click stays, or nobody could read it."""
    is_double_click = len(sys.argv) == 1 or sys.argv[1].lower().endswith(MOVED)
    if is_double_click:
        with contextlib.suppress(OSError):  # then such files are dropped on the start page
            open_by_double_click(Path(sys.executable))
    try:
        run()
    except SystemExit as end:
        if end.code and is_double_click and sys.stdin.isatty():
            input("Press Enter to close this window.")
        raise


if __name__ == "__main__":
    multiprocessing.freeze_support()  # the search for best boards is a process of its own
    main()
