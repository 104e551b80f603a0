"""A rack that nobody can tell any more: who may say so, and that everybody reads it before they sign."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from web.pages.table.test_plays_left import UNPLAYABLE, nobody_can_play
from web.pages.test_buttons import Visitor
from web.room import bearer, house_that_knows, join, join_as_owner
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.context import Context


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    with house_that_knows(tmp_path, "RETINA") as context:
        yield context


@pytest.mark.clause("iowa-18")
@pytest.mark.clause("grand-island-s9")
@pytest.mark.parametrize("rulebook", ["iowa", "grand-island"])
def test_before_anybody_signs_all_read_whose_tiles_are_not_known(
    context: Context, client: TestClient[Any], rulebook: str
) -> None:
    """18: "each player's score is reduced by the sum of their un-played letters"."""
    table, sides = nobody_can_play(context, rulebook)
    cup, page = table.partition("/")[0], f"/tables/{table}"
    director = bearer(join_as_owner(context)[0])
    players = [
        bearer(join(context, Grant(Role.PLAYER, cup, entrant=number), name=f"phone {number}")[0])
        for number in (1, 2)
    ]
    own = {side: players[number] for number, side in enumerate(("Ann", "Bob"))}
    Visitor(client, own[sides[0]]).press(page, "do=rack", seat="0", tiles=UNPLAYABLE)
    # Nobody leaves their own rack out of the count by themselves.
    html = client.get(page, headers=own[sides[1]]).text
    assert 'value="rack-unknown"' not in html
    assert "ask the director to enter that" in html
    refused = client.post(
        f"/api/v1/tables/{table.replace('/', ':')}/commands",
        json={"command": "leave-rack-unknown", "seat": 1},
        headers=own[sides[1]],
    )
    assert refused.status_code == 403, refused.text

    Visitor(client, director).press(page, "do=rack-unknown", seat="1")
    says = f"{sides[1]}’s tiles are not known: nothing is taken off."
    for reader in (director, *players):
        card = re.search(r'<div class="card result">(.*)', client.get(page, headers=reader).text, re.DOTALL)
        assert card is not None
        assert says in card[1]
        assert card[1].index(says) < card[1].index('value="sign"')
    for room in (f"/director/{cup}", f"/director/{cup}/rounds/1"):
        told = f"{sides[1]}’s tiles are not known: nothing is counted for them."
        assert told in client.get(room, headers=director).text

    # When they are found after all, nobody is told so any more.
    Visitor(client, director).press(page, "do=rack", seat="1", tiles="BBCMMDD")
    assert "not known" not in client.get(page, headers=director).text
    assert "not known" not in client.get(f"/director/{cup}", headers=director).text


def test_an_empty_rack_is_offered_only_where_nobody_wrote_down_what_was_played(
    context: Context, client: TestClient[Any]
) -> None:
    director = bearer(join_as_owner(context)[0])
    table, _ = nobody_can_play(context, "iowa")
    assert 'value="rack-empty"' not in client.get(f"/tables/{table}", headers=director).text
    with_points_alone, _ = nobody_can_play(context, "iowa", points_alone=True)
    assert 'value="rack-empty"' in client.get(f"/tables/{with_points_alone}", headers=director).text
