"""Facts of the stream `access`: invitations, the devices that joined by them, and how each of them ended.

No secret is ever in them: of a code and a token only the SHA-256, of a PIN only its scrypt. Codes and tokens
are 128 bits of chance or more, so that nobody can try them all; a PIN is short, so guesses are counted.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from wordwaiter.audience import Audience, ForDirector, ForNobody, declared
from wordwaiter.sentences import Wording, joined, named, said, said_of
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.clock import milliseconds
from wordwaiter.service.house_facts import HouseFact, reader_of
from wordwaiter.store.facts import Fact
from wordwaiter.store.families import Upgrade, Upgrades, upgraded

EARLIER_NAME: Final = "named "
"""Stands before the name of a division in a role of an earlier version; later ones have its id."""


@dataclass(frozen=True, slots=True)
class Invited(HouseFact):
    """Somebody may join once, with a code."""

    KIND: ClassVar = "access.invited"
    AUDIENCE: ClassVar = Audience.DIRECTOR
    BODY_VERSION: ClassVar = 4
    number: ForDirector[int]
    name: ForDirector[str]
    """Of the person; nothing where whoever joins says it."""
    grants: ForDirector[tuple[Grant, ...]]
    code_hash: ForNobody[str]
    expires_ms: ForDirector[int]
    only_here: ForDirector[bool] = False
    """The code works on the computer alone that runs the program."""
    is_printed: ForDirector[bool] = False
    """The code is on a sheet: one device uses it at a time, and another may take it over."""
    person: ForDirector[int] = 0
    """The first invitation of whoever it is for, where they had one before."""

    def sentence(self) -> Wording:
        return _invitation(self, said("by a code"))


@dataclass(frozen=True, slots=True)
class PinSet(HouseFact):
    """A PIN was set; whoever knows it may join."""

    KIND: ClassVar = "access.pin_set"
    AUDIENCE: ClassVar = Audience.DIRECTOR
    BODY_VERSION: ClassVar = 2
    number: ForDirector[int]
    name: ForDirector[str]
    grants: ForDirector[tuple[Grant, ...]]
    salt: ForNobody[str]
    pin_hash: ForNobody[str]
    expires_ms: ForDirector[int]

    def sentence(self) -> Wording:
        return _invitation(self, said("by a PIN"))


@dataclass(frozen=True, slots=True)
class PinMissed(HouseFact):
    """Somebody tried a wrong PIN, or one of an invitation that there is not."""

    KIND: ClassVar = "access.pin_missed"
    AUDIENCE: ClassVar = Audience.DIRECTOR
    BODY_VERSION: ClassVar = 2
    number: ForDirector[int]
    address: ForDirector[str]
    at_ms: ForDirector[int]

    def sentence(self) -> Wording:
        address = self.address or said("an unknown address")
        return said_of("a wrong PIN for invitation {number} from {address}", self, address=address)


@dataclass(frozen=True, slots=True)
class InvitationWithdrawn(HouseFact):
    """An invitation holds no longer."""

    KIND: ClassVar = "access.invitation_withdrawn"
    AUDIENCE: ClassVar = Audience.DIRECTOR
    SENTENCE: ClassVar = "invitation {number} is withdrawn"
    number: ForDirector[int]
    reason: ForDirector[str]


@dataclass(frozen=True, slots=True)
class TakeoverAsked(HouseFact):
    """Another device asks for a printed code that is in use."""

    KIND: ClassVar = "access.takeover_asked"
    AUDIENCE: ClassVar = Audience.DIRECTOR
    SENTENCE: ClassVar = "another device asks to take over invitation {number}"
    number: ForDirector[int]
    name: ForDirector[str]
    """Of whoever asks; nothing where the invitation has a name."""
    address: ForDirector[str]
    offered_hash: ForNobody[str]
    at_ms: ForDirector[int]


@dataclass(frozen=True, slots=True)
class TakeoverAnswered(HouseFact):
    """The director let another device take a printed code over, or not."""

    KIND: ClassVar = "access.takeover_answered"
    AUDIENCE: ClassVar = Audience.DIRECTOR
    number: ForDirector[int]
    is_allowed: ForDirector[bool]

    def sentence(self) -> Wording:
        if self.is_allowed:
            return said_of("another device may take over invitation {number}", self)
        return said_of("nobody takes over invitation {number}", self)


@dataclass(frozen=True, slots=True)
class DeviceJoined(HouseFact):
    """A device got a token for an invitation."""

    KIND: ClassVar = "access.device_joined"
    AUDIENCE: ClassVar = Audience.DIRECTOR
    BODY_VERSION: ClassVar = 3
    device: ForDirector[int]
    invitation: ForDirector[int]
    name: ForDirector[str]
    token_hash: ForNobody[str]
    address: ForDirector[str]
    at_ms: ForDirector[int]
    offered_hash: ForNobody[str] = ""
    """Of what the device had in the place of a token, so that it can send the same again."""

    def sentence(self) -> Wording:
        pattern = "{name} joins with device {device} by invitation {number}"
        return said_of(pattern, self, number=self.invitation)


@dataclass(frozen=True, slots=True)
class RolesAdded(HouseFact):
    """A device that had joined before took another invitation: its person has several roles."""

    KIND: ClassVar = "access.roles_added"
    AUDIENCE: ClassVar = Audience.DIRECTOR
    BODY_VERSION: ClassVar = 3
    device: ForDirector[int]
    invitation: ForDirector[int]
    at_ms: ForDirector[int]
    token_hash: ForNobody[str] = ""
    """Of its new token; all earlier ones end. Nothing where the device did not ask for the roles itself."""
    offered_hash: ForNobody[str] = ""

    def sentence(self) -> Wording:
        pattern = "device {device} gets the roles of invitation {number}"
        return said_of(pattern, self, number=self.invitation)


@dataclass(frozen=True, slots=True)
class TokenAdded(HouseFact):
    """A device sent the same invitation again, since the answer was lost, and got one more token."""

    KIND: ClassVar = "access.token_added"
    AUDIENCE: ClassVar = Audience.DIRECTOR
    SENTENCE: ClassVar = "device {device} gets one more token"
    device: ForDirector[int]
    token_hash: ForNobody[str]


@dataclass(frozen=True, slots=True)
class DeviceSeen(HouseFact):
    """A device is in use; written once an hour at most."""

    KIND: ClassVar = "access.device_seen"
    AUDIENCE: ClassVar = Audience.DIRECTOR
    SENTENCE: ClassVar = "device {device} is in use"
    BODY_VERSION: ClassVar = 2
    device: ForDirector[int]
    at_ms: ForDirector[int]


@dataclass(frozen=True, slots=True)
class DeviceRevoked(HouseFact):
    """A device's token holds no longer."""

    KIND: ClassVar = "access.device_revoked"
    AUDIENCE: ClassVar = Audience.DIRECTOR
    SENTENCE: ClassVar = "device {device} is revoked"
    device: ForDirector[int]
    reason: ForDirector[str]


