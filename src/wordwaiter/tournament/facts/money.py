"""Facts of money."""

from dataclasses import dataclass
from typing import ClassVar

from wordwaiter.audience import Audience, ForAll, ForTreasurer
from wordwaiter.sentences import Wording, named, said, said_of
from wordwaiter.tournament.facts.base import TournamentFact
from wordwaiter.tournament.guards import names_of
from wordwaiter.tournament.money.ledger import Method, Payment, Pledge, dollars
from wordwaiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class MoneyTaken(TournamentFact):
    """A line was written in the ledger."""

    KIND: ClassVar = "tournament.money_taken"
    AUDIENCE: ClassVar = Audience.TREASURER
    line: ForTreasurer[int]
    payment: ForTreasurer[Payment]

    def sentence(self, _: Tournament, after: Tournament) -> Wording:
        payment = self.payment
        team = "" if payment.team is None else names_of(after, [payment.team])
        pattern = "line {line}: {fund}, {sum}, {method}"
        if payment.donor and team:
            pattern = "line {line}: {fund} from {donor} for {who}, {sum}, {method}"
        elif payment.donor or team:
            pattern = "line {line}: {fund} from {who}, {sum}, {method}"
        return said(
            pattern,
            line=self.line,
            fund=named(payment.fund),
            donor=payment.donor,
            who=team or payment.donor,
            sum=dollars(payment.cents),
            method=named(payment.method),
        )


@dataclass(frozen=True, slots=True)
class MoneyReversed(TournamentFact):
    """A line of the ledger was taken back by another."""

    KIND: ClassVar = "tournament.money_reversed"
    AUDIENCE: ClassVar = Audience.TREASURER
    line: ForTreasurer[int]
    reverses: ForTreasurer[int]
    reason: ForTreasurer[str]

    def sentence(self, _before: Tournament, _after: Tournament, /) -> Wording:
        return said_of("line {line} takes line {other} back: {reason}", self, other=self.reverses)


@dataclass(frozen=True, slots=True)
class TabPaid(TournamentFact):
    """A team paid its tab."""

    KIND: ClassVar = "tournament.tab_paid"
    AUDIENCE: ClassVar = Audience.TREASURER
    team: ForTreasurer[int]
    cents: ForTreasurer[int]
    method: ForTreasurer[Method]

    def sentence(self, _: Tournament, after: Tournament) -> Wording:
        who = names_of(after, [self.team])
        return said_of("{who} pays a tab of {sum}, {method}", self, who=who, sum=dollars(self.cents))


@dataclass(frozen=True, slots=True)
class PledgeMade(TournamentFact):
    """Somebody promised money: a fixed amount, or for points."""

    KIND: ClassVar = "tournament.pledge_made"
    AUDIENCE: ClassVar = Audience.TREASURER
    team: ForTreasurer[int | None]
    donor: ForTreasurer[str]
    cents_per_point: ForTreasurer[int]
    most_cents: ForTreasurer[int | None]
    fixed_cents: ForTreasurer[int] = 0

    @property
    def pledge(self) -> Pledge:
        return Pledge(self.team, self.donor, self.cents_per_point, self.most_cents, self.fixed_cents)

    def sentence(self, _: Tournament, after: Tournament) -> Wording:
        return _pledged(self.pledge, after)


@dataclass(frozen=True, slots=True)
class PledgeChanged(TournamentFact):
    """A pledge was corrected."""

    KIND: ClassVar = "tournament.pledge_changed"
    AUDIENCE: ClassVar = Audience.TREASURER
    number: ForTreasurer[int]
    pledge: ForTreasurer[Pledge]
    reason: ForTreasurer[str]

    def sentence(self, _: Tournament, after: Tournament) -> Wording:
        pledged = _pledged(self.pledge, after)
        return said_of("pledge {number} is corrected: {pledged} ({reason})", self, pledged=pledged)


@dataclass(frozen=True, slots=True)
class PledgeWithdrawn(TournamentFact):
    """A pledge does not hold."""

    KIND: ClassVar = "tournament.pledge_withdrawn"
    AUDIENCE: ClassVar = Audience.TREASURER
    SENTENCE: ClassVar = "pledge {number} is withdrawn: {reason}"
    number: ForTreasurer[int]
    reason: ForTreasurer[str]


def _pledged(pledge: Pledge, after: Tournament) -> Wording:
    who = "" if pledge.team is None else names_of(after, [pledge.team])
    if pledge.fixed_cents:
        pattern = "{donor} pledges {sum} for {who}" if who else "{donor} pledges {sum}"
        return said(pattern, donor=pledge.donor, sum=dollars(pledge.fixed_cents), who=who)
    each = dollars(pledge.cents_per_point)
    return said("{donor} pledges {sum} a point of {who}", donor=pledge.donor, sum=each, who=who)


@dataclass(frozen=True, slots=True)
class TargetSet(TournamentFact):
    """It was said how much is hoped for."""

    KIND: ClassVar = "tournament.target_set"
    AUDIENCE: ClassVar = Audience.ALL
    cents: ForAll[int]

    def sentence(self, _before: Tournament, _after: Tournament, /) -> Wording:
        return said("the target is {sum}", sum=dollars(self.cents))


@dataclass(frozen=True, slots=True)
class CashCounted(TournamentFact):
    """Cash was counted; the ledger had `expected_cents`."""

    KIND: ClassVar = "tournament.cash_counted"
    AUDIENCE: ClassVar = Audience.TREASURER
    counted_cents: ForTreasurer[int]
    expected_cents: ForTreasurer[int]

    def sentence(self, _before: Tournament, _after: Tournament, /) -> Wording:
        cash, expected = dollars(self.counted_cents), dollars(self.expected_cents)
        return said("{cash} in cash, {expected} in the ledger", cash=cash, expected=expected)


MoneyFact = (
    MoneyTaken
    | MoneyReversed
    | TabPaid
    | PledgeMade
    | PledgeChanged
    | PledgeWithdrawn
    | TargetSet
    | CashCounted
)
