"""Tournaments: listed, made, looked at, given commands."""

from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from litestar.response import Response
from msgspec import Meta

from wordwaiter.command_fields import whole_number
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.access.permissions import calls_for
from wordwaiter.service.access.visibility import visible_peek
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute_async
from wordwaiter.service.stream_kind import CommandMeta
from wordwaiter.service.tables.stream_names import EXAMPLE
from wordwaiter.service.tournaments.examples import Example, make_example
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import Snapshot, snapshot_of, streams_in
from wordwaiter.service.tournaments.tournaments import begin_tournament, log_lines_for, take_back
from wordwaiter.tournament.commands import OpenDivision, OpenTournament
from wordwaiter.tournament.entrants.entrants import PublicNames
from wordwaiter.tournament.log import LogLine
from wordwaiter.tournament.state import Call, Slot
from wordwaiter.web.api.commands import TOURNAMENT_COMMANDS
from wordwaiter.web.api.joining import Reason
from wordwaiter.web.api.looking import (
    DIRECTORS,
    HELPERS,
    JUDGES,
    PEOPLE,
    UNDOERS,
    Given,
    given,
    look,
    room_clock,
)
from wordwaiter.web.api.responses.outcome import BeeResponse, bee_response
from wordwaiter.web.api.responses.tournament import TournamentResponse, tournament_response
from wordwaiter.web.api.sent import etag, json_body
from wordwaiter.web.api.wire import Text, struct_of, value_of
from wordwaiter.web.http.guards import anybody, the_house
from wordwaiter.web.http.routes import Routes

_BY = frozenset({"by"})
DivisionSent: Any = struct_of(OpenDivision, name="NewDivision", without=_BY)
Count = whole_number("count")


class TournamentLine(msgspec.Struct):
    """A tournament in the list of them."""

    tournament: str
    version: int
    name: str
    date: str
    venue: str
    is_example: bool
    has_ended: bool


class NewTournament(msgspec.Struct, forbid_unknown_fields=True):
    """A tournament to begin, with its divisions if they are known."""

    name: Text
    date: Text = ""
    """Of the day, as YYYY-MM-DD."""
    venue: Text = ""
    sets: Count = 0  # type: ignore[valid-type]
    """Boards with tiles that the organiser provides."""
    clocks: Count = 0  # type: ignore[valid-type]
    names: PublicNames = PublicNames.INITIALS
    """How people are called in public."""
    divisions: Annotated[list[DivisionSent], Meta(max_length=100)] = []


class ExampleBody(msgspec.Struct, forbid_unknown_fields=True):
    """Which example to make."""

    example: Example


@get("/", sync_to_thread=True, who=anybody)
def list_tournaments(context: NamedDependency[Context]) -> list[TournamentLine]:
    """All tournaments on this server, in the order in which they were opened."""
    ended = context.devices.ended()
    lines = []
    for stream in streams_in(context):
        snapshot = snapshot_of(context, stream)
        about = snapshot.tournament
        is_example = stream.startswith(f"{EXAMPLE}-")
        lines.append(
            TournamentLine(
                stream, snapshot.version, about.name, about.date, about.venue, is_example, stream in ended
            )
        )
    return lines


@post("/", dependencies={"sent": json_body(NewTournament)}, sync_to_thread=True, who=the_house)
def make_tournament(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    meta: NamedDependency[CommandMeta],
    sent: NamedDependency[NewTournament],
) -> Response[Given]:
    """A new tournament with its divisions, all of it or nothing."""
    opening = OpenTournament(
        caller.name, sent.name, sent.date, sent.venue, sent.sets, sent.clocks, sent.names
    )
    divisions = [value_of(OpenDivision, each, by=caller.name) for each in sent.divisions]
    return given(caller, begin_tournament(context, caller, opening, divisions, meta))


@post("/examples", dependencies={"sent": json_body(ExampleBody)}, sync_to_thread=True, who=the_house)
def make_demo(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    sent: NamedDependency[ExampleBody],
) -> Response[Given]:
    """A filled, half-played example with made-up names, to try things on."""
    return given(caller, make_example(context, caller, sent.example))


@get("/{tournament:str}", sync_to_thread=True, who=anybody)
def show_tournament(
    context: NamedDependency[Context], caller: NamedDependency[Caller], tournament: FromPath[str]
) -> Response[TournamentResponse]:
    """Returns how far a tournament is, division by division, and what it waits for."""
    snapshot = look(context, caller, tournament)
    return _response_of(context, caller, snapshot)


