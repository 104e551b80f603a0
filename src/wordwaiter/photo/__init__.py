"""Reads a board from a photo.

>>> from wordwaiter.photo import read_board
>>> read_board("final.jpg").board          # doctest: +SKIP
"""

from wordwaiter.photo.reading import Reading, read_board

__all__ = ["Reading", "read_board"]
