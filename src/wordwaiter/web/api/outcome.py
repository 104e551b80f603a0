"""The results of a tournament: standings, awards, money, and files for other programs."""

from enum import Enum
from typing import Annotated, Final, assert_never

import msgspec
from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from litestar.response import Response

from wordwaiter.command_fields import MOST
from wordwaiter.errors import MalformedError
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Caller, require
from wordwaiter.service.context import Context
from wordwaiter.service.memo import Memo
from wordwaiter.service.rounds.round_tables import knowing_first_moves
from wordwaiter.service.tournaments.snapshots import Snapshot
from wordwaiter.tournament.files.entrants_csv import entrants_csv
from wordwaiter.tournament.files.exports import ledger_csv, results_csv, standings_csv
from wordwaiter.tournament.files.t_file import t_text
from wordwaiter.tournament.files.tou_file import tou_text
from wordwaiter.tournament.money.pledges import pledges_due
from wordwaiter.tournament.money.treasury import receipt
from wordwaiter.tournament.standings.awards import awards, ceremony
from wordwaiter.tournament.standings.standings import preview_default, standings
from wordwaiter.tournament.state import Tournament
from wordwaiter.web.api.entrants import DivisionNamed
from wordwaiter.web.api.looking import DIRECTORS, TREASURERS, look, the_division
from wordwaiter.web.api.responses.outcome import (
    AwardResponse,
    FundsResponse,
    LedgerResponse,
    StandingsResponse,
    award_response,
    funds_response,
    ledger_response,
    standings_response,
)
from wordwaiter.web.http.guards import anybody
from wordwaiter.web.http.routes import Routes

RoundNumber = Annotated[
    int | None, QueryParameter(name="round", ge=1, le=MOST, description="As it was after this round.")
]


_STANDINGS: Final = Memo[list[StandingsResponse]](64)
_AWARDS: Final = Memo[list[AwardResponse]](64)
_EXPORTS: Final = Memo[str](64)
"""The latest exports: anybody may ask for one again and again, and each takes a share of the program."""


class BeforeAndAfter(msgspec.Struct):
    """Standings as they are, and as they would be."""

    before: StandingsResponse
    after: StandingsResponse


class Export(Enum):
    """The files that can be exported."""

    ENTRANTS = "entrants"
    STANDINGS = "standings"
    RESULTS = "results"
    LEDGER = "ledger"
    T = "t"
    TOU = "tou"


OF_NO_DIVISION: Final = (Export.ENTRANTS, Export.LEDGER)
"""Those that are of the whole tournament."""


@get("/{tournament:str}/standings", sync_to_thread=True, who=anybody)
def show_standings(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    tournament: FromPath[str],
    division: DivisionNamed = None,
    after_round: RoundNumber = None,
) -> list[StandingsResponse]:
    """The standings of each division by what its rulebook ranks by, and how each line came about."""
    snapshot = look(context, caller, tournament)
    found = snapshot.tournament
    names = list(found.divisions) if division is None else [found.division(division).name]
    after = _round_there_is(found, after_round)

    def made() -> list[StandingsResponse]:
        return [standings_response(standings(found, name, after)) for name in names]

    return _STANDINGS.of((snapshot.stream, caller.grants, division, after), (found,), made)


def _round_there_is(tournament: Tournament, asked: int | None) -> int | None:
    """The round that was asked for, or the last one: after all others the standings are as after that."""
    last = max((len(tournament.rounds_of(name)) for name in tournament.divisions), default=0)
    return None if asked is None else min(asked, max(last, 1))


@get("/{tournament:str}/defaults/{contender:int}", sync_to_thread=True, who=DIRECTORS)
def show_default(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    tournament: FromPath[str],
    contender: FromPath[int],
) -> BeforeAndAfter:
    """Previews the standings if somebody were declared in default; nothing has happened yet."""
    preview = preview_default(look(context, caller, tournament).tournament, contender)
    return BeforeAndAfter(standings_response(preview.before), standings_response(preview.after))


