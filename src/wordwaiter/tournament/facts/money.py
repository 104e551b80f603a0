"""Facts of money."""

from dataclasses import dataclass
from typing import ClassVar

from wordwaiter.audience import Audience, ForAll, ForTreasurer
from wordwaiter.sentences import Wording, named, said, said_of
from wordwaiter.tournament.facts.base import TournamentFact
from wordwaiter.tournament.guards import names_of
from wordwaiter.tournament.money.ledger import Method, Payment, dollars
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
        pattern = "line {line}: {fund}, {sum}, {method}"
        if payment.team is not None:
            pattern = "line {line}: {fund} from {who}, {sum}, {method}"
        return said(
            pattern,
            line=self.line,
            fund=named(payment.fund),
            who="" if payment.team is None else names_of(after, [payment.team]),
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
    """Somebody promised money for points."""

    KIND: ClassVar = "tournament.pledge_made"
    AUDIENCE: ClassVar = Audience.TREASURER
    team: ForTreasurer[int]
    donor: ForTreasurer[str]
    cents_per_point: ForTreasurer[int]
    most_cents: ForTreasurer[int | None]

    def sentence(self, _: Tournament, after: Tournament) -> Wording:
        who, each = names_of(after, [self.team]), dollars(self.cents_per_point)
        return said_of("{donor} pledges {sum} a point of {who}", self, sum=each, who=who)


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


MoneyFact = MoneyTaken | MoneyReversed | TabPaid | PledgeMade | TargetSet | CashCounted
