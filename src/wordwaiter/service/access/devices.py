"""Joining: an invitation is exchanged for a device's token, which then stands for its person's roles.

Everything is in the stream `access` of the journal, so all workers of a server, and another laptop that runs
on a copy, know the same devices. Each change is decided on the latest version and written only if it is still
the latest, so a code cannot be used twice and no guess at a PIN goes uncounted, however many come at once.
"""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache, partial
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from wordwaiter.service.access import commands as a
from wordwaiter.service.access import facts as f
from wordwaiter.service.access import tokens as keys
from wordwaiter.service.access.callers import NOBODY, Caller, Grant, director_of_everything
from wordwaiter.service.access.division_roles import namings, with_names
from wordwaiter.service.access.invitation import Invitation
from wordwaiter.service.access.invitations import (
    directed,
    known_invitation,
    of_caller,
    open_invitation,
    require_director,
    wrong_pin,
)
from wordwaiter.service.access.joining import JoinByCode, JoinByPin
from wordwaiter.service.access.persons import is_same_person
from wordwaiter.service.access.registry import (
    EMPTY_REGISTRY,
    JoinedDevice,
    Registry,
)
from wordwaiter.service.access.takeovers import AnswerTakeover, AskTakeover
from wordwaiter.service.execute import execute
from wordwaiter.service.stream_kind import NO_META, CommandMeta, Outcome
from wordwaiter.store.facts import Fact

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

STREAM: Final = "access"

CODE_LASTS: Final = timedelta(hours=24)

_DELAY_S: Final = 0.5
_LONG_DELAY_S: Final = 2.0
_MISSES_TO_DELAY: Final = 5
"""Wrong PINs of one invitation after which each further one is answered later."""

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
    """The token that the device has, so that it gets more roles; or, before it has one, what it keeps so that
    it can send the same again when the answer was lost. It never becomes the token itself."""
    is_here: bool = False
    """Whether it is the computer that runs the program."""


