"""The treasurer's commands, and what the ledger adds up to."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from wordwaiter.errors import ConflictError, MalformedError
from wordwaiter.game.facts import Tiles
from wordwaiter.game.holdings import count_of
from wordwaiter.sentences import said
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.deciding import decides
from wordwaiter.tournament.facts import (
    CashCounted,
    Fact,
    MoneyReversed,
    MoneyTaken,
    TabPaid,
    TargetSet,
    TilesReturned,
)
from wordwaiter.tournament.guards import require_reason
from wordwaiter.tournament.money.ledger import Fund, LedgerLine, Method, Payment, TabPayment, dollars
from wordwaiter.tournament.rounds.rounds import RoundStage
from wordwaiter.tournament.state import Tournament

MOST_CENTS: Final = 100_000_000
"""A million dollars; beyond it an amount was mistyped."""

BOUGHT_FUNDS: Final = frozenset({Fund.PEEK, Fund.TILES, Fund.ALL_TILES})
"""Written with what was bought, never by hand."""


# ---------------------------------------------------------------- commands


@decides
def take_money(tournament: Tournament, command: c.TakeMoney, now_ms: int) -> tuple[Fact, ...]:
    """A line is written in the ledger."""
    _require_takeable(tournament, command)
    return (MoneyTaken(now_ms, command.by, len(tournament.ledger) + 1, _payment(command)),)


def _require_takeable(tournament: Tournament, command: c.TakeMoney | c.CorrectMoney) -> None:
    if command.fund in BOUGHT_FUNDS:
        raise MalformedError(
            "bought-otherwise", f"buy the {command.fund.value} for the team; that records the money too"
        )
    require_amount(command.cents)
    if command.team is not None:
        tournament.entrant_of(command.team)
    if command.method is Method.TAB and command.team is None:
        raise MalformedError("no-tab", "only a team has a tab; choose the team, or how it was paid")


def _payment(command: c.TakeMoney | c.CorrectMoney, pledge: int | None = None) -> Payment:
    return Payment(
        command.fund,
        command.cents,
        command.method,
        command.team,
        command.note.strip(),
        command.donor.strip(),
        command.cheque.strip() if command.method is Method.CHEQUE else "",
        pledge,
    )


@decides
def correct_money(tournament: Tournament, command: c.CorrectMoney, now_ms: int) -> tuple[Fact, ...]:
    """A line is reversed and written again, with the reason; what it paid stays what it paid."""
    require_reason(command.reason, "correcting the line")
    line = _line_to_reverse(tournament, command.line)
    if line.payment.fund in BOUGHT_FUNDS:
        raise MalformedError(
            "bought-line", f"line {command.line} is a purchase; reverse it, and sell it again"
        )
    _require_takeable(tournament, command)
    payment = _payment(command, line.payment.pledge if command.fund is Fund.PLEDGE else None)
    if payment == line.payment:
        raise MalformedError("nothing-changed", "nothing is different; change the line, or leave it")
    number = len(tournament.ledger) + 1
    return (
        MoneyReversed(now_ms, command.by, number, command.line, command.reason),
        MoneyTaken(now_ms, command.by, number + 1, payment),
    )


@decides
def reverse_money(tournament: Tournament, command: c.ReverseMoney, now_ms: int) -> tuple[Fact, ...]:
    """A line is taken back by another; nothing is ever rubbed out."""
    require_reason(command.reason, "reversing the line")
    _line_to_reverse(tournament, command.line)
    reversed_ = MoneyReversed(now_ms, command.by, len(tournament.ledger) + 1, command.line, command.reason)
    return (*_tiles_returned(tournament, command, now_ms), reversed_)


def _line_to_reverse(tournament: Tournament, number: int) -> LedgerLine:
    line = ledger_line(tournament, number)
    if line.reverses is not None:
        raise ConflictError("is-a-reversal", f"line {number} is a reversal; add a new line instead")
    if any(each.reverses == number for each in tournament.ledger):
        raise ConflictError("reversed-already", f"line {number} is already reversed")
    return line


def ledger_line(tournament: Tournament, number: int) -> LedgerLine:
    """Returns a line of the ledger by its number."""
    if not 1 <= number <= len(tournament.ledger):
        raise MalformedError("no-such-line", f"the ledger has no line {number}")
    return tournament.ledger[number - 1]


def _tiles_returned(tournament: Tournament, command: c.ReverseMoney, now_ms: int) -> Iterator[Fact]:
    """Tiles that were sold in a line go back with its money; those that were played with stay."""
    purchase = next((each for each in tournament.purchases if each.line == command.line), None)
    if purchase is None:
        return
    name = tournament.contender(purchase.team).name
    if purchase.team in tournament.bought_all and not purchase.of_all:
        line = next(each.line for each in tournament.purchases if each.of_all and each.team == purchase.team)
        raise ConflictError(
            "part-of-all", f"{name} paid the rest for all tiles in line {line}; reverse that line first"
        )
    running = tournament.open_round(tournament.entrant_of(purchase.team).division)
    is_on = running is not None and running.stage is RoundStage.RUNNING and running.number == purchase.round
    tiles: Tiles = purchase.tiles if is_on else ()
    if purchase.of_all or count_of(tiles):
        yield TilesReturned(now_ms, command.by, purchase.team, purchase.round, command.line, tiles)


@decides
def pay_tab(tournament: Tournament, command: c.PayTab, now_ms: int) -> tuple[Fact, ...]:
    """A team pays all that is on its tab."""
    name = tournament.contender(command.team).name
    if command.method is Method.TAB:
        raise MalformedError("not-a-payment", "pay a tab in cash, by card or by cheque")
    due = tab_cents(tournament, command.team)
    if due <= 0:
        raise ConflictError("nothing-due", f"{name} has nothing on the tab")
    return (TabPaid(now_ms, command.by, command.team, due, command.method),)


@decides
def set_target(_tournament: Tournament, command: c.SetTarget, now_ms: int) -> tuple[Fact, ...]:
    """It is said how much is hoped for."""
    require_amount(command.cents)
    return (TargetSet(now_ms, command.by, command.cents),)


@decides
def count_cash(tournament: Tournament, command: c.CountCash, now_ms: int) -> tuple[Fact, ...]:
    """The cash is counted, and compared with the ledger."""
    if not 0 <= command.cents <= MOST_CENTS:
        raise MalformedError("bad-amount", "enter the counted amount, in cents")
    return (CashCounted(now_ms, command.by, command.cents, cash_cents(tournament)),)


def require_amount(cents: int) -> None:
    """Refuses an amount of nothing, and one that was mistyped."""
    if not 0 < cents <= MOST_CENTS:
        raise MalformedError(
            "bad-amount", "an amount must be above zero and at most a million; check the entry"
        )


# ---------------------------------------------------------------- what it adds up to


@dataclass(frozen=True, slots=True)
class Funds:
    """The funds raised, in cents."""

    total_cents: int
    target_cents: int | None
    by_fund: Mapping[Fund, int]
    by_team: Mapping[int | None, int]
    by_donor: Mapping[str, int]
    """Of those who are named; a name counts as the same however it is capitalised."""
    """By contender; `None` has what belongs to no team."""
    cash_cents: int
    tabs_cents: int
    """Noted on tabs and not paid yet."""


def funds(tournament: Tournament) -> Funds:
    """Adds up the ledger."""
    by_fund: Counter[Fund] = Counter()
    by_team: Counter[int | None] = Counter()
    by_donor: Counter[str] = Counter()
    spelled: dict[str, str] = {}
    for line in tournament.ledger:
        if donor := line.payment.donor:
            by_donor[spelled.setdefault(donor.casefold(), donor)] += line.payment.cents
        by_fund[line.payment.fund] += line.payment.cents
        by_team[line.payment.team] += line.payment.cents
    teams = [team for team in by_team if team is not None]
    return Funds(
        total_cents=by_fund.total(),
        target_cents=tournament.target_cents,
        by_fund=dict(by_fund),
        by_team=dict(by_team),
        by_donor={donor: cents for donor, cents in by_donor.items() if cents},
        cash_cents=cash_cents(tournament),
        tabs_cents=sum(tab_cents(tournament, team) for team in teams),
    )


def cash_cents(tournament: Tournament) -> int:
    """The cash that must be in the box."""
    lines = sum(line.payment.cents for line in tournament.ledger if line.payment.method is Method.CASH)
    return lines + sum(each.cents for each in tournament.tab_payments if each.method is Method.CASH)


def tab_cents(tournament: Tournament, team: int) -> int:
    """Returns the amount a team has yet to pay; below zero, what it gets back."""
    noted = sum(
        line.payment.cents
        for line in tournament.ledger
        if line.payment.team == team and line.payment.method is Method.TAB
    )
    return noted - sum(each.cents for each in tournament.tab_payments if each.team == team)


def tab_payment_of(tournament: Tournament, line: LedgerLine) -> TabPayment | None:
    """The payment with which a team has paid a line on its tab; it always pays all that is there."""
    return next(
        (
            each
            for each in tournament.tab_payments
            if each.team == line.payment.team and each.at_ms >= line.at_ms
        ),
        None,
    )


def tiles_paid_cents(tournament: Tournament, team: int) -> int:
    """Returns what a team has paid for single tiles, by the ledger: a payment taken back does not count."""
    return sum(
        line.payment.cents
        for line in tournament.ledger
        if line.payment.team == team and line.payment.fund is Fund.TILES
    )


@dataclass(frozen=True, slots=True)
class Receipt:
    """The text of a receipt for one line of the ledger."""

    tournament: str
    line: int
    giver: str
    """The donor, or the team it is from; empty where nobody is named."""
    fund: Fund
    note: str
    cents: int
    method: Method
    cheque: str
    by: str
    """Who took it."""
    at_ms: int
    taken_back_by: int | None
    """The line that makes it void."""

    def lines(self) -> tuple[str, ...]:
        """As it is read out or printed."""
        return (
            self.tournament,
            f"Receipt {self.line}",
            *((f"From {self.giver}",) if self.giver else ()),
            f"{self.fund.value}{f': {self.note}' if self.note else ''}",
            f"{dollars(self.cents)}, {paid_how(self.method, self.cheque)}, taken by {self.by}",
            *((f"Void: taken back by line {self.taken_back_by}",) if self.taken_back_by else ()),
        )


def giver(tournament: Tournament, payment: Payment) -> str:
    """Returns who gave it: `Ada Lee`, `Owls`, or `Ada Lee, for Owls`."""
    team = "" if payment.team is None else tournament.contender(payment.team).name
    if payment.donor and team:
        return said("{donor}, for {team}", donor=payment.donor, team=team)
    return payment.donor or team


def paid_how(method: Method, cheque: str) -> str:
    """`cash`, or `cheque 1042`."""
    return (
        said("{method} {number}", method=said(method.value), number=cheque) if cheque else said(method.value)
    )


def receipt(tournament: Tournament, number: int) -> Receipt:
    """The receipt for one line of the ledger."""
    line = ledger_line(tournament, number)
    payment = line.payment
    return Receipt(
        tournament=tournament.name,
        line=number,
        giver=giver(tournament, payment),
        fund=payment.fund,
        note=payment.note,
        cents=payment.cents,
        method=payment.method,
        cheque=payment.cheque,
        by=line.by,
        at_ms=line.at_ms,
        taken_back_by=next((each.number for each in tournament.ledger if each.reverses == number), None),
    )
