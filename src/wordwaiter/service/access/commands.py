"""Commands about invitations and devices, and DEVICES: how they are permitted and decided.

Secrets never come here as they are: commands carry what is kept of codes, tokens and PINs, which is a hash.
"""

from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache, partial
from typing import Final, assert_never

from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.roles import Role
from wordwaiter.service.access import facts as f
from wordwaiter.service.access.callers import HOUSE, Caller, Grant, refusal, require
from wordwaiter.service.access.division_roles import StateOf, with_ids, with_names
from wordwaiter.service.access.invitations import (
    checked_name,
    looked_after,
    require_directs,
    require_may_invite,
    require_not_ended,
)
from wordwaiter.service.access.joining import (
    JoinByCode,
    JoinByPin,
    found_by_code,
    found_by_pin,
    joined,
    next_number,
)
from wordwaiter.service.access.personal_fields import owners_forgotten
from wordwaiter.service.access.persons import person_named
from wordwaiter.service.access.registry import EMPTY_REGISTRY, Registry
from wordwaiter.service.access.takeovers import AnswerTakeover, AskTakeover, decide_answer, decide_asking
from wordwaiter.service.house_facts import house_facts
from wordwaiter.service.stream_kind import Attempt, StreamKind

LONGEST_LAST: Final = timedelta(days=31)


@dataclass(frozen=True, slots=True)
class Invite:
    """Invite one device to join, once, by a code."""

    name: str
    grants: frozenset[Grant]
    code_hash: str
    lasts: timedelta
    is_somebody_else: bool = False
    """Whether it is for somebody new, though there is somebody of that name already."""


@dataclass(frozen=True, slots=True)
class PrintedCode:
    """A code on a sheet: whose device it is for, where the sheet says so, and what it grants."""

    name: str
    grant: Grant
    code_hash: str


@dataclass(frozen=True, slots=True)
class InvitePrinted:
    """Invite by a sheet of codes, each of which is used by one device at a time."""

    codes: tuple[PrintedCode, ...]
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
    """Erase the names and addresses of devices, invitations and free tables, and names and texts in facts."""

    devices: tuple[int, ...] = ()
    invitations: tuple[int, ...] = ()
    streams: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()


AccessCommand = (
    Invite | InvitePrinted | InviteFirstDirector | SetPin | WithdrawInvitation | JoinByCode | JoinByPin
    | AskTakeover | AnswerTakeover | AddRoles | NoteSeen | RevokeDevice | EndAccess | Forget
)  # fmt: skip


def _permit(attempt: Attempt[Registry], command: AccessCommand) -> None:
    caller = attempt.caller
    match command:
        case Invite(grants=grants) | SetPin(grants=grants) | AddRoles(grants=grants):
            require_may_invite(caller, grants, partial(_state_of, attempt))
        case InvitePrinted(codes=codes):
            require_may_invite(caller, frozenset(each.grant for each in codes), partial(_state_of, attempt))
        case EndAccess(stream=stream):
            if not caller.directs(stream):
                raise refusal(caller)
        case Forget():
            require(caller, HOUSE)
        case WithdrawInvitation() | RevokeDevice() | AnswerTakeover():
            pass  # who may depends on what was granted, and is decided with it
        case InviteFirstDirector() | JoinByCode() | JoinByPin() | AskTakeover() | NoteSeen():
            pass  # for whoever runs the program, and for everybody
        case _:
            assert_never(command)


def _known_state(attempt: Attempt[Registry], stream: str) -> object:
    return attempt.context.states.of(stream).state if attempt.context.journal.version(stream) else None


def _state_of(attempt: Attempt[Registry], stream: str) -> object:
    if not attempt.context.journal.version(stream):
        raise MalformedError("no-such-stream", f"{stream} does not exist", stream=stream)
    return attempt.context.states.of(stream).state


def _decide(
    attempt: Attempt[Registry], registry: Registry, command: AccessCommand
) -> tuple[tuple[f.AccessFact, ...], None]:
    state_of = partial(_state_of, attempt)
    # Hundreds of devices have roles for a few tournaments: each is looked up once.
    known_state = cache(partial(_known_state, attempt))
    named = registry.with_divisions(partial(with_names, state_of=known_state))
    facts = _facts(attempt, named, command, attempt.now_ms)
    return tuple(_as_stored(fact, state_of) for fact in facts), None


def _as_stored(fact: f.AccessFact, state_of: StateOf) -> f.AccessFact:
    """Returns a fact in which roles are for divisions by id."""
    if not isinstance(fact, f.Invited | f.PinSet):
        return fact
    return replace(fact, grants=_ordered(with_ids(frozenset(fact.grants), state_of)))


