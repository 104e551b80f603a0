"""A journal of an earlier format is read by this program without loss; kinds of fact have versions too."""

import json
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from wordwaiter.errors import MalformedError, MalformedFileError
from wordwaiter.service.judging.rulings import JUDGE_FAMILY, PlayRuled, RuledWord, rulings_in
from wordwaiter.service.streams import TOURNAMENT_FAMILY
from wordwaiter.store.facts import Entry, Fact, NewFact
from wordwaiter.store.families import Families, Family
from wordwaiter.store.formats import bring_up, format_of, make_sqlite_tables
from wordwaiter.store.journal import Journal, JournalReader
from wordwaiter.store.schema import FORMAT, FORMAT_TABLE, METADATA
from wordwaiter.store.seal import NO_SEAL, seal_after
from wordwaiter.store.verify import verify_journal

from .entries import NOON, TEST_FAMILY, said
from .postgresql import Server

FORMAT_1 = Path(__file__).with_name("journals") / "format-1.db"
"""Written by Wordwaiter's judge page before facts had versions."""
FORMAT_2 = FORMAT_1.with_name("format-2.db")
"""Written by commands in a terminal, with keys, before there were digests of commands."""


@pytest.fixture
def earlier(tmp_path: Path) -> Path:
    copy = tmp_path / "wordwaiter.db"
    shutil.copy(FORMAT_1, copy)
    return copy


@pytest.mark.parametrize("how", [Journal, JournalReader])
def test_nothing_is_lost_of_a_journal_of_the_first_format(earlier: Path, how: type[JournalReader]) -> None:
    before = sqlite3.connect(earlier)
    rows = before.execute("SELECT position, stream, kind, body, time FROM facts ORDER BY position").fetchall()
    before.close()
    with how.open(earlier) as journal:
        after = list(journal.rows())
    assert len(rows) == 8
    assert [(row.position, row.stream, row.kind, row.body, row.time) for row in after] == rows
    assert [row.version for row in after] == list(range(1, 9))
    seal = NO_SEAL
    for row in after:
        seal = seal_after(seal, row)
        assert row.seal == seal


def test_versions_are_counted_stream_by_stream(earlier: Path) -> None:
    by_hand = sqlite3.connect(earlier)
    for stream in ("table", "judge", "table"):
        by_hand.execute(
            "INSERT INTO facts (stream, kind, body, time) VALUES (?, 'test.said', '{}', ?)",
            (stream, "2026-03-14T12:00:00.000Z"),
        )
    by_hand.commit()
    by_hand.close()
    with Journal.open(earlier) as journal:
        told = [(fact.position, fact.stream, fact.version) for fact in journal.since(8)]
        assert told == [(9, "table", 1), (10, "judge", 9), (11, "table", 2)]
        assert journal.append(said("A", stream="table", expected=2))[0].position == 12


def test_rulings_of_the_first_format_are_read_and_new_ones_join_them(earlier: Path) -> None:
    with Journal.open(earlier) as journal:
        rulings = rulings_in(journal)
    assert [ruling.good for ruling in rulings] == [True, False, True, True, False, True, False, True]
    assert rulings[1].words == (RuledWord("QXZ", "not-in-list"),)
    assert [ruling.address for ruling in rulings[:4]] == [f"192.168.1.{n}" for n in (20, 21, 22, 20)]
    assert rulings[0].lists[1].title == "Modern short words"


def test_a_journal_of_the_second_format_keeps_its_seals_and_its_keys_give_their_answers(
    tmp_path: Path,
) -> None:
    path = tmp_path / "wordwaiter.db"
    shutil.copy(FORMAT_2, path)
    with Journal.open(path) as journal:
        before = journal.since(0)
        assert [(fact.key, fact.digest) for fact in before] == [
            (key, None) for key in ("new-1", "new-1", "add-ann", "add-bob", "here", "pair-1")
        ]
        sent_again = Entry(
            "tournament-1", (NewFact("test.said", {}),), NOON, None, "director", "terminal", "add-ann", "any"
        )
        assert journal.append(sent_again) == (before[2],)
        journal.append(said("A", key="new", digest="d"))
        seal = NO_SEAL
        for row in journal.rows():
            seal = seal_after(seal, row)
            assert row.seal == seal
        assert verify_journal(journal, Families(TOURNAMENT_FAMILY, TEST_FAMILY)).problems == ()


