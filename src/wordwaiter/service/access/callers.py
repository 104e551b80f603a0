"""Callers and what they were granted: who asks, and in which roles, for what.

A grant is for one stream: a tournament's (and with it all its tables), a free table's, or the whole house.
It may be for a part of it alone: a division, a table, a player. A role for a part is no role for the whole.
Whoever started the program is the house's director and may do everything everywhere. What a role may ask for
is told by `service.access.permissions`, and what it may see by `service.access.visibility`.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from wordwaiter.errors import IllegalError
from wordwaiter.roles import Role, only_these

HOUSE: Final = "house"
"""The stream of a grant that is for everything on this server."""
TERMINAL: Final = "terminal"
"""The device of whoever gives commands in a terminal, with the journal's file at hand."""

_KEPT: Final = 4_096
"""Grants that were looked through for a stream; each command asks several times who gives it."""

OFFICIALS: Final = frozenset({Role.DIRECTOR, Role.JUDGE, Role.SCOREKEEPER})
"""Who may read what is private of an entrant."""


@dataclass(frozen=True, slots=True)
class Grant:
    """A role, for a tournament, a free table or the house; where it is given, for one part of it alone."""

    role: Role
    stream: str
    division: str | None = None
    table: int | None = None
    """The number of the table in its division that a scorekeeper keeps."""
    entrant: int | None = None
    """Whose device it is: the number of a player, a pair or a team; at a free table, the number of a seat."""

    def covers(self, stream: str) -> bool:
        """Checks whether it is for that stream: its own, one of the tables below it, or any at all."""
        return self.stream in (HOUSE, stream) or stream.startswith(f"{self.stream}/")

    @property
    def is_whole(self) -> bool:
        """Checks whether it is for all of its stream, and not for a part."""
        return self.division is None and self.table is None and self.entrant is None


@dataclass(frozen=True, slots=True)
class Naming:
    """Since when a division of a tournament has had its name."""

    stream: str
    division: str
    since_ms: int


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks for something, from which device, with which grants."""

    name: str
    device: str
    """The name of the device in the journal; it is no secret."""
    grants: frozenset[Grant] = frozenset()
    is_program: bool = False
    """Whether the program itself acts, because of something that they did."""
    namings: frozenset["Naming"] = frozenset()
    """Of the divisions of their grants, where another one may have had that name before."""

    def was_called_so(self, stream: str, division: str, at_ms: int) -> bool:
        """Checks whether that name stood at that time for the division of their grants that has it now."""
        named = (each.since_ms for each in self.namings if (each.stream, each.division) == (stream, division))
        return at_ms >= max(named, default=0)

    def grants_for(self, stream: str, *roles: Role) -> tuple[Grant, ...]:
        """The grants that are for that stream, of these roles or, if none is named, of any."""
        covering = _covering(self.grants, stream)
        return tuple([grant for grant in covering if grant.role in roles]) if roles else covering

    def roles(self, stream: str) -> frozenset[Role]:
        """The roles that the caller has there; everybody is the public."""
        return frozenset({Role.PUBLIC, *(grant.role for grant in self.grants_for(stream))})

    def holds(self, stream: str, *roles: Role) -> bool:
        """Checks whether the caller has one of these roles for all of it; a director has them all."""
        return any(grant.is_whole for grant in self.grants_for(stream, Role.DIRECTOR, *roles))

    def holds_in(self, stream: str, division: str | None, *roles: Role) -> bool:
        """Checks whether the caller has one of these roles for all of it, or for that division of it."""
        return any(
            grant.is_whole or (division is not None and grant == Grant(grant.role, grant.stream, division))
            for grant in self.grants_for(stream, Role.DIRECTOR, *roles)
        )

    def works_in(self, stream: str, *roles: Role) -> bool:
        """Checks whether the caller has one of these roles for all of it or any part of it."""
        return bool(self.grants_for(stream, Role.DIRECTOR, *roles))

    def directs(self, stream: str, division: str | None = None) -> bool:
        """Checks whether the caller directs all of it or, where one is named, that division of it."""
        return self.holds_in(stream, division)

    def is_official(self, stream: str) -> bool:
        """Checks whether the caller may read what is private of every entrant there."""
        return self.holds(stream, *OFFICIALS)


@lru_cache(maxsize=_KEPT)
def _covering(grants: frozenset[Grant], stream: str) -> tuple[Grant, ...]:
    return tuple(grant for grant in grants if grant.covers(stream))


NOBODY: Final = Caller("", "")
"""The public: a caller without a grant."""


def director_of_everything(name: str, device: str = "") -> Caller:
    """Returns the caller who runs the program itself, and so may do everything."""
    return Caller(name, device, frozenset({Grant(Role.DIRECTOR, HOUSE)}))


def with_all_rights(caller: Caller) -> Caller:
    """Returns the caller with the rights of the program, for what the program does because of them."""
    return replace(caller, grants=frozenset({Grant(Role.DIRECTOR, HOUSE)}), is_program=True)


def require(caller: Caller, stream: str, *roles: Role) -> None:
    """Refuse a caller who has none of these roles for all of it; a director passes, the public always.

    Without a role named, it is for directors alone.
    """
    if Role.PUBLIC in roles or caller.holds(stream, *roles):
        return
    raise refusal(caller, *roles)


def require_part(caller: Caller, stream: str, *roles: Role) -> None:
    """Refuse a caller who has none of these roles there, not even for a part of it."""
    if not caller.works_in(stream, *roles):
        raise refusal(caller, *roles)


class UnknownDeviceError(IllegalError):
    """Nobody knows who asks, and this is not for the public."""


class NotAllowedError(IllegalError):
    """The caller is known, and is not allowed to do this."""


def refusal(caller: Caller, *roles: Role) -> UnknownDeviceError | NotAllowedError:
    """Why a caller may not: this device is unknown here, or it has other roles than these."""
    wanted = {Role.DIRECTOR, *roles}
    able = [role.value for role in Role if role in wanted]
    if not caller.grants:
        return UnknownDeviceError(
            "unknown-device", "this device has not joined; ask the director for a code", roles=able
        )
    sentence = only_these(wanted)
    if any(grant.role in wanted for grant in caller.grants):
        sentence += "; this device has that role somewhere else"
    return NotAllowedError("not-your-role", sentence, roles=able)