NOT_JOINING: Final = Joining()
"""Somebody who only looks."""


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
        """Returns the caller whose device has that token; nobody if it is unknown or no longer valid."""
        known = self.caller_at_hand(token)
        return self._caller_in(self._latest(), keys.hash_of(token)) if known is None else known

    def caller_at_hand(self, token: str) -> Caller | None:
        """Returns who holds a token, without a look into the journal; `None` where it takes one."""
        if not keys.is_token(token):
            return NOBODY
        registry, hashed = self._known(), keys.hash_of(token)
        if hashed not in registry.by_token or time.monotonic() - self._looked > _LOOK_SECONDS:
            return None
        if registry.has_divisions:
            device = registry.devices[registry.by_token[hashed]]
            divided = [each.stream for each in device.grants if each.division is not None]
            if any(self._context.states.at_hand(stream) is None for stream in divided):
                return None
        return self._caller_in(registry, hashed)

    def _caller_in(self, registry: Registry, token_hash: str) -> Caller:
        device = registry.device_of(token_hash, self.now_ms())
        return NOBODY if device is None else self._caller(registry, device)

    def _caller(self, registry: Registry, device: JoinedDevice) -> Caller:
        caller = registry.caller(device)
        grants = with_names(caller.grants, self._state_of)
        if not grants:
            return NOBODY
        return replace(caller, grants=grants, namings=namings(grants, self._state_of))

    def _state_of(self, stream: str) -> object:
        states = self._context.states
        is_there = states.knows(stream) or self._context.journal.version(stream)
        return states.of(stream).state if is_there else None

    def is_same_person(self, one: str, other: str) -> bool:
        """Checks whether two devices are of one person; whoever has no device here is the program's owner."""
        return is_same_person(self._known(), one, other)

    def now_ms(self) -> int:
        """Returns the time by which tokens, codes and waits end: the watch's, however the clock is set."""
        return self._context.watch()

    def is_to_note(self, caller: Caller) -> bool:
        """Checks if it is to be written down that a caller's device is in use; asked with each request."""
        device = (registry := self._known()).devices.get(_number_of(caller))
        return device is not None and registry.is_to_note(device, self.now_ms())

    def note_seen(self, caller: Caller) -> None:
        """A device is in use, and its token does not end for a day."""
        self._execute(caller, a.NoteSeen(_number_of(caller)))

    def stamp_of(self, caller: Caller) -> str:
        """Returns a word for the caller's device that no other can tell; a new token does not change it."""
        registry = self._known()
        device = registry.devices.get(_number_of(caller))
        if device is None:
            return ""
        return keys.hash_of(f"stamp {device.id} {registry.invitations[device.invitations[0]].key.hash}")[:32]

    def is_signed_out(self, token: str, stream: str) -> bool:
        """Checks whether the device with that token had a role there until somebody signed it out."""
        return keys.is_token(token) and self._known().is_signed_out(keys.hash_of(token), stream)

    # ---------------------------------------------------------------- inviting

    def has_director(self) -> bool:
        """Checks whether somebody directs the house."""
        return self._latest().has_director(self.now_ms())

    def first_link(self) -> NewInvitation | None:
        """An invitation for the director of the house; none once one has joined."""
        return None if self.has_director() else self.new_director()

    def new_director(self, lasts: timedelta = CODE_LASTS, *, only_here: bool = True) -> NewInvitation:
        """An invitation for a director of everything, for whoever runs the program; earlier ones end.

        `only_here` has it work on this computer alone.
        """
        code = keys.new_code()
        wanted = a.InviteFirstDirector(keys.hash_of(code), lasts, only_here)
        return self._invited(self._execute(NOBODY, wanted), code)

    def invite(
        self,
        caller: Caller,
        grants: Iterable[Grant],
        *,
        name: str = "",
        lasts: timedelta = CODE_LASTS,
        is_somebody_else: bool = False,
    ) -> NewInvitation:
        """A code with which one device can join, once; of whoever has that name already, if one does."""
        code = keys.new_code()
        wanted = a.Invite(name, frozenset(grants), keys.hash_of(code), lasts, is_somebody_else)
        return self._invited(self._execute(caller, wanted), code)

    def set_pin(
        self, caller: Caller, grants: Iterable[Grant], *, name: str = "", lasts: timedelta = CODE_LASTS
    ) -> NewInvitation:
        """A PIN with which devices can join; wrong ones are counted, and lock it."""
        pin, salt = keys.new_pin(), keys.new_salt()
        wanted = a.SetPin(name, frozenset(grants), salt, keys.pin_hash(pin, salt), lasts)
        return self._invited(self._execute(caller, wanted), pin)

    def invite_printed(
        self, caller: Caller, wanted: Sequence[tuple[str, Grant]], seed: str, *, lasts: timedelta = CODE_LASTS
    ) -> None:
        """Makes codes for a sheet: for whom by name, where it is known, and what each grants.

        Whoever has the seed can write the codes again (`codes_in_sheet`).
        """
        codes = tuple(
            a.PrintedCode(name, grant, keys.hash_of(code))
            for code, (name, grant) in zip(keys.codes_in_sheet(seed), wanted, strict=False)
        )
        self._execute(caller, a.InvitePrinted(codes, lasts))

    def invited_by_sheet(self, caller: Caller, seed: str) -> tuple[NewInvitation, ...]:
        """Returns the codes of a sheet that the caller may give out, in their order."""
        registry = self._roll()
        numbers = ((code, registry.by_code.get(keys.hash_of(code))) for code in keys.codes_in_sheet(seed))
        known = takewhile(lambda each: each[1] is not None, numbers)
        made = (NewInvitation(registry.invitations[number], code) for code, number in known if number)
        return tuple(each for each in made if directed(caller, each.invitation.grants))

    def is_held(self, grant: Grant) -> bool:
        """Checks whether a device has joined that was granted just that."""
        return self._roll().holder_of(grant, self.now_ms()) is not None

    def withdraw(self, caller: Caller, number: int, reason: str) -> None:
        """An invitation is no longer valid."""
        self._execute(caller, a.WithdrawInvitation(number, reason))

    # ---------------------------------------------------------------- joining

    def invitation_of(self, code: str, joining: Joining = NOT_JOINING) -> Invitation:
        """The invitation of a code, if that device can still join by it."""
        return open_invitation(
            self._roll(), code, self.now_ms(), is_here=joining.is_here, offered_hash=_offered_hash(joining)
        )

    def known_invitation(self, code: str) -> Invitation:
        """The invitation of a code, whoever uses it."""
        return known_invitation(self._roll(), code)

    def ask_takeover(self, code: str, joining: Joining) -> None:
        """A device asks the director for a printed code that another one uses."""
        asked = AskTakeover(code, joining.name, joining.address, _offered_hash(joining))
        self._execute(NOBODY, asked)

    def answer_takeover(self, caller: Caller, number: int, asked_ms: int, *, is_allowed: bool) -> None:
        """The director lets a device take a printed code over, or not."""
        self._execute(caller, AnswerTakeover(number, asked_ms, is_allowed))

    def takeovers(self, caller: Caller) -> tuple[Invitation, ...]:
        """Returns the printed codes for which another device waits, of what the caller directs."""
        now_ms = self.now_ms()
        waiting = (
            each for each in self._roll().invitations_in_order if each.waiting and each.is_valid(now_ms)
        )
        return of_caller(caller, waiting)

    def is_asking(self, invitation: Invitation, joining: Joining) -> bool:
        """Checks whether that device has asked for a printed code, and nobody since."""
        waiting = invitation.waiting
        return waiting is not None and waiting.offered_hash == _offered_hash(joining)

    def join(self, code: str, joining: Joining) -> Joined:
        """A new token in exchange for a code, which is then used up."""
        token, offered_hash = keys.new_token(), _offered_hash(joining)
        wanted = JoinByCode(
            code, joining.name, joining.address, offered_hash, keys.hash_of(token), joining.is_here
        )
        return self._joined(wanted, token)

    def join_by_pin(self, number: int, pin: str, joining: Joining) -> Joined:
        """A new token in exchange for a PIN. A wrong one is written down before it is refused."""
        token, offered_hash = keys.new_token(), _offered_hash(joining)
        # Decided again whenever others wrote first; when a whole room joins, that is often.
        hashed = cache(partial(keys.pin_hash, pin))
        names = joining.name, joining.address
        return self._joined(JoinByPin(number, *names, offered_hash, keys.hash_of(token), hashed), token)

    def _joined(self, command: JoinByCode | JoinByPin, token: str) -> Joined:
        outcome = self._execute(NOBODY, command)
        if any(isinstance(fact, f.PinMissed) for fact in outcome.facts):
            raise wrong_pin()
        registry = outcome.state
        return Joined(token, self._caller(registry, registry.devices[registry.by_token[command.token_hash]]))

    def pin_delay_s(self, number: int) -> float:
        """Returns the delay of the answer to a wrong PIN, whether there is such an invitation or not."""
        is_guessed = self._known().misses_of.get(number, 0) > _MISSES_TO_DELAY
        return _LONG_DELAY_S if is_guessed else _DELAY_S

    def add_roles(self, caller: Caller, number: int, grants: Iterable[Grant]) -> None:
        """More roles for a device that has joined, as if it had taken one more invitation."""
        code_hash = keys.hash_of(keys.new_code())
        self._execute(caller, a.AddRoles(number, frozenset(grants), code_hash, CODE_LASTS))

    # ---------------------------------------------------------------- looking after them

    def devices(self, caller: Caller) -> tuple[JoinedDevice, ...]:
        """Returns the devices with grants for something that the caller directs, and these grants alone."""
        require_director(caller)
        return of_caller(caller, self._roll().devices_in_order)

    def invitations(self, caller: Caller) -> tuple[Invitation, ...]:
        """The invitations that somebody can still join by, for what the caller directs."""
        require_director(caller)
        now_ms = self.now_ms()
        return of_caller(caller, (each for each in self._roll().invitations_in_order if each.is_open(now_ms)))

    def revoke(self, caller: Caller, number: int, reason: str) -> None:
        """A device's token is no longer valid; a director may do so, and the device itself."""
        self._execute(caller, a.RevokeDevice(number, reason))

    def sign_everybody_out(self, reason: str) -> None:
        """Ends all tokens, codes and PINs, for whoever runs the program."""
        program = director_of_everything("")
        for device in self._latest().devices_in_order:
            if device.revoked is None:
                self.revoke(program, device.number, reason)
        for invitation in self.invitations(program):
            self.withdraw(program, invitation.number, reason)

    def leave(self, caller: Caller) -> None:
        """The caller's own device leaves, and its token holds no longer."""
        self.revoke(caller, _number_of(caller), "left")

    def end_of(self, caller: Caller, stream: str, reason: str = "") -> None:
        """All that was granted for a tournament or a free table ends with it."""
        self._execute(caller, a.EndAccess(stream, reason))

    def forget(self, caller: Caller, command: a.Forget) -> None:
        """Erases names and addresses of devices, invitations and free tables."""
        self._execute(caller, command)

    def registry(self) -> Registry:
        """All invitations and devices, for what the program does by itself."""
        return self._latest()

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

    def _roll(self) -> Registry:
        """Returns the registry in which roles are for divisions by name."""
        return self._named(self._latest())

    def _named(self, registry: Registry) -> Registry:
        return registry.with_divisions(partial(with_names, state_of=cache(self._state_of)))

    def _execute(
        self, caller: Caller, command: a.AccessCommand, meta: CommandMeta = NO_META
    ) -> Outcome[Registry, f.AccessFact]:
        return execute(self._context, caller, a.DEVICES, STREAM, command, meta)

    def _invited(self, outcome: Outcome[Registry, f.AccessFact], secret: str) -> NewInvitation:
        (made,) = (fact for fact in outcome.facts if isinstance(fact, f.Invited | f.PinSet))
        return NewInvitation(self._named(outcome.state).invitations[made.number], secret)


def _offered_hash(joining: Joining) -> str:
    return keys.hash_of(joining.token) if keys.is_token(joining.token) else ""


def _number_of(caller: Caller) -> int:
    number = caller.device.removeprefix("device-")
    return int(number) if number.isdecimal() else 0
