"""States in memory are what folding the journal gives; verify finds whatever is not as it was written."""

import sqlite3
from pathlib import Path

import pytest

from crash.games import begin, give, recorded_game, rulebook
from wordwaiter.errors import MalformedError
from wordwaiter.game.evolve import evolve, fold
from wordwaiter.game.table import Stage
from wordwaiter.service.streams import all_families, table_facts
from wordwaiter.store.facts import Entry, Fact, NewFact
from wordwaiter.store.journal import Journal, JournalReader
from wordwaiter.store.states import States
from wordwaiter.store.verify import verify_journal

from .entries import NOON, TEST_FAMILIES, said


def play(journal: Journal, stream: str, commands: int | None = None) -> list[tuple[Fact, ...]]:
    """Play a recorded game, or its first commands, into a stream; gives the facts entry by entry."""
    opening = journal.append(Entry(stream, table_facts(begin()), NOON, 0))
    return [opening, *_go_on(journal, stream, commands)]


def _go_on(journal: Journal, stream: str, commands: int | None) -> list[tuple[Fact, ...]]:
    table, entries = fold(rulebook(), begin()), []
    for number, command in enumerate(recorded_game(1)[:commands]):
        facts = give(table, command, number)
        for fact in facts:
            table = evolve(table, fact)
        entries.append(journal.append(Entry(stream, table_facts(facts), NOON)))
    return entries


def test_open_tables_are_in_memory_after_a_start_and_finished_ones_are_folded_when_asked_for(
    path: Path,
) -> None:
    with Journal.open(path) as journal:
        play(journal, "table/open", 12)
        play(journal, "table/done")
    with Journal.open(path) as journal:
        states = States.load(journal, all_families())
        assert len(states) == 1
        standing = states.of("table/open")
        assert standing.state.stage is Stage.PLAYING
        assert standing.version == journal.version("table/open")
        assert states.of("table/done").state.signatures == (0, 1)
        assert len(states) == 1


def test_states_that_hear_of_each_entry_are_those_that_folding_gives(path: Path) -> None:
    with Journal.open(path) as journal:
        states = States(journal, all_families())
        for entry in play(journal, "table", 30):
            states.hear(entry)
            states.hear(entry)  # told twice
            states.of("table")
        assert len(states) == 1
        folded = States(journal, all_families()).of("table")
        assert states.of("table") == folded


def test_a_stream_is_found_with_all_that_stand_below_its_name(path: Path) -> None:
    with Journal.open(path) as journal:
        states = States(journal, all_families())
        for stream in ("cup-1/1/1/1.1", "cup-1", "cup-10", "cup-1/2"):
            states.hear(journal.append(Entry(stream, table_facts(begin()), NOON)))
        states.hear(journal.append(Entry("cup-1", table_facts(begin()), NOON)))
        found = [(end.stream, end.version) for end in states.ends_of("cup-1")]
        assert found == [("cup-1/1/1/1.1", 1), ("cup-1", 2), ("cup-1/2", 1)]
        assert states.ends_of("cup") == ()
        assert (states.family_of("cup-1/2"), states.family_of("cup")) == ("game", None)
        assert states.ends_in("game") == states.ends()
        assert states.ends_in("tournament") == ()


def test_facts_that_another_process_wrote_are_folded_when_somebody_asks(path: Path) -> None:
    with Journal.open(path) as journal:
        states = States(journal, all_families())
        opening = journal.append(Entry("table", table_facts(begin()), NOON, 0))
        states.keep(opening, fold(rulebook(), begin()))
        written = _go_on(journal, "table", 4)
        assert states.of("table").version == 1  # nobody told us
        states.hear(written[-1])  # and of those in between nobody ever will
        assert states.of("table").version == written[-1][-1].version
        assert states.of("table") == States(journal, all_families()).of("table")


def test_a_state_that_is_handed_over_is_not_folded_again(path: Path) -> None:
    with Journal.open(path) as journal:
        states = States(journal, all_families())
        (entry,) = play(journal, "table", 0)
        states.keep(entry, "what whoever decided it has made of it")
        assert states.of("table").state == "what whoever decided it has made of it"
        states.hear(entry)
        assert states.of("table").version == 1


def test_an_older_state_never_takes_the_place_of_a_newer_one(path: Path) -> None:
    with Journal.open(path) as journal:
        states = States(journal, all_families())
        first, second, *_ = play(journal, "table", 2)
        states.keep(second, "newer")
        states.keep(first, "older")
        states.hear(first)
        assert states.of("table").version >= second[-1].version


