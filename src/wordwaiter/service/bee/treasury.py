"""The treasurer's desk: what was raised, what each team owes, the ledger, the pledges and the cash."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordwaiter.game.holdings import count_of
from wordwaiter.roles import Role
from wordwaiter.rules.rulebooks.rulebook import Building, Rulebook
from wordwaiter.service.access.callers import Caller, require
from wordwaiter.service.access.visibility import tournament_for
from wordwaiter.service.rounds.public_sponsors import public_sponsors
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament.bee.decide import AllTilesOffer, all_tiles_offer, tiles_to_buy
from wordwaiter.tournament.entrants.absence import why_not_playing
from wordwaiter.tournament.entrants.entrants import Contender
from wordwaiter.tournament.money.ledger import LedgerLine
from wordwaiter.tournament.money.pledges import PledgeDue, pledges_due
from wordwaiter.tournament.money.treasury import Funds, funds, tab_cents
from wordwaiter.tournament.rounds.rounds import RoundStage
from wordwaiter.tournament.state import Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


@dataclass(frozen=True, slots=True)
class TeamAccount:
    """A player's or a team's account: what it gave, owes and can buy now."""

    number: int
    name: str
    division: str
    raised_cents: int
    tab_cents: int
    """Yet to be paid; below zero, what it gets back."""
    peek_cents: int | None
    """The price of a peek now; `None` where none is sold."""
    tile_cents: int | None
    """The price of a removed tile now; `None` where there is none to buy."""
    tiles_out: int
    all_tiles: AllTilesOffer | None
    """The price of all tiles of all rounds still to come; `None` where single ones cost less."""

    @property
    def buys(self) -> bool:
        """Checks whether anything is sold to it now."""
        return any(price is not None for price in (self.peek_cents, self.tile_cents, self.all_tiles))


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the ledger, whose it is, and what became of it."""

    line: LedgerLine
    who: str
    taken_back_by: int | None

    @property
    def can_be_reversed(self) -> bool:
        return self.taken_back_by is None and self.line.reverses is None


@dataclass(frozen=True, slots=True)
class TreasuryDesk:
    """A tournament as its treasurer sees it."""

    stream: str
    now_ms: int
    tournament: Tournament
    funds: Funds
    accounts: tuple[TeamAccount, ...]
    entries: tuple[Entry, ...]
    """The newest first."""
    pledges: tuple[PledgeDue, ...]

    @property
    def donors(self) -> tuple[str, ...]:
        """Names to choose from: the sponsors of the event, and everybody who gave or promised something."""
        given = (line.payment.donor for line in self.tournament.ledger)
        pledged = (each.donor for each in self.tournament.pledges)
        sponsors = (each.name for each in public_sponsors(self.tournament))
        named = dict.fromkeys(filter(None, (*sponsors, *given, *pledged)))
        return tuple(sorted(named, key=str.casefold))

    @property
    def percent(self) -> int:
        """Returns how far to the target; all the way without one."""
        if not self.funds.target_cents:
            return 100
        return max(0, min(100, 100 * self.funds.total_cents // self.funds.target_cents))


def treasury_desk(context: "Context", caller: Caller, stream: str) -> TreasuryDesk:
    """Returns everything on the treasurer's page."""
    require(caller, stream, Role.TREASURER)
    tournament = tournament_for(caller, stream, snapshot_of(context, stream).tournament)
    raised = funds(tournament)
    return TreasuryDesk(
        stream=stream,
        now_ms=max(context.watch(), tournament.at_ms),
        tournament=tournament,
        funds=raised,
        accounts=tuple(
            _account(tournament, each, division.name, context.rulebooks(division.rulebook), raised)
            for division in tournament.divisions.values()
            for each in tournament.contenders_of(division.name)
        ),
        entries=_entries(tournament),
        pledges=tuple(pledges_due(tournament)),
    )


def _account(
    tournament: Tournament, contender: Contender, division: str, rulebook: Rulebook, raised: Funds
) -> TeamAccount:
    number = contender.number
    running = tournament.open_round(division)
    is_on = (
        running is not None
        and running.stage is RoundStage.RUNNING
        and not why_not_playing(tournament, running, number)
    )
    out = count_of(tiles_to_buy(tournament, number))
    building = rulebook.play if isinstance(rulebook.play, Building) else None
    offer = None if building is None else all_tiles_offer(tournament, number, building)
    return TeamAccount(
        number=number,
        name=contender.name,
        division=division,
        raised_cents=raised.by_team.get(number, 0),
        tab_cents=tab_cents(tournament, number),
        peek_cents=rulebook.words.peek_cents if is_on else None,
        tile_cents=building.tile_cents if building is not None and out else None,
        tiles_out=out,
        all_tiles=offer if offer is not None and offer.is_no_dearer else None,
    )


def _entries(tournament: Tournament) -> tuple[Entry, ...]:
    taken_back = {each.reverses: each.number for each in tournament.ledger if each.reverses is not None}
    return tuple(
        Entry(
            line,
            "" if line.payment.team is None else tournament.contender(line.payment.team).name,
            taken_back.get(line.number),
        )
        for line in reversed(tournament.ledger)
    )
