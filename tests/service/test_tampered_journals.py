"""Whoever has the file cannot have the program read other than what was written, and verification not see it.

All that is done here leaves every row of the table of facts, and so every seal, as it was.
"""

import re
import sqlite3
from concurrent.futures import Future
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from service.houses import DORA, Computer, entered, round_begun, serving
from wordwaiter.cli.server.journal import verify
from wordwaiter.errors import MalformedFileError
from wordwaiter.service.access.personal_fields import ERASING_VALUES
from wordwaiter.service.execute import execute
from wordwaiter.service.streams import all_families
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.store.backup import back_up, restore
from wordwaiter.store.facts import Entry, NewFact, PersonalPart
from wordwaiter.store.journal import Journal, JournalReader
from wordwaiter.store.personal import stored_fact
from wordwaiter.store.schema import SQLITE_TRIGGERS
from wordwaiter.store.verify import head_of, verify_journal
from wordwaiter.store.writer import _Waiting, _written
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile
from wordwaiter.tournament.rounds.rounds import Scored

STREAM = "tournament-1"
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A day on which Ann won by 310 to 290, until the director corrected her total to 200."""
    path = tmp_path / "wordwaiter.db"
    with serving(path, Computer()) as context:
        stream = entered(context, "Cup", "club", Profile("Ann Lee"), Profile("Bo Poe"))
        round_begun(context, stream)
        execute(context, DORA, TOURNAMENTS, stream, c.HandInSheet("", "Open", 1, 1, (310, 290), (1, 2)))
        execute(context, DORA, TOURNAMENTS, stream, c.CloseRound("", "Open"))
        correct = c.CorrectResult("", "Open", 1, 1, (200, 290), "a bonus too many")
        execute(context, DORA, TOURNAMENTS, stream, correct)
    return path


def changed(path: Path, *acts: str | tuple[str, tuple[object, ...]]) -> None:
    """Statements are run on the file, without the triggers that forbid changes."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for name in SQLITE_TRIGGERS:
            connection.execute(f"DROP TRIGGER IF EXISTS {name}")
        connection.execute("PRAGMA writable_schema = ON")
        for act in acts:
            connection.execute(*((act,) if isinstance(act, str) else act))


