"""The judges' desk: what waits longest is first, and two judges do not get in each other's way."""

import re
from collections.abc import Iterator

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from web.room import CUP, OWNER, TABLE, bearer, begin_cup, join_as, start_round
from wordwaiter.game import commands as g
from wordwaiter.game.queries import to_move
from wordwaiter.roles import Role
from wordwaiter.rules.placement import parse_play
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.judging.queue import Matter, judge_queue
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.state import Official
from wordwaiter.web.http.app import create_app

Client = TestClient[Litestar]


@pytest.fixture
def judge(context: Context) -> Iterator[Client]:
    """A judge's browser, while somebody calls and a play is challenged after that."""
    begin_cup(context)
    start_round(context)
    execute(context, OWNER, TOURNAMENTS, CUP, c.CallOfficial("Cora", 1, Official.JUDGE, "tea"))
    called_ms = context.watch()
    for seat, tile in enumerate("AB"):
        execute(context, OWNER, TABLES, TABLE, g.DrawFirst(seat, tile))
    state = context.states.of(TABLE).state
    mover = to_move(state)
    assert mover is not None
    execute(context, OWNER, TABLES, TABLE, g.Play(mover, parse_play("8G CAT", state.position.board)))
    while context.watch() <= called_ms:
        pass
    execute(context, OWNER, TABLES, TABLE, g.Challenge(1 - mover, ("CAT",)))
    with TestClient(create_app(context)) as client:
        client.headers.update({"Origin": str(client.base_url), **bearer(join_as(context, Role.JUDGE)[0])})
        yield client


@pytest.mark.usefixtures("judge")
def test_what_waits_longest_is_first(context: Context) -> None:
    assert [each.matter for each in judge_queue(context, OWNER)] == [Matter.CALL, Matter.CHALLENGE]


def test_a_ground_belongs_to_one_matter_wherever_it_stands_in_the_queue(
    judge: Client, context: Context
) -> None:
    challenge = judge_queue(context, OWNER)[-1].id
    assert f'id="note-{challenge}"' in judge.get("/judges").text


def test_a_judge_who_comes_second_is_told_so_above_the_queue(judge: Client, context: Context) -> None:
    ruling = {"id": judge_queue(context, OWNER)[-1].id, "answer": "good"}
    assert judge.post("/judges", data=ruling, follow_redirects=False).status_code == 303
    late = judge.post("/judges", data=ruling)
    assert late.status_code == 409
    assert "Somebody else settled this" in late.text
    assert re.search(r'<ol class="queue"[^>]*>.*Tea\.', late.text, re.DOTALL)
