"""Nothing that a running server keeps in memory tells of somebody who was erased."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from service.access.test_erasing import MARKED, joined
from service.access.test_erasing_by_name import day
from service.houses import DORA, Computer, entered, round_begun, serving
from wordwaiter.service.access import visibility
from wordwaiter.service.access.callers import NOBODY, Caller
from wordwaiter.service.access.erasing import FoundPerson, erase_found, erase_person, find_person
from wordwaiter.service.access.visibility import tournament_for
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tables.note_facts import STREAM as NOTES_STREAM
from wordwaiter.service.tables.notes import NOTES, WriteNote, notes_of
from wordwaiter.service.tables.stream_names import place_of
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.store.journal import Journal
from wordwaiter.store.personal import PersonalValues
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile

ILL = f"{MARKED} was ill"


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    with serving(tmp_path / "wordwaiter.db", Computer()) as context:
        yield context


def table_of(context: Context, stream: str) -> str:
    return next(end.stream for end in context.states.ends_of(stream) if place_of(end.stream))


def noted(context: Context, caller: Caller, stream: str, text: str = ILL) -> str:
    """The table of a round, about which somebody wrote a note."""
    table = table_of(context, stream)
    execute(context, caller, NOTES, NOTES_STREAM, WriteNote(table, 1, text))
    return table


def everything_in_memory(context: Context) -> str:
    """Every state of any stream, and whatever is made once for many."""
    states = [each.state for kept in (context.states._standings, context.states._resting)
              for each in kept.values()]  # fmt: skip
    memos = (visibility._SHOWN, visibility._INITIALS)
    return repr(states) + repr([list(each._kept.items()) for each in memos])


def erase_everybody(context: Context, stream: str) -> None:
    execute(context, DORA, TOURNAMENTS, stream, c.EraseEverybody(""))


def erase_by_name(context: Context, stream: str) -> None:
    erase_found(context, DORA, find_person(context, MARKED, stream))


def erase_devices_alone(context: Context, stream: str) -> None:
    found = find_person(context, MARKED, stream)
    assert found.devices
    erase_found(context, DORA, replace(found, texts=()))


@pytest.mark.parametrize("erase", [erase_everybody, erase_by_name])
def test_a_note_about_somebody_is_shown_no_longer(
    context: Context, erase: Callable[[Context, str], None]
) -> None:
    """Notes are a stream of the house, and not of the tournament in which somebody is erased."""
    stream, official = day(context)
    table = noted(context, official, stream)
    (before,) = notes_of(context, DORA, table)
    assert (before.by, before.text) == (MARKED, ILL), "the test would find her"
    erase(context, stream)
    assert notes_of(context, DORA, table) == ()
    assert MARKED not in everything_in_memory(context)


def test_a_players_own_note_names_them_no_longer(context: Context) -> None:
    stream = entered(context, "Cup", "club", Profile("Ann Lee"), Profile(MARKED))
    phone = joined(context, stream)
    round_begun(context, stream)
    table = noted(context, phone, stream, "a bingo missed")
    erase_person(context, DORA, FoundPerson(stream, "Cup", 2))
    (after,) = notes_of(context, DORA, table)
    assert (after.by, after.text) == (phone.device, "a bingo missed")
    assert MARKED not in everything_in_memory(context)


def test_what_the_owner_of_an_erased_device_did_is_no_longer_theirs(context: Context) -> None:
    stream, official = day(context)
    noted(context, official, stream, "a bingo missed")
    erase_devices_alone(context, stream)
    (note,) = notes_of(context, DORA, table_of(context, stream))
    assert note.by == official.device


def test_what_was_made_once_for_many_is_forgotten(context: Context) -> None:
    stream = entered(context, "Cup", "club", Profile("Ann Lee"), Profile(MARKED))
    tournament_for(NOBODY, stream, context.states.of(stream).state)
    assert MARKED in everything_in_memory(context), "the test would find her"
    erase_person(context, DORA, FoundPerson(stream, "Cup", 2))
    assert MARKED not in everything_in_memory(context)


def test_a_state_that_is_folded_meanwhile_is_not_kept(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has read the facts before somebody was erased may be done with folding them only after it."""
    stream, official = day(context)
    table = noted(context, official, stream)
    context.states.let_go_of_all()
    read = Journal.facts

    def read_slowly(journal: Journal, of: str, **part: int) -> object:
        found = read(journal, of, **part)
        if of == NOTES_STREAM:
            monkeypatch.setattr(Journal, "facts", read)
            erase_everybody(context, stream)
        return found

    monkeypatch.setattr(Journal, "facts", read_slowly)
    assert notes_of(context, DORA, table)
    assert notes_of(context, DORA, table) == ()


def test_a_value_that_is_read_meanwhile_is_not_kept(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who began to read before somebody was erased still finds the name, and put it back into memory."""
    stream, official = day(context)
    noted(context, official, stream)
    resolve = PersonalValues.facts_of

    def resolve_slowly(values: PersonalValues, *of: Any) -> object:
        monkeypatch.setattr(PersonalValues, "facts_of", resolve)
        erase_everybody(context, stream)
        return resolve(values, *of)

    context.journal.forget_personal_values()
    monkeypatch.setattr(PersonalValues, "facts_of", resolve_slowly)
    context.journal.facts(NOTES_STREAM)
    assert MARKED not in repr(context.journal.facts(NOTES_STREAM))
    assert MARKED not in repr(context.journal._values._known)


def test_what_was_decided_meanwhile_is_not_kept(context: Context) -> None:
    stream, official = day(context)
    table = noted(context, official, stream)
    write = NOTES.decide

    def decide_slowly(attempt: object, notes: object, command: object) -> object:
        decided = write(attempt, notes, command)  # type: ignore[arg-type]
        erase_everybody(context, stream)
        return decided

    slow = replace(NOTES, decide=decide_slowly)  # type: ignore[arg-type]
    execute(context, DORA, slow, NOTES_STREAM, WriteNote(table, 2, "later"))
    assert [each.text for each in notes_of(context, DORA, table)] == ["later"]
