"""Nobody waits while a table is folded again that was at rest: whoever plays alone fills it as they like."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from wordwaiter.service.context import Context
from wordwaiter.service.tables.free_games import Wish, begin_game
from wordwaiter.service.tables.practice import PracticeRequest, begin_practice
from wordwaiter.store.families import Family

Client = TestClient[Litestar]
Ask = Callable[[Client, str], Any]
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def _game(context: Context) -> tuple[str, str]:
    begun = begin_game(context, "", Wish("club", ("Ann", "Bo")))
    return begun.stream, begun.token


def _practice(context: Context) -> tuple[str, str]:
    begun = begin_practice(context, "", PracticeRequest("Ann", "LITERACY"))
    return begun.stream, begun.token


@pytest.mark.parametrize(
    ("begin", "method", "path", "body"),
    [
        (_game, "GET", "/tables/{}", ""),
        (_game, "POST", "/tables/{}", "do=pass"),
        (_game, "GET", "/previews/{}?play=8D CAT", ""),
        (_game, "GET", "/replays/{}", ""),
        (_game, "POST", "/replays/{}", "turn=1&note=a"),
        (_game, "GET", "/api/v1/tables/{}", ""),
        (_game, "POST", "/api/v1/tables/{}/commands", '{"command": "pass", "seat": 0}'),
        (_practice, "GET", "/hare/{}", ""),
        (_practice, "POST", "/hare/{}", "do=paint"),
        (_practice, "POST", "/tallies/{}", "board=x"),
        (_practice, "GET", "/practice/{}", ""),
        (_practice, "POST", "/practice/{}", "do=paint"),
    ],
)
def test_a_table_at_rest_is_folded_beside_what_answers_everybody(
    client: Client,
    context: Context,
    monkeypatch: pytest.MonkeyPatch,
    begin: Callable[[Context], tuple[str, str]],
    method: str,
    path: str,
    body: str,
) -> None:
    stream, token = begin(context)
    folded: list[bool] = []
    fold = Family.fold

    def noted(family: Family[Any], facts: Any) -> Any:
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            folded.append(False)
        else:
            folded.append(True)
        return fold(family, facts)

    monkeypatch.setattr(Family, "fold", noted)
    context.states.let_go(stream)
    media = {"Content-Type": "application/json"} if body.startswith("{") else FORM if body else {}
    headers = {"Authorization": f"Bearer {token}", **media}
    client.request(method, path.format(stream), content=body, headers=headers)
    assert folded
    assert not any(folded), "it was folded in the event loop"
