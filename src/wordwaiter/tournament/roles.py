"""Who may do what: each role grants the commands that its task needs, and no more.

One person may hold several roles. Whose team, table or tab it is, the service asks; this table says only what
a role is for.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from wordwaiter.errors import IllegalError
from wordwaiter.roles import Role, granted, only_these
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.scopes import with_scopes

EVERY_COMMAND: Final[frozenset[type[c.Command]]] = with_scopes(c.Command.__args__)

GRANTS: Final[Mapping[Role, frozenset[type[c.Command]]]] = granted(EVERY_COMMAND)
"""The commands that each role may give."""


def may(roles: Iterable[Role], command: c.Command) -> bool:
    """Checks whether any of these roles grants the command."""
    return any(type(command) in GRANTS[role] for role in roles)


def require_role(roles: Iterable[Role], command: c.Command) -> None:
    """Refuse a command that none of these roles grants, and say who may give it."""
    if may(roles, command):
        return
    able = [role for role in Role if type(command) in GRANTS[role]]
    raise IllegalError("not-your-role", only_these(able))
