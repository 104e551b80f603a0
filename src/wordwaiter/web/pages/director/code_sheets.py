"""Sheets of codes: one tap on a card makes codes for tables, teams or roles, and the browser prints them."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, assert_never

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, URLEncodedBody
from litestar.response import Redirect, Response

from wordwaiter.errors import MalformedError
from wordwaiter.roles import Role
from wordwaiter.service.access import tokens as keys
from wordwaiter.service.access.callers import Caller, Grant
from wordwaiter.service.access.invitation import Invitation
from wordwaiter.service.access.invitations import LONGEST_NAME
from wordwaiter.service.context import Context
from wordwaiter.service.tournaments.snapshots import snapshot_of, streams_in
from wordwaiter.web.http.cookies import page_cookie, page_value
from wordwaiter.web.http.guards import only
from wordwaiter.web.http.routes import Routes
from wordwaiter.web.pages.director.devices import (
    CODES_OF_ROLE,
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


class SheetOf(Enum):
    """For whom a sheet has codes."""

    EVERYBODY = "everybody"
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
    seed = keys.new_token()
    context.devices.invite_printed(caller, [(name[:LONGEST_NAME], grant) for name, grant in wanted], seed)
    shown = page_cookie(request, _SHOWN, seed, path=_PATH, seconds=_SHOWN_S)
    return Redirect(devices_page_of(tournament, _PATH), status_code=303, cookies=[shown])


def _wanted(request: AnyRequest, context: Context, stream: str, of: SheetOf) -> list[tuple[str, Grant]]:
    """For whom each code is by name, if that is known, and what it grants."""
    seats = seats_of(context, stream)
    say = catalogue(reader_of(request).language).say
    match of:
        case SheetOf.EVERYBODY:
            others = (each for each in SheetOf if each is not SheetOf.EVERYBODY)
            return [code for each in others for code in _wanted(request, context, stream, each)]
        case SheetOf.TABLES:
            return [
                (say("judges.table", n=table), Grant(Role.TABLE_SCOREKEEPER, stream, table=table))
                for table in seats.tables
            ]
        case SheetOf.TEAMS:
            return [(name, Grant(Role.PLAYER, stream, entrant=number)) for number, name in seats.players]
        case SheetOf.JUDGE | SheetOf.SCOREKEEPER | SheetOf.EMCEE | SheetOf.TREASURER | SheetOf.SCREEN:
            # A screen has a name; people say theirs, and it stands in the log beside what they did.
            role = Role(of.value)
            name = say("role.display") if of is SheetOf.SCREEN else ""
            return [(name, Grant(role, stream))] * CODES_OF_ROLE[role]
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
    seed = page_value(request, _SHOWN)
    made = context.devices.invited_by_sheet(caller, seed) if keys.is_token(seed) else ()
    encrypted = encrypted_way(request)
    is_encrypted = encrypted is not None and way == _HTTPS
    address = encrypted.address if encrypted and is_encrypted else address_for_phones(request)
    say = catalogue(reader_of(request).language).say
    codes = [(_title(each.invitation, say), f"{address}/join/{each.secret}") for each in made]
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


def _title(invitation: Invitation, say: Callable[..., str]) -> str:
    """Returns the heading above a code."""
    (grant,) = invitation.grants
    return invitation.name or say(f"role.{grant.role.value}")


code_sheet_pages: Final = (Routes("/", route_handlers=[make_sheet, show_sheet]),)
