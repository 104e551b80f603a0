"""Persons: whose device it is, told by the invitations that somebody gave, and by no name that anybody types.

Each invitation by a code is for somebody new, unless whoever invites names somebody who has one for the same
event already: then it is for the same person, or they say that it is for somebody else of that name. Printed
codes have no such name. A device that takes a second code makes one person of both.
"""

from collections.abc import Iterable, Iterator

from wordwaiter.service.access.callers import HOUSE, Grant
from wordwaiter.service.access.invitation import Invitation
from wordwaiter.service.access.registry import JoinedDevice, Registry


def person_named(registry: Registry, name: str, grants: Iterable[Grant]) -> int | None:
    """Returns who was invited by that name to the same event, or joined it so; nothing for somebody new."""
    return next(_persons_named(registry, name, grants), None)


def is_same_person(registry: Registry, one: str, other: str) -> bool:
    """Checks whether two devices are of one person, as far as invitations tell; or may be."""
    if one == other:
        return True
    persons = [_persons_of(registry, each) for each in registry.devices.values() if each.id in (one, other)]
    return len(persons) == 2 and not persons[0].isdisjoint(persons[1])


def _persons_of(registry: Registry, device: JoinedDevice) -> set[int]:
    """Returns whose a device may be: a further code for a name that several have is for any of them."""
    persons = set() if device.person is None else {device.person}
    for number in device.invitations:
        invitation = registry.invitations[number]
        if invitation.person != number and not invitation.is_printed:
            persons.update(_persons_named(registry, invitation.name, invitation.grants, before=number))
    return persons


def _persons_named(
    registry: Registry, name: str, grants: Iterable[Grant], before: int | None = None
) -> Iterator[int]:
    """Yields those who had that name at the same event `before` an invitation, first those invited by it."""
    named, rooms = name.casefold(), _rooms(grants)
    known: list[tuple[int, Invitation | JoinedDevice]] = [
        (each.number, each) for each in registry.invitations_in_order if not each.is_printed
    ]
    known += [(each.invitations[0], each) for each in registry.devices_in_order]
    for number, each in known:
        is_before = before is None or number < before
        is_named = named and each.name.casefold() == named and _meet(rooms, _rooms(each.grants))
        if each.person and is_before and is_named:
            yield each.person


def _rooms(grants: Iterable[Grant]) -> frozenset[str]:
    return frozenset(grant.stream.partition("/")[0] for grant in grants)


def _meet(some: frozenset[str], others: frozenset[str]) -> bool:
    return HOUSE in some | others or not some.isdisjoint(others)
