"""Taking over a printed code: another device asks, and the director answers."""

from dataclasses import dataclass

from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.service.access import facts as f
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.access.invitations import checked_name, known_invitation, require_directs
from wordwaiter.service.access.registry import Registry


@dataclass(frozen=True, slots=True)
class AskTakeover:
    """Ask for a printed code that another device uses."""

    code: str
    name: str
    address: str
    offered_hash: str
    """Of what this device has in the place of a token: the code is freed for it alone."""


@dataclass(frozen=True, slots=True)
class AnswerTakeover:
    """Let the device that asked take a printed code over, or not."""

    number: int
    """Of the invitation."""
    asked_ms: int
    """When the device asked that is meant: another one may have asked since."""
    is_allowed: bool


def decide_asking(registry: Registry, command: AskTakeover, now_ms: int) -> tuple[f.AccessFact, ...]:
    """Decides that a device asks for a code in use; nothing where it asks already."""
    invitation = known_invitation(registry, command.code)
    if not invitation.is_printed or not invitation.is_valid(now_ms):
        raise IllegalError("code-used", "this code was used or has expired; ask the director for a new one")
    if not command.offered_hash:
        raise MalformedError("no-offer", "this browser keeps no cookies; allow them and scan the code again")
    waiting = invitation.waiting
    is_asking = waiting is not None and waiting.offered_hash == command.offered_hash
    if is_asking or invitation.is_free_for(command.offered_hash):
        return ()
    name = "" if invitation.name else checked_name(command.name)
    return (f.TakeoverAsked(invitation.number, name, command.address, command.offered_hash, now_ms),)


def decide_answer(caller: Caller, registry: Registry, command: AnswerTakeover) -> tuple[f.AccessFact, ...]:
    """Decides the director's answer to the device that was shown."""
    invitation = registry.invitations.get(command.number)
    if invitation is None:
        raise MalformedError("no-such-invitation", f"there is no invitation {command.number}; check the list")
    require_directs(caller, invitation.grants)
    if invitation.waiting is None or invitation.waiting.at_ms != command.asked_ms:
        raise ConflictError("not-asked", "nobody asks for this code any more; look at the list again")
    return (f.TakeoverAnswered(command.number, command.is_allowed),)
