"""Divisions fold into state: added, called by another name, run in another way, merged."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar, assert_never

from wordwaiter.tournament import facts as f
from wordwaiter.tournament.entrants.age_groups import AgeGroup, AgeGroups
from wordwaiter.tournament.state import Division, Tournament

_Kept = TypeVar("_Kept")


def evolve_divisions(tournament: Tournament, fact: f.DivisionFact) -> Tournament:
    """Returns the tournament after a fact about its divisions, its name or its equipment."""
    divisions = dict(tournament.divisions)
    match fact:
        case f.DivisionOpened(name=name):
            number = tournament.divisions_opened + 1
            divisions[name] = Division(name, fact.rulebook, fact.format, fact.ages, number)
            named = _named(tournament, divisions[name], fact.at_ms)
            return replace(tournament, divisions=divisions, divisions_opened=number, named=named)
        case f.FormatChanged(division=name):
            divisions[name] = replace(divisions[name], format=fact.format)
        case f.DivisionChanged(division=before, name=name, ages=ages):
            divisions[before] = replace(divisions[before], name=name, ages=ages)
            named = _named(tournament, divisions[before], fact.at_ms)
            return replace(_with_names(tournament, divisions, {before: name}), named=named)
        case f.DivisionsMerged(source=source, target=target):
            groups = _merged_groups(tournament, divisions.pop(source), divisions[target])
            name = fact.name or target
            divisions[target] = replace(divisions[target], name=name, ages=fact.ages, groups=groups)
            merged = replace(
                tournament,
                merges=(*tournament.merges, (source, target, name)),
                named=_named(tournament, divisions[target], fact.at_ms),
                announcements=_without(tournament.announcements, source),
                words_without=_without(tournament.words_without, source),
            )
            return _with_names(merged, divisions, {source: name, target: name})
        case f.EquipmentProvided(sets=sets, clocks=clocks):
            return replace(tournament, sets=sets, clocks=clocks)
        case f.DetailsChanged(name=name, date=date, venue=venue):
            return replace(tournament, name=name, date=date, venue=venue)
        case _:
            assert_never(fact)
    return replace(tournament, divisions=divisions)


def _named(tournament: Tournament, division: Division, at_ms: int) -> Mapping[str, tuple[int, int]]:
    """Returns since when which division has had each name, also one that gets back what it was called."""
    number, _ = tournament.named.get(division.name, (0, 0))
    if number == division.number:
        return tournament.named
    return {**tournament.named, division.name: (division.number, at_ms)}


def _with_names(
    tournament: Tournament, divisions: Mapping[str, Division], names: Mapping[str, str]
) -> Tournament:
    """Returns the tournament with these divisions, and all that is kept by division under the new names."""
    return replace(
        tournament,
        divisions={each.name: each for each in divisions.values()},
        entrants={
            number: replace(each, division=names[each.division]) if each.division in names else each
            for number, each in tournament.entrants.items()
        },
        announcements=_renamed(tournament.announcements, names),
        words_without=_renamed(tournament.words_without, names),
    )


def _renamed(kept: Mapping[tuple[str, int], _Kept], names: Mapping[str, str]) -> dict[tuple[str, int], _Kept]:
    return {(names.get(of, of), number): each for (of, number), each in kept.items()}


def _without(kept: Mapping[tuple[str, int], _Kept], division: str) -> dict[tuple[str, int], _Kept]:
    """Returns what is kept by division and round, but nothing of a division that is no more."""
    return {key: each for key, each in kept.items() if key[0] != division}


def _merged_groups(tournament: Tournament, source: Division, target: Division) -> AgeGroups:
    """Returns the age groups of two divisions that become one; none if one of them was for all ages."""
    own, others = (_groups(tournament, each) for each in (target, source))
    is_void = source.ages is None and not tournament.entrants_of(source.name)
    if is_void:
        return target.groups
    return (*own, *others) if own and others else ()


def _groups(tournament: Tournament, division: Division) -> AgeGroups:
    if division.groups or division.ages is None:
        return division.groups
    numbers = frozenset(each.number for each in tournament.entrants_of(division.name))
    return (AgeGroup(division.name, division.ages, numbers),)
