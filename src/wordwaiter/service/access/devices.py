"""Joining: an invitation is exchanged for a device's token, which then stands for its person's roles.

Everything is in the stream `access` of the journal, so all workers of a server, and another laptop that runs
on a copy, know the same devices. Each change is decided on the latest version and written only if it is still
the latest, so a code cannot be used twice and no guess at a PIN goes uncounted, however many come at once.
"""

import threading
import time
from collections.abc import Callable, Iterable, Sized
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache, partial
from typing import Final

from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.roles import Role
from wordwaiter.service.access import facts as f
from wordwaiter.service.access import tokens as keys
from wordwaiter.service.access.callers import HOUSE, NOBODY, Caller, Grant, refusal
from wordwaiter.service.access.invitations import (
    checked_name,
    directs_some,
    open_invitation,
    require_director,
    require_directs,
    require_may_invite,
    require_not_ended,
    wrong_pin,
)
from wordwaiter.service.access.registry import (
    ACCESS_FAMILY,
    EMPTY_REGISTRY,
    Invitation,
    JoinedDevice,
    Pin,
    Registry,
    milliseconds_of,
)
from wordwaiter.service.clock import system_clock
from wordwaiter.store.facts import Entry, Fact, StaleVersionError
from wordwaiter.store.journal import Journal

STREAM: Final = "access"

CODE_LASTS: Final = timedelta(hours=24)
LONGEST_LAST: Final = timedelta(days=31)

_ATTEMPTS: Final = 50
_LOOK_SECONDS: Final = 1.0
"""After so long, what other processes wrote is looked up, should nobody have told of it."""


@dataclass(frozen=True, slots=True)
class NewInvitation:
    """An invitation just made. The secret is known now and never again."""

    invitation: Invitation
    secret: str
    """The code, or the PIN."""


@dataclass(frozen=True, slots=True)
class Joined:
    """A device that has joined, and its token."""

    token: str
    caller: Caller


@dataclass(frozen=True, slots=True)
class Joining:
    """Who wants to join, and from where."""

    name: str = ""
    """As typed; the name in the invitation counts, if there is one."""
    address: str = ""
    token: str = ""
    """The token that the device has or, before it joins, was given to keep. Sent again after an answer was
    lost, it gives the same answer; with another invitation, the same device gets more roles."""


_Finding = Callable[[Registry, int, JoinedDevice | None], Invitation | f.PinMissed]
"""The invitation that somebody joins by, at that time, from a device that may have joined before."""


