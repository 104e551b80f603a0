"""The roll: who was invited and which devices have joined, as folding the facts of `access` gives it."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import dropwhile
from typing import Final, assert_never

from immutables import Map

from wordwaiter.errors import MalformedError
from wordwaiter.roles import Role
from wordwaiter.service.access import facts as f
from wordwaiter.service.access.addresses import address_group
from wordwaiter.service.access.callers import HOUSE, Caller, Grant
from wordwaiter.service.access.division_roles import renamed_by_earlier_merge
from wordwaiter.service.access.invitation import Code, Invitation, Pin, Takeover
from wordwaiter.service.access.pin_misses import DAY_MS, Misses
from wordwaiter.store.facts import Fact as JournalFact
from wordwaiter.store.families import Family

IDLE_MS: Final = DAY_MS
"""A token ends when its device was not in use for so long."""
LONGEST_MS: Final = 7 * DAY_MS
"""A token ends so long after it was made, however often it is used."""
SEEN_EVERY_MS: Final = 60 * 60_000
"""How often it is written down that a device is in use."""
RESEND_MS: Final = 10 * 60_000
"""How long a device whose answer was lost may send the same again."""


@dataclass(frozen=True, slots=True)
class JoinedDevice:
    """A phone, a laptop or a screen that has joined."""

    number: int
    name: str
    tokens: frozenset[str]
    """The hashes of its tokens; nearly always of one."""
    grants: frozenset[Grant]
    joined_ms: int
    address: str
    invitations: tuple[int, ...]
    renewed_ms: int
    """When its token was made."""
    seen_ms: int
    """When it was known to be in use, to the hour."""
    revoked: str | None = None
    """The reason why its token holds no longer."""
    person: int | None = None
    """Whose it is: the number of the first invitation of that person; nothing where it has PINs alone."""

    @property
    def expires_ms(self) -> int:
        """When its token ends if it is not used before."""
        return min(self.renewed_ms + LONGEST_MS, self.seen_ms + IDLE_MS)

    @property
    def is_in_use(self) -> bool:
        """Checks whether it is known that its token has reached it."""
        return self.seen_ms > self.renewed_ms

    @property
    def id(self) -> str:
        """Its name in the journal."""
        return f"device-{self.number}"


@dataclass(frozen=True, slots=True)
class Offer:
    """A device's offer before it has a token: one that shows it again has not got the answer."""

    device: int
    invitation: int
    """By which it joined then."""
    at_ms: int


@dataclass(frozen=True, slots=True)
class Registry:
    """All invitations and devices. Maps are replaced, never changed, so whoever holds one may read it."""

    invitations: Map[int, Invitation] = field(default_factory=Map)
    by_code: Map[str, int] = field(default_factory=Map)
    """The number of the invitation by the hash of its code."""
    devices: Map[int, JoinedDevice] = field(default_factory=Map)
    by_token: Map[str, int] = field(default_factory=Map)
    """The number of the device by the hash of its token."""
    by_offer: Map[str, Offer] = field(default_factory=Map)
    """Devices' offers before they have a token, by hash."""
    misses: Map[str, Misses] = field(default_factory=Map)
    """Wrong PINs by address."""
    misses_of: Map[int, int] = field(default_factory=Map)
    """Wrong PINs by the number of the invitation that was tried, whether there is one or not."""
    ended: frozenset[str] = frozenset()
    """Streams that are over."""
    forgotten: frozenset[str] = frozenset()
    """Free tables whose players were erased."""
    has_divisions: bool = False
    """Whether anybody was ever invited to a division alone."""

    @property
    def devices_in_order(self) -> tuple[JoinedDevice, ...]:
        """All devices, the first to join first."""
        return tuple(self.devices[number] for number in sorted(self.devices))

    @property
    def invitations_in_order(self) -> tuple[Invitation, ...]:
        """All invitations, the first made first."""
        return tuple(self.invitations[number] for number in sorted(self.invitations))

    def has_director(self, now_ms: int) -> bool:
        """Checks whether there is a device that directs the house."""
        return self.holder_of(Grant(Role.DIRECTOR, HOUSE), now_ms) is not None

    def in_force(self, grants: frozenset[Grant]) -> frozenset[Grant]:
        """Those grants whose tournament or table is not over."""
        if not self.ended:
            return grants
        over = [grant for grant in grants if grant.stream in self.ended]
        return grants.difference(over) if over else grants

    def with_divisions(self, change: Callable[[frozenset[Grant]], frozenset[Grant]]) -> "Registry":
        """Returns the roll in which roles for divisions are others, where a change gives others."""
        after = self
        if not self.has_divisions:
            return after
        for invitation in self.invitations.values():
            if (grants := change(invitation.grants)) != invitation.grants:
                after = _with_invitation(after, replace(invitation, grants=grants))
        for device in self.devices.values():
            if (grants := change(device.grants)) != device.grants:
                after = _with_device(after, replace(device, grants=grants))
        return after

    def device_of(self, token_hash: str, now_ms: int) -> JoinedDevice | None:
        """The device with that token, unless it was revoked or has expired, or all its grants have ended."""
        number = self.by_token.get(token_hash)
        return None if number is None else self._if_valid(self.devices[number], now_ms)

    def device_that_offered(
        self, offered_hash: str, invitation: Invitation, now_ms: int
    ) -> JoinedDevice | None:
        """The device that joined with that in the place of a token, a moment ago, for these very roles."""
        offer = self.by_offer.get(offered_hash)
        if offer is None or now_ms - offer.at_ms > RESEND_MS:
            return None
        device = self.devices[offer.device]
        if invitation.is_printed and device.is_in_use:
            return None  # Many can read such a code, and somebody may have planted what was offered.
        # Others may have offered it, with a code of their own; or an official joined since by the token.
        since = dropwhile(lambda each: each != offer.invitation, device.invitations)
        is_same = {self.invitations[each].grants for each in since} == {invitation.grants}
        return self._if_valid(device, now_ms) if is_same else None

    def _if_valid(self, device: JoinedDevice, now_ms: int) -> JoinedDevice | None:
        is_valid = device.revoked is None and now_ms < device.expires_ms and self.in_force(device.grants)
        return device if is_valid else None

    def is_to_note(self, device: JoinedDevice, now_ms: int) -> bool:
        """Checks if it is to be noted that a device is in use: hourly, and at first by a printed code."""
        unseen_ms = now_ms - device.seen_ms
        is_new = not device.is_in_use and self.invitations[device.invitations[-1]].is_printed
        return unseen_ms >= SEEN_EVERY_MS or (is_new and unseen_ms > 0)

    def holder_of(self, grant: Grant, now_ms: int) -> JoinedDevice | None:
        """A device that was granted just that, if there is one."""
        holders = (each for each in self.devices.values() if grant in each.grants)
        return next((each for each in holders if self._if_valid(each, now_ms)), None)

    def is_signed_out(self, token_hash: str, stream: str) -> bool:
        """Checks if the device with that token was revoked while something granted there was not over."""
        number = self.by_token.get(token_hash)
        if number is None or self.devices[number].revoked is None:
            return False
        return any(grant.covers(stream) for grant in self.in_force(self.devices[number].grants))

    def caller(self, device: JoinedDevice) -> Caller:
        """Returns who speaks from that device, with what still holds."""
        return Caller(device.name, device.id, self.in_force(device.grants))


