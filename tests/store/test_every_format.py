"""A journal of every format, in a file and at a server, is opened by this program, and nothing is lost."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from wordwaiter.store import migrations
from wordwaiter.store.address import is_server
from wordwaiter.store.journal import Journal
from wordwaiter.store.schema import FORMAT
from wordwaiter.store.seal import NO_SEAL, seal_after

from .entries import said

FORMAT_1 = Path(__file__).with_name("journals") / "format-1.db"
"""Written by the first program; later formats are made of it by the migrations of their time."""


def _written_in(earlier: int, place: str) -> Sequence[Sequence[object]]:
    """Makes a journal as a program of that format left it, and returns its facts."""
    with closing(sqlite3.connect(FORMAT_1)) as kept:
        rows = kept.execute(
            "SELECT position, stream, kind, body, time FROM facts ORDER BY position"
        ).fetchall()
    address = (
        place.replace("postgresql://", "postgresql+psycopg://") if is_server(place) else f"sqlite:///{place}"
    )
    engine = sa.create_engine(address)
    with engine.begin() as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(Path(str(migrations.__file__)).parent))
        config.set_main_option("path_separator", "os")
        command.upgrade(config, "1")
        facts = sa.table("facts", *map(sa.column, ("position", "stream", "kind", "body", "time")))
        names = [column.name for column in facts.columns]
        connection.execute(sa.insert(facts), [dict(zip(names, row, strict=True)) for row in rows])
        command.upgrade(config, str(earlier))
    engine.dispose()
    return rows


@pytest.mark.parametrize("earlier", range(1, FORMAT))
def test_nothing_is_lost_of_a_journal_of_any_earlier_format(place: str, earlier: int) -> None:
    before = _written_in(earlier, place)
    assert len(before) == 8
    with Journal.open(place) as journal:
        journal.append(said("new"))
        *after, new = journal.rows()
    assert [(row.position, row.stream, row.kind, row.body, row.time) for row in after] == list(before)
    assert (new.position, new.kind) == (9, "test.said")
    seal = NO_SEAL
    for row in (*after, new):
        seal = seal_after(seal, row)
        assert row.seal == seal
