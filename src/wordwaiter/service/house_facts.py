"""The base of facts in the house's streams: devices, word lists, notes, starts and rulings."""

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar, TypeVar

from wordwaiter.game.records import plain_fact, read_fact
from wordwaiter.sentences import Wording, said_of
from wordwaiter.store.facts import Fact, NewFact

F = TypeVar("F", bound="HouseFact")


class HouseFact:
    """A fact whose sentence needs nothing but its own fields."""

    __slots__ = ()
    KIND: ClassVar[str]
    SENTENCE: ClassVar[str] = ""
    """The line in the log, with fields in braces."""
    BODY_VERSION: ClassVar[int] = 1

    def sentence(self) -> Wording:
        """Returns the line in the log."""
        return said_of(self.SENTENCE, self)


def house_facts(facts: Iterable[HouseFact]) -> tuple[NewFact, ...]:
    """Returns facts of the house, ready to be written."""
    plain = ((plain_fact(fact, {}), fact.BODY_VERSION) for fact in facts)
    return tuple(NewFact(str(body.pop("kind")), body, version) for body, version in plain)


def reader_of(types: Mapping[str, type[F]]) -> Callable[[Fact], F]:
    """Returns what reads a fact of one of these kinds from the journal."""
    return lambda fact: read_fact({"kind": fact.kind, **fact.body}, types, {})
