"""Pieces of sentences that several commands print."""

from collections.abc import Iterable

from wordwaiter.tournament.state import Tournament


def sides_text(tournament: Tournament, sides: Iterable[int]) -> str:
    """`Ann - Bob`: who sits at a board."""
    return " - ".join(tournament.contender(side).name for side in sides)


def clock_text(ms: int) -> str:
    """`49:59`, or `-0:30` where time has run over."""
    sign, seconds = "-" if ms < 0 else "", abs(ms) // 1000
    return f"{sign}{seconds // 60}:{seconds % 60:02}"
