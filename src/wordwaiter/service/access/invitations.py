"""Who may invite whom, and what makes an invitation good: rules on the roll, without a journal or a clock."""

from typing import Final

from wordwaiter.errors import IllegalError, MalformedError
from wordwaiter.roles import Role
from wordwaiter.service.access import tokens as keys
from wordwaiter.service.access.callers import Caller, Grant, refusal
from wordwaiter.service.access.registry import Invitation, Registry
from wordwaiter.tournament.entrants.names import is_readable

LONGEST_NAME: Final = 60

_MAY_INVITE: Final = {Role.SCOREKEEPER: frozenset({Role.PLAYER})}
"""Whom somebody else than a director may invite: those who check in get their own code at the desk."""


def require_may_invite(caller: Caller, grants: frozenset[Grant]) -> None:
    """Refuse an invitation that means nothing, or gives away what is not the caller's to give."""
    if not grants:
        raise MalformedError("no-role", "choose a role and its tournament")
    for grant in grants:
        _check_meaning(grant)
        if caller.directs(grant.stream, grant.division):
            continue
        helpers = [role for role, guests in _MAY_INVITE.items() if grant.role in guests]
        if not helpers or not caller.grants_for(grant.stream, *helpers):
            raise refusal(caller, *helpers)


def _check_meaning(grant: Grant) -> None:
    if grant.role is Role.PUBLIC:
        raise MalformedError("no-role", "the public needs no code")
    if (grant.role is Role.PLAYER) != (grant.entrant is not None):
        raise MalformedError(
            "whose-device", "choose whose device it is; a player's device needs an entrant number"
        )
    if grant.table is not None and grant.role is not Role.TABLE_SCOREKEEPER:
        raise MalformedError("whose-table", "only a scorekeeper can have their own table")


def require_not_ended(registry: Registry, grants: frozenset[Grant]) -> None:
    """Refuse what is for a tournament or a table that is over."""
    if registry.in_force(grants) != grants:
        raise IllegalError("tournament-over", "this event is over; nobody can join it")


def require_director(caller: Caller) -> None:
    """Refuse whoever directs nothing here."""
    if not any(grant.role is Role.DIRECTOR for grant in caller.grants):
        raise refusal(caller)


def require_directs(caller: Caller, grants: frozenset[Grant]) -> None:
    """Refuse whoever does not direct all that is granted: nobody takes away what another has given."""
    if not all(caller.directs(grant.stream, grant.division) for grant in grants):
        raise refusal(caller)


def directs_some(caller: Caller, grants: frozenset[Grant]) -> bool:
    """Whether something of it is the caller's to look after."""
    return any(caller.directs(grant.stream, grant.division) for grant in grants)


def open_invitation(registry: Registry, code: str, now_ms: int) -> Invitation:
    """The invitation of a code, if somebody can still join by it."""
    number = registry.by_code.get(keys.hash_of(keys.read_code(code)))
    if number is None:
        raise IllegalError("wrong-code", "unknown code; scan it again, or ask for a new one")
    invitation = registry.invitations[number]
    if not invitation.is_open(now_ms):
        raise IllegalError("code-used", "this code was used or has expired; ask the director for a new one")
    return invitation


def wrong_pin() -> IllegalError:
    """The refusal of a PIN, which does not tell whether there is such an invitation."""
    return IllegalError("wrong-pin", "wrong number or PIN; try again, or ask for a code")


def checked_name(name: str) -> str:
    """A name as it is kept; refused if it could not be read out."""
    plain = " ".join(name.split())
    if len(plain) > LONGEST_NAME or not is_readable(plain):
        raise MalformedError("bad-name", f"a name has at most {LONGEST_NAME} characters")
    return plain
