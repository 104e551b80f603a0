"""Who may invite whom, and what makes an invitation good: rules on the roll, without a journal or a clock."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final, TypeVar

from wordwaiter.errors import IllegalError, MalformedError
from wordwaiter.game.hare.round import HareRound
from wordwaiter.game.table import Table
from wordwaiter.roles import Role
from wordwaiter.service.access import tokens as keys
from wordwaiter.service.access.callers import HOUSE, Caller, Grant, refusal, require_part
from wordwaiter.service.access.invitation import Invitation
from wordwaiter.service.access.registry import JoinedDevice, Registry
from wordwaiter.service.tables.stream_names import is_free, place_of
from wordwaiter.tournament.entrants.names import is_readable
from wordwaiter.tournament.state import Tournament

LONGEST_NAME: Final = 60

_Granted = TypeVar("_Granted", JoinedDevice, Invitation)

_MAY_INVITE: Final = {Role.SCOREKEEPER: frozenset({Role.PLAYER})}
"""Whom somebody else than a director may invite: those who check in get their own code at the desk."""


def require_may_invite(caller: Caller, grants: frozenset[Grant], state_of: Callable[[str], object]) -> None:
    """Refuse an invitation that means nothing, or gives away what is not the caller's to give.

    `state_of` looks up what a grant is for: a tournament, a free table or a practice board.
    """
    if not grants:
        raise MalformedError("no-role", "choose a role and its tournament")
    for grant in grants:
        _check_meaning(grant)
        helpers = [role for role, guests in _MAY_INVITE.items() if grant.role in guests]
        # Nobody learns from a refusal what there is elsewhere.
        require_part(caller, grant.stream, *helpers)
        division = _division_of(grant, None if grant.stream == HOUSE else state_of(grant.stream))
        if not caller.holds_in(grant.stream, division, *helpers):
            raise refusal(caller, *helpers)


def _division_of(grant: Grant, state: object) -> str | None:
    """The division that a grant is for, or whose player; refused if there is no such part of it."""
    match state:
        case Tournament():
            return _division_in(state, grant)
        case Table() if place_of(grant.stream) is None:
            seats = range(len(state.seats))
        case HareRound() if place_of(grant.stream) is None:
            seats = range(0)
        case None:
            seats = range(0)
        case _:
            raise MalformedError("no-such-stream", f"nobody can be invited to {grant.stream}")
    if grant.division is not None or grant.table is not None:
        raise MalformedError("no-such-division", "only a tournament has divisions and tables")
    if grant.entrant is not None and grant.entrant not in seats:
        raise MalformedError("whose-device", f"there is no seat {grant.entrant} at {grant.stream}")
    return None


def _division_in(tournament: Tournament, grant: Grant) -> str | None:
    if grant.division is not None and grant.division not in tournament.divisions:
        raise MalformedError("no-such-division", f"there is no division {grant.division!r} here")
    if grant.entrant is None:
        return grant.division
    number = grant.entrant
    entrant = tournament.entrants.get(number) or tournament.find_entrant(number)
    if entrant is None or grant.division not in (None, entrant.division):
        raise MalformedError("whose-device", f"there is no entrant {number} here; check the number")
    return entrant.division


def _check_meaning(grant: Grant) -> None:
    if grant.role is Role.PUBLIC:
        raise MalformedError("no-role", "the public needs no code")
    if grant.role is Role.PLAYER and grant.entrant is None:
        raise MalformedError("whose-device", "choose the player or team whose device it is")
    if grant.role is not Role.PLAYER and grant.entrant is not None:
        raise MalformedError("not-a-players-device", "only a player's device is for a player or team")
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


def looked_after(registry: Registry, grants: frozenset[Grant]) -> frozenset[Grant]:
    """Returns what of it somebody directs; a free game, which anybody may begin, keeps no device here."""
    return frozenset(each for each in registry.in_force(grants) if not is_free(each.stream)) or grants


def directed(caller: Caller, grants: frozenset[Grant]) -> frozenset[Grant]:
    """Returns what of it is the caller's to look after."""
    return frozenset(grant for grant in grants if caller.directs(grant.stream, grant.division))


def of_caller(caller: Caller, known: Iterable[_Granted]) -> tuple[_Granted, ...]:
    """Returns those with roles for what a caller directs; what else they do elsewhere is for others."""
    seen = (replace(each, grants=directed(caller, each.grants)) for each in known)
    return tuple(each for each in seen if each.grants)


def open_invitation(
    registry: Registry, code: str, now_ms: int, *, is_here: bool, offered_hash: str = ""
) -> Invitation:
    """The invitation of a code, if somebody can still join by it, on this computer or elsewhere.

    `offered_hash` tells the device for which the director has freed a printed code.
    """
    invitation = known_invitation(registry, code)
    if invitation.is_printed and invitation.is_valid(now_ms) and not invitation.is_free_for(offered_hash):
        raise IllegalError("code-in-use", "another device uses this code; ask the director to take it over")
    if not invitation.is_open(now_ms):
        raise IllegalError("code-used", "this code was used or has expired; ask the director for a new one")
    if invitation.only_here and not is_here:
        # Whoever photographs the terminal, or listens on the network, would run the event.
        raise IllegalError("only-here", "open this link on the computer that runs Wordwaiter")
    return invitation


def known_invitation(registry: Registry, code: str) -> Invitation:
    """Returns the invitation of a code, whoever may still join by it."""
    number = registry.by_code.get(keys.hash_of(keys.read_code(code)))
    if number is None:
        raise IllegalError("wrong-code", "unknown code; scan it again, or ask for a new one")
    return registry.invitations[number]


def wrong_pin() -> IllegalError:
    """The refusal of a PIN, which does not tell whether there is such an invitation."""
    return IllegalError("wrong-pin", "wrong number or PIN; try again, or ask for a code")


def checked_name(name: str) -> str:
    """A name as it is kept; refused if it could not be read out."""
    plain = " ".join(name.split())
    if len(plain) > LONGEST_NAME or not is_readable(plain):
        raise MalformedError("bad-name", f"a name has at most {LONGEST_NAME} characters")
    return plain
