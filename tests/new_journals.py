"""New journals in a moment: their tables are made as migrations made them the first time in this process."""

from functools import cache
from typing import Any

import sqlalchemy as sa

from wordwaiter.store.formats import bring_up
from wordwaiter.store.schema import APPLICATION_ID, FORMAT


@cache
def _statements() -> tuple[str, ...]:
    """The statements that make a new journal, read from one that all migrations have made."""
    with sa.create_engine("sqlite://").begin() as connection:
        bring_up(connection)
        driver: Any = connection.connection.driver_connection
        made = [each for each in driver.iterdump() if each not in ("BEGIN TRANSACTION;", "COMMIT;")]
    return (*made, f"PRAGMA application_id = {APPLICATION_ID}", f"PRAGMA user_version = {FORMAT}")


def bring_up_fast(connection: sa.Connection, *, begun_as: int = 0) -> None:
    """Makes a new journal without migrations. One of an earlier format is brought up by them, as ever."""
    if begun_as:
        bring_up(connection, begun_as=begun_as)
        return
    for statement in _statements():
        connection.exec_driver_sql(statement)
