"""Links that are passed on: the tags of a page, and the picture that they name."""

import io
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from PIL import Image

from web.room import TABLE, bearer, begin_cup, join_as_owner, start_round
from wordwaiter.lexicon import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.service.access.callers import NOBODY
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.tables.scene import scene_at
from wordwaiter.web.http.app import create_app
from wordwaiter.web.pages.table.share_pictures import preview_card

Client = TestClient[Litestar]


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    judge = Judge([Lexicon.of_words("house", ["RETINA"])])
    with Context.open(tmp_path / "cup.db", ContextParts(judge=judge)) as context:
        context.rng = random.Random(7)
        begin_cup(context)
        start_round(context)
        yield context


@pytest.fixture
def client(context: Context) -> Iterator[Client]:
    with TestClient(create_app(context)) as client:
        yield client


def tags(page: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)">', page)
    return {name: unescape(content) for name, content in found}


def test_a_tables_page_names_the_picture_of_its_board(client: Client) -> None:
    shown = tags(client.get(f"/tables/{TABLE}").text)
    assert shown["og:title"]
    assert shown["og:description"] == "Cup"
    assert shown["og:url"] == f"{client.base_url}/tables/{TABLE}"
    assert shown["og:image"].startswith(f"{client.base_url}/pictures/{TABLE}?version=")
    assert shown["twitter:card"] == "summary_large_image"
    answer = client.get(shown["og:image"])
    assert answer.status_code == 200
    assert answer.headers["content-type"] == shown["og:image:type"] == "image/png"
    size = Image.open(io.BytesIO(answer.content)).size
    assert size == (int(shown["og:image:width"]), int(shown["og:image:height"]))


def test_the_picture_names_nobody_who_asked_for_initials_whoever_passes_it_on(
    client: Client, context: Context
) -> None:
    drawn = preview_card(scene_at(context, NOBODY, TABLE)).svg()
    assert "A. L." in drawn
    assert "Leclerc" not in drawn
    assert "Bo Poe" in drawn
    token, _ = join_as_owner(context)
    public = client.get(f"/pictures/{TABLE}").content
    assert client.get(f"/pictures/{TABLE}", headers=bearer(token)).content == public


def test_the_picture_of_a_free_game_names_its_rules_in_the_language_of_the_page(
    client: Client, context: Context
) -> None:
    shown = tags(client.get(f"/tables/{TABLE}?language=fr").text)
    assert shown["og:image"].endswith("&language=fr")
    assert client.get(shown["og:image"]).status_code == 200
    free = replace(scene_at(context, NOBODY, TABLE), setting=None)
    assert preview_card(free, "fr").heading == "Règles de club et de tournoi, double contestation"
    assert preview_card(free).heading == "Club and tournament rules, double challenge"


def test_a_picture_of_no_table_is_refused(client: Client) -> None:
    assert client.get("/pictures/tournament-1/1/1/99.1").status_code == 404
    assert client.get("/pictures/tournament-1").status_code in (404, 409, 422)
