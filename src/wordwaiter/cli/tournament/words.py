"""Pieces of sentences that several commands print."""

from collections.abc import Iterable

from wordwaiter.errors import MalformedError
from wordwaiter.tournament.state import Tournament


def sides_text(tournament: Tournament, sides: Iterable[int]) -> str:
    """`Ann - Bob`: who sits at a board."""
    return " - ".join(tournament.contender(side).name for side in sides)


def clock_text(ms: int) -> str:
    """`49:59`, or `-0:30` where time has run over."""
    sign, seconds = "-" if ms < 0 else "", abs(ms) // 1000
    return f"{sign}{seconds // 60}:{seconds % 60:02}"


def cents_of(text: str) -> int:
    """The cents of `12`, `$12` or `12.50`."""
    whole, point, rest = text.strip().removeprefix("$").replace(",", "").partition(".")
    if not (whole.isascii() and whole.isdigit()) or len(whole) > 9 or (point and not _is_cents(rest)):
        raise MalformedError("bad-amount", f"write an amount as 12 or 12.50, not {text!r}")
    return int(whole) * 100 + int(rest or 0)


def _is_cents(text: str) -> bool:
    return len(text) == 2 and text.isascii() and text.isdigit()
