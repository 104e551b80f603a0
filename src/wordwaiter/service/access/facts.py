"""Facts of the stream `access`: invitations, the devices that joined by them, and how each of them ended.

No secret is ever in them: of a code and a token only the SHA-256, of a PIN only its scrypt. Codes and tokens
are 128 bits of chance or more, so that nobody can try them all; a PIN is short, so guesses are counted.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from wordwaiter.game.records import plain_fact, read_fact
from wordwaiter.service.access.callers import Grant
from wordwaiter.store.facts import Fact as JournalFact
from wordwaiter.store.facts import NewFact


@dataclass(frozen=True, slots=True)
class Invited:
    """Somebody may join once, with a code."""

    KIND: ClassVar = "access.invited"
    number: int
    name: str
    """Of the person; nothing where whoever joins says it."""
    grants: tuple[Grant, ...]
    code_hash: str
    expires_ms: int


@dataclass(frozen=True, slots=True)
class PinSet:
    """Whoever knows a PIN may join."""

    KIND: ClassVar = "access.pin_set"
    number: int
    name: str
    grants: tuple[Grant, ...]
    salt: str
    pin_hash: str
    expires_ms: int


@dataclass(frozen=True, slots=True)
class PinMissed:
    """Somebody tried a wrong PIN."""

    KIND: ClassVar = "access.pin_missed"
    number: int
    address: str


@dataclass(frozen=True, slots=True)
class InvitationWithdrawn:
    """An invitation holds no longer."""

    KIND: ClassVar = "access.invitation_withdrawn"
    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class DeviceJoined:
    """A device got a token for an invitation."""

    KIND: ClassVar = "access.device_joined"
    device: int
    invitation: int
    name: str
    token_hash: str
    address: str


@dataclass(frozen=True, slots=True)
class RolesAdded:
    """A device that had joined before took another invitation: its person has several roles."""

    KIND: ClassVar = "access.roles_added"
    device: int
    invitation: int


@dataclass(frozen=True, slots=True)
class DeviceRevoked:
    """A device's token holds no longer."""

    KIND: ClassVar = "access.device_revoked"
    device: int
    reason: str


@dataclass(frozen=True, slots=True)
class AccessEnded:
    """A tournament or a free table is over, and with it all that was granted for it."""

    KIND: ClassVar = "access.ended"
    stream: str
    reason: str


AccessFact = (
    Invited
    | PinSet
    | PinMissed
    | InvitationWithdrawn
    | DeviceJoined
    | RolesAdded
    | DeviceRevoked
    | AccessEnded
)

ACCESS_FACT_TYPES: Final[Mapping[str, type[AccessFact]]] = {kind.KIND: kind for kind in AccessFact.__args__}
"""Every kind of fact by its stable name."""


def access_fact(fact: JournalFact) -> AccessFact:
    """What a fact in the journal tells of access."""
    return read_fact({"kind": fact.kind, **fact.body}, ACCESS_FACT_TYPES, {})


def new_access_fact(fact: AccessFact) -> NewFact:
    """A fact of access, ready to be written."""
    body = plain_fact(fact, {})
    return NewFact(str(body.pop("kind")), body)
