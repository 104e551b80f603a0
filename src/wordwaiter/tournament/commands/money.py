"""Commands of money."""

from dataclasses import dataclass
from typing import ClassVar

from wordwaiter.roles import Role
from wordwaiter.tournament.commands.base import TournamentCommand
from wordwaiter.tournament.money.ledger import Fund, Method
from wordwaiter.tournament.scopes import OfPeople, WholeDay
from wordwaiter.tournament.written import (
    Amount,
    Contender,
    MostAmount,
    PaidAmount,
    PerPoint,
    PledgeNumber,
    Reason,
)


@dataclass(frozen=True, slots=True)
class TakeMoney(TournamentCommand):
    """Write down money that came in."""

    ROLES: ClassVar = (Role.TREASURER,)
    SCOPE: ClassVar = OfPeople("team")
    fund: Fund
    """The purpose of the money."""
    cents: Amount
    method: Method
    """How it is paid."""
    team: Contender | None = None
    """Whose it is, where it is a team's."""
    note: str = ""
    """A note about its purpose, where one is needed."""
    donor: str = ""
    """Who gave it, where it is somebody else than the team."""
    cheque: str = ""
    """The number on the cheque."""


@dataclass(frozen=True, slots=True)
class CorrectMoney(TournamentCommand):
    """Correct a line of the ledger: it is reversed, and written again as it should be."""

    ROLES: ClassVar = (Role.TREASURER,)
    SCOPE: ClassVar = OfPeople("team")
    line: int
    """Its number in the ledger."""
    fund: Fund
    """The purpose of the money."""
    cents: Amount
    method: Method
    """How it is paid."""
    reason: Reason
    team: Contender | None = None
    """Whose it is, where it is a team's."""
    note: str = ""
    """A note about its purpose, where one is needed."""
    donor: str = ""
    """Who gave it, where it is somebody else than the team."""
    cheque: str = ""
    """The number on the cheque."""


@dataclass(frozen=True, slots=True)
class ReverseMoney(TournamentCommand):
    """Take a line of the ledger back by another line."""

    ROLES: ClassVar = (Role.TREASURER,)
    SCOPE: ClassVar = WholeDay()
    line: int
    """Its number in the ledger."""
    reason: Reason


@dataclass(frozen=True, slots=True)
class PayTab(TournamentCommand):
    """Pay all that is on a team's tab."""

    ROLES: ClassVar = (Role.TREASURER,)
    SCOPE: ClassVar = OfPeople("team")
    team: Contender
    method: Method
    """How it is paid."""


@dataclass(frozen=True, slots=True)
class MakePledge(TournamentCommand):
    """Promise a fixed amount, or so much for each point that a team makes."""

    ROLES: ClassVar = (Role.TREASURER,)
    SCOPE: ClassVar = OfPeople("team")
    donor: str
    """Who promises it."""
    team: Contender | None = None
    """Whose points count; a fixed amount needs no team."""
    cents_per_point: PerPoint = 0
    most_cents: MostAmount | None = None
    fixed_cents: Amount = 0


@dataclass(frozen=True, slots=True)
class ChangePledge(TournamentCommand):
    """Correct a pledge."""

    ROLES: ClassVar = (Role.TREASURER,)
    SCOPE: ClassVar = OfPeople("team")
    pledge: PledgeNumber
    donor: str
    """Who promises it."""
    reason: Reason
    team: Contender | None = None
    """Whose points count; a fixed amount needs no team."""
    cents_per_point: PerPoint = 0
    most_cents: MostAmount | None = None
    fixed_cents: Amount = 0


@dataclass(frozen=True, slots=True)
class WithdrawPledge(TournamentCommand):
    """Say that a pledge does not hold."""

    ROLES: ClassVar = (Role.TREASURER,)
    SCOPE: ClassVar = WholeDay()
    pledge: PledgeNumber
    reason: Reason


@dataclass(frozen=True, slots=True)
class PayPledge(TournamentCommand):
    """Write down that a pledge is paid."""

    ROLES: ClassVar = (Role.TREASURER,)
    SCOPE: ClassVar = WholeDay()
    pledge: PledgeNumber
    method: Method
    """How it is paid."""
    cents: PaidAmount | None = None
    cheque: str = ""
    """The number on the cheque."""


@dataclass(frozen=True, slots=True)
class SetTarget(TournamentCommand):
    """Say how much is hoped for."""

    ROLES: ClassVar = (Role.TREASURER,)
    SCOPE: ClassVar = WholeDay()
    cents: Amount


@dataclass(frozen=True, slots=True)
class CountCash(TournamentCommand):
    """Compare the cash that was counted with the ledger."""

    ROLES: ClassVar = (Role.TREASURER,)
    SCOPE: ClassVar = WholeDay()
    cents: Amount


MoneyCommand = (
    TakeMoney
    | CorrectMoney
    | ReverseMoney
    | PayTab
    | MakePledge
    | ChangePledge
    | WithdrawPledge
    | PayPledge
    | SetTarget
    | CountCash
)
