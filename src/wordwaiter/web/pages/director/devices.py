"""The director's page of devices: who has joined, who is invited, and new invitations as QR codes or PINs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from ipaddress import ip_address
from typing import Annotated, Any, Final
from urllib.parse import urlencode, urlsplit

import segno
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter, URLEncodedBody
from litestar.response import Redirect, Response
from markupsafe import Markup

from wordwaiter.errors import MalformedError
from wordwaiter.roles import Role
from wordwaiter.sentences import Wording, moment_in_words
from wordwaiter.service.access.callers import HOUSE, Caller, Grant
from wordwaiter.service.access.devices import STREAM as ACCESS
from wordwaiter.service.access.invitation import Pin
from wordwaiter.service.context import Context
from wordwaiter.service.tables.free_table_expiry import end_free_table, free_tables
from wordwaiter.service.tables.stream_names import is_free
from wordwaiter.service.tournaments.snapshots import snapshot_of, streams_in
from wordwaiter.tournament.entrants.entrants import Entrant
from wordwaiter.tournament.equipment import equipment
from wordwaiter.tournament.rounds.tables import numbers_of_tables
from wordwaiter.web.http.authentication import PROOF_FIELD, proof_of
from wordwaiter.web.http.certificates.files import Tls
from wordwaiter.web.http.cookies import page_cookie, page_value
from wordwaiter.web.http.form_addresses import leads_on
from wordwaiter.web.http.guards import only
from wordwaiter.web.http.network_address import is_heard_here_alone, venue_address
from wordwaiter.web.http.routes import Routes
from wordwaiter.web.http.server import HttpsPlace
from wordwaiter.web.pages.joining import entrant_in, names_of_tournaments, roles_in
from wordwaiter.web.render.templates import AnyRequest, page

_PAGE: Final = "/devices"
_SHOWN: Final = "invitation"
_SHOWN_S: Final = 600
"""How long a browser that has made an invitation can show it again, by reloading its page."""
CODES_OF_ROLE: Final = {
    Role.JUDGE: 3,
    Role.SCOREKEEPER: 2,
    Role.EMCEE: 1,
    Role.TREASURER: 1,
    Role.DISPLAY: 1,
}
"""How many codes a sheet has for each role: one device at a time uses a code, and judges are seldom alone."""
_INVITED_ROLES: Final = tuple(role for role in Role if role is not Role.PUBLIC)


@dataclass(frozen=True, slots=True)
class InvitationForm:
    """Who is to join, as what."""

    role: str = ""
    stream: str = ""
    table: str = ""
    entrant: str = ""
    name: str = ""
    how: str = "code"
    hours: str = "24"
    other: str = ""
    """Ticked for a namesake of whoever has a code already."""
    proof: str = ""

    @property
    def grant(self) -> Grant:
        """The role with what it is for."""
        known = {role.value: role for role in _INVITED_ROLES}
        if self.role not in known:
            raise MalformedError("no-role", "choose a role")
        if known[self.role] is Role.TABLE_SCOREKEEPER and not self.table.strip():
            raise MalformedError("no-table", "choose the table that this scorekeeper keeps")
        return Grant(known[self.role], self.stream, table=_number(self.table), entrant=_number(self.entrant))


@dataclass(frozen=True, slots=True)
class ReasonForm:
    """Why; it is kept in the log."""

    reason: str = ""
    proof: str = ""


@dataclass(frozen=True, slots=True)
class TakeoverForm:
    """The answer to a device that asks for a printed code in use."""

    asked: str = ""
    answer: str = ""
    proof: str = ""


@dataclass(frozen=True, slots=True)
class EndForm:
    """The form that ends something, with its confirmation."""

    stream: str = ""
    sure: str = ""
    reason: str = ""
    proof: str = ""


OfTournament = Annotated[str, QueryParameter(name="tournament", max_length=100)]
"""The tournament whose devices are looked at, where it is one alone."""


@get(_PAGE, sync_to_thread=True, who=only())
def show_devices(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    tournament: OfTournament = "",
) -> Response[str]:
    """The devices and invitations of what the caller directs, or of one tournament alone."""
    directed = [stream for stream in (HOUSE, *streams_in(context)) if caller.holds(stream)]
    streams = [tournament] if tournament in directed else directed
    rooms = [stream for stream in streams if stream != HOUSE]
    ended = context.devices.ended()
    return page(
        request,
        "devices.html",
        devices=[each for each in context.devices.devices(caller) if _is_for(each.grants, streams)],
        invitations=[each for each in context.devices.invitations(caller) if _is_for(each.grants, streams)],
        takeovers=[each for each in context.devices.takeovers(caller) if _is_for(each.grants, streams)],
        access=ACCESS,
        this_device=caller.device,
        roles=_INVITED_ROLES,
        codes_of_role={role.value: n for role, n in CODES_OF_ROLE.items()},
        streams=streams,
        names=names_of_tournaments(context),
        entrant_in=partial(entrant_in, context),
        chosen=seats_of(context, tournament) if tournament in directed and tournament != HOUSE else None,
        # Where there is one tournament alone, its director is in its room here too.
        room=rooms[0] if len(rooms) == 1 else "",
        roles_in=roles_in,
        is_pin=lambda invitation: isinstance(invitation.key, Pin),
        time_of=_time,
        now_ms=context.devices.now_ms(),
        is_over=lambda grants: all(grant.stream in ended for grant in grants),
        tournaments=[stream for stream in rooms if stream not in ended],
        free=free_tables(context, caller) if HOUSE in streams else (),
        proof_field=PROOF_FIELD,
        proof=proof_of(request),
    )


@dataclass(frozen=True, slots=True)
class Seats:
    """Whom and what a device of one tournament can be for."""

    stream: str
    tables: tuple[int, ...]
    entrants: tuple[tuple[int, str], ...]
    players: tuple[tuple[int, str], ...]
    """Who gets a code: partners sit at different tables, so each has one, for the entry of both."""
    kind: str
    """Who plays: players, pairs or teams."""


def seats_of(context: Context, stream: str) -> Seats:
    """Returns the tables and entrants of a tournament for which devices can be invited."""
    tournament = snapshot_of(context, stream).tournament
    named = ((each.number, each.name) for each in tournament.entrants.values())
    people = ((each.number, one.name) for each in tournament.entrants.values() for one in each.contenders)
    boards = equipment(tournament, context.rulebooks).boards
    return Seats(
        stream,
        numbers_of_tables(tournament, boards),
        tuple(sorted(named, key=lambda each: each[1].casefold())),
        tuple(sorted(people, key=lambda each: each[1].casefold())),
        _kind(tournament.entrants.values()),
    )


def _kind(entrants: Iterable[Entrant]) -> str:
    if any(each.profile.members for entrant in entrants for each in entrant.contenders):
        return "teams"
    return "pairs" if any(each.is_pair for each in entrants) else "players"


def _is_for(grants: Iterable[Grant], streams: Sequence[str]) -> bool:
    """Checks if a device with these grants works in one of the divisions; one for the whole house does."""
    wanted = {HOUSE, *streams}
    return HOUSE in streams or any(
        not wanted.isdisjoint({grant.stream, grant.stream.partition("/")[0]}) for grant in grants
    )


@post("/devices/invite", sync_to_thread=True, who=only(), status_code=303)
def invite(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    data: URLEncodedBody[InvitationForm],
    tournament: OfTournament = "",
) -> Redirect:
    """A new invitation; its code or PIN goes to this browser alone, and stands in no address."""
    by_code = partial(context.devices.invite, is_somebody_else=bool(data.other))
    make = context.devices.set_pin if data.how == "pin" else by_code
    made = make(caller, [data.grant], name=data.name, lasts=timedelta(hours=_number(data.hours) or 24))
    kept = f"{made.invitation.number}.{made.secret}"
    shown = page_cookie(request, _SHOWN, kept, path="/devices/invite", seconds=_SHOWN_S)
    return Redirect(devices_page_of(tournament, "/devices/invite"), status_code=303, cookies=[shown])


@get("/devices/invite", sync_to_thread=True, who=only())
def show_invitation(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    tournament: OfTournament = "",
) -> Response[Any]:
    """The invitation that this browser has just made; a reload makes no second one."""
    number, _, secret = page_value(request, _SHOWN).partition(".")
    invitation = next(
        (each for each in context.devices.invitations(caller) if str(each.number) == number), None
    )
    if invitation is None or not secret.isalnum():
        return Redirect(devices_page_of(tournament), status_code=303)
    is_pin = isinstance(invitation.key, Pin)
    encrypted = encrypted_way(request)
    link = "" if is_pin else f"{address_for_phones(request)}/join/{secret}"
    return page(
        request,
        "invited.html",
        invitation=invitation,
        roles=roles_in(invitation.grants),
        names=names_of_tournaments(context),
        entrant_in=partial(entrant_in, context),
        only_here=is_only_here(request),
        pin=secret if is_pin else "",
        link=link,
        encrypted=encrypted,
        encrypted_link=f"{encrypted.address}/join/{secret}" if encrypted else "",
        picture=qr_picture(link) if link else "",
        expires=_time(invitation.expires_ms),
        tournament=tournament if tournament in streams_in(context) else "",
        back=devices_page_of(tournament),
    )


@post("/devices/{number:int}/revoke", sync_to_thread=True, who=only(), status_code=303)
def revoke(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    number: FromPath[int],
    data: URLEncodedBody[ReasonForm],
    tournament: OfTournament = "",
) -> Redirect:
    """A device's token holds no longer."""
    context.devices.revoke(caller, number, data.reason.strip())
    return Redirect(devices_page_of(tournament), status_code=303)