EMPTY_REGISTRY: Final = Registry()


def evolve(registry: Registry, fact: JournalFact) -> Registry:
    """The roll after one more fact."""
    told = f.access_fact(fact)
    match told:
        case f.Invited(number=number, name=name, grants=grants, code_hash=code_hash, expires_ms=expires_ms):
            code = Code(code_hash)
            invited = Invitation(
                number, name, frozenset(grants), code, expires_ms, fact.actor, fact.device,
                only_here=told.only_here, is_printed=told.is_printed, person=told.person or number,
            )  # fmt: skip
            return replace(
                _with_invitation(registry, invited), by_code=registry.by_code.set(code_hash, number)
            )
        case f.PinSet(number=number, name=name, grants=grants, expires_ms=expires_ms):
            pin = Pin(told.salt, told.pin_hash)
            return _with_invitation(
                registry,
                Invitation(number, name, frozenset(grants), pin, expires_ms, fact.actor, fact.device),
            )
        case f.PinMissed(number=number, address=address, at_ms=at_ms):
            group = address_group(address)
            return replace(
                registry,
                misses=registry.misses.set(group, registry.misses.get(group, Misses()).missed(at_ms)),
                misses_of=registry.misses_of.set(number, registry.misses_of.get(number, 0) + 1),
            )
        case f.InvitationWithdrawn(number=number, reason=reason):
            return _with_invitation(registry, replace(_invitation(registry, number), withdrawn=reason))
        case f.TakeoverAsked(number=number):
            takeover = Takeover(told.name, told.address, told.offered_hash, told.at_ms)
            return _with_invitation(registry, replace(_invitation(registry, number), takeover=takeover))
        case f.TakeoverAnswered():
            return _answered(registry, told)
        case f.DeviceJoined():
            return _joined(registry, told)
        case f.RolesAdded(device=number, invitation=by, token_hash=token_hash, offered_hash=offered_hash):
            device = _device(registry, number)
            more = replace(
                device,
                grants=device.grants | _invitation(registry, by).grants,
                invitations=(*device.invitations, by),
            )
            added = _with_device(_used(registry, by, number), more)
            if token_hash:
                added = _renewed(added, more, token_hash, offered_hash, told.at_ms)
            return _as_one(added, more.person, _invitation(registry, by).person, number)
        case f.TokenAdded(device=number, token_hash=token_hash):
            return _with_token(registry, _device(registry, number), token_hash)
        case f.DeviceSeen(device=number, at_ms=at_ms):
            return _with_device(registry, replace(_device(registry, number), seen_ms=at_ms))
        case f.DeviceRevoked(device=number, reason=reason):
            revoked = _with_device(registry, replace(_device(registry, number), revoked=reason))
            # Whoever leaves gives the code back; whoever was signed out does not come back by it.
            return _given_back(revoked, number) if fact.device == f"device-{number}" else revoked
        case f.AccessEnded(stream=stream):
            return replace(registry, ended=registry.ended | {stream})
        case f.DivisionRenamed():
            return registry.with_divisions(partial(renamed_by_earlier_merge, told))
        case f.Forgotten(devices=devices, invitations=invitations, streams=streams):
            for number in devices:
                device = _device(registry, number)
                unknown = replace(device, name=device.id, address="", revoked=device.revoked or "erased")
                registry = _with_device(registry, unknown)
            for number in invitations:
                nobody = replace(_invitation(registry, number), name="", takeover=None)
                registry = _with_invitation(registry, nobody)
            return replace(registry, forgotten=registry.forgotten | set(streams))
        case _:
            assert_never(told)