def test_a_table_whose_last_signature_came_is_not_kept_among_the_open_ones(path: Path) -> None:
    with Journal.open(path) as journal:
        states = States(journal, all_families())
        for entry in play(journal, "table"):
            states.hear(entry)
            states.of("table")
        assert len(states) == 0
        assert states.of("table") is states.of("table")  # somebody has just looked, and may again


def test_of_finished_tables_those_that_were_looked_at_last_stay_in_memory(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wordwaiter.store.states.MOST_RESTING", 2)
    with Journal.open(path) as journal:
        for stream in ("one", "two", "three"):
            play(journal, stream)
        states = States.load(journal, all_families())
        for stream in ("one", "two", "one", "three"):
            states.of(stream)
        assert [states.at_hand(stream) is None for stream in ("one", "two", "three")] == [True, False, False]


def test_a_stream_that_is_not_there_is_refused(path: Path) -> None:
    with Journal.open(path) as journal, pytest.raises(MalformedError) as refused:
        States(journal, all_families()).of("table/9")
    assert refused.value.code == "no-such-stream"


# ---------------------------------------------------------------- verify


def _by_hand(path: Path, *statements: str) -> None:
    """Change a journal as only somebody can who has the file and wants to."""
    connection = sqlite3.connect(path)
    for trigger in ("changed", "removed"):
        connection.execute(f"DROP TRIGGER facts_are_never_{trigger}")
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def _codes(path: Path) -> list[str]:
    with JournalReader.open(path) as journal:
        return [problem.code for problem in verify_journal(journal, TEST_FAMILIES).problems]


def test_a_good_journal_verifies_with_every_table_folded_and_scored_again(place: str) -> None:
    with Journal.open(place) as journal:
        play(journal, "table/1")
        play(journal, "table/2", 20)
        found = verify_journal(journal, all_families())
        assert found.good
        assert (found.facts, found.streams) == (journal.position(), 2)
        assert found.seal == journal.seal_at(journal.position())


@pytest.mark.parametrize(
    ("statement", "codes"),
    [
        ('UPDATE facts SET body = \'{"word":"X"}\' WHERE position = 2', ["broken-seal"]),
        ("UPDATE facts SET actor = 'Ben' WHERE position = 2", ["broken-seal"]),
        (
            "UPDATE facts SET time = 'noon' WHERE position = 2",
            ["broken-seal", "unreadable-fact", "damaged-journal"],
        ),
        (
            "UPDATE facts SET body = '[' WHERE position = 2",
            ["broken-seal", "unreadable-fact", "damaged-journal"],
        ),
        ("DELETE FROM facts WHERE position = 2", ["missing-fact", "missing-version", "broken-seal"]),
        ("UPDATE facts SET kind = 'other.said' WHERE position = 2", ["broken-seal", "no-such-fact"]),
        ("UPDATE facts SET key = 'k' WHERE position = 2", ["broken-seal"]),
        ("UPDATE facts SET key = 'k', part = 7 WHERE position = 2", ["broken-seal", "torn-entry"]),
        ("UPDATE facts SET kind_version = 2 WHERE position = 2", ["broken-seal", "newer-fact"]),
        ("UPDATE facts SET body = '{}' WHERE position = 2", ["broken-seal", "cannot-be-folded"]),
    ],
)
def test_whatever_was_changed_by_hand_is_found(path: Path, statement: str, codes: list[str]) -> None:
    with Journal.open(path) as journal:
        for word in "ABC":
            journal.append(said(word))
    assert _codes(path) == []
    _by_hand(path, statement)
    assert _codes(path) == codes


def test_a_score_that_the_rules_do_not_give_is_found_though_its_seal_is_good(path: Path) -> None:
    with Journal.open(path) as journal:
        entries = play(journal, "table", 6)
        last = next(fact for fact in entries[-1] if fact.kind == "game.play_announced")
        del entries
    with Journal.open(path.with_name("forged.db")) as forged, JournalReader.open(path) as good:
        for fact in good.since(0):
            body = {**fact.body, "points": 999} if fact.position == last.position else fact.body
            forged.append(Entry(fact.stream, (NewFact(fact.kind, body),), fact.time))
        found = verify_journal(forged, all_families())
    assert [problem.code for problem in found.problems] == ["other-score"]
    assert f"fact {last.position} has" in found.problems[0].sentence


def test_facts_of_two_families_in_one_stream_are_found(path: Path) -> None:
    with Journal.open(path) as journal:
        play(journal, "table", 2)
        journal.append(Entry("table", (NewFact("judge.play_ruled", {}),), NOON))
        found = verify_journal(journal, all_families())
    assert [problem.code for problem in found.problems] == ["mixed-stream"]
