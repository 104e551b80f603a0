"""Commands about invitations and devices, and DEVICES: how they are permitted and decided.

Secrets never come here as they are: commands carry what is kept of codes, tokens and PINs, which is a hash.
"""

from collections.abc import Callable, Sized
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Final, assert_never

from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.roles import Role
from wordwaiter.service.access import facts as f
from wordwaiter.service.access.addresses import address_group
from wordwaiter.service.access.callers import HOUSE, Caller, Grant, refusal, require
from wordwaiter.service.access.invitations import (
    checked_name,
    looked_after,
    open_invitation,
    require_directs,
    require_may_invite,
    require_not_ended,
)
from wordwaiter.service.access.personal_fields import owners_forgotten
from wordwaiter.service.access.registry import (
    EMPTY_REGISTRY,
    SEEN_EVERY_MS,
    Invitation,
    JoinedDevice,
    Misses,
    Pin,
    Registry,
)
from wordwaiter.service.access.tokens import hash_of, is_same, read_code
from wordwaiter.service.house_facts import house_facts
from wordwaiter.service.stream_kind import Attempt, StreamKind
from wordwaiter.service.tables.stream_names import is_free, is_free_table

LONGEST_LAST: Final = timedelta(days=31)
_NO_SALT: Final = "0" * 32
"""Of an invitation that there is not."""


@dataclass(frozen=True, slots=True)
class Invite:
    """Invite one device to join, once, by a code."""

    name: str
    grants: frozenset[Grant]
    code_hash: str
    lasts: timedelta


@dataclass(frozen=True, slots=True)
class InviteFirstDirector:
    """Invite a director of everything, for whoever runs the program; earlier invitations end."""

    code_hash: str
    lasts: timedelta
    only_here: bool


@dataclass(frozen=True, slots=True)
class SetPin:
    """Let devices join by a PIN."""

    name: str
    grants: frozenset[Grant]
    salt: str
    pin_hash: str
    lasts: timedelta


@dataclass(frozen=True, slots=True)
class WithdrawInvitation:
    """Withdraw an invitation that nobody has used."""

    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class JoinByCode:
    """Join by a code, which is then used up."""

    code: str
    name: str
    address: str
    offered_hash: str
    """Of the token that the device has, or of what it keeps in its place until it has one."""
    token_hash: str
    """Of the new token. What a device offers never becomes its token: others may know it."""
    is_here: bool
    """Whether the device is the computer that runs the program."""


@dataclass(frozen=True, slots=True)
class JoinByPin:
    """Join by the number of an invitation and its PIN."""

    number: int
    name: str
    address: str
    offered_hash: str
    token_hash: str
    pin_hash: Callable[[str], str]
    """Hashes what was typed with a salt. It is slow, so it remembers."""


@dataclass(frozen=True, slots=True)
class AddRoles:
    """Give a device more roles, as if it had taken one more invitation."""

    device: int
    grants: frozenset[Grant]
    code_hash: str
    lasts: timedelta


@dataclass(frozen=True, slots=True)
class NoteSeen:
    """Note that a device is in use."""

    number: int


@dataclass(frozen=True, slots=True)
class RevokeDevice:
    """Sign a device out."""

    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class EndAccess:
    """End all that was granted for a tournament or a free table."""

    stream: str
    reason: str


@dataclass(frozen=True, slots=True)
class Forget:
    """Erase the names and addresses of devices, invitations and free tables."""

    devices: tuple[int, ...] = ()
    invitations: tuple[int, ...] = ()
    streams: tuple[str, ...] = ()


AccessCommand = (
    Invite | InviteFirstDirector | SetPin | WithdrawInvitation | JoinByCode | JoinByPin | AddRoles
    | NoteSeen | RevokeDevice | EndAccess | Forget
)  # fmt: skip


def _permit(attempt: Attempt[Registry], command: AccessCommand) -> None:
    caller = attempt.caller
    match command:
        case Invite(grants=grants) | SetPin(grants=grants) | AddRoles(grants=grants):
            require_may_invite(caller, grants, partial(_state_of, attempt))
        case EndAccess(stream=stream):
            if not caller.directs(stream):
                raise refusal(caller)
        case Forget():
            require(caller, HOUSE)
        case WithdrawInvitation() | RevokeDevice():
            pass  # who may depends on what was granted, and is decided with it
        case InviteFirstDirector() | JoinByCode() | JoinByPin() | NoteSeen():
            pass  # for whoever runs the program, and for everybody
        case _:
            assert_never(command)


def _state_of(attempt: Attempt[Registry], stream: str) -> object:
    if not attempt.context.journal.version(stream):
        raise MalformedError("no-such-stream", f"{stream} does not exist", stream=stream)
    return attempt.context.states.of(stream).state