def _answered(registry: Registry, told: f.TakeoverAnswered) -> Registry:
    invitation = _invitation(registry, told.number)
    takeover = invitation.takeover
    if takeover is None:
        return registry
    if not told.is_allowed:
        return _with_invitation(registry, replace(invitation, takeover=replace(takeover, is_refused=True)))
    freed = replace(invitation, used_by=None, takeover=None, freed_for=takeover.offered_hash)
    return _with_invitation(_without_grants(registry, invitation), freed)


def _without_grants(registry: Registry, invitation: Invitation) -> Registry:
    """Returns the roll where whoever used a code has what other invitations gave; else is signed out."""
    if invitation.used_by is None:
        return registry
    device = _device(registry, invitation.used_by)
    others = tuple(each for each in device.invitations if each != invitation.number)
    left = frozenset[Grant]().union(*(_invitation(registry, each).grants for each in others))
    if not left:
        return _with_device(registry, replace(device, revoked=device.revoked or "taken over"))
    return _with_device(registry, replace(device, grants=left, invitations=others))


def _given_back(registry: Registry, device: int) -> Registry:
    for number in _device(registry, device).invitations:
        invitation = _invitation(registry, number)
        if invitation.is_printed and invitation.used_by == device:
            registry = _with_invitation(registry, replace(invitation, used_by=None, freed_for=""))
    return registry


def _joined(registry: Registry, told: f.DeviceJoined) -> Registry:
    at_ms = told.at_ms
    device = JoinedDevice(
        number=told.device,
        name=told.name,
        tokens=frozenset(),
        grants=_invitation(registry, told.invitation).grants,
        joined_ms=at_ms,
        address=told.address,
        invitations=(told.invitation,),
        renewed_ms=at_ms,
        seen_ms=at_ms,
        person=_invitation(registry, told.invitation).person,
    )
    joined = _with_device(_used(registry, told.invitation, told.device), device)
    return _renewed(joined, device, told.token_hash, told.offered_hash, at_ms)


def _renewed(
    registry: Registry, device: JoinedDevice, token_hash: str, offered_hash: str, at_ms: int
) -> Registry:
    """The roll with a new token for a device, by its latest invitation; its earlier ones end."""
    by_token = registry.by_token
    for earlier in device.tokens:
        by_token = by_token.delete(earlier)
    offers = registry.by_offer
    if offered_hash:
        offers = offers.set(offered_hash, Offer(device.number, device.invitations[-1], at_ms))
    fresh = replace(device, tokens=frozenset(), renewed_ms=at_ms, seen_ms=at_ms)
    return _with_token(replace(registry, by_token=by_token, by_offer=offers), fresh, token_hash)


def _with_token(registry: Registry, device: JoinedDevice, token_hash: str) -> Registry:
    more = _with_device(registry, replace(device, tokens=device.tokens | {token_hash}))
    return replace(more, by_token=registry.by_token.set(token_hash, device.number))


def _as_one(registry: Registry, one: int | None, other: int | None, device: int) -> Registry:
    """Returns the roll in which a device's person is the one of an invitation that it took, too."""
    if other is None or one == other:
        return registry
    if one is None:
        return _with_device(registry, replace(_device(registry, device), person=other))
    for invitation in registry.invitations.values():
        if invitation.person == other:
            registry = _with_invitation(registry, replace(invitation, person=one))
    for each in registry.devices.values():
        if each.person == other:
            registry = _with_device(registry, replace(each, person=one))
    return registry


def _used(registry: Registry, number: int, device: int) -> Registry:
    invitation = _invitation(registry, number)
    if isinstance(invitation.key, Pin):
        return registry
    return _with_invitation(registry, replace(invitation, used_by=device, takeover=None, freed_for=""))


def _with_invitation(registry: Registry, invitation: Invitation) -> Registry:
    has_divisions = registry.has_divisions or any(each.division is not None for each in invitation.grants)
    invitations = registry.invitations.set(invitation.number, invitation)
    return replace(registry, invitations=invitations, has_divisions=has_divisions)


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
    kinds=frozenset(f.ACCESS_FACT_TYPES),
    upgrades=f.ACCESS_UPGRADES,
)
"""How the roll is folded from its facts."""
