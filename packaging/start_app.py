"""Starts Wordwaiter as an application; with arguments it is the command of the terminal."""

import multiprocessing
import sys

from wordwaiter.cli.main import run
from wordwaiter.store.address import MOVED


def main() -> None:
    """Runs the program. After an error the window of a double click stays, or nobody could read it."""
    try:
        run()
    except SystemExit as end:
        is_double_click = len(sys.argv) == 1 or sys.argv[1].lower().endswith(MOVED)
        if end.code and is_double_click and sys.stdin.isatty():
            input("Press Enter to close this window.")
        raise


if __name__ == "__main__":
    multiprocessing.freeze_support()  # the search for best boards is a process of its own
    main()