class Devices:
    """All invitations and devices of a journal. Safe to share between threads."""

    def __init__(self, journal: Journal, clock: Callable[[], datetime] = system_clock) -> None:
        self._journal = journal
        self._clock = clock
        self._turn = threading.Lock()
        self._registry = EMPTY_REGISTRY
        self._version = 0
        self._looked = float("-inf")
        self._catch_up()

    # ---------------------------------------------------------------- who it is

    def caller_of(self, token: str) -> Caller:
        """Who speaks from the device with that token; nobody, if there is none or it holds no longer."""
        known = self.caller_at_hand(token)
        return _caller_in(self._catch_up(), keys.hash_of(token)) if known is None else known

    def caller_at_hand(self, token: str) -> Caller | None:
        """The same without a look into the journal; `None` where it takes one."""
        if not keys.is_token(token):
            return NOBODY
        registry, hashed = self._registry, keys.hash_of(token)
        if hashed not in registry.by_token or time.monotonic() - self._looked > _LOOK_SECONDS:
            return None
        return _caller_in(registry, hashed)

    def is_signed_out(self, token: str, stream: str) -> bool:
        """Whether the device with that token had a role there until somebody signed it out."""
        return keys.is_token(token) and self._registry.is_signed_out(keys.hash_of(token), stream)

    # ---------------------------------------------------------------- inviting

    def first_link(self) -> NewInvitation | None:
        """An invitation for the director of the house; none once one has joined."""
        registry = self._catch_up()
        if any(
            device.revoked is None and Grant(Role.DIRECTOR, HOUSE) in device.grants
            for device in registry.devices.values()
        ):
            return None
        return self.new_director()

    def new_director(self) -> NewInvitation:
        """An invitation for a director of the house, for whoever runs the program; earlier ones end."""
        code = keys.new_code()
        grants = frozenset({Grant(Role.DIRECTOR, HOUSE)})

        def plan(registry: Registry, now_ms: int) -> tuple[f.AccessFact, ...]:
            earlier = (
                f.InvitationWithdrawn(each.number, "a newer link was made")
                for each in registry.invitations_in_order
                if each.grants == grants and each.is_open(now_ms) and not each.by
            )
            return (*earlier, _invited(registry, "", grants, code, now_ms + _ms(CODE_LASTS)))

        registry = self._decide(plan)
        return NewInvitation(registry.invitations[registry.by_code[keys.hash_of(code)]], code)

    def invite(
        self,
        caller: Caller,
        grants: Iterable[Grant],
        *,
        name: str = "",
        lasts: timedelta = CODE_LASTS,
    ) -> NewInvitation:
        """A code with which one device can join, once."""
        wanted, person = self._wanted(caller, grants, lasts), checked_name(name)
        code = keys.new_code()

        def plan(registry: Registry, now_ms: int) -> tuple[f.AccessFact, ...]:
            require_not_ended(registry, wanted)
            return (_invited(registry, person, wanted, code, now_ms + _ms(lasts)),)

        registry = self._decide(plan, caller)
        return NewInvitation(registry.invitations[registry.by_code[keys.hash_of(code)]], code)

    def set_pin(
        self,
        caller: Caller,
        grants: Iterable[Grant],
        *,
        name: str = "",
        lasts: timedelta = CODE_LASTS,
    ) -> NewInvitation:
        """A PIN with which devices can join; wrong ones are counted, and lock it."""
        wanted, person = self._wanted(caller, grants, lasts), checked_name(name)
        if any(grant.role in (Role.DIRECTOR, Role.JUDGE) for grant in wanted):
            raise IllegalError("pin-too-weak", "directors and judges join by a code; a PIN can be overheard")
        pin, salt = keys.new_pin(), keys.new_salt()
        hashed = keys.pin_hash(pin, salt)

        def plan(registry: Registry, now_ms: int) -> tuple[f.AccessFact, ...]:
            require_not_ended(registry, wanted)
            expires_ms = now_ms + _ms(lasts)
            return (
                f.PinSet(_next(registry.invitations), person, _ordered(wanted), salt, hashed, expires_ms),
            )

        registry = self._decide(plan, caller)
        (made,) = (
            each
            for each in registry.invitations.values()
            if isinstance(each.key, Pin) and each.key.salt == salt
        )
        return NewInvitation(made, pin)

    def withdraw(self, caller: Caller, number: int, reason: str) -> None:
        """An invitation holds no longer."""

        def plan(registry: Registry, now_ms: int) -> tuple[f.AccessFact, ...]:
            invitation = registry.invitations.get(number)
            if invitation is None:
                raise MalformedError(
                    "no-such-invitation", f"there is no invitation {number}; look at the list"
                )
            require_directs(caller, invitation.grants)
            if not invitation.is_open(now_ms):
                raise ConflictError("not-open", f"invitation {number} is used, withdrawn or too old already")
            return (f.InvitationWithdrawn(number, reason),)

        self._decide(plan, caller)

    # ---------------------------------------------------------------- joining

    def invitation_of(self, code: str) -> Invitation:
        """The invitation of a code, if somebody can still join by it."""
        return open_invitation(self._catch_up(), code, milliseconds_of(self._clock()))

    def join(self, code: str, joining: Joining) -> Joined:
        """A token in exchange for a code, which is then used up."""

        def find(registry: Registry, now_ms: int, device: JoinedDevice | None) -> Invitation:
            known = registry.by_code.get(keys.hash_of(keys.read_code(code)))
            if device is not None and known in device.invitations:
                return registry.invitations[known]  # sent again: the answer was lost on the way
            return open_invitation(registry, code, now_ms)

        return self._join(joining, find)

    def join_by_pin(self, number: int, pin: str, joining: Joining) -> Joined:
        """A token in exchange for a PIN. A wrong one is written down before it is refused."""
        # Decided again whenever somebody else was faster; when a whole room joins, that is often.
        hashed = cache(partial(keys.pin_hash, pin))

        def find(registry: Registry, now_ms: int, _device: JoinedDevice | None) -> Invitation | f.PinMissed:
            found = registry.invitations.get(number)
            if found is None or not isinstance(found.key, Pin) or not found.is_open(now_ms):
                raise wrong_pin()
            if now_ms < found.key.locked_until_ms:
                minutes = -(-(found.key.locked_until_ms - now_ms) // 60_000)
                raise IllegalError(
                    "pin-locked",
                    f"too many wrong PINs; wait {minutes} minutes, or ask the director for a code",
                    minutes=minutes,
                )
            if keys.is_same(hashed(found.key.salt), found.key.hash):
                return found
            return f.PinMissed(number, joining.address)

        return self._join(joining, find)

    def _join(self, joining: Joining, find: _Finding) -> Joined:
        spare = keys.new_token()
        offered = joining.token if keys.is_token(joining.token) else spare
        token, missed = offered, False

        def plan(registry: Registry, now_ms: int) -> tuple[f.AccessFact, ...]:
            nonlocal token, missed
            device = registry.device_of(keys.hash_of(offered))
            # One that was revoked, or whose tournament is over, never holds again.
            is_old = device is None and keys.hash_of(offered) in registry.by_token
            token = spare if is_old else offered
            found = find(registry, now_ms, device)
            missed = isinstance(found, f.PinMissed)
            if isinstance(found, f.PinMissed):
                return (found,)
            require_not_ended(registry, found.grants)
            if device is None:
                return (_joined(registry, found, joining, token),)
            return () if found.number in device.invitations else (f.RolesAdded(device.number, found.number),)

        registry = self._decide(plan, address=joining.address)
        if missed:
            raise wrong_pin()
        return Joined(token, registry.caller(registry.devices[registry.by_token[keys.hash_of(token)]]))

    def add_roles(self, caller: Caller, number: int, grants: Iterable[Grant]) -> None:
        """More roles for a device that has joined, as if it had taken one more invitation."""
        wanted, code = self._wanted(caller, grants, CODE_LASTS), keys.new_code()

        def plan(registry: Registry, now_ms: int) -> tuple[f.AccessFact, ...]:
            require_not_ended(registry, wanted)
            device = registry.devices.get(number)
            if device is None or device.revoked is not None or wanted <= device.grants:
                return ()
            invited = _invited(registry, device.name, wanted, code, now_ms + _ms(CODE_LASTS))
            return (invited, f.RolesAdded(number, invited.number))

        self._decide(plan, caller)

    # ---------------------------------------------------------------- looking after them

    def devices(self, caller: Caller) -> tuple[JoinedDevice, ...]:
        """The devices with grants for something that the caller directs, the first to join first."""
        require_director(caller)
        return tuple(each for each in self._catch_up().devices_in_order if directs_some(caller, each.grants))

    def invitations(self, caller: Caller) -> tuple[Invitation, ...]:
        """The invitations that somebody can still join by, for what the caller directs."""
        require_director(caller)
        now_ms = milliseconds_of(self._clock())
        return tuple(
            each
            for each in self._catch_up().invitations_in_order
            if each.is_open(now_ms) and directs_some(caller, each.grants)
        )

    def revoke(self, caller: Caller, number: int, reason: str) -> None:
        """A device's token holds no longer; a director may do so, and the device itself."""

        def plan(registry: Registry, _now_ms: int) -> tuple[f.AccessFact, ...]:
            device = registry.devices.get(number)
            if device is None:
                raise MalformedError("no-such-device", f"there is no device {number}; look at the list")
            if device.id != caller.device:
                require_directs(caller, device.grants)
            if device.revoked is not None:
                raise ConflictError("revoked-already", f"{device.name}'s device was revoked already")
            return (f.DeviceRevoked(number, reason),)

        self._decide(plan, caller)

    def leave(self, caller: Caller) -> None:
        """The caller's own device leaves, and its token holds no longer."""
        number = caller.device.removeprefix("device-")
        self.revoke(caller, int(number) if number.isdecimal() else 0, "left")

    def end_of(self, caller: Caller, stream: str, reason: str = "") -> None:
        """All that was granted for a tournament or a free table ends with it."""
        if not caller.directs(stream):
            raise refusal(caller)
        if stream == HOUSE:
            raise IllegalError("house-stays", "the house does not end; revoke its devices one by one")

        def plan(registry: Registry, _now_ms: int) -> tuple[f.AccessFact, ...]:
            return () if stream in registry.ended else (f.AccessEnded(stream, reason),)

        self._decide(plan, caller)

    def ended(self) -> frozenset[str]:
        """The tournaments and tables that are over."""
        return self._registry.ended

    # ---------------------------------------------------------------- the roll

    def tell(self, facts: Iterable[Fact]) -> None:
        """Take note of facts that were added by anybody; those of other streams are no matter."""
        if any(fact.stream == STREAM and fact.version > self._version for fact in facts):
            self._catch_up()

    def _catch_up(self) -> Registry:
        with self._turn:
            for fact in self._journal.facts(STREAM, after=self._version):
                self._registry = ACCESS_FAMILY.evolve(self._registry, ACCESS_FAMILY.upgraded(fact))
                self._version = fact.version
            self._looked = time.monotonic()
            return self._registry

    def _wanted(self, caller: Caller, grants: Iterable[Grant], lasts: timedelta) -> frozenset[Grant]:
        """What somebody is invited to, if the caller may do so and there is such a thing."""
        wanted = frozenset(grants)
        require_may_invite(caller, wanted)
        if not timedelta(0) < lasts <= LONGEST_LAST:
            raise MalformedError("bad-time", f"an invitation lasts up to {LONGEST_LAST.days} days")
        for grant in wanted:
            if grant.stream != HOUSE and not self._journal.version(grant.stream):
                raise MalformedError("no-such-stream", f"there is no {grant.stream}", stream=grant.stream)
        return wanted

    def _decide(
        self,
        plan: Callable[[Registry, int], tuple[f.AccessFact, ...]],
        caller: Caller = NOBODY,
        address: str = "",
    ) -> Registry:
        """The roll after what was planned on its latest version; nothing is written where nothing changes."""
        for attempt in range(_ATTEMPTS):
            self._catch_up()
            with self._turn:
                registry, version = self._registry, self._version
            now = self._clock()
            facts = plan(registry, milliseconds_of(now))
            if not facts:
                return registry
            entry = Entry(
                STREAM,
                tuple(map(f.new_access_fact, facts)),
                now,
                version,
                actor=caller.name
                or next((each.name for each in facts if isinstance(each, f.DeviceJoined)), ""),
                device=caller.device or address,
            )
            try:
                self._journal.append(entry)
            except StaleVersionError:
                if attempt == _ATTEMPTS - 1:
                    raise
                continue
            return self._catch_up()
        raise AssertionError("the last attempt returns or raises")


def _caller_in(registry: Registry, token_hash: str) -> Caller:
    device = registry.device_of(token_hash)
    return NOBODY if device is None else registry.caller(device)


def _invited(
    registry: Registry, name: str, grants: frozenset[Grant], code: str, expires_ms: int
) -> f.Invited:
    return f.Invited(_next(registry.invitations), name, _ordered(grants), keys.hash_of(code), expires_ms)


def _joined(registry: Registry, invitation: Invitation, joining: Joining, token: str) -> f.DeviceJoined:
    name = invitation.name or checked_name(joining.name)
    if not name:
        raise MalformedError("no-name", "say your name, so that others know who it was")
    return f.DeviceJoined(
        _next(registry.devices), invitation.number, name, keys.hash_of(token), joining.address
    )


def _ordered(grants: frozenset[Grant]) -> tuple[Grant, ...]:
    return tuple(sorted(grants, key=repr))


def _next(numbered: Sized) -> int:
    """The number of one more: they are numbered from 1 on, and none is ever removed."""
    return len(numbered) + 1


def _ms(length: timedelta) -> int:
    return length // timedelta(milliseconds=1)
