"""No byte about somebody who was erased is left in the files of the database, also while the program runs."""

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from service.access.test_erasing import SHY, TRACES, joined, traces_in
from service.houses import DORA, Computer, entered, round_begun, serving
from store.postgresql import Server
from wordwaiter.errors import UnavailableError
from wordwaiter.service.access.erasing import FoundPerson, erase_person
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.store.journal import Journal
from wordwaiter.store.sqlite import SqliteFile
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    with serving(tmp_path / "wordwaiter.db", Computer()) as context:
        yield context


def day(context: Context) -> str:
    stream = entered(context, "Cup", "club", Profile("Ann Lee"), SHY)
    joined(context, stream)
    round_begun(context, stream)
    execute(context, DORA, TOURNAMENTS, stream, c.Withdraw("", 2, "her appendix"))
    return stream


def erase(context: Context, stream: str) -> None:
    erase_person(context, DORA, FoundPerson(stream, "Cup", 2))


def test_whoever_reads_while_somebody_is_erased_keeps_no_trace_of_them(
    context: Context, tmp_path: Path
) -> None:
    """They need the write-ahead log: it is emptied once they are done, though nobody writes any more."""
    stream = day(context)
    with closing(sqlite3.connect(tmp_path / "wordwaiter.db", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM facts").fetchone()
        erase(context, stream)
        assert traces_in(tmp_path), "the test would find her"
        reader.execute("ROLLBACK")
    while context.journal.writer._is_to_shred:
        time.sleep(0.05)
    assert traces_in(tmp_path) == set()


@pytest.mark.parametrize(
    "error",
    [UnavailableError("journal-not-written", "the disk failed; try again"), RuntimeError("an odd error")],
)
def test_an_erasure_is_told_though_its_traces_cannot_be_overwritten_yet(
    context: Context, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """Nor does any error end the thread that writes; all who command something would wait for ever."""
    tried = threading.Semaphore(0)

    def broken(_database: SqliteFile, _table: str = "") -> bool:
        tried.release()
        raise error

    stream = day(context)
    with monkeypatch.context() as patch:
        patch.setattr(SqliteFile, "shred", broken)
        erase(context, stream)
        for _ in range(3):  # the last of them in the turns of its own
            tried.acquire()
        assert context.journal.writer._thread.is_alive()
        execute(context, DORA, TOURNAMENTS, stream, c.Withdraw("", 1, "went home"))
    assert snapshot_of(context, stream).tournament.contender(2).name == "Player 2"


def files_of_table(address: str) -> bytes:
    """The bytes of the table of personal values, its indexes, and the server's statistics, on its disk."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("CHECKPOINT")
        asked = (
            "SELECT current_setting('data_directory'), pg_relation_filepath(oid) FROM pg_class "
            "WHERE relname IN ('personal', 'personal_pkey', 'personal_by_owner', 'pg_statistic') "
            "OR oid = (SELECT reltoastrelid FROM pg_class WHERE relname = 'pg_statistic')"
        )
        paths = [Path(folder, path) for folder, path in connection.execute(asked)]
    return b"".join(path.read_bytes() for path in paths)


def test_the_table_of_a_server_keeps_no_trace_nor_do_its_statistics(postgresql: Server) -> None:
    """What is removed from a table stays in its file; what was counted in it, in a table of the server."""
    address = postgresql.new_database()
    with serving(address, Computer()) as context:
        stream = day(context)
        postgresql.run("ANALYZE", address)
        assert TRACES[0] in files_of_table(address), "the test would find her"
        erase(context, stream)
    assert [trace for trace in TRACES[:4] if trace in files_of_table(address)] == []


def test_statistics_that_a_server_has_gathered_before_are_removed(postgresql: Server) -> None:
    address = postgresql.new_database()
    gathered = "SELECT attname FROM pg_stats WHERE tablename = 'personal'"
    with serving(address, Computer()) as context:
        day(context)
    for column in ("ref", "owner", "salt", "value"):
        postgresql.run(f"ALTER TABLE personal ALTER COLUMN {column} SET STATISTICS -1", address)
    postgresql.run("ANALYZE", address)
    with psycopg.connect(address) as connection:
        assert connection.execute(gathered).fetchall(), "the server would gather them"
    with Journal.open(address):
        pass
    postgresql.run("ANALYZE", address)
    with psycopg.connect(address) as connection:
        assert connection.execute(gathered).fetchall() == []
