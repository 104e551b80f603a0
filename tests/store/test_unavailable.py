"""A full disk or a server that went away: nothing is acknowledged, reads go on, and it recovers by itself."""

from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from child import said_on_a_small_disk
from wordwaiter.errors import MalformedError, UnavailableError
from wordwaiter.store.journal import Journal, JournalReader
from wordwaiter.store.postgresql import PostgresqlServer

from .entries import said
from .postgresql import Server

FILL_THE_DISK = """
import sys
from pathlib import Path
from store.entries import said
from wordwaiter.errors import UnavailableError
from wordwaiter.store.journal import Journal

folder = Path(sys.argv[1])
ballast = folder / "ballast"
with Journal.open(folder / "wordwaiter.db") as journal:
    kept = [journal.append(said("A" * 1000))[0].position for _ in range(20)]
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass
    refused = []
    for number in range(200):
        try:
            kept += [journal.append(said("B" * 1000, key=f"{number}"))[0].position]
        except UnavailableError as error:
            refused.append((number, error.code))
    assert refused, "the disk was never full"
    assert {code for _, code in refused} == {"disk-full"}, refused
    assert [fact.position for fact in journal.since(0)] == kept
    ballast.unlink()
    for number, _ in refused:
        kept += [journal.append(said("B" * 1000, key=f"{number}"))[0].position]
    assert kept == list(range(1, 221))
    assert [fact.position for fact in journal.since(0)] == kept
print("recovered")
"""


@pytest.mark.process
def test_a_full_disk_refuses_writes_and_not_reads_and_is_over_when_there_is_room(tmp_path: Path) -> None:
    assert said_on_a_small_disk(FILL_THE_DISK, tmp_path) == ("recovered\n", "")


def test_whoever_gets_no_connection_in_time_is_told_to_come_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal.open(tmp_path / "wordwaiter.db") as journal, ExitStack() as others:
        journal.append(said("A"))
        readers = journal.database.readers
        monkeypatch.setattr(readers.pool, "_timeout", 0)
        with pytest.raises(UnavailableError) as refused:  # noqa: PT012 - the first that gets none
            while True:
                journal.since(0)
                others.enter_context(readers.connect())
        assert refused.value.code == "journal-busy"
        others.close()
        assert journal.since(0)


def test_a_server_that_drops_its_connections_is_found_again(postgresql: Server) -> None:
    url = postgresql.new_database()
    with Journal.open(url) as journal:
        journal.append(said("A"))
        with psycopg.connect(postgresql.url("postgres"), autocommit=True) as admin:
            # It waits until they are gone: one that ends in the middle of a question would refuse it.
            admin.execute(
                "SELECT pg_terminate_backend(pid, 600000)"
                " FROM pg_stat_activity WHERE datname LIKE 'journal_%'"
            )
        assert len(journal.since(0)) == 1
        # What was on its way may be refused; sent again with its key, it is there once.
        refused = journal.submit(said("B", key="b")).exception()
        assert refused is None or getattr(refused, "code", "") == "journal-not-reached"
        journal.append(said("B", key="b"))
        assert [fact.body["word"] for fact in journal.since(0)] == ["A", "B"]


def test_a_server_that_is_not_there_is_told_without_the_password() -> None:
    with pytest.raises(UnavailableError) as refused:
        Journal.open("postgresql://ann:secret@/journal?host=/no/such/folder")
    assert refused.value.code == "journal-not-reached"
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_database_that_this_user_may_not_write_to_is_told(postgresql: Server) -> None:
    url = postgresql.new_database()
    with Journal.open(url) as journal:
        journal.append(said("A"))
    database = url.partition("@/")[2].partition("?")[0]
    postgresql.run(f"ALTER DATABASE {database} SET default_transaction_read_only = on")
    with Journal.open(url) as journal:
        with pytest.raises(UnavailableError) as refused:
            journal.append(said("B"))
        assert refused.value.code == "journal-read-only"
        assert len(journal.since(0)) == 1


def test_a_server_that_answers_before_it_has_written_is_told_not_to(postgresql: Server) -> None:
    url = postgresql.new_database()
    database = url.partition("@/")[2].partition("?")[0]
    postgresql.run(f"ALTER DATABASE {database} SET synchronous_commit = off")
    with Journal.open(url) as journal, journal.database.writers.connect() as connection:
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar_one() == "on"


def test_what_is_no_address_of_a_database_is_refused() -> None:
    with pytest.raises(MalformedError) as refused:
        JournalReader.open("postgresql://host:port/x")
    assert refused.value.code == "bad-database"


def test_guests_of_a_server_do_not_learn_where_its_database_is() -> None:
    server = PostgresqlServer("postgresql://ann@/journal?host=/no/such/folder")
    error = psycopg.OperationalError('connection to server on socket "/no/such/folder/.s.PGSQL" failed')
    told = server.explain(error)
    assert told is not None
    assert "/no/such/folder" in told.sentence
    server.spoken = "the journal"
    told = server.explain(error)
    assert told is not None
    assert told.sentence == "the journal: the database does not answer; try again"