@post("/invitations/{number:int}/withdraw", sync_to_thread=True, who=only(), status_code=303)
def withdraw(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    number: FromPath[int],
    data: URLEncodedBody[ReasonForm],
    tournament: OfTournament = "",
) -> Redirect:
    """An invitation holds no longer."""
    context.devices.withdraw(caller, number, data.reason.strip())
    return Redirect(devices_page_of(tournament), status_code=303)


@post("/invitations/{number:int}/takeover", sync_to_thread=True, who=only(), status_code=303)
def answer_takeover(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    number: FromPath[int],
    data: URLEncodedBody[TakeoverForm],
    tournament: OfTournament = "",
) -> Redirect:
    """Another device takes a printed code over, or does not."""
    if data.answer not in ("yes", "no") or not data.asked.isdecimal():
        raise MalformedError("unknown-form", "this page is out of date; reload it")
    context.devices.answer_takeover(caller, number, int(data.asked), is_allowed=data.answer == "yes")
    return Redirect(devices_page_of(tournament), status_code=303)


@post("/devices/end", sync_to_thread=True, who=only(), status_code=303)
def end(
    context: NamedDependency[Context], caller: NamedDependency[Caller], data: URLEncodedBody[EndForm]
) -> Redirect:
    """A tournament or a free table is over: what was granted for it holds no longer."""
    if not data.sure:
        raise MalformedError("not-sure", "confirm that it is over; all its devices will lose access")
    if is_free(data.stream):
        end_free_table(context, caller, data.stream, data.reason.strip())
    else:
        context.devices.end_of(caller, snapshot_of(context, data.stream).stream, data.reason.strip())
    # Whoever directed this one alone is a stranger now, too.
    left = [grant for grant in caller.grants if grant.role is Role.DIRECTOR and grant.stream != data.stream]
    return Redirect(_PAGE if left else "/", status_code=303)


