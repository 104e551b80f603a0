"""Tournaments: listed, made, looked at, given commands."""

from typing import Annotated, Any

import msgspec
from litestar import Router, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from litestar.response import Response
from msgspec import Meta

from wordwaiter.service.access.callers import Caller
from wordwaiter.service.context import House
from wordwaiter.service.steps import Sending
from wordwaiter.service.tables.stream_names import EXAMPLE
from wordwaiter.service.tournaments.examples import Example, make_example
from wordwaiter.service.tournaments.tournaments import (
    Kept,
    begin_tournament,
    give_soon,
    kept_in,
    log_lines_for,
    streams_in,
    take_back_last,
)
from wordwaiter.tournament.commands import OpenDivision, OpenTournament
from wordwaiter.tournament.roles import Role
from wordwaiter.tournament.state import Call, Slot
from wordwaiter.tournament.telling import LogLine
from wordwaiter.web.api.commands import TOURNAMENT_COMMANDS
from wordwaiter.web.api.joining import Reason
from wordwaiter.web.api.looking import (
    DIRECTORS,
    HELPERS,
    JUDGES,
    PEOPLE,
    Given,
    given,
    look,
    room_clock,
)
from wordwaiter.web.api.responses.outcome import BeeTold, tell_bee
from wordwaiter.web.api.responses.tournament import TournamentTold, tell_tournament
from wordwaiter.web.api.sent import etag, json_body
from wordwaiter.web.api.wire import Text, struct_of, value_of, whole_number
from wordwaiter.web.http.guards import anybody, the_house

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
    divisions: Annotated[list[DivisionSent], Meta(max_length=100)] = []


class ExampleSent(msgspec.Struct, forbid_unknown_fields=True):
    """Which example to make."""

    example: Example


@get("/", sync_to_thread=True, who=anybody)
def list_tournaments(house: NamedDependency[House]) -> list[TournamentLine]:
    """All tournaments on this server, in the order in which they were opened."""
    ended = house.devices.ended()
    lines = []
    for stream in streams_in(house):
        kept = kept_in(house, stream)
        about = kept.tournament
        is_example = stream.startswith(f"{EXAMPLE}-")
        lines.append(
            TournamentLine(
                stream, kept.version, about.name, about.date, about.venue, is_example, stream in ended
            )
        )
    return lines


@post("/", dependencies={"sent": json_body(NewTournament)}, sync_to_thread=True, who=the_house)
def make_tournament(
    house: NamedDependency[House],
    caller: NamedDependency[Caller],
    sending: NamedDependency[Sending],
    sent: NamedDependency[NewTournament],
) -> Response[Given]:
    """A new tournament with its divisions, all of it or nothing."""
    opening = OpenTournament(caller.name, sent.name, sent.date, sent.venue, sent.sets, sent.clocks)
    divisions = [value_of(OpenDivision, each, by=caller.name) for each in sent.divisions]
    return given(begin_tournament(house, caller, opening, divisions, sending))


@post("/examples", dependencies={"sent": json_body(ExampleSent)}, sync_to_thread=True, who=the_house)
def make_demo(
    house: NamedDependency[House],
    caller: NamedDependency[Caller],
    sent: NamedDependency[ExampleSent],
) -> Response[Given]:
    """A filled, half-played example with made-up names, to try things on."""
    return given(make_example(house, caller, sent.example))


@get("/{tournament:str}", sync_to_thread=True, who=anybody)
def show_tournament(
    house: NamedDependency[House], caller: NamedDependency[Caller], tournament: FromPath[str]
) -> Response[TournamentTold]:
    """How far a tournament is, division by division, and what it waits for."""
    kept = look(house, caller, tournament)
    return _told(house, caller, kept)


@post(
    "/{tournament:str}/commands",
    dependencies={"sent": json_body(TOURNAMENT_COMMANDS.union)},
    status_code=200,
    who=PEOPLE,
)
async def command_tournament(
    house: NamedDependency[House],
    caller: NamedDependency[Caller],
    sending: NamedDependency[Sending],
    tournament: FromPath[str],
    sent: NamedDependency[Any],
) -> Response[Given]:
    """Give any command of a tournament; each role may give those that its task needs.

    `command` names it: `check-in`, `start-round`, `hand-in-sheet`, `buy-peek`, `call-official` and so on. Who
    gave it is known from the token.
    """
    command = TOURNAMENT_COMMANDS.command(sent, caller.name)
    return given(await give_soon(house, caller, tournament, command, sending))


@post(
    "/{tournament:str}/undo",
    dependencies={"sent": json_body(Reason)},
    status_code=200,
    sync_to_thread=True,
    who=PEOPLE,
)
def undo_last(
    house: NamedDependency[House],
    caller: NamedDependency[Caller],
    sending: NamedDependency[Sending],
    tournament: FromPath[str],
    sent: NamedDependency[Reason],
) -> Response[Given]:
    """Take the last thing back that somebody did, by a fact of its own."""
    return given(take_back_last(house, caller, tournament, sent.reason, sending))


@post(
    "/{tournament:str}/end",
    dependencies={"sent": json_body(Reason)},
    status_code=200,
    sync_to_thread=True,
    who=DIRECTORS,
)
def end_tournament(
    house: NamedDependency[House],
    caller: NamedDependency[Caller],
    tournament: FromPath[str],
    sent: NamedDependency[Reason],
) -> Response[TournamentTold]:
    """A tournament is over: the tokens of its devices hold no longer. Everything can still be read."""
    kept = look(house, caller, tournament)
    house.devices.end_of(caller, kept.stream, sent.reason)
    return _told(house, caller, kept)


@get("/{tournament:str}/log", sync_to_thread=True, who=JUDGES)
def show_log_of_tournament(
    house: NamedDependency[House],
    caller: NamedDependency[Caller],
    tournament: FromPath[str],
    newest: Annotated[int, QueryParameter(ge=1, le=10_000, description="Only the last so many.")] = 200,
) -> list[LogLine]:
    """What has happened, sentence by sentence, the newest last; others than judges search the audit log."""
    return list(log_lines_for(caller, kept_in(house, tournament)))[-newest:]


@get("/{tournament:str}/calls", sync_to_thread=True, who=HELPERS)
def show_calls(
    house: NamedDependency[House], caller: NamedDependency[Caller], tournament: FromPath[str]
) -> list[Call]:
    """Every call for an official, those that are over too; the oldest first."""
    return list(look(house, caller, tournament).tournament.calls)


@get("/{tournament:str}/timetable", sync_to_thread=True, who=anybody)
def show_timetable(
    house: NamedDependency[House], caller: NamedDependency[Caller], tournament: FromPath[str]
) -> list[Slot]:
    """The parts of the day."""
    return list(look(house, caller, tournament).tournament.timetable)


@get("/{tournament:str}/bee", sync_to_thread=True, who=HELPERS)
def show_bee(
    house: NamedDependency[House], caller: NamedDependency[Caller], tournament: FromPath[str]
) -> BeeTold:
    """Peeks (with their answers for judges), tiles bought back, and what was noted for prizes."""
    kept = look(house, caller, tournament)
    return tell_bee(kept.tournament, with_answers=caller.holds(kept.stream, Role.JUDGE))


def _told(house: House, caller: Caller, kept: Kept) -> Response[TournamentTold]:
    told = tell_tournament(
        kept.stream,
        kept.version,
        kept.tournament,
        room_clock(house, kept.tournament),
        # Why a table calls may be private; those who have a task in the room need to know.
        with_calls=HELPERS.admits(caller, kept.stream),
    )
    return Response(told, headers=etag(kept.version))


tournament_routes = Router(
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
