"""Families: how the facts of a stream fold into state, and how facts of earlier forms are read.

A kind is named `family.what_happened`; all facts of a stream are of one family. What a family means is known
to those who use it (`game/`, `tournament/`, `service/`); here it is only looked up.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from wordwaiter.errors import MalformedError
from wordwaiter.store.facts import Fact

S = TypeVar("S")

Upgrade = Callable[[Fact], Fact]
"""A fact whose body has one form, in the next form."""

Upgrades = Mapping[tuple[str, int], Upgrade]
"""By kind and the version of its body that is to be brought up by one."""


def version_today(kind: str, upgrades: Upgrades) -> int:
    """Returns the version in which the bodies of a kind are written today."""
    return 1 + max((version for each, version in upgrades if each == kind), default=0)


def upgraded(fact: Fact, upgrades: Upgrades) -> Fact:
    """Returns the fact in the form that its kind has today."""
    while upgrade := upgrades.get((fact.kind, fact.kind_version)):
        fact = upgrade(fact)
    if fact.kind_version != version_today(fact.kind, upgrades):
        raise MalformedError(
            "newer-fact",
            f"fact {fact.position} ({fact.kind}) is from a newer Wordwaiter; update this one",
            position=fact.position,
        )
    return fact


def _nothing_to_compare(_state: object, _fact: Fact) -> None:
    """A family whose facts carry nothing that its rules could compute again."""


@dataclass(frozen=True, slots=True)
class Family(Generic[S]):
    """The kinds of fact that fold into one kind of state. A refusal to read or fold is a WordwaiterError."""

    name: str
    begin: Callable[[Fact], S]
    """The state after the first fact of a stream."""
    evolve: Callable[[S, Fact], S]
    """The state after one more."""
    kinds: frozenset[str] = frozenset()
    """All that this program knows."""
    resting: frozenset[str] = frozenset()
    """Kinds after which a stream usually gets no more facts; its state need not be kept in memory."""
    upgrades: Upgrades = field(default_factory=dict)
    compare: Callable[[S, Fact], None] = _nothing_to_compare
    """Refuse a fact that says something else than the rules give in this state."""

    def upgraded(self, fact: Fact) -> Fact:
        """The fact in the form that its kind has today."""
        return upgraded(fact, self.upgrades)

    def knows(self, kind: str, version: int) -> bool:
        """Checks if this program can read the facts of a kind that are written in that version."""
        if (kind, version) in self.upgrades:
            return True
        return kind in self.kinds and version == version_today(kind, self.upgrades)

    def fold(self, facts: Iterable[Fact]) -> S:
        """The state of a stream after all its facts, of which there is at least one."""
        told = iter(facts)
        return self.fold_on(self.begin(self.upgraded(next(told))), told)

    def fold_on(self, state: S, facts: Iterable[Fact]) -> S:
        """The state after further facts."""
        for fact in facts:
            state = self.evolve(state, self.upgraded(fact))
        return state

    def fold_comparing(self, facts: Iterable[Fact]) -> S:
        """Folds the facts, and refuses the first that says something else than the rules."""
        told = map(self.upgraded, facts)
        state = self.begin(next(told))
        for fact in told:
            self.compare(state, fact)
            state = self.evolve(state, fact)
        return state


class Families:
    """All families that a program knows."""

    def __init__(self, *families: Family[Any]) -> None:
        self._by_name = {family.name: family for family in families}

    @property
    def names(self) -> frozenset[str]:
        """The names of all of them."""
        return frozenset(self._by_name)

    def of(self, kind: str) -> Family[Any]:
        """The family that a kind of fact belongs to."""
        name = kind.partition(".")[0]
        if name not in self._by_name:
            raise MalformedError(
                "no-such-fact", f"unknown kind of fact {kind!r}; update Wordwaiter", kind=kind
            )
        return self._by_name[name]

    def unknown_in(self, written: Iterable[tuple[str, int]]) -> list[str]:
        """Returns the kinds of fact, of those written in these versions, that this program cannot read."""
        return sorted(
            kind
            for kind, version in written
            if (family := self._by_name.get(kind.partition(".")[0])) is None
            or not family.knows(kind, version)
        )

    def is_resting(self, kind: str) -> bool:
        """Checks whether a stream with such a fact at its end usually gets no more."""
        return kind in self.of(kind).resting
