"""Joining by a code or a PIN: who may, and what follows."""

from collections.abc import Callable, Sized
from dataclasses import dataclass
from typing import Final

from wordwaiter.errors import IllegalError, MalformedError
from wordwaiter.roles import Role
from wordwaiter.service.access import facts as f
from wordwaiter.service.access.addresses import address_group
from wordwaiter.service.access.invitation import Invitation, Pin
from wordwaiter.service.access.invitations import checked_name, open_invitation, require_not_ended
from wordwaiter.service.access.pin_misses import Misses
from wordwaiter.service.access.registry import JoinedDevice, Registry
from wordwaiter.service.access.tokens import hash_of, is_same, read_code
from wordwaiter.service.tables.stream_names import is_free, is_free_table

_NO_SALT: Final = "0" * 32
"""Of an invitation that there is not."""


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


def found_by_code(registry: Registry, command: JoinByCode, now_ms: int) -> Invitation:
    """Returns the invitation of a code, if this device may join by it."""
    known = registry.by_code.get(hash_of(read_code(command.code)))
    if known is not None:
        device = _sender(registry, command, registry.invitations[known], now_ms)
        if device is not None and known in device.invitations:
            return registry.invitations[known]  # sent again: the answer was lost on the way
    return open_invitation(
        registry, command.code, now_ms, is_here=command.is_here, offered_hash=command.offered_hash
    )


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


def found_by_pin(registry: Registry, command: JoinByPin, now_ms: int) -> Invitation | f.PinMissed:
    """Returns the invitation of a PIN, or that it was wrong."""
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


def joined(
    registry: Registry, command: JoinByCode | JoinByPin, found: Invitation, now_ms: int
) -> tuple[f.AccessFact, ...]:
    """Decides that a device joins by an invitation, or that its answer is sent again."""
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
    number = next_number(registry.devices)
    return (f.DeviceJoined(number, found.number, name, token_hash, command.address, now_ms, offered_hash),)


def _is_same_game(device: JoinedDevice, found: Invitation) -> bool:
    """Checks if a device sends the form of a free game again, for which each time an invitation is made."""
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


def next_number(numbered: Sized) -> int:
    """Returns the next number: they are numbered from 1 on, and none is ever removed."""
    return len(numbered) + 1
