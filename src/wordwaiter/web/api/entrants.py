"""Entrants: listed, and entered from a file after a look at what would be read."""

from pathlib import Path
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from litestar.response import Response

from wordwaiter.service.access.callers import Caller
from wordwaiter.service.context import Context
from wordwaiter.service.stream_kind import CommandMeta
from wordwaiter.service.tournaments.tournaments import enter_division_file, enter_from_csv
from wordwaiter.tournament.commands import OpenTournament
from wordwaiter.tournament.entrants.entrants import Application
from wordwaiter.tournament.files.csv_text import LineFault
from wordwaiter.tournament.files.entrants_csv import preview_entrants
from wordwaiter.tournament.files.t_file import parse_t
from wordwaiter.tournament.formats.reading import changed_format, shipped_format
from wordwaiter.web.api.looking import DIRECTORS, Given, given, look
from wordwaiter.web.api.responses.tournament import EntrantResponse, entrant_response
from wordwaiter.web.api.sent import text_body
from wordwaiter.web.http.guards import anybody, the_house
from wordwaiter.web.http.routes import Routes

LARGEST_FILE = 2 * 1024 * 1024
"""Bytes of a file with entrants; five thousand of them take a quarter of it."""

DivisionNamed = Annotated[
    str | None, QueryParameter(max_length=500, description="Which division; needed if there are several.")
]


class EntryLine(msgspec.Struct):
    """Somebody whom a line of a file would enter."""

    line: int
    division: str
    entry: Application


class EntriesPreview(msgspec.Struct):
    """A preview of an import: what a file would enter, and its faulty lines; nothing has happened yet."""

    entries: list[EntryLine]
    faults: list[LineFault]


@get("/{tournament:str}/entrants", sync_to_thread=True, who=anybody)
def list_entrants(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    tournament: FromPath[str],
    division: DivisionNamed = None,
) -> list[EntrantResponse]:
    """Everybody who is entered, with their numbers; what is private of them for officials alone."""
    found = look(context, caller, tournament).tournament
    wanted = None if division is None else found.division(division).name
    return [
        entrant_response(found, each) for each in found.entrants.values() if wanted in (None, each.division)
    ]


@post(
    "/{tournament:str}/entrants/preview",
    dependencies={"sent": text_body("text/csv")},
    request_max_body_size=LARGEST_FILE,
    status_code=200,
    sync_to_thread=True,
    who=DIRECTORS,
)
def preview_import(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    tournament: FromPath[str],
    sent: NamedDependency[bytes],
    division: DivisionNamed = None,
) -> EntriesPreview:
    """Previews a CSV file: what it would enter, and its faulty lines."""
    preview = preview_entrants(look(context, caller, tournament).tournament, sent, division)
    entries = [EntryLine(each.line, each.division, each.application) for each in preview.entries]
    return EntriesPreview(entries, list(preview.faults))


@post(
    "/{tournament:str}/entrants/import",
    dependencies={"sent": text_body("text/csv")},
    request_max_body_size=LARGEST_FILE,
    status_code=200,
    sync_to_thread=True,
    who=DIRECTORS,
)
def import_entrants(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    meta: NamedDependency[CommandMeta],
    tournament: FromPath[str],
    sent: NamedDependency[bytes],
    division: DivisionNamed = None,
    leave_out_faulty: Annotated[
        bool, QueryParameter(description="Enter the others where lines are wrong.")
    ] = False,
) -> Response[Given]:
    """Enter everybody in a CSV file at once; nobody while a line is wrong."""
    done = enter_from_csv(
        context, caller, tournament, sent, division, meta, leave_out_faulty=leave_out_faulty
    )
    return given(caller, done)


@post(
    "/from-t",
    dependencies={"sent": text_body("text/plain")},
    request_max_body_size=LARGEST_FILE,
    sync_to_thread=True,
    who=the_house,
)
def import_division_file(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    meta: NamedDependency[CommandMeta],
    sent: NamedDependency[bytes],
    name: Annotated[str, QueryParameter(min_length=1, max_length=500, description="Of the tournament.")],
    date: Annotated[str, QueryParameter(max_length=10, description="The day, as YYYY-MM-DD.")] = "",
    format_name: Annotated[
        str, QueryParameter(name="format", max_length=100, description="By which it is ranked.")
    ] = "club",
    spread_cap: Annotated[
        list[int] | None,
        QueryParameter(description="The most that a game adds to the spread, round by round."),
    ] = None,
) -> Response[Given]:
    """A finished tournament of one division, as a tsh `.t` file tells it round by round."""
    format_ = shipped_format(format_name)
    if spread_cap:
        format_ = changed_format(format_, "as the director caps it", ranking_spread_cap=tuple(spread_cap))
    players = parse_t(sent, Path("file.t"))
    opening = OpenTournament(caller.name, name, date)
    return given(caller, enter_division_file(context, caller, players, opening, format_, meta))


entrant_routes = Routes(
    "/tournaments",
    route_handlers=[list_entrants, preview_import, import_entrants, import_division_file],
    tags=["entrants"],
)
