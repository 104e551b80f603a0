"""Roles: the tasks that somebody may have at a tournament, at a free table or on the server."""

from collections.abc import Iterable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final, TypeVar

C = TypeVar("C")


class Role(Enum):
    """A task that somebody has; one person may have several."""

    DIRECTOR = "director"
    """Convenor; may do everything."""
    JUDGE = "judge"
    SCOREKEEPER = "event-scorekeeper"
    TABLE_SCOREKEEPER = "table-scorekeeper"
    """Word Waiter, timekeeper."""
    PLAYER = "player"
    """Also a member of a team."""
    EMCEE = "emcee"
    TREASURER = "treasurer"
    JUDGING_STATION = "judging-station"
    """A device at which players have a play judged by themselves; it stands with the judges."""
    DISPLAY = "display"
    PUBLIC = "public"


_WHO: Final = {
    Role.DIRECTOR: "the director",
    Role.SCOREKEEPER: "an event scorekeeper",
    Role.EMCEE: "the emcee",
    Role.TREASURER: "the treasurer",
    Role.PUBLIC: "the public",
}
"""How a sentence names whoever has a role, where it is not "a" with the name of the role."""


def only_these(roles: Iterable[Role]) -> str:
    """Returns the sentence that refuses everybody without one of these roles.

    >>> only_these([Role.JUDGE, Role.DIRECTOR])
    'only the director or a judge can do this'
    """
    wanted = frozenset(roles)
    names = [_WHO.get(role, f"a {role.value.replace('-', ' ')}") for role in Role if role in wanted]
    return f"only {' or '.join([', '.join(names[:-1]), names[-1]] if names[1:] else names)} can do this"


DIRECTOR_ALONE: Final[tuple[Role, ...]] = ()
"""The roles of a command that only the director may give."""


class Giver(Enum):
    """Who gives a command that is nobody's to give."""

    PROGRAM = "program"
    """The program itself, because of something that it has checked."""


def is_of_program(kind: type) -> bool:
    """Checks if only the program gives commands of a kind."""
    return getattr(kind, "ROLES", None) is Giver.PROGRAM


def granted(kinds: Iterable[type[C]]) -> Mapping[Role, frozenset[type[C]]]:
    """Returns the commands that each role may give, as they declare it (`ROLES`); the director may give all.

    Those of the program are nobody's. A command that declares no roles is refused.
    """
    declared = frozenset(kinds)
    for kind in declared:
        if not isinstance(getattr(kind, "ROLES", None), tuple | Giver):
            raise TypeError(f"{kind.__name__} does not declare its ROLES")
    every = frozenset(kind for kind in declared if not is_of_program(kind))
    by_role = {role: frozenset(kind for kind in every if role in kind.ROLES) for role in Role}  # type: ignore[attr-defined]
    return MappingProxyType({**by_role, Role.DIRECTOR: every})
