"""The roll: who was invited and which devices have joined, as folding the facts of `access` gives it."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final, assert_never

from immutables import Map

from wordwaiter.errors import MalformedError
from wordwaiter.roles import Role
from wordwaiter.service.access import facts as f
from wordwaiter.service.access.callers import HOUSE, Caller, Grant
from wordwaiter.store.facts import Fact as JournalFact
from wordwaiter.store.families import Family

MISSES_TO_LOCK: Final = 5
"""Wrong PINs after which it is locked for a while."""
FIRST_LOCK_MS: Final = 15 * 60_000
LONGEST_LOCK_MS: Final = 24 * 60 * 60_000


@dataclass(frozen=True, slots=True)
class Code:
    """What opens an invitation once."""

    hash: str


@dataclass(frozen=True, slots=True)
class Pin:
    """What opens an invitation again and again, and so is counted when it is wrong."""

    salt: str
    hash: str
    misses: int = 0
    locked_until_ms: int = 0

    def missed(self, at_ms: int) -> "Pin":
        """The PIN after one more wrong guess; each fifth locks it, and for twice as long as the one before.

        A right one in between does not begin the count anew: whoever guesses would only have to wait for it.
        """
        misses = self.misses + 1
        if misses % MISSES_TO_LOCK:
            return replace(self, misses=misses)
        lock_ms = min(FIRST_LOCK_MS << (misses // MISSES_TO_LOCK - 1), LONGEST_LOCK_MS)
        return replace(self, misses=misses, locked_until_ms=at_ms + lock_ms)


@dataclass(frozen=True, slots=True)
class Invitation:
    """Somebody may join, with these grants."""

    number: int
    name: str
    grants: frozenset[Grant]
    key: Code | Pin
    expires_ms: int
    by: str
    """Whoever invited."""
    used_by: int | None = None
    """The device that joined by its code."""
    withdrawn: str | None = None
    """The reason why it holds no longer."""

    def is_open(self, now_ms: int) -> bool:
        """Whether somebody can still join by it."""
        return self.used_by is None and self.withdrawn is None and now_ms < self.expires_ms


@dataclass(frozen=True, slots=True)
class JoinedDevice:
    """A phone, a laptop or a screen that has joined."""

    number: int
    name: str
    token_hash: str
    grants: frozenset[Grant]
    joined_ms: int
    address: str
    invitations: tuple[int, ...]
    revoked: str | None = None
    """The reason why its token holds no longer."""

    @property
    def id(self) -> str:
        """Its name in the journal."""
        return f"device-{self.number}"


@dataclass(frozen=True, slots=True)
class Registry:
    """All invitations and devices. Maps are replaced, never changed, so whoever holds one may read it."""

    invitations: Map[int, Invitation] = field(default_factory=Map)
    by_code: Map[str, int] = field(default_factory=Map)
    """The number of the invitation by the hash of its code."""
    devices: Map[int, JoinedDevice] = field(default_factory=Map)
    by_token: Map[str, int] = field(default_factory=Map)
    """The number of the device by the hash of its token."""
    ended: frozenset[str] = frozenset()
    """Streams that are over."""

    @property
    def devices_in_order(self) -> tuple[JoinedDevice, ...]:
        """All devices, the first to join first."""
        return tuple(self.devices[number] for number in sorted(self.devices))

    @property
    def invitations_in_order(self) -> tuple[Invitation, ...]:
        """All invitations, the first made first."""
        return tuple(self.invitations[number] for number in sorted(self.invitations))

    @property
    def has_director(self) -> bool:
        """Whether a device that directs the house has joined, and was not revoked."""
        return any(
            device.revoked is None and Grant(Role.DIRECTOR, HOUSE) in device.grants
            for device in self.devices.values()
        )

    def in_force(self, grants: frozenset[Grant]) -> frozenset[Grant]:
        """Those grants whose tournament or table is not over."""
        over = [grant for grant in grants if grant.stream in self.ended]
        return grants.difference(over) if over else grants

    def device_of(self, token_hash: str) -> JoinedDevice | None:
        """The device with that token, unless it was revoked or all that it was granted has ended."""
        number = self.by_token.get(token_hash)
        if number is None:
            return None
        device = self.devices[number]
        if device.revoked is not None or not self.in_force(device.grants):
            return None
        return device

    def is_signed_out(self, token_hash: str, stream: str) -> bool:
        """Whether the device with that token was revoked and had something granted there that is not over."""
        number = self.by_token.get(token_hash)
        if number is None or self.devices[number].revoked is None:
            return False
        return any(grant.covers(stream) for grant in self.in_force(self.devices[number].grants))

    def caller(self, device: JoinedDevice) -> Caller:
        """Who speaks from that device, with what still holds."""
        return Caller(device.name, device.id, self.in_force(device.grants))


EMPTY_REGISTRY: Final = Registry()


def milliseconds_of(time: datetime) -> int:
    """A time as the roll tells it: milliseconds since 1970."""
    return int(time.timestamp() * 1000)


def evolve(registry: Registry, fact: JournalFact) -> Registry:
    """The roll after one more fact."""
    told, at_ms = f.access_fact(fact), milliseconds_of(fact.time)
    match told:
        case f.Invited(number=number, name=name, grants=grants, code_hash=code_hash, expires_ms=expires_ms):
            invited = Invitation(number, name, frozenset(grants), Code(code_hash), expires_ms, fact.actor)
            return replace(
                _with_invitation(registry, invited), by_code=registry.by_code.set(code_hash, number)
            )
        case f.PinSet(number=number, name=name, grants=grants, expires_ms=expires_ms):
            pin = Pin(told.salt, told.pin_hash)
            return _with_invitation(
                registry, Invitation(number, name, frozenset(grants), pin, expires_ms, fact.actor)
            )
        case f.PinMissed(number=number):
            invitation = _invitation(registry, number)
            if not isinstance(invitation.key, Pin):
                raise MalformedError("bad-fact", f"invitation {number} has a code and no PIN")
            return _with_invitation(registry, replace(invitation, key=invitation.key.missed(at_ms)))
        case f.InvitationWithdrawn(number=number, reason=reason):
            return _with_invitation(registry, replace(_invitation(registry, number), withdrawn=reason))
        case f.DeviceJoined():
            return _joined(registry, told, at_ms)
        case f.RolesAdded(device=number, invitation=by):
            device = _device(registry, number)
            more = replace(
                device,
                grants=device.grants | _invitation(registry, by).grants,
                invitations=(*device.invitations, by),
            )
            return _with_device(_used(registry, by, number), more)
        case f.DeviceRevoked(device=number, reason=reason):
            return _with_device(registry, replace(_device(registry, number), revoked=reason))
        case f.AccessEnded(stream=stream):
            return replace(registry, ended=registry.ended | {stream})
        case _:
            assert_never(told)


def _joined(registry: Registry, told: f.DeviceJoined, at_ms: int) -> Registry:
    device = JoinedDevice(
        number=told.device,
        name=told.name,
        token_hash=told.token_hash,
        grants=_invitation(registry, told.invitation).grants,
        joined_ms=at_ms,
        address=told.address,
        invitations=(told.invitation,),
    )
    joined = _with_device(_used(registry, told.invitation, told.device), device)
    return replace(joined, by_token=registry.by_token.set(told.token_hash, told.device))


def _used(registry: Registry, number: int, device: int) -> Registry:
    invitation = _invitation(registry, number)
    if isinstance(invitation.key, Pin):
        return registry
    return _with_invitation(registry, replace(invitation, used_by=device))


def _with_invitation(registry: Registry, invitation: Invitation) -> Registry:
    return replace(registry, invitations=registry.invitations.set(invitation.number, invitation))


def _with_device(registry: Registry, device: JoinedDevice) -> Registry:
    return replace(registry, devices=registry.devices.set(device.number, device))


def _invitation(registry: Registry, number: int) -> Invitation:
    if number not in registry.invitations:
        raise MalformedError("no-such-invitation", f"there is no invitation {number}; check the list")
    return registry.invitations[number]


def _device(registry: Registry, number: int) -> JoinedDevice:
    if number not in registry.devices:
        raise MalformedError("no-such-device", f"there is no device {number}; check the list")
    return registry.devices[number]


ACCESS_FAMILY: Final = Family(
    name="access",
    begin=lambda fact: evolve(EMPTY_REGISTRY, fact),
    evolve=evolve,
)
"""How the roll is folded from its facts."""
