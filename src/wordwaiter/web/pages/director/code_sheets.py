"""Sheets of codes: one press makes codes for all tables, all teams or a role, and the browser prints them."""

from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, assert_never

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, URLEncodedBody
from litestar.response import Redirect, Response

from wordwaiter.errors import MalformedError
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Caller, Grant
from wordwaiter.service.access.invitations import LONGEST_NAME
from wordwaiter.service.context import Context
from wordwaiter.service.tournaments.snapshots import snapshot_of, streams_in
from wordwaiter.web.http.cookies import page_cookie, page_value
from wordwaiter.web.http.guards import only
from wordwaiter.web.http.routes import Routes
from wordwaiter.web.pages.director.devices import (
    OfTournament,
    address_for_phones,
    devices_page_of,
    encrypted_way,
    is_only_here,
    qr_picture,
    seats_of,
)
from wordwaiter.web.render.templates import AnyRequest, page, reader_of
from wordwaiter.web.words import catalogue

_PATH: Final = "/devices/sheet"
_SHOWN: Final = "sheet"
_HTTPS: Final = "https"
_SHOWN_S: Final = 600
"""How long a browser that has made a sheet can show it again."""
_MOST: Final = 90
"""Codes that fit into one cookie."""


class SheetOf(Enum):
    """For whom a sheet has codes."""

    TABLES = "tables"
    TEAMS = "teams"
    JUDGE = "judge"
    SCOREKEEPER = "event-scorekeeper"
    EMCEE = "emcee"
    TREASURER = "treasurer"
    SCREEN = "display"


@dataclass(frozen=True, slots=True)
class SheetForm:
    """The card that was pressed."""

    sheet: str = ""
    proof: str = ""


@post(_PATH, sync_to_thread=True, who=only(), status_code=303)
def make_sheet(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    data: URLEncodedBody[SheetForm],
    tournament: OfTournament = "",
) -> Redirect:
    """New codes; they go to this browser alone, and stand in no address."""
    if tournament not in streams_in(context) or data.sheet not in {each.value for each in SheetOf}:
        raise MalformedError("unknown-form", "this page is out of date; reload it")
    wanted = _wanted(request, context, tournament, SheetOf(data.sheet))
    if len(wanted) > _MOST:
        raise MalformedError(
            "too-many-codes", f"a sheet has at most {_MOST} codes; invite these one by one", most=_MOST
        )
    made = [context.devices.invite(caller, [grant], name=name[:LONGEST_NAME]) for name, grant in wanted]
    kept = "-".join(f"{each.invitation.number}.{each.secret}" for each in made)
    shown = page_cookie(request, _SHOWN, kept, path=_PATH, seconds=_SHOWN_S)
    return Redirect(devices_page_of(tournament, _PATH), status_code=303, cookies=[shown])


def _wanted(request: AnyRequest, context: Context, stream: str, of: SheetOf) -> list[tuple[str, Grant]]:
    """What each code says above it, and what it grants."""
    seats = seats_of(context, stream)
    say = catalogue(reader_of(request).language).say
    match of:
        case SheetOf.TABLES:
            return [
                (say("judges.table", n=table), Grant(Role.TABLE_SCOREKEEPER, stream, table=table))
                for table in seats.tables
            ]
        case SheetOf.TEAMS:
            return [(name, Grant(Role.PLAYER, stream, entrant=number)) for number, name in seats.entrants]
        case SheetOf.JUDGE | SheetOf.SCOREKEEPER | SheetOf.EMCEE | SheetOf.TREASURER | SheetOf.SCREEN:
            role = Role(of.value)
            return [(say(f"role.{role.value}"), Grant(role, stream))]
        case _:
            assert_never(of)


@get(_PATH, sync_to_thread=True, who=only())
def show_sheet(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    tournament: OfTournament = "",
    way: FromQuery[str] = "",
) -> Response[Any]:
    """The sheet that this browser has just made; a reload makes no second one."""
    opened = {str(each.number): each for each in context.devices.invitations(caller)}
    kept = (each.partition(".") for each in page_value(request, _SHOWN).split("-"))
    encrypted = encrypted_way(request)
    is_encrypted = encrypted is not None and way == _HTTPS
    address = encrypted.address if encrypted and is_encrypted else address_for_phones(request)
    codes = [
        (opened[number].name, f"{address}/join/{secret}")
        for number, _, secret in kept
        if number in opened and secret.isalnum()
    ]
    if not codes or tournament not in streams_in(context):
        return Redirect(devices_page_of(tournament), status_code=303)
    return page(
        request,
        "code_sheet.html",
        codes=[(name, link, qr_picture(link)) for name, link in codes],
        only_here=is_only_here(request),
        encrypted=encrypted,
        is_encrypted=is_encrypted,
        other_way=f"{devices_page_of(tournament, _PATH)}{'' if is_encrypted else f'&way={_HTTPS}'}",
        tournament=tournament,
        title=snapshot_of(context, tournament).tournament.name,
        back=devices_page_of(tournament),
    )


code_sheet_pages: Final = (Routes("/", route_handlers=[make_sheet, show_sheet]),)