def with_triggers(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in SQLITE_TRIGGERS.values():
            connection.execute(statement)


def asked(path: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(question).fetchall()


def index_without(path: Path, position: int) -> None:
    """The indexes of the table say nothing of a fact, which is still in the table."""
    (row,) = asked(path, f"SELECT * FROM facts WHERE position = {position}")  # noqa: S608
    schema = asked(
        path, "SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master WHERE tbl_name = 'facts'"
    )
    indexes = [each for each in schema if each[0] == "index"]
    (sql,) = (str(each[4]) for each in schema if each[0] == "table")
    without = re.sub(r",\s*CONSTRAINT \w+ UNIQUE \([^)]*\)", "", sql)
    assert without != sql
    told = "UPDATE sqlite_master SET sql = ? WHERE type = 'table' AND name = 'facts'"
    changed(
        path,
        f"DELETE FROM facts WHERE position = {position}",  # noqa: S608
        (told, (without,)),
        "DELETE FROM sqlite_master WHERE type = 'index' AND tbl_name = 'facts'",
    )
    marks = ", ".join("?" * len(row))
    changed(
        path,
        (f"INSERT INTO facts VALUES ({marks})", row),  # noqa: S608
        (told, (sql,)),
        *(("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", each) for each in indexes),
    )
    with_triggers(path)


def problems(path: Path, head: str = "") -> set[str]:
    with JournalReader.open(path) as reader:
        return {each.code for each in verify_journal(reader, all_families(), head).problems}


def head_in(path: Path) -> str:
    with JournalReader.open(path) as reader:
        return head_of(reader)


def result(path: Path) -> tuple[int, ...]:
    with serving(path, Computer()) as context:
        outcome = context.states.of(STREAM).state.rounds["Open"][0].sittings[0].outcome
    assert isinstance(outcome, Scored)
    return outcome.scores


def last_of_stream(path: Path) -> int:
    ((position,),) = asked(path, f"SELECT max(position) FROM facts WHERE stream = '{STREAM}'")  # noqa: S608
    assert isinstance(position, int)
    return position


def without_last(path: Path) -> None:
    """As if nobody had corrected anything: the correction is the last fact of its stream."""
    index_without(path, last_of_stream(path))


def test_an_index_that_leaves_out_a_correction_is_found(journal: Path) -> None:
    """The table has the fact, and whoever reads a stream by the index does not find it."""
    head = head_in(journal)
    assert result(journal) == (200, 290)
    assert problems(journal, head) == set()
    without_last(journal)
    assert problems(journal, head) == {"damaged-file", "other-facts"}


def test_no_server_starts_on_a_file_whose_indexes_lie(journal: Path, tmp_path: Path) -> None:
    without_last(journal)
    with pytest.raises(MalformedFileError) as refused:
        result(journal)
    assert refused.value.code == "damaged-journal"
    restore(journal, tmp_path / "restored.db")
    assert result(tmp_path / "restored.db") == (200, 290), "what the table has is still all there"


@pytest.mark.parametrize("owner", ["aaa", "zzz"])
def test_a_value_beside_the_one_that_was_written_is_found_and_never_read(journal: Path, owner: str) -> None:
    head = head_in(journal)
    ((ref,),) = asked(journal, "SELECT ref FROM personal WHERE value = '\"a bonus too many\"'")
    changed(journal, ("INSERT INTO personal VALUES (?, ?, 'salt', '\"as asked\"')", (ref, owner)))
    with_triggers(journal)
    assert problems(journal, head) == {"changed-personal-value"}
    with JournalReader.open(journal) as reader:
        reasons = [each.body["reason"] for each in reader.facts(STREAM) if each.body.get("reason")]
    assert reasons == ["a bonus too many"]


def removed(path: Path, time: str) -> None:
    """A name is gone, and noted as erased."""
    ((ref,),) = set(asked(path, "SELECT ref FROM personal WHERE value = '\"a bonus too many\"'"))
    note = ("INSERT INTO erased (ref, time) VALUES (?, ?)", (ref, time))
    changed(path, ("DELETE FROM personal WHERE ref = ?", (ref,)), note)
    with_triggers(path)


def erasures(path: Path) -> tuple[set[str], int]:
    with JournalReader.open(path) as reader:
        found = verify_journal(reader, all_families(), erasing=ERASING_VALUES)
    return {each.code for each in found.problems}, found.erased_as_copy


def test_a_value_that_is_noted_as_erased_though_nobody_was_erased_is_found(journal: Path) -> None:
    removed(journal, "2026-11-20T12:00:00.000Z")
    assert erasures(journal) == ({"removed-personal-value"}, 0)


def test_values_that_were_erased_as_from_a_copy_are_counted(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A copy from which somebody was erased has no fact that tells of it."""
    removed(journal, "")
    assert erasures(journal) == (set(), 1)
    verify(str(journal), [], as_json=False, head="")
    assert "as from a copy: 1." in capsys.readouterr().out


def test_who_was_erased_by_a_command_is_missed_by_nobody(journal: Path, tmp_path: Path) -> None:
    with serving(journal, Computer()) as context:
        execute(context, DORA, TOURNAMENTS, STREAM, c.EraseEverybody(""))
        assert erasures(journal) == (set(), 0)
        (tmp_path / "stick").mkdir()
        copy = back_up(context.journal, tmp_path / "stick", context.clock())
    assert erasures(copy) == (set(), 0)


def test_a_value_that_is_written_after_an_erasure_at_the_same_moment_stays(journal: Path) -> None:
    """Entries that wait are written together, each in its turn."""
    with Journal.open(journal) as opened:
        part = PersonalPart(("text",), (f"{STREAM}#texts",), "")
        earlier, erasing, later = (
            Entry("x", (NewFact("x.said", {"text": text}, personal=(part,), erases=erases),), NOON)
            for text, erases in (("before", ()), ("", (f"{STREAM}#",)), ("after", ()))
        )
        group = [
            _Waiting(each, tuple(stored_fact(fact, each, _written) for fact in each.facts), Future())
            for each in (earlier, erasing, later)
        ]
        opened.writer._written_together(group)
        assert [fact.body["text"] for fact in opened.facts("x")] == ["", "", "after"]


def test_a_value_that_was_changed_is_not_read(journal: Path) -> None:
    changed(journal, "UPDATE personal SET value = '\"Eve Fox\"' WHERE value = '\"Ann Lee\"'")
    with_triggers(journal)
    assert problems(journal) == {"changed-personal-value", "lost-personal-value"}
    with serving(journal, Computer()) as context:
        assert context.states.of(STREAM).state.entrants[1].name == "Player 1"