def _decide(
    attempt: Attempt[Registry], registry: Registry, command: AccessCommand
) -> tuple[tuple[f.AccessFact, ...], None]:
    return _facts(attempt, registry, command, attempt.now_ms), None


def _facts(
    attempt: Attempt[Registry], registry: Registry, command: AccessCommand, now_ms: int
) -> tuple[f.AccessFact, ...]:
    match command:
        case Invite() | SetPin():
            return (_invited(registry, command, now_ms),)
        case InviteFirstDirector():
            return _invited_first(registry, command, now_ms)
        case WithdrawInvitation():
            return (_withdrawn(attempt.caller, registry, command, now_ms),)
        case JoinByCode():
            return _joined(registry, command, _found_by_code(registry, command, now_ms), now_ms)
        case JoinByPin():
            found = _found_by_pin(registry, command, now_ms)
            return (found,) if isinstance(found, f.PinMissed) else _joined(registry, command, found, now_ms)
        case NoteSeen(number=number):
            device = registry.devices[number]
            return (f.DeviceSeen(number, now_ms),) if now_ms - device.seen_ms >= SEEN_EVERY_MS else ()
        case AddRoles():
            return _roles_added(registry, command, now_ms)
        case RevokeDevice():
            return (_revoked(attempt.caller, registry, command),)
        case Forget(devices=devices, invitations=invitations, streams=streams):
            is_known = all(each in registry.devices for each in devices)
            if not is_known or not all(each in registry.invitations for each in invitations):
                raise MalformedError("no-such-device", "there is no such device; check the list")
            asked = devices or invitations or streams
            return (f.Forgotten(devices, invitations, streams),) if asked else ()
        case EndAccess(stream=stream, reason=reason):
            if stream == HOUSE:
                raise IllegalError(
                    "house-stays", "the server itself cannot be ended; revoke its devices one by one"
                )
            return () if stream in registry.ended else (f.AccessEnded(stream, reason),)
        case _:
            assert_never(command)


# ---------------------------------------------------------------- inviting


def _invited(registry: Registry, command: Invite | SetPin, now_ms: int) -> f.Invited | f.PinSet:
    _require_sensible(registry, command.grants, command.lasts)
    number, name = _next(registry.invitations), checked_name(command.name)
    grants, expires_ms = _ordered(command.grants), now_ms + _ms(command.lasts)
    if isinstance(command, Invite):
        return f.Invited(number, name, grants, command.code_hash, expires_ms)
    if any(grant.role in (Role.DIRECTOR, Role.JUDGE) for grant in command.grants):
        raise IllegalError("pin-too-weak", "directors and judges need a code; a PIN can be overheard")
    return f.PinSet(number, name, grants, command.salt, command.pin_hash, expires_ms)


def _require_sensible(registry: Registry, grants: frozenset[Grant], lasts: timedelta) -> None:
    if not timedelta(0) < lasts <= LONGEST_LAST:
        raise MalformedError("bad-time", f"an invitation lasts at most {LONGEST_LAST.days} days")
    require_not_ended(registry, grants)


def _invited_first(registry: Registry, command: InviteFirstDirector, now_ms: int) -> tuple[f.AccessFact, ...]:
    grants = frozenset({Grant(Role.DIRECTOR, HOUSE)})
    earlier = (
        f.InvitationWithdrawn(each.number, "a newer link was made")
        for each in registry.invitations_in_order
        if each.grants == grants and each.is_open(now_ms) and not each.by
    )
    number, expires_ms = _next(registry.invitations), now_ms + _ms(command.lasts)
    return (
        *earlier,
        f.Invited(number, "", _ordered(grants), command.code_hash, expires_ms, command.only_here),
    )


def _withdrawn(
    caller: Caller, registry: Registry, command: WithdrawInvitation, now_ms: int
) -> f.InvitationWithdrawn:
    number = command.number
    invitation = registry.invitations.get(number)
    if invitation is None:
        raise MalformedError("no-such-invitation", f"there is no invitation {number}; check the list")
    require_directs(caller, invitation.grants)
    if not invitation.is_open(now_ms):
        raise ConflictError("not-open", f"invitation {number} was used, withdrawn or has expired")
    return f.InvitationWithdrawn(number, command.reason)


# ---------------------------------------------------------------- joining


def _found_by_code(registry: Registry, command: JoinByCode, now_ms: int) -> Invitation:
    known = registry.by_code.get(hash_of(read_code(command.code)))
    if known is not None:
        device = _sender(registry, command, registry.invitations[known], now_ms)
        if device is not None and known in device.invitations:
            return registry.invitations[known]  # sent again: the answer was lost on the way
    return open_invitation(registry, command.code, now_ms, is_here=command.is_here)


