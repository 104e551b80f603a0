"""Persons: whose device it is, told by the invitations that somebody gave, and by no name that anybody types.

Each invitation by a code is for somebody new, unless whoever invites names somebody who has one for the same
event already: then it is for the same person, or they say that it is for somebody else of that name. Printed
codes have no such name. A device that takes a second code makes one person of both.
"""

from collections.abc import Iterable

from wordwaiter.service.access.callers import HOUSE, Grant
from wordwaiter.service.access.invitation import Invitation
from wordwaiter.service.access.registry import JoinedDevice, Registry


def person_named(registry: Registry, name: str, grants: Iterable[Grant]) -> int | None:
    """Returns who was invited by that name to the same event, or joined it so; nothing for somebody new."""
    named = name.casefold()
    invitations = (each for each in registry.invitations_in_order if not each.is_printed)
    known: Iterable[Invitation | JoinedDevice] = (*invitations, *registry.devices_in_order)
    same = (each for each in known if named and each.name.casefold() == named)
    rooms = _rooms(grants)
    return next((each.person for each in same if each.person and _meet(rooms, _rooms(each.grants))), None)


def _rooms(grants: Iterable[Grant]) -> frozenset[str]:
    return frozenset(grant.stream.partition("/")[0] for grant in grants)


def _meet(some: frozenset[str], others: frozenset[str]) -> bool:
    return HOUSE in some | others or not some.isdisjoint(others)
