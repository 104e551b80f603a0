"""Money as it is taken: lines that are never changed, in cents; a mistake is reversed by another line."""

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from wordwaiter.errors import MalformedError
from wordwaiter.sentences import Wording, joined, said

_AMOUNT: Final = re.compile(
    r"(?P<whole>\d{1,3}(?:[, \u00a0\u202f]\d{3})+|\d+|(?=[.,]))(?:[.,](?P<cents>\d{2}))?", re.ASCII
)
_CENTS: Final = re.compile(r"(\d{1,9}) ?(?:¢|cents?)", re.ASCII | re.IGNORECASE)


class Fund(Enum):
    """The purpose of money."""

    PEEK = "peek"
    TILES = "tiles"
    ALL_TILES = "all-tiles"
    DONATION = "donation"
    PLEDGE = "pledge"
    SPONSOR = "sponsor"
    ENTRY = "entry"


class Method(Enum):
    """How it was paid."""

    CASH = "cash"
    CARD = "card"
    CHEQUE = "cheque"
    TAB = "tab"
    """Noted for the team, to be paid later."""


@dataclass(frozen=True, slots=True)
class Payment:
    """An amount, for what, and from whom."""

    fund: Fund
    cents: int
    method: Method
    team: int | None = None
    """The contender it belongs to, where it is a team's."""
    note: str = ""
    donor: str = ""
    """Who gave it, where it is somebody else than the team."""
    cheque: str = ""
    """The number on the cheque."""
    pledge: int | None = None
    """The number of the pledge that it pays."""


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One line of the ledger; a reversal names the line that it takes back and has its cents below zero."""

    number: int
    at_ms: int
    by: str
    payment: Payment
    reverses: int | None = None


@dataclass(frozen=True, slots=True)
class TabPayment:
    """A team paid what was on its tab; it adds nothing to the funds."""

    team: int
    cents: int
    method: Method
    by: str
    """Who took it."""
    at_ms: int


@dataclass(frozen=True, slots=True)
class Pledge:
    """Somebody promised a fixed amount, or so much for each point that a team makes."""

    team: int | None
    """Whose points count; a fixed amount may be for the event as a whole."""
    donor: str
    cents_per_point: int = 0
    most_cents: int | None = None
    fixed_cents: int = 0
    """The whole amount; zero where points decide."""
    is_withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class CashCount:
    """The cash that somebody counted, and what the ledger had at that moment."""

    at_ms: int
    by: str
    counted_cents: int
    expected_cents: int

    @property
    def difference_cents(self) -> int:
        """The amount over; below zero, the amount missing."""
        return self.counted_cents - self.expected_cents


def dollars(cents: int) -> Wording:
    """`$1,234.50`, which other languages write in their own way; a whole amount without cents."""
    whole, rest = divmod(abs(cents), 100)
    amount = (
        said("${whole}.{cents}", whole=whole, cents=f"{rest:02}") if rest else said("${whole}", whole=whole)
    )
    return joined("", ["-", amount]) if cents < 0 else amount


def cents_of(text: str) -> int:
    """The cents of `12`, `$12`, `12.50`, `1,234.50` or `10 cents`; of `12,50 $` too, as in French."""
    plain = text.strip()
    if alone := _CENTS.fullmatch(plain):
        return int(alone[1])
    read = _AMOUNT.fullmatch(plain.removeprefix("$").removesuffix("$").strip())
    whole = re.sub(r"\D", "", read["whole"]) if read else ""
    if read is None or len(whole) > 9:
        raise MalformedError("bad-amount", f"write an amount as 12 or 12.50, not {text!r}")
    return int(whole or 0) * 100 + int(read["cents"] or 0)
