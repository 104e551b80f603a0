"""Joining in the browser: a code or a PIN becomes a cookie, and the address bar keeps no secret.

A code in an address (from a QR code) only opens the page: nothing is used up by a look, since messengers and
mail programs look at links too. The page gives the browser something to keep *before* it joins; so when the
answer to the form is lost, the form can be sent again. The token itself is made when the device joins: what a
browser had before may have been planted there.
"""

import asyncio
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Any, Final
from urllib.parse import quote

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, URLEncodedBody
from litestar.response import Redirect, Response

from wordwaiter.errors import MalformedError, WordwaiterError
from wordwaiter.game.table import Table
from wordwaiter.service.access import tokens as keys
from wordwaiter.service.access.callers import Caller, Grant
from wordwaiter.service.access.devices import Devices, Joined, Joining
from wordwaiter.service.access.invitation import Invitation
from wordwaiter.service.context import Context
from wordwaiter.service.tables import free_games as free_play
from wordwaiter.service.tables.stream_names import is_free_table
from wordwaiter.service.tournaments.snapshots import snapshot_of, streams_in
from wordwaiter.web.http.authentication import PROOF_FIELD, proof_for
from wordwaiter.web.http.client_device import device_of
from wordwaiter.web.http.cookies import no_cookie, token_cookie, token_in
from wordwaiter.web.http.form_addresses import leads_on
from wordwaiter.web.http.guards import anybody, anybody_who_joined
from wordwaiter.web.http.pins import joined_by_pin
from wordwaiter.web.http.problems import status_of
from wordwaiter.web.http.routes import Routes
from wordwaiter.web.pages.landing import landing
from wordwaiter.web.render.refusals import refusal_text
from wordwaiter.web.render.templates import AnyRequest, page


@dataclass(frozen=True, slots=True)
class CodeForm:
    """A code to join by."""

    code: str = ""
    name: str = ""
    proof: str = ""


@dataclass(frozen=True, slots=True)
class PinForm:
    """The number of an invitation and its PIN."""

    number: str = ""
    pin: str = ""
    name: str = ""
    proof: str = ""


class Takeover(Enum):
    """The stages of taking over a printed code that another device uses."""

    OFFERED = "offered"
    """A button that asks the director."""
    ASKED = "asked"
    """That the director has been asked."""


@dataclass(frozen=True, slots=True)
class GameInvited:
    """A free game to which somebody is invited."""

    stream: str
    by: str
    """Who sits there already."""
    rules: str


@get("/join", sync_to_thread=True, who=anybody)
def show_join(
    request: AnyRequest, context: NamedDependency[Context], caller: NamedDependency[Caller]
) -> Response[str]:
    """The page for a code or a PIN that is typed."""
    return _page(request, context, caller)


@get("/join/{code:str}", sync_to_thread=True, who=anybody, is_a_try=True)
def show_invitation(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    code: FromPath[str],
) -> Response[str]:
    """Shows what a code invites to; looking does not use it up."""
    joining = _joining(request, "")
    try:
        invitation = context.devices.invitation_of(code, joining)
    except WordwaiterError as error:
        if error.code != "code-in-use":
            return _page(request, context, caller, problem=error)
        return _in_use(request, context, caller, code)
    return _page(request, context, caller, code=code, invitation=invitation)


def _in_use(
    request: AnyRequest,
    context: Context,
    caller: Caller,
    code: str,
    problem: WordwaiterError | None = None,
) -> Response[Any]:
    """A printed code that a device uses: its own page for that device, and a way to ask for all others."""
    invitation = context.devices.known_invitation(code)
    if caller.device and caller.device == f"device-{invitation.used_by}":
        return Redirect(landing(invitation.grants), status_code=303)
    is_asking = context.devices.is_asking(invitation, _joining(request, ""))
    return _page(
        request,
        context,
        caller,
        code=code,
        invitation=invitation,
        problem=problem,
        takeover=Takeover.ASKED if is_asking else Takeover.OFFERED,
    )


@post("/join/takeover", sync_to_thread=True, who=anybody, is_a_try=True, status_code=303)
def ask_takeover(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    data: URLEncodedBody[CodeForm],
) -> Response[Any]:
    """Asks the director for a printed code that another device uses."""
    try:
        context.devices.ask_takeover(data.code, _joining(request, data.name or caller.name))
    except WordwaiterError as error:
        return _page(request, context, caller, problem=error)
    return Redirect(f"/join/{quote(keys.read_code(data.code))}", status_code=303)


@post("/join", sync_to_thread=True, who=anybody, is_a_try=True, status_code=303)
def join_by_code(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    data: URLEncodedBody[CodeForm],
) -> Response[Any]:
    """A cookie in exchange for a code."""
    invited = _still_open(request, context.devices, data.code)
    try:
        joined = free_play.join_by_code(context, data.code, _joining(request, data.name))
        return _joined(request, joined, _game(context, invited))
    except MalformedError as error:  # a name is missing: the code still holds
        invitation = _still_open(request, context.devices, data.code)
        return _page(request, context, caller, code=data.code, invitation=invitation, problem=error)
    except WordwaiterError as error:
        if error.code == "code-in-use":
            return _in_use(request, context, caller, data.code)
        return _page(request, context, caller, problem=error)


