"""Standings with the why of each line and the ceremony, and the log with its search, for officials."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Final

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from litestar.response import Response

from wordwaiter.roles import Role
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.service.access.audit_log import AuditSearch, search_log
from wordwaiter.service.access.callers import OFFICIALS, Caller
from wordwaiter.service.context import Context
from wordwaiter.service.rounds.director_view import overview
from wordwaiter.service.rounds.round_tables import knowing_first_moves
from wordwaiter.tournament.bee.report import WithoutPurchases, without_purchases
from wordwaiter.tournament.files.rating_check import rating_faults
from wordwaiter.tournament.ratings.estimates import RatingEstimate, estimates
from wordwaiter.tournament.standings.awards import ceremony, medals_needed
from wordwaiter.tournament.standings.chances import chance_lines
from wordwaiter.tournament.standings.standings import standings
from wordwaiter.tournament.state import Tournament
from wordwaiter.web.http.guards import only, only_in_part
from wordwaiter.web.pages.forms import new_key
from wordwaiter.web.pages.public.screen_control import screen_control
from wordwaiter.web.render.numbers import standing
from wordwaiter.web.render.templates import AnyRequest, page, reader_of
from wordwaiter.web.words.sentences import plainly


@get("/director/{stream:str}/standings", sync_to_thread=True, who=only_in_part(Role.SCOREKEEPER, of="stream"))
def show_standings(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
    after: Annotated[int | None, QueryParameter(ge=1, le=100)] = None,
) -> Response[str]:
    """The standings of every division, each line with how it came about."""
    seen = overview(context, caller, stream)
    tables = [
        table
        for each in seen.divisions
        if each.round is not None
        and (
            table := standings(seen.tournament, each.division.name, _within(after, each.round.number))
        ).has_begun
    ]
    given = ceremony(seen.tournament) if tables else ()
    rated = knowing_first_moves(context, stream, seen.tournament)
    return page(
        request,
        "director_standings.html",
        here_is="standings",
        seen=seen,
        tournament=seen.tournament,
        tables=tables,
        awards=given,
        needed=medals_needed(given),
        value=partial(standing, language=reader_of(request).language),
        bought=_bought(seen.tournament, [table.division for table in tables]),
        chances=[
            (table.division, lines)
            for table in tables
            if after is None and (lines := chance_lines(seen.tournament, table.division))
        ],
        ratings=[each for table in tables if (each := _ratings(rated, table.division)).estimates],
        rounds=max((each.round.number for each in seen.divisions if each.round), default=0),
        after=after,
        control=screen_control(seen.tournament),
        directs=caller.holds(stream),
        key=new_key(),
    )


@dataclass(frozen=True, slots=True)
class RatingsView:
    """The ratings of a division after its games, as an estimate, and what its files lack."""

    division: str
    estimates: tuple[tuple[str, RatingEstimate], ...]
    """By name, in the order of entry."""
    faults: tuple[str, ...]


def _ratings(tournament: Tournament, division: str) -> RatingsView:
    names = {each.number: each.name for each in tournament.contenders_of(division)}
    told = tuple((names[each.contender], each) for each in estimates(tournament, division))
    return RatingsView(division, told, rating_faults(tournament, division))


def _bought(
    tournament: Tournament, divisions: Iterable[str]
) -> list[tuple[str, tuple[WithoutPurchases, ...]]]:
    """The totals of each division with and without the tiles that were bought back, where any were."""
    teams = {purchase.team for purchase in tournament.purchases}
    return [
        (
            name,
            without_purchases(
                tournament,
                name,
                shipped_rulebook(tournament.division(name).rulebook).table.tile_set.values,
            ),
        )
        for name in divisions
        if not teams.isdisjoint(each.number for each in tournament.contenders_of(name))
    ]


def _within(after: int | None, last: int) -> int | None:
    """The round to stand after, or the last that the division has."""
    return None if after is None else min(after, last)


@get("/director/{stream:str}/log", sync_to_thread=True, who=only(*OFFICIALS, of="stream"))
def show_log(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
    text: Annotated[str, QueryParameter(max_length=100)] = "",
    actor: Annotated[str, QueryParameter(max_length=100)] = "",
    clause: Annotated[str, QueryParameter(max_length=60)] = "",
    before: Annotated[int | None, QueryParameter(ge=1)] = None,
) -> Response[str]:
    """Shows what was done, by whom, when, why and by which clause; the newest first."""
    seen = overview(context, caller, stream)
    search = AuditSearch(
        stream,
        actor=actor.strip(),
        clause=clause.strip(),
        text=text.strip(),
        before=before,
        read=partial(plainly, reader_of(request).language),
    )
    lines = search_log(context, caller, search)
    return page(
        request,
        "director_log.html",
        here_is="log",
        seen=seen,
        tournament=seen.tournament,
        lines=lines,
        search=search,
        older=lines[-1].position if len(lines) == search.most else None,
    )


standing_routes: Final = (show_standings, show_log)
