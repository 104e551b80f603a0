"""Roles for a division: they are stored with its id, and read with the name that it has now.

A merge may give it another name, and its roles go with it; those for a division that went into another one
end. Earlier versions stored names, and followed merges by facts (`access.division_renamed`).
"""

from collections.abc import Callable
from dataclasses import replace

from wordwaiter.service.access.callers import Grant, Naming
from wordwaiter.service.access.facts import EARLIER_NAME, DivisionRenamed
from wordwaiter.tournament.state import Tournament

StateOf = Callable[[str], object]
"""Looks up what a role is for: a tournament, or something without divisions."""

Grants = frozenset[Grant]


def has_divisions(grants: Grants) -> bool:
    """Checks whether one of these roles is for a division."""
    return any(each.division is not None for each in grants)


def with_ids(grants: Grants, state_of: StateOf) -> Grants:
    """Returns roles for divisions by name as they are stored."""
    return frozenset(
        each if each.division is None else replace(each, division=_division_id(each, state_of))
        for each in grants
    )


def with_names(grants: Grants, state_of: StateOf) -> Grants:
    """Returns stored roles with the names of divisions now; those whose division is no more are left out."""
    if not has_divisions(grants):
        return grants
    named = ((each, _name_now(each, state_of)) for each in grants)
    return frozenset(
        replace(each, division=name) for each, name in named if name is not None or each.division is None
    )


def namings(grants: Grants, state_of: StateOf) -> frozenset[Naming]:
    """Returns since when the divisions of roles have had their names."""
    found = ((each.stream, each.division, state_of(each.stream)) for each in grants if each.division)
    return frozenset(
        Naming(stream, division, state.named[division][1])
        for stream, division, state in found
        if isinstance(state, Tournament) and division in state.divisions
    )


def _division_id(grant: Grant, state_of: StateOf) -> str | None:
    tournament = state_of(grant.stream)
    return tournament.division(grant.division or "").id if isinstance(tournament, Tournament) else None


def _name_now(grant: Grant, state_of: StateOf) -> str | None:
    tournament = state_of(grant.stream) if grant.division is not None else None
    if not isinstance(tournament, Tournament) or grant.division is None:
        return None
    if grant.division.startswith(EARLIER_NAME):
        return _name_after_merges(tournament, grant.division.removeprefix(EARLIER_NAME))
    return next((each.name for each in tournament.divisions.values() if each.id == grant.division), None)


def _name_after_merges(tournament: Tournament, name: str) -> str | None:
    """Returns what a division is called now that an earlier version knew by that name."""
    for source, target, both in tournament.merges:
        if name in tournament.divisions:
            return name
        if name == source:
            return None
        name = both if name == target else name
    return name if name in tournament.divisions else None


# ---------------------------------------------------------------- as earlier versions followed merges


def renamed_by_earlier_merge(told: DivisionRenamed, grants: Grants) -> Grants:
    """Returns what somebody is granted after a merge."""
    target, source = EARLIER_NAME + told.target, EARLIER_NAME + told.source
    own = [each for each in grants if (each.stream, each.division) == (told.stream, target)]
    ended = [each for each in grants if (each.stream, each.division) == (told.stream, source)]
    called = EARLIER_NAME + told.name
    return grants.difference(own, ended) | {replace(each, division=called) for each in own}