@dataclass(frozen=True, slots=True)
class AccessEnded(HouseFact):
    """A tournament or a free table is over, and with it all that was granted for it."""

    KIND: ClassVar = "access.ended"
    AUDIENCE: ClassVar = Audience.DIRECTOR
    stream: ForDirector[str]
    reason: ForDirector[str]

    def sentence(self) -> Wording:
        return said("all devices of {what} end with it", what=self.stream)


@dataclass(frozen=True, slots=True)
class DivisionRenamed(HouseFact):
    """A division took another in: its roles go with its new name, and those for the other one end.

    It was written while roles were for the name of a division; now they are for its number, which stays.
    """

    KIND: ClassVar = "access.division_renamed"
    AUDIENCE: ClassVar = Audience.DIRECTOR
    stream: ForDirector[str]
    source: ForDirector[str]
    """The name of the division that was merged away."""
    target: ForDirector[str]
    name: ForDirector[str]
    """The name of the merged division."""

    def sentence(self) -> Wording:
        return said_of("roles for {target} are now for {name}; those for {source} end", self)


@dataclass(frozen=True, slots=True)
class Forgotten(HouseFact):
    """Everything stored about the owners of these devices, invitations or free tables was erased."""

    KIND: ClassVar = "access.forgotten"
    AUDIENCE: ClassVar = Audience.DIRECTOR
    BODY_VERSION: ClassVar = 2
    devices: ForDirector[tuple[int, ...]]
    invitations: ForDirector[tuple[int, ...]]
    streams: ForDirector[tuple[str, ...]]
    texts: ForDirector[tuple[str, ...]] = ()
    """References of names and texts in facts (`store.personal`)."""

    def sentence(self) -> Wording:
        count = len(self.devices) + len(self.invitations) + len(self.streams)
        devices = said("names and addresses of {n} devices, invitations and tables are erased", n=count)
        texts = said("{n} names and texts are erased", n=len(self.texts))
        if not self.texts:
            return devices
        return joined("; ", (devices, texts)) if count else texts


