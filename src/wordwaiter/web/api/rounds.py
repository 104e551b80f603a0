"""Rounds: looked at, proposed, checked and published. Starting and closing them are commands."""

from typing import Annotated

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from litestar.response import Response
from msgspec import Meta

from wordwaiter.command_fields import MOST, whole_number
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.context import Context
from wordwaiter.service.stream_kind import CommandMeta
from wordwaiter.service.tournaments.tournaments import RoundRequest, propose_next_round, publish_next_round
from wordwaiter.tournament.pairing.by_hand import ByHand
from wordwaiter.tournament.rounds.proposals import check_games
from wordwaiter.tournament.state import Tournament
from wordwaiter.web.api.entrants import DivisionNamed
from wordwaiter.web.api.looking import DIRECTORS, Given, given, look, room_clock, the_division
from wordwaiter.web.api.responses.tournament import (
    RestResponse,
    RoundResponse,
    Side,
    rest_response,
    round_response,
    sides_response,
)
from wordwaiter.web.api.sent import json_body
from wordwaiter.web.api.wire import Text
from wordwaiter.web.http.guards import anybody
from wordwaiter.web.http.routes import Routes

Number = whole_number("number")


class GameBody(msgspec.Struct, forbid_unknown_fields=True):
    """Two who shall meet, by their numbers; the first plays first where the format balances that."""

    first: Number  # type: ignore[valid-type]
    second: Number  # type: ignore[valid-type]


class GamesBody(msgspec.Struct, forbid_unknown_fields=True):
    """The games of a round as the organiser wants them, and who rests."""

    division: Text
    games: Annotated[list[GameBody], Meta(max_length=1_000)]
    byes: Annotated[list[Number], Meta(max_length=1_000)] = []  # type: ignore[valid-type]


class RoundBody(msgspec.Struct, forbid_unknown_fields=True):
    """The next round of a division: paired as its format says, or with games that are named."""

    division: Text
    games: Annotated[list[GameBody], Meta(max_length=1_000)] | None = None
    byes: Annotated[list[Number], Meta(max_length=1_000)] = []  # type: ignore[valid-type]
    seed: Annotated[int, Meta(ge=0, le=MOST)] | None = None
    """To draw by; otherwise the journal's own chance."""


class GameResponse(msgspec.Struct):
    """A game that is proposed."""

    table: int
    board: int
    sides: list[Side]
    first: int | None
    why: str


class ProposalResponse(msgspec.Struct):
    """A round that could be published, and what its seating could not keep."""

    division: str
    version: int
    games: list[GameResponse]
    rests: list[RestResponse]
    moved: list[str]


class BreachResponse(msgspec.Struct):
    """Something that games named by hand break."""

    kind: str
    numbers: list[int]
    sentence: str
    forbidden: bool
    """The round cannot be played so; otherwise it is for the organiser to decide."""


@get("/{tournament:str}/rounds", sync_to_thread=True, who=anybody)
def list_rounds(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    tournament: FromPath[str],
    division: DivisionNamed = None,
    number: Annotated[
        int | None, QueryParameter(name="round", ge=1, le=MOST, description="Only this one.")
    ] = None,
) -> list[RoundResponse]:
    """The rounds that were published: who sits where, what came of each game, what is missing."""
    kept = look(context, caller, tournament)
    found = kept.tournament
    names = list(found.divisions) if division is None else [found.division(division).name]
    early = caller.holds(kept.stream, Role.EMCEE, Role.JUDGE)
    clock = room_clock(context, found)
    return [
        round_response(found, played, clock, words_early=early)
        for name in names
        for played in found.rounds_of(name)
        if number in (None, played.number)
    ]


@post(
    "/{tournament:str}/rounds/propose",
    dependencies={"sent": json_body(RoundBody)},
    status_code=200,
    sync_to_thread=True,
    who=DIRECTORS,
)
def propose_round(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    tournament: FromPath[str],
    sent: NamedDependency[RoundBody],
) -> ProposalResponse:
    """The round that would be published, with the reason of each game; nothing has happened yet."""
    kept = look(context, caller, tournament)
    proposal = propose_next_round(context.journal, kept, _wish(sent, kept.tournament, caller))
    names = {each.number: each.name for each in kept.tournament.contenders_of(proposal.command.division)}
    return ProposalResponse(
        proposal.command.division,
        kept.version,
        [
            GameResponse(each.table, each.board, sides_response(each.sides, names), each.first, each.why)
            for each in proposal.command.seatings
        ],
        [rest_response(each, names) for each in proposal.command.rests],
        list(proposal.moved),
    )


@post(
    "/{tournament:str}/rounds/check",
    dependencies={"sent": json_body(GamesBody)},
    status_code=200,
    sync_to_thread=True,
    who=DIRECTORS,
)
def check_round(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    tournament: FromPath[str],
    sent: NamedDependency[GamesBody],
) -> list[BreachResponse]:
    """Returns the rules that games named by hand would break, forbidden first; nothing has happened yet."""
    found = look(context, caller, tournament).tournament
    division = found.division(sent.division).name
    breaches = check_games(found, division, _by_hand(sent.games, sent.byes), context.rulebooks)
    return [
        BreachResponse(each.kind.value, [int(one) for one in each.contenders], each.sentence, each.forbidden)
        for each in breaches
    ]


@post(
    "/{tournament:str}/rounds/publish",
    dependencies={"sent": json_body(RoundBody)},
    status_code=200,
    sync_to_thread=True,
    who=DIRECTORS,
)
def publish_round(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    meta: NamedDependency[CommandMeta],
    tournament: FromPath[str],
    sent: NamedDependency[RoundBody],
) -> Response[Given]:
    """The next round of a division, paired and published."""
    wish = _wish(sent, look(context, caller, tournament).tournament, caller)
    return given(caller, publish_next_round(context, caller, tournament, wish, meta))


def _wish(sent: RoundBody, tournament: Tournament, caller: Caller) -> RoundRequest:
    games = None if sent.games is None else _by_hand(sent.games, sent.byes)
    return RoundRequest(the_division(tournament, sent.division), caller.name, games, sent.seed)


def _by_hand(games: list[GameBody], byes: list[int]) -> ByHand:
    return ByHand(tuple((str(each.first), str(each.second)) for each in games), tuple(map(str, byes)))


round_routes = Routes(
    "/tournaments",
    route_handlers=[list_rounds, propose_round, check_round, publish_round],
    tags=["rounds"],
)
