"""docs/development/access.md says what the program does."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from wordwaiter.game import commands as g
from wordwaiter.roles import Role
from wordwaiter.service.access.permissions import (
    BOARD_GRANTS,
    EVERY_BOARD_COMMAND,
    EVERY_TABLE_COMMAND,
    TABLE_GRANTS,
)
from wordwaiter.service.access.registry import FIRST_LOCK_MS, LONGEST_LOCK_MS, MISSES_TO_LOCK
from wordwaiter.service.tables.free_table_expiry import MOST_OPEN
from wordwaiter.tournament.roles import EVERY_COMMAND, GRANTS
from wordwaiter.web.http.limits import Limits

PAGE = (Path(__file__).parents[3] / "docs" / "development" / "access.md").read_text("utf-8")
OF_A_SEAT = "all of a seat"


def _words(kinds: Iterable[type]) -> set[str]:
    return {re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower() for kind in kinds}


def _told(cell: str, everything: Iterable[type]) -> set[str]:
    if cell == "everything":
        return _words(everything)
    told = set(cell.split(", ")) - {"-"}
    return (told - {OF_A_SEAT}) | (_words(g.SeatCommand.__args__) if OF_A_SEAT in told else set())


@pytest.mark.parametrize("role", Role)
def test_the_table_of_roles_is_what_each_is_granted(role: Role) -> None:
    (row,) = (line for line in PAGE.splitlines() if line.startswith(f"| `{role.value}` |"))
    tournament, table, board = (cell.strip() for cell in row.strip("|").split("|")[1:])
    assert _told(tournament, EVERY_COMMAND) == _words(GRANTS[role])
    assert _told(table, EVERY_TABLE_COMMAND) == _words(TABLE_GRANTS[role])
    assert _told(board, EVERY_BOARD_COMMAND) == _words(BOARD_GRANTS[role])


def test_the_limits_are_those_of_the_program() -> None:
    joins, writes = Limits().joins.rate, Limits().writes.rate
    assert (
        f"{joins.burst} codes, PINs or new free games from one address at once, "
        f"then {joins.per_second:.0f} a second" in PAGE
    )
    followers = Limits().followers
    assert f"{followers.most_from_one} pages that follow the feed from one address" in PAGE
    assert f"and {followers.most:,} in all" in PAGE
    assert f"{MOST_OPEN} free games and practice boards" in PAGE
    assert f"{writes.burst} commands of one device at once, then {writes.per_second:.0f} a second" in PAGE
    strangers = Limits().strangers.rate
    assert (
        f"{strangers.burst} without a token from one address, then {strangers.per_second:.0f} a second"
        in PAGE
    )
    assert (MISSES_TO_LOCK, FIRST_LOCK_MS, LONGEST_LOCK_MS) == (5, 15 * 60_000, 24 * 60 * 60_000)
