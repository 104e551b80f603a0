"""Reads a board from a photo.

>>> from wordwaiter.photo import read_board
>>> read_board("final.jpg").board          # doctest: +SKIP
"""

import os

# Read by numpy when it is loaded. Threads of a matrix product wait for each other by spinning: where other
# programs use the cores too, a photo takes ten times as long as with one thread.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from wordwaiter.photo.reading import Reading, read_board

__all__ = ["Reading", "read_board"]
