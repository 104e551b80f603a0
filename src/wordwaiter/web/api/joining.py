"""Joining and devices: a code or a PIN becomes a token, and a director looks after the devices."""

from datetime import timedelta
from functools import partial
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from msgspec import Meta

from wordwaiter.command_fields import whole_number
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Caller, Grant
from wordwaiter.service.access.devices import Joined, Joining
from wordwaiter.service.access.invitation import Invitation, Pin
from wordwaiter.service.access.registry import JoinedDevice
from wordwaiter.service.context import Context
from wordwaiter.service.tables import free_games as free_play
from wordwaiter.web.api.sent import AnyRequest, json_body
from wordwaiter.web.api.wire import Text
from wordwaiter.web.http.client_device import device_of
from wordwaiter.web.http.guards import anybody, anybody_who_joined, only
from wordwaiter.web.http.pins import joined_by_pin
from wordwaiter.web.http.routes import Routes

Secret = Annotated[str, Meta(min_length=1, max_length=100)]
Number = whole_number("number")


class GrantResponse(msgspec.Struct, forbid_unknown_fields=True):
    """A role, for a tournament, a free table or (`house`) everything; or for one part of it alone."""

    role: Role
    stream: Text
    division: Text | None = None
    table: Number | None = None  # type: ignore[valid-type]
    entrant: Number | None = None  # type: ignore[valid-type]
    """Whose device it is; a player's has one."""

    @property
    def grant(self) -> Grant:
        return Grant(self.role, self.stream, self.division, self.table, self.entrant)


class CodeBody(msgspec.Struct, forbid_unknown_fields=True):
    """A code to join by."""

    code: Secret
    name: Text = ""
    """Who joins; the name in the invitation counts, if there is one."""
    token: Secret | None = None
    """The token that the device has already: it gets more roles, and a new token. Or a text that it made
    itself (43 letters, digits, - and _), so that it can send this again when the answer was lost."""


class PinBody(msgspec.Struct, forbid_unknown_fields=True):
    """The number of an invitation and its PIN."""

    invitation: Number  # type: ignore[valid-type]
    pin: Secret
    name: Text = ""
    token: Secret | None = None


class Session(msgspec.Struct):
    """Who asks, and what they were granted."""

    name: str
    device: str
    grants: list[GrantResponse]


class NewSession(msgspec.Struct):
    """A device that has joined. Its token is told now and never again."""

    token: str
    session: Session


class DeviceResponse(msgspec.Struct):
    """A device that has joined."""

    number: int
    device: str
    name: str
    grants: list[GrantResponse]
    joined_ms: int
    address: str
    expires_ms: int
    """When its token ends, unless it is in use before."""
    revoked: str | None


class InvitationResponse(msgspec.Struct):
    """An invitation that somebody can still join by."""

    number: int
    name: str
    grants: list[GrantResponse]
    by_pin: bool
    expires_ms: int
    by: str


class InvitationBody(msgspec.Struct, forbid_unknown_fields=True):
    """Who may join: with which roles, for how long, by a code (once) or by a PIN (again and again)."""

    grants: Annotated[list[GrantResponse], Meta(min_length=1, max_length=50)]
    name: Text = ""
    hours: Annotated[int, Meta(ge=1, le=744)] = 24
    by_pin: bool = False
    somebody_else: bool = False
    """Whether a code is for somebody new, though somebody of that name has one for the same event. Otherwise
    both are of one person, who cannot confirm what they entered themselves."""


class NewInvitation(msgspec.Struct):
    """An invitation with its code or PIN, which is told now and never again."""

    invitation: InvitationResponse
    secret: str


class Reason(msgspec.Struct, forbid_unknown_fields=True):
    """Why; it is kept in the log."""

    reason: Text = ""


# ---------------------------------------------------------------- joining


@post(
    "/join",
    dependencies={"sent": json_body(CodeBody)},
    sync_to_thread=True,
    opt={"is_a_try": True},
    who=anybody,
)
def join_by_code(
    request: AnyRequest, context: NamedDependency[Context], sent: NamedDependency[CodeBody]
) -> NewSession:
    """A token in exchange for a code, which is then used up."""
    device = device_of(request)
    joining = Joining(sent.name, device.address, sent.token or "", is_here=device.is_ours)
    return _new_session(free_play.join_by_code(context, sent.code, joining))


