"""Making a new journal, and bringing one of an earlier format up to ours, in one transaction."""

from functools import cache
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa

from wordwaiter.store.schema import APPLICATION_ID, FORMAT, FORMAT_TABLE, METADATA, SQLITE_TRIGGERS

_MIGRATIONS: Final = Path(__file__).with_name("migrations")


def format_of(connection: sa.Connection) -> int:
    """The format of the journal in this database; 0 when there is none."""
    if not sa.inspect(connection).has_table(FORMAT_TABLE):
        return 0
    noted = connection.execute(sa.text(f"SELECT version_num FROM {FORMAT_TABLE}")).scalar()  # noqa: S608
    return 0 if noted is None else int(noted)


def make_sqlite_tables(connection: sa.Connection) -> None:
    """Makes the tables of a new file as all migrations would; loading what runs those takes long."""
    for statement in _sqlite_tables():
        connection.exec_driver_sql(statement)
    for trigger in SQLITE_TRIGGERS.values():
        connection.exec_driver_sql(trigger)
    connection.exec_driver_sql(
        f"CREATE TABLE {FORMAT_TABLE} (version_num VARCHAR(32) NOT NULL, "
        f"CONSTRAINT {FORMAT_TABLE}_pkc PRIMARY KEY (version_num))"
    )
    connection.exec_driver_sql(f"INSERT INTO {FORMAT_TABLE} VALUES ('{FORMAT}')")  # noqa: S608
    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.exec_driver_sql(f"PRAGMA user_version = {FORMAT}")


@cache
def _sqlite_tables() -> tuple[str, ...]:
    """Returns the statements that make our tables; to write them takes longer than to carry them out."""
    written: list[str] = []
    engine = sa.create_mock_engine("sqlite://", lambda sql, *_, **__: written.append(_text_of(sql)))

    def _text_of(statement: Any) -> str:
        return str(statement.compile(dialect=engine.dialect))

    METADATA.create_all(engine, checkfirst=False)
    return tuple(written)


def load_migrations() -> None:
    """Load what runs migrations, before the journal is locked for them: on a busy computer it takes long."""
    import alembic.command
    import alembic.config  # noqa: F401


def bring_up(connection: sa.Connection, *, begun_as: int = 0) -> None:
    """Run the migrations that are due. `begun_as` is the format of tables that were made without Alembic."""
    # Imported here because it is slow to load, and a journal of our format does not need it.
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    if begun_as and not format_of(connection):
        command.stamp(config, str(begun_as))
    command.upgrade(config, str(FORMAT))
