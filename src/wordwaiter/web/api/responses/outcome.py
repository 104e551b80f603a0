"""Responses about a tournament's results: standings, awards, money, and notes of the Bee."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from wordwaiter.tournament.formats.choices import Criterion
from wordwaiter.tournament.money.ledger import CashCount, LedgerLine
from wordwaiter.tournament.money.pledges import PledgeDue
from wordwaiter.tournament.money.treasury import Funds, funds
from wordwaiter.tournament.standings.awards import Award
from wordwaiter.tournament.standings.game_lines import GameLine
from wordwaiter.tournament.standings.standings import Standings, plain_value
from wordwaiter.tournament.state import NotedFeat, Peek, Purchase, Tournament

# ---------------------------------------------------------------- standings and awards


class StandingResponse(msgspec.Struct):
    """A line of the standings, and how it came about."""

    rank: int | None
    """Shared where nothing separates; nothing for one who is no longer ranked."""
    entrant: int
    name: str
    values: dict[str, int | float | list[int]]
    """The values the division is ranked by, the weightiest first; wins may end in a half."""
    why: list[str]
    note: str
    games: list[GameLine]


class StandingsResponse(msgspec.Struct):
    """The standings of a division, the best first."""

    division: str
    round: int
    provisional: bool
    """A round that counts is not closed."""
    criteria: list[Criterion]
    lines: list[StandingResponse]


def standings_response(table: Standings) -> StandingsResponse:
    """The standings of a division with the why of each line."""
    lines = []
    for line in table.lines:
        values: dict[str, Any] = {
            key.value: plain_value(key, value) for key, value in zip(table.criteria, line.values, strict=True)
        }
        lines.append(
            StandingResponse(
                line.rank, line.entrant, line.name, values, list(line.why), line.note, list(line.games)
            )
        )
    return StandingsResponse(
        table.division, table.after_round, table.is_provisional, list(table.criteria), lines
    )


class AwardResponse(msgspec.Struct):
    """A medal or a prize, and everybody who gets one."""

    division: str
    category: str
    """The division, or the age group where age divisions were merged."""
    award: str
    entrant: int
    name: str
    recipients: list[str]
    why: str
    shared: bool


def award_response(award: Award) -> AwardResponse:
    """One award."""
    return AwardResponse(
        award.division,
        award.category,
        award.what.value,
        award.entrant,
        award.name,
        list(award.recipients),
        award.why,
        award.shared,
    )


# ---------------------------------------------------------------- money


class TeamFunds(msgspec.Struct):
    """The money from one team; without a number, from nobody in particular."""

    number: int | None
    name: str
    cents: int


class PledgeResponse(msgspec.Struct):
    """A promise of a fixed amount or for each point, what it comes to now, and what is paid."""

    number: int | None
    """Of the team."""
    name: str
    donor: str
    cents_per_point: int
    most_cents: int | None
    points: int
    cents: int
    pledge: int
    """Its own number."""
    fixed_cents: int
    paid_cents: int


class FundsResponse(msgspec.Struct):
    """The funds, in cents: what everybody may know."""

    total_cents: int
    target_cents: int | None
    by_fund: dict[str, int]
    by_team: list[TeamFunds]


class LedgerResponse(msgspec.Struct):
    """The ledger with all that it adds up to, for the treasurer."""

    funds: FundsResponse
    cash_cents: int
    tabs_cents: int
    lines: list[LedgerLine]
    pledges: list[PledgeResponse]
    counts: list[CashCount]


def funds_response(tournament: Tournament, found: Funds | None = None) -> FundsResponse:
    """Returns the money raised, by purpose and by source."""
    found = found or funds(tournament)
    return FundsResponse(
        found.total_cents,
        found.target_cents,
        {fund.value: cents for fund, cents in found.by_fund.items()},
        [TeamFunds(team, _name(tournament, team), cents) for team, cents in found.by_team.items()],
    )


def ledger_response(tournament: Tournament, due: tuple[PledgeDue, ...]) -> LedgerResponse:
    """Every line of the ledger, and what it adds up to."""
    found = funds(tournament)
    return LedgerResponse(
        funds_response(tournament, found),
        found.cash_cents,
        found.tabs_cents,
        list(tournament.ledger),
        list(_pledge_responses(tournament, due)),
        list(tournament.cash_counts),
    )


def _pledge_responses(tournament: Tournament, due: tuple[PledgeDue, ...]) -> Iterator[PledgeResponse]:
    for each in due:
        pledge = each.pledge
        yield PledgeResponse(
            pledge.team,
            _name(tournament, pledge.team),
            pledge.donor,
            pledge.cents_per_point,
            pledge.most_cents,
            each.points,
            each.cents,
            each.number,
            pledge.fixed_cents,
            each.paid_cents,
        )


def _name(tournament: Tournament, contender: int | None) -> str:
    return "" if contender is None else tournament.contender(contender).name


# ---------------------------------------------------------------- the Bee


class BeeResponse(msgspec.Struct):
    """Records beside the boards: peeks, tiles bought back, plays for a prize."""

    peeks: list[Peek]
    purchases: list[Purchase]
    bought_all: list[int]
    feats: list[NotedFeat]


def bee_response(tournament: Tournament, seen: Callable[[Peek], Peek]) -> BeeResponse:
    """Peeks as whoever asks may see them, purchases and feats, in the order in which they came."""
    return BeeResponse(
        list(map(seen, tournament.peeks)),
        list(tournament.purchases),
        sorted(tournament.bought_all),
        list(tournament.feats),
    )
