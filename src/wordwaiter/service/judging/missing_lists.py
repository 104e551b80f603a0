"""Word lists that an event's rulebook names and that do not judge it, until they are added or replaced."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from wordwaiter.lexicon import ListCard, shipped_lists, shipped_tile_set
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.shelf import Shelf
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.service.access.callers import HOUSE, Caller
from wordwaiter.service.judging.word_list_facts import STREAM, ListChoices, ListsChosen, list_fact
from wordwaiter.service.judging.word_lists import (
    choose_lists,
    chosen_lists,
    is_between_rounds,
    judge_of_division,
)
from wordwaiter.service.streams import Rulebooks, all_families, shipped
from wordwaiter.service.tournaments.snapshots import Snapshot, snapshot_of, streams_in
from wordwaiter.store.journal import JournalReader
from wordwaiter.tournament.state import Division

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

_NEW_WORDS: Final = ("QI", "ZA")
"""Words of the newer dictionaries that players know, and that older lists do not have."""


@dataclass(frozen=True, slots=True)
class MissingLists:
    """A division that is judged without a list that its rulebook names."""

    stream: str
    division: Division
    missing: tuple[str, ...]
    """The lists that are not on this computer."""
    unused: tuple[str, ...]
    """The lists that are on this computer, and that nobody chose."""
    used: tuple[str, ...]
    """The lists by which words are checked now."""
    rejected: tuple[str, ...]
    """Well-known words that those lists do not have."""
    can_change: bool
    """Whether it is between rounds."""
    divisions: int
    """How many divisions the tournament has."""


@dataclass(frozen=True, slots=True)
class ReplacedLists:
    """A division for which other lists were accepted than those that its rulebook names."""

    division: Division
    named: tuple[str, ...]
    """The lists of the rulebook that do not judge it."""
    used: tuple[str, ...]
    by: str
    """Who accepted them."""
    time: datetime
    divisions: int
    """How many divisions the tournament has."""


def missing_lists(context: "Context", stream: str) -> tuple[MissingLists, ...]:
    """Returns the divisions of a tournament whose lists are missing and not replaced."""
    tournament = snapshot_of(context, stream).tournament
    found = (_missing(context, stream, each) for each in tournament.divisions.values())
    return tuple(each for each in found if each is not None)


def missing_for(context: "Context", caller: Caller) -> tuple[MissingLists, ...]:
    """Returns what is missing in all tournaments that concern a judge or a judging station."""
    return tuple(each for stream in _streams_of(context, caller) for each in missing_lists(context, stream))


def _streams_of(context: "Context", caller: Caller) -> Iterator[str]:
    own = [grant for grant in caller.grants if grant.stream != HOUSE]
    for stream in streams_in(context):
        if not own or any(grant.covers(stream) for grant in own):
            yield stream


def missing_in_journal(
    journal: JournalReader, snapshot: Snapshot, judge: Judge, shelf: Shelf
) -> tuple[MissingLists, ...]:
    """Returns what is missing in a tournament of a journal that no server has open here."""
    facts = journal.facts(STREAM)
    choices: ListChoices = all_families().of(facts[0].kind).fold(facts) if facts else ListChoices()
    found = (
        _lacking(snapshot, each, judge, shelf, shipped_rulebook(each.rulebook))
        for each in snapshot.tournament.divisions.values()
        if not choices.chosen.get((snapshot.stream, each.number))
    )
    return tuple(each for each in found if each is not None)


def replaced_lists(context: "Context", stream: str) -> tuple[ReplacedLists, ...]:
    """Returns the divisions of a tournament that other lists judge than their rulebooks name."""
    snapshot = snapshot_of(context, stream)
    if not any(chosen_lists(context, stream, each.number) for each in snapshot.tournament.divisions.values()):
        return ()
    return replaced_in_journal(context.journal, snapshot, context.rulebooks)


def replaced_for(context: "Context", caller: Caller) -> tuple[ReplacedLists, ...]:
    """Returns what is replaced in all tournaments that concern a judge or a judging station."""
    return tuple(each for stream in _streams_of(context, caller) for each in replaced_lists(context, stream))


def replaced_in_journal(
    journal: JournalReader, snapshot: Snapshot, rulebooks: Rulebooks = shipped
) -> tuple[ReplacedLists, ...]:
    """Returns what is replaced in a tournament of a journal, as it was chosen last."""
    chosen: dict[int, tuple[ListsChosen, datetime]] = {}
    for fact in journal.facts(STREAM):
        choice = list_fact(fact)
        if isinstance(choice, ListsChosen) and choice.tournament == snapshot.stream:
            chosen[choice.division] = (choice, fact.time)
    found = (
        _replaced(snapshot, each, *chosen[each.number], rulebooks(each.rulebook))
        for each in snapshot.tournament.divisions.values()
        if each.number in chosen
    )
    return tuple(each for each in found if each is not None)


def _replaced(
    snapshot: Snapshot, division: Division, choice: ListsChosen, time: datetime, rulebook: Rulebook
) -> ReplacedLists | None:
    used = tuple(each.name for each in choice.lists)
    named, count = _not_among(rulebook, used), len(snapshot.tournament.divisions)
    return ReplacedLists(division, named, used, choice.by, time, count) if used and named else None


def _not_among(rulebook: Rulebook, used: tuple[str, ...]) -> tuple[str, ...]:
    """The lists of a rulebook that are neither used nor shipped with the program."""
    return tuple(name for name in rulebook.words.lists if name not in (*used, *shipped_lists()))


def _missing(context: "Context", stream: str, division: Division) -> MissingLists | None:
    judge = None if chosen_lists(context, stream, division.number) else context.judge
    if judge is None:
        return None  # somebody chose the lists, or the judges have a book
    rulebook = context.rulebooks(division.rulebook)
    return _lacking(snapshot_of(context, stream), division, judge, context.shelf, rulebook)


def _lacking(
    snapshot: Snapshot, division: Division, judge: Judge, shelf: Shelf | None, rulebook: Rulebook
) -> MissingLists | None:
    """Returns which lists of a rulebook a judge does not have; nothing if none is lacking."""
    used = tuple(each.name for each in judge.lexicons)
    lacking = _not_among(rulebook, used)
    if not lacking:
        return None
    there = set() if shelf is None else {each.name for each in shelf.cards()}
    return MissingLists(
        stream=snapshot.stream,
        division=division,
        missing=tuple(name for name in lacking if name not in there),
        unused=tuple(name for name in lacking if name in there),
        used=used,
        rejected=tuple(word for word in _NEW_WORDS if not judge.rule((word,)).good),
        can_change=is_between_rounds(snapshot.tournament, division.name),
        divisions=len(snapshot.tournament.divisions),
    )


def use_added_list(context: "Context", caller: Caller, stream: str, card: ListCard) -> None:
    """Judges by a list that was just added where it is wanted.

    That is where a rulebook of the tournament names it, and where there was none for the division's tiles.
    """
    for division in snapshot_of(context, stream).tournament.divisions.values():
        tiles = context.rulebooks(division.rulebook).table.tile_set
        fits = tiles.labels == shipped_tile_set(card.letters).labels
        between = is_between_rounds(snapshot_of(context, stream).tournament, division.name)
        if fits and between and judge_of_division(context, stream, division.number) is None:
            choose_lists(context, caller, stream, division.number, (card.name,))
    for each in missing_lists(context, stream):
        if card.name in each.unused and not each.missing and each.can_change:
            choose_lists(context, caller, stream, each.division.number, each.unused)