def _sender(
    registry: Registry, command: JoinByCode | JoinByPin, found: Invitation, now_ms: int
) -> JoinedDevice | None:
    """The device that has joined already and wants more roles, or sends the same again.

    Whoever knows a PIN, which many do, must not become another device by what that one has offered.
    """
    device = registry.device_of(command.offered_hash, now_ms)
    if device is None and isinstance(command, JoinByCode):
        return registry.device_that_offered(command.offered_hash, found, now_ms)
    return device


def _found_by_pin(registry: Registry, command: JoinByPin, now_ms: int) -> Invitation | f.PinMissed:
    misses = registry.misses.get(address_group(command.address), Misses())
    if now_ms < misses.locked_until_ms:
        minutes = -(-(misses.locked_until_ms - now_ms) // 60_000)
        raise IllegalError(
            "pin-locked",
            f"too many wrong PINs; wait {minutes} minutes, or ask the director for a code",
            minutes=minutes,
        )
    found = registry.invitations.get(command.number)
    if found is None or not isinstance(found.key, Pin) or not found.is_open(now_ms):
        command.pin_hash(_NO_SALT)  # or the time would tell that there is no such invitation
        return f.PinMissed(command.number, command.address, now_ms)
    if is_same(command.pin_hash(found.key.salt), found.key.hash):
        return found
    return f.PinMissed(command.number, command.address, now_ms)


def _joined(
    registry: Registry, command: JoinByCode | JoinByPin, found: Invitation, now_ms: int
) -> tuple[f.AccessFact, ...]:
    require_not_ended(registry, found.grants)
    device = _sender(registry, command, found, now_ms)
    if device is not None and found.number in device.invitations:
        return (f.TokenAdded(device.number, command.token_hash),)
    _require_free_seats(registry, device, found, now_ms)
    offered_hash, token_hash = command.offered_hash, command.token_hash
    if device is not None and offered_hash in registry.by_token:
        return (f.RolesAdded(device.number, found.number, now_ms, token_hash, offered_hash),)
    if device is not None and _is_same_game(device, found):
        return (f.RolesAdded(device.number, found.number, now_ms), f.TokenAdded(device.number, token_hash))
    name = found.name or checked_name(command.name)
    if not name:
        raise MalformedError("no-name", "enter your name, so that others know who you are")
    number = _next(registry.devices)
    return (f.DeviceJoined(number, found.number, name, token_hash, command.address, now_ms, offered_hash),)


def _is_same_game(device: JoinedDevice, found: Invitation) -> bool:
    """Whether a device sends the form of a free game again, for which each time an invitation is made."""
    return found.grants <= device.grants and all(is_free(grant.stream) for grant in found.grants)


def _require_free_seats(
    registry: Registry, device: JoinedDevice | None, found: Invitation, now_ms: int
) -> None:
    """Refuses a seat of a free game that another device has taken: whoever sits there sees the rack."""
    for grant in found.grants:
        if grant.role is Role.PLAYER and is_free_table(grant.stream):
            holder = registry.holder_of(grant, now_ms)
            if holder is not None and (device is None or holder.number != device.number):
                raise IllegalError("seat-taken", "somebody sits there already; start another game")


def _roles_added(registry: Registry, command: AddRoles, now_ms: int) -> tuple[f.AccessFact, ...]:
    _require_sensible(registry, command.grants, command.lasts)
    device = registry.devices.get(command.device)
    if device is None or device.revoked is not None or command.grants <= device.grants:
        return ()
    number, expires_ms = _next(registry.invitations), now_ms + _ms(command.lasts)
    invited = f.Invited(number, device.name, _ordered(command.grants), command.code_hash, expires_ms)
    return (invited, f.RolesAdded(command.device, number, now_ms))


def _revoked(caller: Caller, registry: Registry, command: RevokeDevice) -> f.DeviceRevoked:
    number = command.number
    device = registry.devices.get(number)
    if device is None:
        raise MalformedError("no-such-device", f"there is no device {number}; check the list")
    if device.id != caller.device:
        require_directs(caller, looked_after(registry, device.grants))
    if device.revoked is not None:
        raise ConflictError("revoked-already", f"{device.name}'s device is already revoked")
    return f.DeviceRevoked(number, command.reason)


def _ordered(grants: frozenset[Grant]) -> tuple[Grant, ...]:
    return tuple(sorted(grants, key=repr))


def _next(numbered: Sized) -> int:
    """Returns the next number: they are numbered from 1 on, and none is ever removed."""
    return len(numbered) + 1


def _ms(length: timedelta) -> int:
    return int(length.total_seconds() * 1000)


DEVICES: Final[StreamKind[Registry, AccessCommand, f.AccessFact]] = StreamKind(
    name="devices",
    called="the list of devices",
    state=Registry,
    permit=_permit,
    decide=_decide,
    encode=house_facts,
    decode=f.access_fact,
    at_ms=lambda _registry: 0,
    begin=EMPTY_REGISTRY,
    erases=lambda _stream, _registry, facts: owners_forgotten(facts),
)