@post(
    "/join/pin",
    dependencies={"sent": json_body(PinBody)},
    opt={"is_a_try": True},
    who=anybody,
)
async def join_by_pin(
    request: AnyRequest, context: NamedDependency[Context], sent: NamedDependency[PinBody]
) -> NewSession:
    """A token in exchange for a PIN. Wrong ones are counted, and make their address wait for a while."""
    joining = Joining(sent.name, device_of(request).address, sent.token or "")
    return _new_session(await joined_by_pin(context.devices, sent.invitation, sent.pin, joining))


@get("/session", sync_to_thread=False, who=anybody)
def show_session(caller: NamedDependency[Caller]) -> Session:
    """Returns who you are here, and in which roles; nobody, without a token."""
    return _session(caller)


@post("/session/end", sync_to_thread=True, status_code=200, who=anybody_who_joined, signs_out=True)
def end_session(context: NamedDependency[Context], caller: NamedDependency[Caller]) -> Session:
    """This device leaves: its token holds no longer."""
    context.devices.leave(caller)
    return Session("", "", [])


# ---------------------------------------------------------------- looking after devices


@get("/devices", sync_to_thread=True, who=only())
def list_devices(context: NamedDependency[Context], caller: NamedDependency[Caller]) -> list[DeviceResponse]:
    """The devices that have joined what you direct."""
    return [_device(each) for each in context.devices.devices(caller)]


@post(
    "/devices/{number:int}/revoke",
    dependencies={"sent": json_body(Reason)},
    sync_to_thread=True,
    status_code=200,
    who=only(),
)
def revoke_device(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    number: FromPath[int],
    sent: NamedDependency[Reason],
) -> list[DeviceResponse]:
    """A device's token holds no longer; answers with the devices that are left."""
    context.devices.revoke(caller, number, sent.reason)
    return [_device(each) for each in context.devices.devices(caller)]


@get("/invitations", sync_to_thread=True, who=only())
def list_invitations(
    context: NamedDependency[Context], caller: NamedDependency[Caller]
) -> list[InvitationResponse]:
    """The invitations that somebody can still join by, for what you direct."""
    return [_invitation(each) for each in context.devices.invitations(caller)]


@post(
    "/invitations",
    dependencies={"sent": json_body(InvitationBody)},
    sync_to_thread=True,
    who=only(Role.SCOREKEEPER),
)
def invite(
    context: NamedDependency[Context], caller: NamedDependency[Caller], sent: NamedDependency[InvitationBody]
) -> NewInvitation:
    """A code with which one device can join, or a PIN for many."""
    code = partial(context.devices.invite, is_somebody_else=sent.somebody_else)
    make = context.devices.set_pin if sent.by_pin else code
    made = make(
        caller, [each.grant for each in sent.grants], name=sent.name, lasts=timedelta(hours=sent.hours)
    )
    return NewInvitation(_invitation(made.invitation), made.secret)


@post(
    "/invitations/{number:int}/withdraw",
    dependencies={"sent": json_body(Reason)},
    sync_to_thread=True,
    status_code=200,
    who=only(),
)
def withdraw_invitation(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    number: FromPath[int],
    sent: NamedDependency[Reason],
) -> list[InvitationResponse]:
    """An invitation holds no longer; answers with those that are left."""
    context.devices.withdraw(caller, number, sent.reason)
    return [_invitation(each) for each in context.devices.invitations(caller)]


joining_routes = Routes(
    "/",
    route_handlers=[
        join_by_code,
        join_by_pin,
        show_session,
        end_session,
        list_devices,
        revoke_device,
        list_invitations,
        invite,
        withdraw_invitation,
    ],
    tags=["joining"],
)


def _new_session(joined: Joined) -> NewSession:
    return NewSession(joined.token, _session(joined.caller))


def _session(caller: Caller) -> Session:
    return Session(caller.name, caller.device, _grants(caller.grants))


def _grants(grants: frozenset[Grant]) -> list[GrantResponse]:
    told = [GrantResponse(each.role, each.stream, each.division, each.table, each.entrant) for each in grants]
    return sorted(told, key=lambda each: (each.stream, each.role.value, repr(each)))


def _device(device: JoinedDevice) -> DeviceResponse:
    return DeviceResponse(
        device.number,
        device.id,
        device.name,
        _grants(device.grants),
        device.joined_ms,
        device.address,
        device.expires_ms,
        device.revoked,
    )


def _invitation(invitation: Invitation) -> InvitationResponse:
    return InvitationResponse(
        invitation.number,
        invitation.name,
        _grants(invitation.grants),
        isinstance(invitation.key, Pin),
        invitation.expires_ms,
        invitation.by,
    )
