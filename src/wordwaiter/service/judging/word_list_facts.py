"""Which word lists were added, and by which each division is judged: one stream for the house."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final, assert_never

from wordwaiter.game.records import plain_fact, read_fact
from wordwaiter.sentences import Wording, said
from wordwaiter.store.facts import Fact, NewFact
from wordwaiter.store.families import Family

STREAM: Final = "lists"


@dataclass(frozen=True, slots=True)
class ChosenList:
    """A word list by its name, and by the hash of its words: another edition of that name is another list."""

    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class _Fact:
    at_ms: int
    by: str


@dataclass(frozen=True, slots=True)
class ListAdded(_Fact):
    """A word list was put on the shelf."""

    KIND: ClassVar = "lists.added"
    name: str
    sha256: str
    count: int


@dataclass(frozen=True, slots=True)
class ListsChosen(_Fact):
    """A division is judged by these lists from now on; by those of the house where there are none."""

    KIND: ClassVar = "lists.chosen"
    tournament: str
    division: int
    lists: tuple[ChosenList, ...]


ListFact = ListAdded | ListsChosen

LIST_FACT_TYPES: Final[dict[str, type[ListFact]]] = {kind.KIND: kind for kind in ListFact.__args__}
"""Every kind of fact by its stable name."""


@dataclass(frozen=True, slots=True)
class ListChoices:
    """The lists of each division, by the stream of its tournament and its number."""

    chosen: Mapping[tuple[str, int], tuple[ChosenList, ...]] = field(default_factory=dict)


def evolve(choices: ListChoices, fact: ListFact) -> ListChoices:
    """The choices after `fact`."""
    match fact:
        case ListAdded():
            return choices
        case ListsChosen(tournament=tournament, division=division, lists=lists):
            return replace(choices, chosen={**choices.chosen, (tournament, division): lists})
        case _:
            assert_never(fact)


def list_facts(*facts: ListFact) -> tuple[NewFact, ...]:
    """Facts about word lists, ready to be written."""
    plain = [plain_fact(fact, {}) for fact in facts]
    return tuple(NewFact(str(body.pop("kind")), body) for body in plain)


def list_fact(fact: Fact) -> ListFact:
    """What a fact in the journal tells of word lists."""
    return read_fact({"kind": fact.kind, **fact.body}, LIST_FACT_TYPES, {})


def sentence_of(fact: ListFact) -> Wording:
    """What happened, for the log."""
    match fact:
        case ListAdded(name=name, count=count, sha256=sha256):
            return said(
                "the word list {name} is added: {count} words, {print}",
                name=name,
                count=f"{count:,}",
                print=_print(sha256),
            )
        case ListsChosen(tournament=tournament, division=division, lists=lists):
            named = [f"{each.name} ({_print(each.sha256)})" for each in lists]
            return said(
                "division {division} of {tournament} is judged by {lists}",
                division=division,
                tournament=tournament,
                lists=", ".join(named) if named else said("the lists of the house"),
            )
        case _:
            assert_never(fact)


def _print(sha256: str) -> str:
    """The fingerprint of the words: enough of their hash to tell two editions apart."""
    return sha256[:12]


LIST_FAMILY: Final = Family(
    name="lists",
    begin=lambda fact: evolve(ListChoices(), list_fact(fact)),
    evolve=lambda choices, fact: evolve(choices, list_fact(fact)),
)
"""How the choices are folded."""
