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
    PerPoint,
    Reason,
)


@dataclass(frozen=True, slots=True)
class TakeMoney(TournamentCommand):
    """Write down money that came in."""

    ROLES: ClassVar = (Role.TREASURER,)
    SCOPE: ClassVar = OfPeople("team")
    fund: Fund
    """What it is for."""
    cents: Amount
    method: Method
    """How it is paid."""
    team: Contender | None = None
    """Whose it is, where it is a team's."""
    note: str = ""
    """From whom, or what for."""


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
    """Promise so much for each point that a team makes."""

    ROLES: ClassVar = (Role.TREASURER,)
    SCOPE: ClassVar = OfPeople("team")
    team: Contender
    donor: str
    """Who promises it."""
    cents_per_point: PerPoint
    most_cents: MostAmount | None = None


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


MoneyCommand = TakeMoney | ReverseMoney | PayTab | MakePledge | SetTarget | CountCash
