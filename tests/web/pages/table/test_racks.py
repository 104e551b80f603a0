"""At a virtual table each device sees its own rack and no other; nobody sees one from outside."""

from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from service.houses import draw_for_first_play
from web.room import OWNER, bearer, join, join_as_owner
from wordwaiter.game import commands as g
from wordwaiter.game.table import TableKind
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.context import Context
from wordwaiter.service.tables.opening import open_free_table
from wordwaiter.web.http.app import create_app

TABLE = "table-1"


@pytest.fixture
def client(context: Context) -> Iterator[TestClient[Any]]:
    """A house with a table of Ann and Bo, who have drawn."""
    open_free_table(context, OWNER, "club", g.OpenTable(TableKind.VIRTUAL, ("Ann", "Bo")))
    draw_for_first_play(context, TABLE)
    with TestClient(create_app(context)) as client:
        yield client


def racks(client: TestClient[Any], token: str = "") -> list[bool]:
    """Of which seats the rack is shown."""
    answer = client.get(f"/api/v1/tables/{TABLE}", headers=bearer(token) if token else {})
    assert answer.status_code == 200, answer.text
    return [seat["rack"] is not None for seat in answer.json()["seats"]]


def test_a_rack_is_for_its_owner_alone(client: TestClient[Any], context: Context) -> None:
    for seat, name in enumerate(("Ann", "Bo")):
        token, _ = join(context, Grant(Role.PLAYER, TABLE, entrant=seat), name=name)
        assert racks(client, token) == [seat == 0, seat == 1]
    assert racks(client) == [False, False]
    for role in (Role.JUDGE, Role.DIRECTOR, Role.TABLE_SCOREKEEPER, Role.DISPLAY):
        assert racks(client, join(context, Grant(role, TABLE))[0]) == [False, False], role
    assert racks(client, join_as_owner(context)[0]) == [False, False]


def test_one_player_cannot_play_for_the_other(client: TestClient[Any], context: Context) -> None:
    ann, _ = join(context, Grant(Role.PLAYER, TABLE, entrant=0), name="Ann")
    bo, _ = join(context, Grant(Role.PLAYER, TABLE, entrant=1), name="Bo")
    mover = client.get(f"/api/v1/tables/{TABLE}").json()["to_move"]
    other = (bo, ann)[mover]
    command = {"command": "pass", "seat": mover}
    refused = client.post(f"/api/v1/tables/{TABLE}/commands", json=command, headers=bearer(other))
    assert refused.status_code == 403, refused.text
    assert refused.json()["code"] == "not-yours"
    own = client.post(f"/api/v1/tables/{TABLE}/commands", json=command, headers=bearer((ann, bo)[mover]))
    assert own.status_code == 200, own.text
