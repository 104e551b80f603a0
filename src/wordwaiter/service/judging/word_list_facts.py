"""Which word lists were added, and by which each division is judged: one stream for the house."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final, assert_never

from wordwaiter.audience import Audience, ForDirector, declared
from wordwaiter.sentences import Wording, said, said_of
from wordwaiter.service.access.callers import HOUSE, refusal, require
from wordwaiter.service.house_facts import HouseFact, house_facts, reader_of
from wordwaiter.service.stream_kind import Attempt, StreamKind
from wordwaiter.service.tables.stream_names import division_numbered
from wordwaiter.store.families import Family
from wordwaiter.store.journal import JournalReader

STREAM: Final = "lists"


@dataclass(frozen=True, slots=True)
class ChosenList:
    """A word list by its name, and by the hash of its words: another edition of that name is another list."""

    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class _Fact(HouseFact):
    at_ms: ForDirector[int]
    by: ForDirector[str]


@dataclass(frozen=True, slots=True)
class ListAdded(_Fact):
    """A word list was put on the shelf."""

    KIND: ClassVar = "lists.added"
    AUDIENCE: ClassVar = Audience.DIRECTOR
    name: ForDirector[str]
    sha256: ForDirector[str]
    count: ForDirector[int]

    def sentence(self) -> Wording:
        return said(
            "the word list {name} is added: {count} words, {print}",
            name=self.name,
            count=f"{self.count:,}",
            print=_print(self.sha256),
        )


@dataclass(frozen=True, slots=True)
class ListsChosen(_Fact):
    """A division is judged by these lists from now on; by those of the house where there are none."""

    KIND: ClassVar = "lists.chosen"
    AUDIENCE: ClassVar = Audience.DIRECTOR
    tournament: ForDirector[str]
    division: ForDirector[int]
    lists: ForDirector[tuple[ChosenList, ...]]

    def sentence(self) -> Wording:
        names = [f"{each.name} ({_print(each.sha256)})" for each in self.lists]
        lists = ", ".join(names) if names else said("the server's word lists")
        return said_of("division {division} of {tournament} is judged by {lists}", self, lists=lists)


ListFact = ListAdded | ListsChosen

LIST_FACT_TYPES: Final[dict[str, type[ListFact]]] = declared(ListFact.__args__)
"""Every kind of fact by its stable name."""

list_fact = reader_of(LIST_FACT_TYPES)


@dataclass(frozen=True, slots=True)
class ListChoices:
    """The lists of each division, by the stream of its tournament and its number."""

    chosen: Mapping[tuple[str, int], tuple[ChosenList, ...]] = field(default_factory=dict)

    def names(self, tournament: str, division: int) -> tuple[str, ...]:
        """The names of the lists that were chosen for a division; none where those of the house judge it."""
        return tuple(each.name for each in self.chosen.get((tournament, division), ()))


def evolve(choices: ListChoices, fact: ListFact) -> ListChoices:
    """The choices after `fact`."""
    match fact:
        case ListAdded():
            return choices
        case ListsChosen(tournament=tournament, division=division, lists=lists):
            return replace(choices, chosen={**choices.chosen, (tournament, division): lists})
        case _:
            assert_never(fact)


def choices_in(journal: JournalReader) -> ListChoices:
    """The choices in a journal, for whoever has the file."""
    choices = ListChoices()
    for fact in journal.facts(STREAM):
        choices = evolve(choices, list_fact(fact))
    return choices


def _print(sha256: str) -> str:
    """The fingerprint of the words: enough of their hash to tell two editions apart."""
    return sha256[:12]


# ---------------------------------------------------------------- commands


@dataclass(frozen=True, slots=True)
class AddList:
    """Note a word list that was put on the shelf."""

    name: str
    sha256: str
    count: int


@dataclass(frozen=True, slots=True)
class ChooseLists:
    """Judge a division by these lists, or by the default ones where there are none."""

    tournament: str
    division: int
    lists: tuple[ChosenList, ...]


ListCommand = AddList | ChooseLists


def _permit(attempt: Attempt[ListChoices], command: ListCommand) -> None:
    match command:
        case AddList():
            require(attempt.caller, HOUSE)
        case ChooseLists(tournament=stream, division=number):
            division = division_numbered(attempt.context.states.of(stream).state, number)
            if not attempt.caller.directs(stream, division.name):
                raise refusal(attempt.caller)
        case _:
            assert_never(command)


def _decide(
    attempt: Attempt[ListChoices], choices: ListChoices, command: ListCommand
) -> tuple[tuple[ListFact, ...], ListChoices]:
    now_ms, by = attempt.now_ms, attempt.caller.name
    match command:
        case AddList(name=name, sha256=sha256, count=count):
            return (ListAdded(now_ms, by, name, sha256, count),), choices
        case ChooseLists(tournament=tournament, division=division, lists=lists):
            if lists == choices.chosen.get((tournament, division), ()):
                return (), choices
            chosen = ListsChosen(now_ms, by, tournament, division, lists)
            return (chosen,), evolve(choices, chosen)
        case _:
            assert_never(command)


WORD_LISTS: Final = StreamKind(
    name="word lists",
    called="the choice of word lists",
    state=ListChoices,
    permit=_permit,
    decide=_decide,
    encode=house_facts,
    decode=list_fact,
    at_ms=lambda _choices: 0,
    begin=ListChoices(),
)

LIST_FAMILY: Final = Family(
    name="lists",
    begin=lambda fact: evolve(ListChoices(), list_fact(fact)),
    evolve=lambda choices, fact: evolve(choices, list_fact(fact)),
    kinds=frozenset(LIST_FACT_TYPES),
)
"""How the choices are folded."""