device_pages: Final = (
    Routes(
        "/",
        route_handlers=[
            show_devices,
            invite,
            show_invitation,
            revoke,
            leads_on("/devices/{number:int}/revoke", _PAGE),
            withdraw,
            leads_on("/invitations/{number:int}/withdraw", _PAGE),
            answer_takeover,
            leads_on("/invitations/{number:int}/takeover", _PAGE),
            end,
            leads_on("/devices/end", _PAGE),
        ],
    ),
)


def address_for_phones(request: AnyRequest) -> str:
    """Returns a phone's address for this server: this browser's, unless that names its own computer.

    Where no phone can call it at all (`is_only_here`), it is the address on this computer.
    """
    url = request.url
    host = url.hostname or ""
    if _is_loopback(host) and not is_only_here(request) and (reachable := venue_address()) is not None:
        tls: Tls | None = request.app.state.get("tls")
        host = reachable if tls is None else tls.host_for(reachable)
    port = f":{url.port}" if url.port else ""
    return f"{url.scheme}://{f'[{host}]' if ':' in host else host}{port}"


@dataclass(frozen=True, slots=True)
class Encrypted:
    """The way over https, with the certificate that the program made for this computer."""

    address: str
    fingerprint: str

    @property
    def lines(self) -> tuple[str, str]:
        """The fingerprint in two halves, as browsers show it and as fits on paper."""
        half = len(self.fingerprint) // 2
        return self.fingerprint[:half], self.fingerprint[half + 1 :]


def encrypted_way(request: AnyRequest) -> Encrypted | None:
    """Returns how phones reach this server over https with its own certificate; nothing where they cannot."""
    place: HttpsPlace | None = request.app.state.get("https")
    if place is None or is_only_here(request):
        return None
    host = urlsplit(address_for_phones(request)).netloc.removesuffix(f":{request.url.port}")
    return Encrypted(f"https://{host}:{place.port}", place.fingerprint)


def is_only_here(request: AnyRequest) -> bool:
    """Checks whether no address can be given out, because the program answers this computer alone."""
    # Whoever came by another name was led here by something that stands before this program.
    host = request.url.hostname or ""
    return is_heard_here_alone(host) and is_heard_here_alone(request.app.state.get("served_at", ""))


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def qr_picture(text: str) -> Markup:
    """A QR code to stand in a page, in black on white whatever the theme."""
    picture = segno.make_qr(text, error="m").svg_inline(omitsize=True, border=4, dark="#000", light="#fff")
    return Markup(picture)  # noqa: S704 - lines and numbers of a drawing


def _number(text: str) -> int | None:
    plain = text.strip()
    if not plain:
        return None
    if not (plain.isascii() and plain.isdigit() and len(plain) < 7):
        raise MalformedError("not-a-number", f"{plain[:20]!r} is not a whole number")
    return int(plain)


def devices_page_of(tournament: str, path: str = _PAGE) -> str:
    """Returns the address of the page of devices, or of one below it, for a tournament."""
    return f"{path}?{urlencode({'tournament': tournament})}" if tournament else path


def _time(ms: int) -> Wording:
    """As the clock on the wall of the hall has it."""
    return moment_in_words(datetime.fromtimestamp(ms / 1000, UTC).astimezone())
