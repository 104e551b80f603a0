"""Pledges: what was promised, what it comes to with the points of a team, and what is paid."""

from collections import Counter
from dataclasses import dataclass

from wordwaiter.errors import ConflictError, MalformedError
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.deciding import decides
from wordwaiter.tournament.facts import Fact, MoneyTaken, PledgeChanged, PledgeMade, PledgeWithdrawn
from wordwaiter.tournament.guards import require_reason
from wordwaiter.tournament.money.ledger import Fund, Method, Payment, Pledge
from wordwaiter.tournament.money.treasury import require_amount
from wordwaiter.tournament.standings.game_lines import game_lines
from wordwaiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class PledgeDue:
    """A pledge, what it comes to with the points that its team has made, and what is paid of it."""

    number: int
    pledge: Pledge
    points: int
    cents: int
    paid_cents: int

    @property
    def left_cents(self) -> int:
        """The amount yet to be paid; a donor may give more than was promised."""
        return max(self.cents - self.paid_cents, 0)


def pledges_due(tournament: Tournament) -> tuple[PledgeDue, ...]:
    """Returns every pledge that holds; it is in the funds only when it is paid."""
    points: Counter[int | None] = Counter()
    for division in tournament.divisions:
        for line in game_lines(tournament, division):
            points[line.contender] += line.points
    paid = _paid_cents(tournament)
    return tuple(
        PledgeDue(number, each, points[each.team], pledge_due_cents(each, points[each.team]), paid[number])
        for number, each in enumerate(tournament.pledges, start=1)
        if not each.is_withdrawn
    )


def pledge_due_cents(pledge: Pledge, points: int) -> int:
    """Returns what a pledge comes to at so many points; points below zero cost nothing."""
    due = pledge.fixed_cents or max(points, 0) * pledge.cents_per_point
    return due if pledge.most_cents is None else min(due, pledge.most_cents)


def _paid_cents(tournament: Tournament) -> Counter[int]:
    paid: Counter[int] = Counter()
    for line in tournament.ledger:
        if line.payment.pledge is not None:
            paid[line.payment.pledge] += line.payment.cents
    return paid


# ---------------------------------------------------------------- commands


@decides
def make_pledge(tournament: Tournament, command: c.MakePledge, now_ms: int) -> tuple[Fact, ...]:
    """Somebody promises money."""
    pledge = _pledge(tournament, command)
    terms = (pledge.team, pledge.donor, pledge.cents_per_point, pledge.most_cents, pledge.fixed_cents)
    return (PledgeMade(now_ms, command.by, *terms),)


@decides
def change_pledge(tournament: Tournament, command: c.ChangePledge, now_ms: int) -> tuple[Fact, ...]:
    """A pledge is corrected, with the reason."""
    require_reason(command.reason, "correcting the pledge")
    before, pledge = _standing(tournament, command.pledge), _pledge(tournament, command)
    if before == pledge:
        raise MalformedError("nothing-changed", "nothing is different; change the pledge, or leave it")
    return (PledgeChanged(now_ms, command.by, command.pledge, pledge, command.reason),)


@decides
def withdraw_pledge(tournament: Tournament, command: c.WithdrawPledge, now_ms: int) -> tuple[Fact, ...]:
    """A pledge does not hold; what was paid of it is reversed first."""
    require_reason(command.reason, "withdrawing the pledge")
    _standing(tournament, command.pledge)
    if _paid_cents(tournament)[command.pledge]:
        raise ConflictError(
            "pledge-paid", "something was paid on this pledge; reverse that line of the ledger first"
        )
    return (PledgeWithdrawn(now_ms, command.by, command.pledge, command.reason),)


@decides
def pay_pledge(tournament: Tournament, command: c.PayPledge, now_ms: int) -> tuple[Fact, ...]:
    """A pledge is paid: as much as is due, or what the donor gives instead."""
    pledge = _standing(tournament, command.pledge)
    if command.method is Method.TAB:
        raise MalformedError("pledge-on-tab", "choose how the pledge was paid: cash, card or cheque")
    due = next(each for each in pledges_due(tournament) if each.number == command.pledge)
    cents = due.left_cents if command.cents is None else command.cents
    if not cents:
        raise ConflictError("no-pledge-due", f"nothing is due on the pledge of {pledge.donor} now")
    require_amount(cents)
    cheque = command.cheque.strip() if command.method is Method.CHEQUE else ""
    payment = Payment(
        Fund.PLEDGE, cents, command.method, pledge.team, "", pledge.donor, cheque, command.pledge
    )
    return (MoneyTaken(now_ms, command.by, len(tournament.ledger) + 1, payment),)


def _pledge(tournament: Tournament, command: c.MakePledge | c.ChangePledge) -> Pledge:
    """The pledge as it was promised: either a fixed amount, or so much a point of a team."""
    if not command.donor.strip():
        raise MalformedError("no-name", "enter who made the pledge")
    if bool(command.fixed_cents) == bool(command.cents_per_point):
        raise MalformedError("one-kind-of-pledge", "enter either a fixed amount or an amount per point")
    require_amount(command.fixed_cents or command.cents_per_point)
    if command.team is not None:
        tournament.entrant_of(command.team)
    elif command.cents_per_point:
        raise MalformedError("whose-points", "choose the team whose points count")
    if command.most_cents is not None:
        require_amount(command.most_cents)
    most = command.most_cents if command.cents_per_point else None
    return Pledge(command.team, command.donor.strip(), command.cents_per_point, most, command.fixed_cents)


def _standing(tournament: Tournament, number: int) -> Pledge:
    if not 1 <= number <= len(tournament.pledges):
        raise MalformedError("no-such-pledge", f"there is no pledge {number}")
    pledge = tournament.pledges[number - 1]
    if pledge.is_withdrawn:
        raise ConflictError("pledge-withdrawn", f"pledge {number} was withdrawn; enter a new one")
    return pledge