def test_an_earlier_program_refuses_what_this_one_wrote(earlier: Path) -> None:
    with Journal.open(earlier):
        pass
    header = sqlite3.connect(earlier)
    assert header.execute("PRAGMA user_version").fetchone() == (FORMAT,)
    header.close()


def test_a_kind_of_two_forms_is_read_in_its_newest() -> None:
    body = {"good": True, "words": [], "lists": [], "longest": None}
    first = Fact(1, "judge", 1, PlayRuled.KIND, 1, body | {"address": "10.0.0.1"}, "", "", NOON, None)
    second = replace(first, kind_version=2, body=body, device="10.0.0.1")
    assert JUDGE_FAMILY.upgraded(first) == second
    assert JUDGE_FAMILY.upgraded(second) == second


def test_a_kind_of_many_forms_is_brought_up_step_by_step() -> None:
    def step(fact: Fact) -> Fact:
        return replace(
            fact, kind_version=fact.kind_version + 1, body={**fact.body, str(fact.kind_version): 0}
        )

    family = Family(
        "test", lambda fact: fact, lambda _, fact: fact, upgrades={("test.a", n): step for n in (1, 2)}
    )
    fact = Fact(1, "s", 1, "test.a", 1, {}, "", "", NOON, None)
    assert family.upgraded(fact).body == {"1": 0, "2": 0}
    assert family.fold([fact, replace(fact, kind_version=3, body={"new": 1})]).body == {"new": 1}


def test_a_fact_of_a_newer_program_is_refused_and_not_guessed() -> None:
    fact = Fact(7, "judge", 1, PlayRuled.KIND, 3, {}, "", "", NOON, None)
    with pytest.raises(MalformedError) as refused:
        JUDGE_FAMILY.upgraded(fact)
    assert refused.value.code == "newer-fact"
    with pytest.raises(MalformedError) as unknown:
        Families(JUDGE_FAMILY).of("crochet.row_finished")
    assert unknown.value.code == "no-such-fact"


def described(connection: sa.Connection) -> dict[str, object]:
    """All that an SQLite file says about itself; columns by name, since a migration adds them at the end."""
    tables = sa.inspect(connection)
    header = [
        connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("application_id", "user_version")
    ]
    triggers = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all()
    noted = format_of(connection)
    described: dict[str, object] = {"header": header, "triggers": sorted(triggers), "format": noted}
    for name in tables.get_table_names():
        described[name] = (
            sorted((each["name"], str(each["type"]), each["nullable"]) for each in tables.get_columns(name)),
            tables.get_pk_constraint(name),
            sorted(tables.get_unique_constraints(name), key=str),
            tables.get_indexes(name),
        )
    return described


def test_a_new_file_is_made_as_all_migrations_would_make_it() -> None:
    with sa.create_engine("sqlite://").begin() as new, sa.create_engine("sqlite://").begin() as migrated:
        make_sqlite_tables(new)
        bring_up(migrated)
        assert described(new) == described(migrated)


def test_the_migrations_come_to_the_tables_that_the_program_uses(journal: Journal) -> None:
    with journal.database.readers.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"version_table": FORMAT_TABLE, "compare_type": True}
        )
        assert compare_metadata(context, METADATA) == []


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        ("CREATE TABLE facts (position bigint)", "not-a-journal"),
        ("CREATE TABLE wordwaiter_format AS SELECT '99' AS version_num", "newer-journal"),
    ],
)
@pytest.mark.parametrize("how", [Journal, JournalReader])
def test_a_database_of_others_or_of_a_newer_program_is_refused(
    postgresql: Server, spoil: str, code: str, how: type[JournalReader]
) -> None:
    url = postgresql.new_database()
    postgresql.run(spoil, url)
    with pytest.raises(MalformedFileError) as refused:
        how.open(url)
    assert refused.value.code == code


def test_a_database_without_a_journal_is_not_made_one_by_reading(postgresql: Server) -> None:
    url = postgresql.new_database()
    for _ in range(2):
        with pytest.raises(MalformedFileError) as refused:
            JournalReader.open(url)
        assert refused.value.code == "no-journal"


def test_the_kept_journal_is_what_it_was() -> None:
    kept = sqlite3.connect(FORMAT_1)
    (body,) = kept.execute("SELECT body FROM facts WHERE position = 1").fetchone()
    assert kept.execute("PRAGMA user_version").fetchone() == (1,)
    kept.close()
    assert json.loads(body)["address"] == "192.168.1.20"
