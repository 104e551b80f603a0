"""Logos of sponsors: uploaded by the director alone, on the big screen and on the sponsors' sheet."""

import io
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from PIL import Image

from web.room import OWNER, bearer, grant_of, join
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.roles import Role
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.tournaments.examples import Example, make_example
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.state import Screen
from wordwaiter.web.http.app import create_app

Client = TestClient[Any]


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    judge = Judge((Lexicon.of_words("house", ["QUOTES"]),))
    with Context.open(tmp_path / "wordwaiter.db", ContextParts(judge=judge)) as context:
        yield context


def test_the_director_uploads_a_logo_and_everybody_sees_it_on_the_screen(context: Context) -> None:
    with TestClient(create_app(context)) as client:
        follow_a_logo(client, context)


def follow_a_logo(client: Client, context: Context) -> None:
    bee = make_example(context, OWNER, Example.BEE).stream
    director = bearer(join(context, grant_of(Role.DIRECTOR, bee), name="Cora")[0])
    treasurer = bearer(join(context, grant_of(Role.TREASURER, bee), name="Tess")[0])
    file = io.BytesIO()
    Image.new("RGB", (40, 20), (10, 90, 200)).save(file, "JPEG")
    logo = {"file": ("logo.jpg", file.getvalue(), "image/jpeg")}
    address = f"/director/{bee}/sponsors"
    listed = client.post(address, data={"do": "list", "names": "ROTARY\nACME\nBAKERY"}, headers=director)
    assert "Upload the logo of BAKERY" in unescape(listed.text)
    bakery = {"sponsor": "BAKERY"}
    assert client.post(f"{address}/logo", headers=treasurer, data=bakery, files=logo).status_code == 403
    uploaded = client.post(f"{address}/logo", headers=director, data=bakery, files=logo)
    assert uploaded.status_code == 200, uploaded.text
    (picture,) = set(re.findall(r"/logo/[\w-]+/[0-9a-f]+\.png", uploaded.text))
    execute(context, OWNER, TOURNAMENTS, bee, c.ChooseScreen("", Screen.SPONSORS))
    assert picture in client.get(f"/screen/{bee}").text
    shown = client.get(picture)
    assert (shown.status_code, shown.headers["content-type"]) == (200, "image/png")
    assert shown.headers["x-content-type-options"] == "nosniff"
    assert Image.open(io.BytesIO(shown.content)).size == (40, 20)
    assert client.get(picture.replace(".png", "0.png")).status_code == 404
    paper = client.get(f"/paper/{bee}/sponsors", headers=director).content
    assert b"/Image" in paper
    for wrong in (b"<svg/>", b""):
        other = {"file": ("logo.svg", wrong, "image/svg+xml")}
        refused = client.post(f"{address}/logo", headers=director, data=bakery, files=other)
        assert refused.status_code == 422
    removed = client.post(address, data={"do": "remove-logo", "sponsor": "BAKERY"}, headers=director)
    assert picture not in removed.text
    assert client.get(picture).status_code == 404
