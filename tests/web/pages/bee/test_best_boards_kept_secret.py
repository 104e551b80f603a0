"""Best boards on every page, route and picture: for nobody before the round is closed, for all afterwards."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute

from bees import DORA, FEW, HARE, Here, begin, evening, hand_in, work
from web.asgi_client import AsgiClient, asgi_client
from web.pixels import draw_one_pixel
from web.room import ROLES, bearer, join, join_as_owner
from wordwaiter.lexicon import Judge
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.bee.best_board_search import BestBoardWatch
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c
from wordwaiter.web.api.outcome import Export
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.limits import Limiter, Limits, Rate

GOES_ON: Final = "/api/v1/feed"
"""Its answer has no end; what it may tell is a test of the service."""


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    with Context.open(tmp_path / "bee.db", ContextParts(judge=Judge((FEW,)))) as context:
        yield context


@pytest.fixture
def bee(context: Context) -> str:
    return evening(context)


@pytest.fixture
def client(context: Context, monkeypatch: pytest.MonkeyPatch) -> Iterator[AsgiClient]:
    draw_one_pixel(monkeypatch)
    often = Limits(*(Limiter(Rate(100_000, 100_000)) for _ in range(3)))
    with asgi_client(create_app(context, limits=often)) as client:
        yield client


@pytest.fixture
def tokens(context: Context, bee: str) -> dict[str, str]:
    """A device of the public, of the house's director, and of each role."""
    own = {
        role: Grant(
            role,
            bee,
            table=1 if role is Role.TABLE_SCOREKEEPER else None,
            entrant=1 if role is Role.PLAYER else None,
        )
        for role in ROLES
    }
    by_role = {role.value: join(context, grant)[0] for role, grant in own.items()}
    return {"public": "", "house": join_as_owner(context)[0], **by_role}


def addresses(app: Litestar, bee: str) -> Iterator[str]:
    """Everything that can be looked at, of round 1 and its first board."""
    board = f"{bee}/1/1/1.1"
    values = {
        "{tournament:str}": bee,
        "{stream:str}": bee,
        "{stream:path}": board,
        "{board:str}": board.replace("/", ":"),
        "{table:str}": board.replace("/", ":"),
        "{division:int}": "1",
        "{number:int}": "1",
        "{path:path}": "look.css",
    }
    for route in app.routes:
        assert isinstance(route, HTTPRoute)
        if "GET" not in route.methods or route.path == GOES_ON:
            continue
        for what in Export if "{what:str}" in route.path else [None]:
            path = route.path if what is None else route.path.replace("{what:str}", what.value)
            yield re.sub(r"\{\w+:\w+\}", lambda found: values.get(found[0], "1"), path)


def secrets_of(watch: BestBoardWatch) -> list[str]:
    """Lines of the best board that are on no team's board, as pages and files write them."""
    (best,) = [found for found in watch.found if found is not None]
    lines = [line for line in best.board.text().splitlines() if re.search("[A-Za-z]{3}", line)]
    return [line for line in lines if "READ." not in line]


def told_to(client: AsgiClient, tokens: dict[str, str], bee: str, secrets: list[str]) -> set[tuple[str, str]]:
    """Who was told a best board where."""
    told = set()
    for word, token in tokens.items():
        for address in addresses(client.app, bee):
            answer = client.get(address, headers=bearer(token) if token else {})
            assert answer.status_code < 500, (word, address)
            text = answer.text if "image" not in answer.headers.get("content-type", "") else ""
            is_picture = address.startswith("/pictures/best/") and answer.status_code == 200
            if is_picture or any(secret in text for secret in secrets):
                told.add((word, address))
    return told


@pytest.mark.long
@pytest.mark.clause("bee-phones")
def test_nobody_is_told_a_best_board_anywhere_before_the_round_is_closed(
    context: Context, client: AsgiClient, tokens: dict[str, str], bee: str
) -> None:
    watch = BestBoardWatch(context, begin=Here)
    begin(context, bee)
    work(watch)
    secrets = secrets_of(watch)
    assert secrets
    assert told_to(client, tokens, bee, secrets) == set()
    some = {word: tokens[word] for word in ("public", "player", "table-scorekeeper", "house")}
    hand_in(context, bee)
    work(watch)
    assert told_to(client, some, bee, secrets) == set()
    execute(context, DORA, TOURNAMENTS, bee, c.CloseRound("", HARE))
    work(watch)
    told = told_to(client, some, bee, secrets)
    everywhere = {
        f"/best/{bee}/1/1",
        f"/live/{bee}",
        f"/screen/{bee}",
        f"/pictures/best/{bee}/1/1/1.1",
        f"/api/v1/boards/{bee}:1:1:1.1",
    }
    # Otherwise the two lines above would be green where nobody is ever told anything.
    assert {address for word, address in told if word == "public"} == everywhere
    assert {address for word, address in told if word == "table-scorekeeper"} >= everywhere
    begin(context, bee, 2)
    assert told_to(client, some, bee, secrets) == set()