def _facts(
    attempt: Attempt[Registry], registry: Registry, command: AccessCommand, now_ms: int
) -> tuple[f.AccessFact, ...]:
    match command:
        case Invite() | SetPin():
            return (_invited(registry, command, now_ms),)
        case InvitePrinted():
            return _invited_by_sheet(registry, command, now_ms)
        case InviteFirstDirector():
            return _invited_first(registry, command, now_ms)
        case WithdrawInvitation():
            return (_withdrawn(attempt.caller, registry, command, now_ms),)
        case JoinByCode():
            return joined(registry, command, found_by_code(registry, command, now_ms), now_ms)
        case JoinByPin():
            found = found_by_pin(registry, command, now_ms)
            return (found,) if isinstance(found, f.PinMissed) else joined(registry, command, found, now_ms)
        case AskTakeover():
            return decide_asking(registry, command, now_ms)
        case AnswerTakeover():
            return decide_answer(attempt.caller, registry, command)
        case NoteSeen(number=number):
            device = registry.devices[number]
            return (f.DeviceSeen(number, now_ms),) if registry.is_to_note(device, now_ms) else ()
        case AddRoles():
            return _roles_added(registry, command, now_ms)
        case RevokeDevice():
            return _revoked(attempt.caller, registry, command, now_ms)
        case Forget(devices=devices, invitations=invitations, streams=streams, texts=texts):
            is_known = all(each in registry.devices for each in devices)
            if not is_known or not all(each in registry.invitations for each in invitations):
                raise MalformedError("no-such-device", "there is no such device; check the list")
            is_asked = command != Forget()
            return (f.Forgotten(devices, invitations, streams, texts),) if is_asked else ()
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
    number, name = next_number(registry.invitations), checked_name(command.name)
    grants, expires_ms = _ordered(command.grants), now_ms + _ms(command.lasts)
    if isinstance(command, Invite):
        known = None if command.is_somebody_else else person_named(registry, name, grants)
        return f.Invited(number, name, grants, command.code_hash, expires_ms, person=known or number)
    if any(grant.role in (Role.DIRECTOR, Role.JUDGE) for grant in command.grants):
        raise IllegalError("pin-too-weak", "directors and judges need a code; a PIN can be overheard")
    return f.PinSet(number, name, grants, command.salt, command.pin_hash, expires_ms)


def _invited_by_sheet(registry: Registry, command: InvitePrinted, now_ms: int) -> tuple[f.Invited, ...]:
    _require_sensible(registry, frozenset(each.grant for each in command.codes), command.lasts)
    first, expires_ms = next_number(registry.invitations), now_ms + _ms(command.lasts)
    return tuple(
        f.Invited(
            number,
            checked_name(each.name),
            (each.grant,),
            each.code_hash,
            expires_ms,
            is_printed=True,
            person=number,
        )
        for number, each in enumerate(command.codes, first)
    )


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
    number, expires_ms = next_number(registry.invitations), now_ms + _ms(command.lasts)
    return (
        *earlier,
        f.Invited(
            number, "", _ordered(grants), command.code_hash, expires_ms, command.only_here, person=number
        ),
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


def _roles_added(registry: Registry, command: AddRoles, now_ms: int) -> tuple[f.AccessFact, ...]:
    _require_sensible(registry, command.grants, command.lasts)
    device = registry.devices.get(command.device)
    if device is None or device.revoked is not None or command.grants <= device.grants:
        return ()
    number, expires_ms = next_number(registry.invitations), now_ms + _ms(command.lasts)
    grants, person = _ordered(command.grants), device.person or number
    invited = f.Invited(number, device.name, grants, command.code_hash, expires_ms, person=person)
    return (invited, f.RolesAdded(command.device, number, now_ms))


def _revoked(
    caller: Caller, registry: Registry, command: RevokeDevice, now_ms: int
) -> tuple[f.AccessFact, ...]:
    """Decides that a device is signed out, and with it the codes that it made, unless it leaves by itself."""
    number = command.number
    device = registry.devices.get(number)
    if device is None:
        raise MalformedError("no-such-device", f"there is no device {number}; check the list")
    if device.id != caller.device:
        require_directs(caller, looked_after(registry, device.grants))
    if device.revoked is not None:
        raise ConflictError("revoked-already", f"{device.name}'s device is already revoked")
    made = (
        f.InvitationWithdrawn(each.number, "the device that made it was signed out")
        for each in registry.invitations_in_order
        if device.id != caller.device and each.by_device == device.id and each.can_be_used_again(now_ms)
    )
    return (f.DeviceRevoked(number, command.reason), *made)


def _ordered(grants: frozenset[Grant]) -> tuple[Grant, ...]:
    return tuple(sorted(grants, key=repr))


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
