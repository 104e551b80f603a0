"""A judge's slip on the last play: taken back at the table, it waits in the queue again."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from service.houses import DORA, entered, round_begun
from web.pages.test_buttons import Visitor
from web.room import bearer, house_that_knows, join, join_as_owner
from wordwaiter.game import commands as g
from wordwaiter.roles import Role
from wordwaiter.rules.placement import parse_play
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.tournament.entrants.entrants import Profile

RULEBOOKS = ("iowa", "grand-island", "androscoggin")


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    with house_that_knows(tmp_path, "RETINA") as context:
        yield context


@pytest.mark.clause("iowa-8")
@pytest.mark.clause("grand-island-9")
@pytest.mark.clause("androscoggin-9")
@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("who", ["director", "judge", "scorekeeper"])
def test_a_ruling_undone_at_the_table_waits_for_a_judge_again(
    context: Context, client: TestClient[Any], rulebook: str, who: str
) -> None:
    people = [
        Profile(name, age=60, members=() if rulebook == "iowa" else (f"{name} 1", f"{name} 2"))
        for name in ("Ann", "Bob")
    ]
    stream = entered(context, "Cup", rulebook, *people)
    round_begun(context, stream)
    table = f"{stream}/1/1/1.1"
    for command in (g.DrawFirst(0, "A"), g.DrawFirst(1, "B")):
        execute(context, DORA, TABLES, table, command)
    board = context.states.of(table).state.position.board
    execute(context, DORA, TABLES, table, g.Play(0, parse_play("8D RETINA", board)))
    execute(context, DORA, TABLES, table, g.Challenge(1, ("RETINA",)))
    waiting = context.states.of(table).state

    judge = Visitor(client, bearer(join(context, Grant(Role.JUDGE, stream), name="Judy")[0]))
    keeper = join(context, Grant(Role.TABLE_SCOREKEEPER, stream, table=1), name="Sam")[0]
    visitors = {
        "director": Visitor(client, bearer(join_as_owner(context)[0])),
        "judge": judge,
        "scorekeeper": Visitor(client, bearer(keeper)),
    }
    page = f"/tables/{table}"
    judge.press("/judges", "answer=bad")
    assert context.states.of(table).state.turns[-1].ruled_off
    assert "challenged RETINA. Wait for the judge." in visitors[who].press(
        page, "do=undo-ruling", reason="the wrong key"
    )
    state = context.states.of(table).state
    assert (state.challenge, state.position) == (waiting.challenge, waiting.position)
    assert 'value="undo-ruling"' not in client.get(page, headers=visitors[who].headers).text
    judge.press("/judges", "answer=good")
    assert context.states.of(table).state.position.scores[0] == 14