@get("/{tournament:str}/awards", sync_to_thread=True, who=anybody)
def show_awards(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    tournament: FromPath[str],
    division: DivisionNamed = None,
) -> list[AwardResponse]:
    """Medals and prizes in the order of the ceremony, with everybody who gets one."""
    snapshot = look(context, caller, tournament)
    found = snapshot.tournament

    def made() -> list[AwardResponse]:
        if division is None:
            return [award_response(each) for each in ceremony(found)]
        return [award_response(each) for each in reversed(awards(found, found.division(division).name))]

    return _AWARDS.of((snapshot.stream, caller.grants, division), (found,), made)


@get("/{tournament:str}/funds", sync_to_thread=True, who=anybody)
def show_funds(
    context: NamedDependency[Context], caller: NamedDependency[Caller], tournament: FromPath[str]
) -> FundsResponse:
    """Returns the money raised, against the target."""
    return funds_response(look(context, caller, tournament).tournament)


@get("/{tournament:str}/ledger", sync_to_thread=True, who=TREASURERS)
def show_ledger(
    context: NamedDependency[Context], caller: NamedDependency[Caller], tournament: FromPath[str]
) -> LedgerResponse:
    """Every line of the ledger, tabs, pledges and cash counts."""
    found = look(context, caller, tournament).tournament
    return ledger_response(found, pledges_due(found))


@get("/{tournament:str}/receipts/{line:int}", sync_to_thread=True, who=TREASURERS)
def show_receipt(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    tournament: FromPath[str],
    line: FromPath[int],
) -> list[str]:
    """The lines of a receipt for one line of the ledger."""
    return list(receipt(look(context, caller, tournament).tournament, line).lines())


@get(
    "/{tournament:str}/exports/{what:str}",
    sync_to_thread=True,
    opt={"media_type": "text/plain"},
    who=anybody,
)
def export(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    tournament: FromPath[str],
    what: FromPath[str],
    division: DivisionNamed = None,
    after_round: RoundNumber = None,
) -> Response[str]:
    """A file for a spreadsheet or another program.

    `standings` and `results` are CSV for everybody, `t` and `tou` a division for tsh and for rating,
    `entrants` CSV for officials, `ledger` CSV for the treasurer.
    """
    if what not in {each.value for each in Export}:
        known = ", ".join(each.value for each in Export)
        raise MalformedError("no-such-export", f"there is no {what!r}; choose from: {known}")
    snapshot = look(context, caller, tournament)
    wanted, after = Export(what), _round_there_is(snapshot.tournament, after_round)
    text = _EXPORTS.of(
        (snapshot.stream, caller.grants, wanted, division, after),
        (snapshot.tournament,),
        lambda: _exported(context, snapshot, caller, wanted, division, after),
    )
    ending = wanted.value if wanted in (Export.T, Export.TOU) else "csv"
    headers = {"Content-Disposition": f'attachment; filename="{wanted.value}.{ending}"'}
    return Response(text, media_type="text/plain", headers=headers)


def _exported(
    context: Context,
    snapshot: Snapshot,
    caller: Caller,
    what: Export,
    named: str | None,
    after_round: int | None,
) -> str:
    tournament: Tournament = snapshot.tournament
    match what:
        case Export.ENTRANTS:
            require(caller, snapshot.stream, Role.JUDGE, Role.SCOREKEEPER)
            return entrants_csv(tournament)
        case Export.LEDGER:
            require(caller, snapshot.stream, Role.TREASURER)
            return ledger_csv(tournament)
        case Export.STANDINGS:
            return standings_csv(tournament, the_division(tournament, named), after_round)
        case Export.RESULTS:
            return results_csv(tournament, the_division(tournament, named))
        case Export.T:
            rated = knowing_first_moves(context, snapshot.stream, tournament)
            return t_text(rated, the_division(tournament, named))
        case Export.TOU:
            divisions = (tournament.division(named).name,) if named else tuple(tournament.divisions)
            return tou_text(knowing_first_moves(context, snapshot.stream, tournament), divisions)
        case _:
            assert_never(what)


outcome_routes = Routes(
    "/tournaments",
    route_handlers=[
        show_standings,
        show_default,
        show_awards,
        show_funds,
        show_ledger,
        show_receipt,
        export,
    ],
    tags=["outcome"],
)
