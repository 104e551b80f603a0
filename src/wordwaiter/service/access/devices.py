"""Joining: an invitation is exchanged for a device's token, which then stands for its person's roles.

Everything is in the stream `access` of the journal, so all workers of a server, and another laptop that runs
on a copy, know the same devices. Each change is decided on the latest version and written only if it is still
the latest, so a code cannot be used twice and no guess at a PIN goes uncounted, however many come at once.
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from functools import cache, partial
from typing import TYPE_CHECKING, Final

from wordwaiter.service.access import commands as a
from wordwaiter.service.access import facts as f
from wordwaiter.service.access import tokens as keys
from wordwaiter.service.access.callers import NOBODY, Caller, Grant
from wordwaiter.service.access.invitations import directs_some, open_invitation, require_director, wrong_pin
from wordwaiter.service.access.registry import (
    EMPTY_REGISTRY,
    Invitation,
    JoinedDevice,
    Registry,
    milliseconds_of,
)
from wordwaiter.service.execute import execute
from wordwaiter.service.stream_kind import NO_META, CommandMeta, Outcome
from wordwaiter.store.facts import Fact

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

STREAM: Final = "access"

CODE_LASTS: Final = timedelta(hours=24)

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


class Devices:
    """All invitations and devices of a journal. Safe to share between threads."""

    def __init__(self, context: "Context") -> None:
        self._context = context
        self._looked = float("-inf")
        self._registry = EMPTY_REGISTRY
        """As it was known last."""
        self._latest()

    # ---------------------------------------------------------------- who it is

    def caller_of(self, token: str) -> Caller:
        """Who speaks from the device with that token; nobody, if there is none or it holds no longer."""
        known = self.caller_at_hand(token)
        return _caller_in(self._latest(), keys.hash_of(token)) if known is None else known

    def caller_at_hand(self, token: str) -> Caller | None:
        """The same without a look into the journal; `None` where it takes one."""
        if not keys.is_token(token):
            return NOBODY
        registry, hashed = self._known(), keys.hash_of(token)
        if hashed not in registry.by_token or time.monotonic() - self._looked > _LOOK_SECONDS:
            return None
        return _caller_in(registry, hashed)

    def is_signed_out(self, token: str, stream: str) -> bool:
        """Whether the device with that token had a role there until somebody signed it out."""
        return keys.is_token(token) and self._known().is_signed_out(keys.hash_of(token), stream)

    # ---------------------------------------------------------------- inviting

    def has_director(self) -> bool:
        """Whether somebody directs the house."""
        return self._latest().has_director

    def first_link(self) -> NewInvitation | None:
        """An invitation for the director of the house; none once one has joined."""
        return None if self.has_director() else self.new_director()

    def new_director(self) -> NewInvitation:
        """An invitation for a director of everything, for whoever runs the program; earlier ones end."""
        code = keys.new_code()
        return self._invited(
            self._execute(NOBODY, a.InviteFirstDirector(keys.hash_of(code), CODE_LASTS)), code
        )

    def invite(
        self, caller: Caller, grants: Iterable[Grant], *, name: str = "", lasts: timedelta = CODE_LASTS
    ) -> NewInvitation:
        """A code with which one device can join, once."""
        code = keys.new_code()
        wanted = a.Invite(name, frozenset(grants), keys.hash_of(code), lasts)
        return self._invited(self._execute(caller, wanted), code)

    def set_pin(
        self, caller: Caller, grants: Iterable[Grant], *, name: str = "", lasts: timedelta = CODE_LASTS
    ) -> NewInvitation:
        """A PIN with which devices can join; wrong ones are counted, and lock it."""
        pin, salt = keys.new_pin(), keys.new_salt()
        wanted = a.SetPin(name, frozenset(grants), salt, keys.pin_hash(pin, salt), lasts)
        return self._invited(self._execute(caller, wanted), pin)

    def withdraw(self, caller: Caller, number: int, reason: str) -> None:
        """An invitation is no longer valid."""
        self._execute(caller, a.WithdrawInvitation(number, reason))

    # ---------------------------------------------------------------- joining

    def invitation_of(self, code: str) -> Invitation:
        """The invitation of a code, if somebody can still join by it."""
        return open_invitation(self._latest(), code, milliseconds_of(self._context.clock()))

    def join(self, code: str, joining: Joining) -> Joined:
        """A token in exchange for a code, which is then used up."""
        offered, spare = _tokens(joining)
        hashes = keys.hash_of(offered), keys.hash_of(spare)
        return self._joined(a.JoinByCode(code, joining.name, joining.address, *hashes), offered, spare)

    def join_by_pin(self, number: int, pin: str, joining: Joining) -> Joined:
        """A token in exchange for a PIN. A wrong one is written down before it is refused."""
        offered, spare = _tokens(joining)
        hashes = keys.hash_of(offered), keys.hash_of(spare)
        # Decided again whenever somebody else was faster; when a whole room joins, that is often.
        hashed = cache(partial(keys.pin_hash, pin))
        joined = a.JoinByPin(number, joining.name, joining.address, *hashes, hashed)
        return self._joined(joined, offered, spare)

    def _joined(self, command: a.JoinByCode | a.JoinByPin, offered: str, spare: str) -> Joined:
        outcome = self._execute(NOBODY, command, CommandMeta(device=command.address))
        if any(isinstance(fact, f.PinMissed) for fact in outcome.facts):
            raise wrong_pin()
        given = {fact.token_hash for fact in outcome.facts if isinstance(fact, f.DeviceJoined)}
        token = spare if command.spare_hash in given else offered
        registry = outcome.state
        return Joined(token, registry.caller(registry.devices[registry.by_token[keys.hash_of(token)]]))

    def add_roles(self, caller: Caller, number: int, grants: Iterable[Grant]) -> None:
        """More roles for a device that has joined, as if it had taken one more invitation."""
        code_hash = keys.hash_of(keys.new_code())
        self._execute(caller, a.AddRoles(number, frozenset(grants), code_hash, CODE_LASTS))

    # ---------------------------------------------------------------- looking after them

    def devices(self, caller: Caller) -> tuple[JoinedDevice, ...]:
        """The devices with grants for something that the caller directs, the first to join first."""
        require_director(caller)
        return tuple(each for each in self._latest().devices_in_order if directs_some(caller, each.grants))

    def invitations(self, caller: Caller) -> tuple[Invitation, ...]:
        """The invitations that somebody can still join by, for what the caller directs."""
        require_director(caller)
        now_ms = milliseconds_of(self._context.clock())
        return tuple(
            each
            for each in self._latest().invitations_in_order
            if each.is_open(now_ms) and directs_some(caller, each.grants)
        )

    def revoke(self, caller: Caller, number: int, reason: str) -> None:
        """A device's token is no longer valid; a director may do so, and the device itself."""
        self._execute(caller, a.RevokeDevice(number, reason))

    def leave(self, caller: Caller) -> None:
        """The caller's own device leaves, and its token holds no longer."""
        number = caller.device.removeprefix("device-")
        self.revoke(caller, int(number) if number.isdecimal() else 0, "left")

    def end_of(self, caller: Caller, stream: str, reason: str = "") -> None:
        """All that was granted for a tournament or a free table ends with it."""
        self._execute(caller, a.EndAccess(stream, reason))

    def ended(self) -> frozenset[str]:
        """The tournaments and tables that are over."""
        return self._known().ended

    # ---------------------------------------------------------------- the registry

    def tell(self, facts: Iterable[Fact]) -> None:
        """Take note of facts that anybody added; those of other streams do not matter."""
        if any(fact.stream == STREAM for fact in facts):
            self._latest()

    def _known(self) -> Registry:
        """The registry as it is in memory; nobody waits for this."""
        standing = self._context.states.at_hand(STREAM)
        if standing is not None:
            self._registry = standing.state
        return self._registry

    def _latest(self) -> Registry:
        """The registry with all that any process has written."""
        states = self._context.states
        known = states.at_hand(STREAM)
        states.is_behind(STREAM, 0 if known is None else known.version)
        if states.knows(STREAM):
            self._registry = states.of(STREAM).state
        self._looked = time.monotonic()
        return self._registry

    def _execute(
        self, caller: Caller, command: a.AccessCommand, meta: CommandMeta = NO_META
    ) -> Outcome[Registry, f.AccessFact]:
        return execute(self._context, caller, a.DEVICES, STREAM, command, meta)

    @staticmethod
    def _invited(outcome: Outcome[Registry, f.AccessFact], secret: str) -> NewInvitation:
        (made,) = (fact for fact in outcome.facts if isinstance(fact, f.Invited | f.PinSet))
        return NewInvitation(outcome.state.invitations[made.number], secret)


def _tokens(joining: Joining) -> tuple[str, str]:
    """The token that a device offers, and a new one in case that is none or not valid any more."""
    spare = keys.new_token()
    return (joining.token if keys.is_token(joining.token) else spare), spare


def _caller_in(registry: Registry, token_hash: str) -> Caller:
    device = registry.device_of(token_hash)
    return NOBODY if device is None else registry.caller(device)