@post("/join/pin", who=anybody, is_a_try=True, status_code=303)
async def join_by_pin(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    data: URLEncodedBody[PinForm],
) -> Response[Any]:
    """A cookie in exchange for a PIN."""
    number = data.number.strip()
    known = int(number) if number.isascii() and number.isdigit() and len(number) < 7 else 0
    try:
        joining = _joining(request, data.name)
        joined = await joined_by_pin(context.devices, known, data.pin.strip(), joining)
    except WordwaiterError as error:
        shown = partial(_page, request, context, caller, number=number, problem=error)
        return await asyncio.to_thread(shown)
    return _joined(request, joined)


@post("/leave", sync_to_thread=True, who=anybody_who_joined, signs_out=True, status_code=303)
def leave(
    request: AnyRequest, context: NamedDependency[Context], caller: NamedDependency[Caller]
) -> Redirect:
    """This device leaves: its token holds no longer."""
    context.devices.leave(caller)
    return Redirect("/", status_code=303, cookies=[no_cookie(request)])


# In one router, for the reason that stands in `web.room`.
joining_pages: Final = (
    Routes(
        "/",
        route_handlers=[
            show_join,
            show_invitation,
            join_by_code,
            join_by_pin,
            leads_on("/join/pin", "/join"),
            ask_takeover,
            leads_on("/join/takeover", "/join"),
            leave,
            leads_on("/leave", "/"),
        ],
    ),
)


def _joining(request: AnyRequest, name: str) -> Joining:
    device = device_of(request)
    return Joining(name, device.address, token_in(request), is_here=device.is_ours)


def _joined(request: AnyRequest, joined: Joined, game: GameInvited | None = None) -> Redirect:
    """On to where the device works; whoever is invited to a game plays it, whatever else they do here."""
    cookie = token_cookie(request, joined.token)
    address = landing(joined.caller.grants) if game is None else f"/tables/{game.stream}"
    return Redirect(address, status_code=303, cookies=[cookie])


def _game(context: Context, invitation: Invitation | None) -> GameInvited | None:
    """The free game to which an invitation leads, if that is all it is for."""
    if invitation is None:
        return None
    streams = {grant.stream for grant in invitation.grants}
    if len(streams) != 1 or not is_free_table(stream := streams.pop()):
        return None
    table: Table = context.states.of(stream).state
    invited = {grant.entrant for grant in invitation.grants}
    others = [seat.name for number, seat in enumerate(table.seats) if number not in invited]
    return GameInvited(stream, " – ".join(others), table.rulebook.title)


def _still_open(request: AnyRequest, devices: Devices, code: str) -> Invitation | None:
    try:
        return devices.invitation_of(code, _joining(request, ""))
    except WordwaiterError:
        return None


def _page(
    request: AnyRequest,
    context: Context,
    caller: Caller,
    *,
    code: str = "",
    number: str = "",
    invitation: Invitation | None = None,
    problem: WordwaiterError | None = None,
    takeover: Takeover | None = None,
) -> Response[str]:
    snapshot = token_in(request)
    token = snapshot if keys.is_token(snapshot) else keys.new_token()
    shown = page(
        request,
        "join.html",
        status=200 if problem is None else status_of(problem),
        code=code if invitation is not None else "",
        number=number,
        invitation=invitation,
        roles=[] if invitation is None else roles_in(invitation.grants),
        game=_game(context, invitation),
        takeover=None if takeover is None else takeover.value,
        names=names_of_tournaments(context) | _names_of_games(context, caller.grants),
        entrant_in=partial(entrant_in, context),
        caller=caller,
        own_roles=roles_in(caller.grants),
        problem="" if problem is None else refusal_text(request, problem),
        proof_field=PROOF_FIELD,
        proof=proof_for(token),
    )
    shown.cookies.append(token_cookie(request, token))
    return shown


def names_of_tournaments(context: Context) -> dict[str, str]:
    """Returns the names of the tournaments here, by stream."""
    return {stream: snapshot_of(context, stream).tournament.name for stream in streams_in(context)}


def entrant_in(context: Context, grant: Grant) -> str:
    """Returns the owner of a device by a grant: a player, a pair or a team; empty if nobody."""
    if grant.entrant is None or grant.stream not in streams_in(context):
        return ""
    entrant = snapshot_of(context, grant.stream).tournament.entrants.get(grant.entrant)
    return "" if entrant is None else entrant.name


def _names_of_games(context: Context, grants: frozenset[Grant]) -> dict[str, str]:
    """Returns who plays at the free tables for which these grants are."""
    streams = {grant.stream for grant in grants if is_free_table(grant.stream)}
    return {
        stream: " – ".join(context.states.of(stream).state.sides)
        for stream in streams
        if context.states.knows(stream)
    }


def roles_in(grants: frozenset[Grant]) -> list[Grant]:
    """Grants in an order to be read."""
    return sorted(grants, key=lambda grant: (grant.stream, grant.role.value, grant.table or 0))
