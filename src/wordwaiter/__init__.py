"""Wordwaiter runs crossword-tile tournaments, and judges words you can trust."""

__version__ = "0.2.0"