@post(
    "/{tournament:str}/commands",
    dependencies={"sent": json_body(TOURNAMENT_COMMANDS.union)},
    status_code=200,
    who=PEOPLE,
)
async def command_tournament(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    meta: NamedDependency[CommandMeta],
    tournament: FromPath[str],
    sent: NamedDependency[Any],
) -> Response[Given]:
    """Give any command of a tournament; each role may give those that its task needs.

    `command` names it: `check-in`, `start-round`, `hand-in-sheet`, `buy-peek`, `call-official` and so on. Who
    gave it is known from the token.
    """
    command = TOURNAMENT_COMMANDS.command(sent, caller.name)
    return given(caller, await execute_async(context, caller, TOURNAMENTS, tournament, command, meta))


@post(
    "/{tournament:str}/undo",
    dependencies={"sent": json_body(Reason)},
    status_code=200,
    sync_to_thread=True,
    who=UNDOERS,
)
def undo_last(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    meta: NamedDependency[CommandMeta],
    tournament: FromPath[str],
    sent: NamedDependency[Reason],
) -> Response[Given]:
    """Take the last thing back that somebody did, by a fact of its own."""
    return given(caller, take_back(context, caller, tournament, None, sent.reason, meta))


@post(
    "/{tournament:str}/end",
    dependencies={"sent": json_body(Reason)},
    status_code=200,
    sync_to_thread=True,
    who=DIRECTORS,
)
def end_tournament(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    tournament: FromPath[str],
    sent: NamedDependency[Reason],
) -> Response[TournamentResponse]:
    """A tournament is over: the tokens of its devices hold no longer. Everything can still be read."""
    snapshot = look(context, caller, tournament)
    context.devices.end_of(caller, snapshot.stream, sent.reason)
    return _response_of(context, caller, snapshot)


@get("/{tournament:str}/log", sync_to_thread=True, who=JUDGES)
def show_log_of_tournament(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    tournament: FromPath[str],
    newest: Annotated[int, QueryParameter(ge=1, le=10_000, description="Only the last so many.")] = 200,
) -> list[LogLine]:
    """Returns the log, a sentence each, the newest last; others than judges search the audit log."""
    return list(log_lines_for(caller, snapshot_of(context, tournament)))[-newest:]


@get("/{tournament:str}/calls", sync_to_thread=True, who=HELPERS)
def show_calls(
    context: NamedDependency[Context], caller: NamedDependency[Caller], tournament: FromPath[str]
) -> list[Call]:
    """Every call from tables that you look after, those that are over too; the oldest first."""
    return list(calls_for(caller, tournament, look(context, caller, tournament).tournament))


@get("/{tournament:str}/timetable", sync_to_thread=True, who=anybody)
def show_timetable(
    context: NamedDependency[Context], caller: NamedDependency[Caller], tournament: FromPath[str]
) -> list[Slot]:
    """The parts of the day."""
    return list(look(context, caller, tournament).tournament.timetable)


@get("/{tournament:str}/bee", sync_to_thread=True, who=HELPERS)
def show_bee(
    context: NamedDependency[Context], caller: NamedDependency[Caller], tournament: FromPath[str]
) -> BeeResponse:
    """Peeks (their words for judges and the team's own table, their answers for judges), tiles, and feats."""
    snapshot = look(context, caller, tournament)
    return bee_response(
        snapshot.tournament, partial(visible_peek, caller, snapshot.stream, snapshot.tournament)
    )


def _response_of(context: Context, caller: Caller, snapshot: Snapshot) -> Response[TournamentResponse]:
    told = tournament_response(
        snapshot.stream,
        snapshot.version,
        snapshot.tournament,
        room_clock(context, snapshot.tournament),
        calls_for(caller, snapshot.stream, snapshot.tournament),
    )
    return Response(told, headers=etag(snapshot.version))


tournament_routes = Routes(
    "/tournaments",
    route_handlers=[
        list_tournaments,
        make_tournament,
        make_demo,
        show_tournament,
        command_tournament,
        undo_last,
        end_tournament,
        show_log_of_tournament,
        show_calls,
        show_timetable,
        show_bee,
    ],
    tags=["tournaments"],
)
