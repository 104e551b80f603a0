"""A round is started too early, taken back, and its division merged: its tables are of no division then.

Each page and each address of the API answers all the same, also of the table itself: one question that
never ended took the turn of everybody behind the same router.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from litestar.routes import HTTPRoute

from bees import DORA, HARE, begin, evening
from web.asgi_client import AsgiClient, asgi_client
from web.http.test_matrix import GOES_ON
from web.room import CUP, OWNER, TABLE, bearer, begin_cup, join, join_as_owner, start_round
from wordwaiter.errors import WordwaiterError
from wordwaiter.game import commands as g
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.roles import Role
from wordwaiter.rules.placement import parse_play
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.judging.queue import judge_queue
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tables.stream_names import place_of
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.web.http.app import create_app


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    judge = Judge((Lexicon.of_words("house", ["QUOTES", "READ"]),))
    with Context.open(tmp_path / "wordwaiter.db", ContextParts(judge=judge)) as context:
        yield context


@pytest.fixture
def client(context: Context) -> Iterator[AsgiClient]:
    with asgi_client(create_app(context)) as client:
        yield client


def merged(context: Context, division: str, format_name: str) -> None:
    """The round is taken back, and its division goes into another one."""
    for command in (
        c.HaltRound("Cora", division, "too early"),
        c.WithdrawRound("Cora", division, "too few are here"),
        c.OpenDivision("Cora", "All", shipped_format(format_name)),
        c.MergeDivisions("Cora", division, "All", "too few are here"),
    ):
        execute(context, OWNER, TOURNAMENTS, CUP, command)


def challenged_game(context: Context) -> str:
    """A game with a play that waits for a judge."""
    begin_cup(context)
    start_round(context)
    for seat, tile in enumerate("AB"):
        execute(context, OWNER, TABLES, TABLE, g.DrawFirst(seat, tile))
    board = context.states.of(TABLE).state.position.board
    execute(context, OWNER, TABLES, TABLE, g.Play(0, parse_play("8G CAT", board)))
    execute(context, OWNER, TABLES, TABLE, g.Challenge(1, ("CAT",)))
    assert [each.words for each in judge_queue(context, OWNER)] == [("CAT",)]
    merged(context, "A", "club")
    return TABLE


def board_of_a_team(context: Context) -> str:
    bee = evening(context)
    begin(context, bee)
    stream = next(end.stream for end in context.states.ends_of(bee) if place_of(end.stream))
    merged(context, HARE, "bee-hare")
    return stream


def addresses(client: AsgiClient, stream: str) -> Iterator[str]:
    """Every address that can be read, about the tournament, its first division and that table."""
    told = {
        "{tournament:str}": CUP,
        "{stream:str}": CUP,
        "{stream:path}": stream,
        "{table:str}": stream.replace("/", ":"),
        "{board:str}": stream.replace("/", ":"),
        "{field:str}": "score",
        "{what:str}": "results",
        "{path:path}": "look.css",
    }
    for route in client.app.routes:
        assert isinstance(route, HTTPRoute)
        if "GET" in route.methods and route.path != GOES_ON:
            path = route.path
            for name, value in told.items():
                path = path.replace(name, value)
            yield re.sub(r"{\w+:\w+}", "1", path)


@pytest.mark.long
@pytest.mark.parametrize("begun", [challenged_game, board_of_a_team])
def test_every_address_answers(client: AsgiClient, context: Context, begun: Callable[[Context], str]) -> None:
    stream = begun(context)
    scorekeeper = join(context, Grant(Role.TABLE_SCOREKEEPER, CUP, table=1))[0]
    for headers in ({}, bearer(scorekeeper), bearer(join_as_owner(context)[0])):
        broken = [
            (address, answer.status_code)
            for address in addresses(client, stream)
            if (answer := client.get(address, headers=headers)).status_code >= 500
        ]
        assert broken == []


@pytest.mark.parametrize("begun", [challenged_game, board_of_a_team])
def test_nothing_waits_for_judges_there(context: Context, begun: Callable[[Context], str]) -> None:
    begun(context)
    assert judge_queue(context, OWNER) == ()
    assert judge_queue(context, DORA) == ()


def test_a_role_for_a_division_of_that_name_is_none_there(context: Context) -> None:
    stream = challenged_game(context)
    execute(context, OWNER, TOURNAMENTS, CUP, c.OpenDivision("Cora", "A", shipped_format("club")))
    for role in (Role.DIRECTOR, Role.JUDGE, Role.TABLE_SCOREKEEPER):
        caller = join(context, Grant(role, CUP, division="A"))[1]
        with pytest.raises(WordwaiterError) as refused:
            execute(context, caller, TABLES, stream, g.Rule("Sam", good=True))
        assert refused.value.code in ("not-yours", "not-your-role")
