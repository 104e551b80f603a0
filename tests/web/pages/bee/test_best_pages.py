"""Best boards on pages, pictures and in the API when a round is closed."""

import io
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any, Final

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from PIL import Image

from bees import DORA, FEW, HARE, Here, begin, boards, close, evening, work
from wordwaiter.lexicon import Judge
from wordwaiter.service.access.callers import NOBODY
from wordwaiter.service.bee.best_board_search import BestBoardWatch
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.tables.views import look_at_board
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.state import Screen
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.limits import Limiter, Limits, Rate
from wordwaiter.web.pages.bee.best_boards import best_card
from wordwaiter.web.words import catalogue

Client = TestClient[Litestar]
GOES_ON: Final = "/api/v1/feed"
"""Its answer has no end; what it may tell is a test of the service."""


def open_context(place: Path) -> Context:
    return Context.open(place / "bee.db", ContextParts(judge=Judge((FEW,))))


def two_rounds(context: Context) -> str:
    """An evening whose first two rounds are closed."""
    bee = evening(context)
    for number in (1, 2):
        begin(context, bee, number)
        close(context, bee, number)
        work(BestBoardWatch(context, begin=Here))
    return bee


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    with open_context(tmp_path_factory.mktemp("best")) as context:
        yield context


@pytest.fixture(scope="module")
def bee(context: Context) -> str:
    """An evening that is looked at, and in which nothing is changed any more."""
    return two_rounds(context)


@pytest.fixture(scope="module")
def client(context: Context) -> Iterator[Client]:
    often = Limits(*(Limiter(Rate(100_000, 100_000)) for _ in range(3)))
    with TestClient(create_app(context, limits=often)) as client:
        yield client


def test_the_screen_shows_what_the_director_chose(context: Context, client: Client, bee: str) -> None:
    execute(context, DORA, TOURNAMENTS, bee, c.ChooseScreen("", Screen.BOARDS))
    text = client.get(f"/screen/{bee}").text
    assert 'data-screens="boards"' in text
    assert re.search(r'class="best-said">−?[\d,]+ of a possible −?[\d,]+<', text)
    assert "Built from the 80 tiles" in text
    execute(context, DORA, TOURNAMENTS, bee, c.ChooseScreen("", Screen.ROTATE))
    assert (
        "boards" in client.get(f"/screen/{bee}").text.partition('data-screens="')[2].partition('"')[0].split()
    )


def test_a_team_reads_on_its_phone_what_was_possible(client: Client, bee: str) -> None:
    english = client.get(f"/me/{bee}?who=1").text
    assert re.search(r"Your board in round 2: −?[\d,]+ of a possible −?[\d,]+", english)
    french = client.get(f"/me/{bee}?who=1&language=fr").text
    assert re.search(r"Votre grille de la ronde 2 : −?[\d\u202f]+ sur −?[\d\u202f]+ possibles", french)


def test_the_page_of_a_round_tells_every_team_and_names_its_picture(client: Client, bee: str) -> None:
    text = client.get(f"/best/{bee}/1/2").text
    assert text.count("Built from the 80 tiles") >= 2
    found = re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)">', text)
    tags = {name: unescape(content) for name, content in found}
    assert "of a possible" in tags["og:title"]
    answer = client.get(tags["og:image"])
    assert answer.headers["cache-control"] == "no-cache"
    assert Image.open(io.BytesIO(answer.content)).size == (1200, 630)
    assert "the possible score differs from team to team" in text
    assert "Every team had the same tiles" in client.get(f"/best/{bee}/1/1").text
    assert "appears after the round is closed" in client.get(f"/best/{bee}/1/3").text
    assert client.get("/best/tournament-99/1/1").status_code == 404


def test_the_picture_tells_the_points_that_the_page_tells(tmp_path: Path) -> None:
    with open_context(tmp_path) as context, TestClient(create_app(context)) as client:
        bee = two_rounds(context)
        foxes = boards(context, bee, 2)["Foxes"]
        table = int(foxes.rpartition("/")[2].partition(".")[0])
        corrected = c.CorrectResult("", HARE, 2, table, (1200,), "by the paper sheet")
        execute(context, DORA, TOURNAMENTS, bee, corrected)
        text = client.get(f"/best/{bee}/1/2").text
        assert ">1,200</b> <bdi>Foxes</bdi>" in text
        assert "the board was not entered" in text
        board = look_at_board(context, NOBODY, foxes).board
        for language, points in (("en", "1,200"), ("fr", "1\N{NARROW NO-BREAK SPACE}200")):
            card = best_card(context, foxes, board, catalogue(language))
            assert card.shot.scores[0] == 1200
            assert f">{points}</text>" in card.svg()


def test_the_api_tells_the_best_board_with_its_points(context: Context, client: Client, bee: str) -> None:
    (stream, *_) = boards(context, bee, 2).values()
    told: dict[str, Any] = client.get(f"/api/v1/boards/{stream.replace('/', ':')}").json()
    best = look_at_board(context, NOBODY, stream).board.best
    assert best is not None
    assert told["best"]["total"] == best.total
    assert told["best"]["rows"] == best.board.text().splitlines()