AccessFact = (
    Invited
    | PinSet
    | PinMissed
    | InvitationWithdrawn
    | TakeoverAsked
    | TakeoverAnswered
    | DeviceJoined
    | RolesAdded
    | TokenAdded
    | DeviceSeen
    | DeviceRevoked
    | AccessEnded
    | DivisionRenamed
    | Forgotten
)

ACCESS_FACT_TYPES: Final[Mapping[str, type[AccessFact]]] = declared(AccessFact.__args__)
"""Every kind of fact by its stable name."""


def _invitation(fact: Invited | PinSet, how: Wording) -> Wording:
    roles = (said("{role} of {what}", role=named(each.role), what=each.stream) for each in fact.grants)
    pattern = "invitation {number} {how}: {roles}"
    if fact.name:
        pattern = "invitation {number} {how} for {name}: {roles}"
    return said_of(pattern, fact, how=how, roles=joined(", ", roles))


def _with(**fields: object) -> Upgrade:
    """Returns what adds fields that an earlier form of a body did not have."""
    return lambda fact: replace(fact, kind_version=fact.kind_version + 1, body={**fields, **fact.body})


def _with_time(fact: Fact) -> Fact:
    """Returns a fact with the time by the server's watch; earlier facts have the time of day alone."""
    body = {**fact.body, "at_ms": milliseconds(fact.time)}
    return replace(fact, kind_version=fact.kind_version + 1, body=body)


def _with_divisions_by_name(fact: Fact) -> Fact:
    """Returns an invitation that tells of divisions that these are names: since then they are ids."""
    told: Any = fact.body["grants"]
    grants = [
        {**each, "division": EARLIER_NAME + each["division"]} if each["division"] is not None else each
        for each in told
    ]
    return replace(fact, body={**fact.body, "grants": grants})


ACCESS_UPGRADES: Final[Upgrades] = {
    (Invited.KIND, 1): _with(only_here=False),
    (Invited.KIND, 2): _with(is_printed=False),
    (Invited.KIND, 3): lambda fact: _with(person=0)(_with_divisions_by_name(fact)),
    (PinSet.KIND, 1): lambda fact: _with()(_with_divisions_by_name(fact)),
    (PinMissed.KIND, 1): _with_time,
    (DeviceJoined.KIND, 1): _with(offered_hash=""),
    (DeviceJoined.KIND, 2): _with_time,
    (RolesAdded.KIND, 1): _with(token_hash="", offered_hash=""),
    (RolesAdded.KIND, 2): _with_time,
    (DeviceSeen.KIND, 1): _with_time,
    (Forgotten.KIND, 1): _with(texts=[]),
}
"""Facts of earlier versions: codes worked anywhere, a device offered nothing and kept its token, roles were
for the name of a division, and each invitation was for somebody new."""

_read = reader_of(ACCESS_FACT_TYPES)


def access_fact(fact: Fact) -> AccessFact:
    """Returns what a fact in the journal tells of access."""
    return _read(upgraded(fact, ACCESS_UPGRADES))
