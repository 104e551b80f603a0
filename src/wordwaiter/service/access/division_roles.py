"""Roles follow a division that a merge renames; those for the division that is no more end with it."""

from dataclasses import replace
from typing import Protocol, TypeVar

from immutables import Map

from wordwaiter.service.access.callers import Grant
from wordwaiter.service.access.facts import DivisionRenamed


class _Holder(Protocol):
    """A device, or an invitation."""

    @property
    def grants(self) -> frozenset[Grant]: ...


H = TypeVar("H", bound=_Holder)


def with_names_of_now(holders: Map[int, H], told: DivisionRenamed) -> Map[int, H]:
    """Returns devices or invitations with what they are granted after a merge."""
    for number, each in holders.items():
        left = _following(each.grants, told)
        if left != each.grants:
            holders = holders.set(number, replace(each, grants=left))  # type: ignore[type-var]
    return holders


def _following(grants: frozenset[Grant], told: DivisionRenamed) -> frozenset[Grant]:
    own = [each for each in grants if (each.stream, each.division) == (told.stream, told.target)]
    ended = [each for each in grants if (each.stream, each.division) == (told.stream, told.source)]
    return grants.difference(own, ended) | {replace(each, division=told.name) for each in own}
