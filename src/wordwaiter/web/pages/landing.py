"""Where somebody works: the page of each role, for those who have just joined."""

from collections.abc import Iterable
from typing import Final
from urllib.parse import urlencode

from wordwaiter.roles import Role
from wordwaiter.service.access.callers import HOUSE, Caller, Grant
from wordwaiter.service.tables.stream_names import is_free_table

START: Final = "/"

_PAGES: Final = {
    Role.DIRECTOR: "/director/{stream}",
    Role.SCOREKEEPER: "/director/{stream}",
    Role.JUDGE: "/judges",
    Role.EMCEE: "/emcee/{stream}",
    Role.TREASURER: "/treasurer/{stream}",
    Role.TABLE_SCOREKEEPER: "/keep/{stream}",
    Role.PLAYER: "/me/{stream}",
    Role.JUDGING_STATION: "/judge",
    Role.DISPLAY: "/screen/{stream}",
}
"""The page of each role."""


def landing(grants: Iterable[Grant]) -> str:
    """Returns the first page for these grants; with work in several places, the page that lists it all."""
    addresses = {_address(grant) for grant in grants}
    return addresses.pop() if len(addresses) == 1 else START


def way_back(caller: Caller, table: str) -> str:
    """From a table to the page from which somebody looks after it: that of their role, or the public one."""
    tournament, _, _ = table.partition("/")
    roles = caller.roles(tournament)
    role = next((role for role in _PAGES if role in roles), None)
    if role is None:
        return f"/live/{tournament}"
    # Whoever keeps the table would be led to it again at once.
    left = f"?{urlencode({'left': table})}" if role is Role.TABLE_SCOREKEEPER else ""
    return _PAGES[role].format(stream=tournament) + left


def _address(grant: Grant) -> str:
    if is_free_table(grant.stream):
        return f"/tables/{grant.stream}"
    address = _PAGES[grant.role]
    return START if grant.stream == HOUSE and "{stream}" in address else address.format(stream=grant.stream)
