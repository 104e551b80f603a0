"""Starts Wordwaiter as an application; with arguments it is the command of the terminal."""

import multiprocessing

from wordwaiter.cli.main import run

if __name__ == "__main__":
    multiprocessing.freeze_support()  # the search for best boards is a process of its own
    run()
