"""Best boards on every page, route and picture: for nobody before the round is closed, for all afterwards."""

import io
import re
from collections.abc import Iterator
from html import unescape
from typing import Any, Final

import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute
from litestar.testing import TestClient
from PIL import Image

from bees import DORA, FEW, HARE, Here, begin, boards, close, evening, hand_in, work
from wordwaiter.lexicon import Judge
from wordwaiter.service import tables, tournaments
from wordwaiter.service.access import NOBODY, Grant
from wordwaiter.service.best_board_watch import BestBoardWatch
from wordwaiter.service.house import House, Parts
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.roles import Role
from wordwaiter.tournament.state import Screen
from wordwaiter.web.api.outcome import Export
from wordwaiter.web.app import create_app
from wordwaiter.web.best import best_card
from wordwaiter.web.limits import Limiter, Limits, Rate
from wordwaiter.web.words import catalogue

from .room import ROLES, bearer, join, join_as_owner

Client = TestClient[Litestar]
GOES_ON: Final = "/api/v1/feed"
"""Its answer has no end; what it may tell is a test of the service."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    place = tmp_path_factory.mktemp("best") / "bee.db"
    with House.open(place, Parts(judge=Judge((FEW,)))) as house:
        yield house


@pytest.fixture(scope="module")
def bee(house: House) -> str:
    return evening(house)


@pytest.fixture(scope="module")
def client(house: House) -> Iterator[Client]:
    often = Limits(*(Limiter(Rate(100_000, 100_000)) for _ in range(3)))
    with TestClient(create_app(house, limits=often)) as client:
        yield client


@pytest.fixture(scope="module")
def tokens(house: House, bee: str) -> dict[str, str]:
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
    by_role = {role.value: join(house, grant)[0] for role, grant in own.items()}
    return {"public": "", "house": join_as_owner(house)[0], **by_role}


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


def told_to(client: Client, tokens: dict[str, str], bee: str, secrets: list[str]) -> set[tuple[str, str]]:
    """Who was told a best board where."""
    told = set()
    for word, token in tokens.items():
        for address in addresses(client.app, bee):
            client.cookies.clear()
            answer = client.get(address, headers=bearer(token) if token else {})
            assert answer.status_code < 500, (word, address)
            text = answer.text if "image" not in answer.headers.get("content-type", "") else ""
            is_picture = address.startswith("/pictures/best/") and answer.status_code == 200
            if is_picture or any(secret in text for secret in secrets):
                told.add((word, address))
    return told


@pytest.mark.clause("bee-phones")
def test_nobody_is_told_a_best_board_anywhere_before_the_round_is_closed(
    house: House, client: Client, tokens: dict[str, str], bee: str
) -> None:
    watch = BestBoardWatch(house, begin=Here)
    begin(house, bee)
    work(watch)
    secrets = secrets_of(watch)
    assert secrets
    assert told_to(client, tokens, bee, secrets) == set()
    hand_in(house, bee)
    work(watch)
    assert told_to(client, tokens, bee, secrets) == set()
    tournaments.give(house, DORA, bee, c.CloseRound("", HARE))
    work(watch)
    some = {word: tokens[word] for word in ("public", "player", "table-scorekeeper")}
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
    begin(house, bee, 2)
    assert told_to(client, some, bee, secrets) == set()
    close(house, bee, 2)
    work(watch)


def test_the_screen_shows_what_the_director_chose(house: House, client: Client, bee: str) -> None:
    tournaments.give(house, DORA, bee, c.ChooseScreen("", Screen.BOARDS))
    text = client.get(f"/screen/{bee}").text
    assert 'data-screens="boards"' in text
    assert re.search(r'class="best-said">−?[\d,]+ of a possible −?[\d,]+<', text)
    assert "Built from the 80 tiles that" in text
    tournaments.give(house, DORA, bee, c.ChooseScreen("", Screen.ROTATE))
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
    assert text.count("Built from the 80 tiles that") >= 2
    found = re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)">', text)
    tags = {name: unescape(content) for name, content in found}
    assert "of a possible" in tags["og:title"]
    answer = client.get(tags["og:image"])
    assert answer.headers["cache-control"] == "no-cache"
    assert Image.open(io.BytesIO(answer.content)).size == (1200, 630)
    assert "what was possible differs from team to team" in text
    assert "every team had the same tiles" in client.get(f"/best/{bee}/1/1").text
    assert "is shown when the round is closed" in client.get(f"/best/{bee}/1/3").text
    assert client.get("/best/tournament-99/1/1").status_code == 404


def test_the_picture_tells_the_points_that_the_page_tells(house: House, client: Client, bee: str) -> None:
    foxes = boards(house, bee, 2)["Foxes"]
    table = int(foxes.rpartition("/")[2].partition(".")[0])
    tournaments.give(house, DORA, bee, c.CorrectResult("", HARE, 2, table, (1200,), "by the paper sheet"))
    text = client.get(f"/best/{bee}/1/2").text
    assert ">1,200</b> <bdi>Foxes</bdi>" in text
    assert "the board itself was not entered here" in text
    board = tables.look_at_board(house, NOBODY, foxes).board
    for language, points in (("en", "1,200"), ("fr", "1\N{NARROW NO-BREAK SPACE}200")):
        card = best_card(house, foxes, board, catalogue(language))
        assert card.shot.scores[0] == 1200
        assert f">{points}</text>" in card.svg()


def test_the_api_tells_the_best_board_with_its_points(house: House, client: Client, bee: str) -> None:
    (stream, *_) = boards(house, bee, 2).values()
    told: dict[str, Any] = client.get(f"/api/v1/boards/{stream.replace('/', ':')}").json()
    best = tables.look_at_board(house, NOBODY, stream).board.best
    assert best is not None
    assert told["best"]["total"] == best.total
    assert told["best"]["rows"] == best.board.text().splitlines()
