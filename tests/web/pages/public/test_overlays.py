"""Video overlays: text and small pages that show a table as everybody may see it."""

import html
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from PIL import Image
from playwright.sync_api import Browser, expect

from web.axe import assert_axe_finds_nothing_serious
from web.conftest import Start
from web.events import DIRECTOR, Event, join, prepare
from web.station import LAPTOP
from wordwaiter.game import commands as g
from wordwaiter.game.queries import to_move
from wordwaiter.game.table import Table
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.roles import Role
from wordwaiter.rules.placement import parse_play
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tournaments.examples import Example
from wordwaiter.web.http.app import create_app
from wordwaiter.web.pages.public.overlays import SIZES, TEXTS_OF_A_TABLE, TEXTS_OF_THE_ROOM, Field

Client = TestClient[Any]


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Event]:
    """Androscoggin's event; at table 1 the first team has laid LITERAL."""
    return an_event(tmp_path_factory.mktemp("overlays") / "event.db")


def an_event(place: Path) -> tuple[Path, Event]:
    event = prepare(place, Example.ANDROSCOGGIN, Role.TABLE_SCOREKEEPER)
    with Context.open(place) as context:
        _play(context, event.tables[0])
    return place, event


def _play(context: Context, table: str) -> None:
    for seat, tile in enumerate("AB"):
        execute(context, DIRECTOR, TABLES, table, g.DrawFirst(seat, tile))
    lay(context, table, "8E LITERAL")
    lay(context, table, "H5 FRI.ND")


def lay(context: Context, table: str, text: str) -> None:
    state: Table = context.states.of(table).state
    seat = to_move(state)
    assert seat is not None
    execute(context, DIRECTOR, TABLES, table, g.Play(seat, parse_play(text, state.position.board)))


@pytest.fixture(scope="module")
def client(db: tuple[Path, Event]) -> Iterator[Client]:
    judge = Judge((Lexicon.of_words("house", ["QUOTES"]),))
    with Context.open(db[0], ContextParts(judge=judge)) as context, TestClient(create_app(context)) as client:
        yield client


def test_a_table_is_told_in_plain_text(client: Client, db: tuple[Path, Event]) -> None:
    stream = db[1].stream

    def text(field: str, query: str = "?table=1") -> str:
        answer = client.get(f"/overlay/{stream}/{field}{query}")
        assert answer.headers["content-type"].startswith("text/plain")
        return answer.text.rstrip("\n")

    first, second = text("names").split(" – ")
    assert text("last-play") == f"{second}: H5 FRIEND +10"
    assert text("bag") == "79"
    assert "....LITERAL...." in text("board")
    assert all(score.isdecimal() for score in text("scores").split(" : "))
    assert f"1  {first} / {second}" in text("tables", "")
    assert text("standings", "").startswith(text("leaders", ""))
    assert text("names", "?table=77") == ""
    assert text("last-play", "?table=2") == ""


def test_a_field_or_a_division_that_is_not_there_is_refused_by_name(
    client: Client, db: tuple[Path, Event]
) -> None:
    stream = db[1].stream
    for path in ("secrets", "secrets/page"):
        assert client.get(f"/overlay/{stream}/{path}").status_code == 404
    for query in ("division=9", "table=0", "table=x", "board=1000"):
        answer = client.get(f"/overlay/{stream}/names/page?{query}")
        assert answer.status_code in (400, 422), query
    assert client.get("/overlay/tournament-99").status_code == 404


@pytest.mark.parametrize("field", Field)
def test_every_field_is_a_page_that_shows_who_sits_there_and_no_rack(
    client: Client, db: tuple[Path, Event], field: Field
) -> None:
    answer = client.get(f"/overlay/{db[1].stream}/{field.value}/page?division=1&table=1")
    assert answer.status_code == 200
    assert f'data-field="{field.value}"' in answer.text
    assert '"rack":null' in answer.text or "ww-board" not in answer.text


def test_the_addresses_to_copy_are_those_that_answer(client: Client, db: tuple[Path, Event]) -> None:
    page = client.get(f"/overlay/{db[1].stream}?place=1-2-1&ground=plain").text
    links = [
        html.unescape(link) for link in re.findall(r'<input id="(?:page|text)-[^"]*" value="([^"]*)"', page)
    ]
    assert len(links) == len(SIZES) + len(TEXTS_OF_A_TABLE) + len(TEXTS_OF_THE_ROOM)
    for link in links:
        path = re.sub(r"^http://[^/]*", "", link)
        assert client.get(path).status_code == 200, path
    assert client.get(f"/overlay/{db[1].stream}?place=1-1").status_code == 400
    in_french = client.get(f"/overlay/{db[1].stream}?language=fr").text
    (funds,) = re.findall(r'value="http://[^/"]*([^"]*/funds\?[^"]*)"', in_french)
    assert funds.endswith("language=fr")
    assert client.get(html.unescape(funds)).text.endswith("\N{NO-BREAK SPACE}$\n")


def test_a_page_is_transparent_has_its_size_and_lives(
    chromium: Browser, start: Start, tmp_path: Path
) -> None:
    place, event = an_event(tmp_path / "event.db")
    program = start("--db", str(place))
    stage = chromium.new_context()
    overlays = {}
    # All of them at once, as a program that makes video streams shows them: a browser has six connections.
    for field, (width, height) in SIZES.items():
        overlay = overlays[field] = stage.new_page()
        overlay.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
        overlay.set_viewport_size({"width": width, "height": height})
        overlay.goto(f"{program.url}/overlay/{event.stream}/{field.value}/page?table=1&theme=dark")
        assert_axe_finds_nothing_serious(overlay)
        taken = Image.open(BytesIO(overlay.screenshot(omit_background=True)))
        assert taken.getchannel("A").getextrema()[0] == 0, field
        used = overlay.evaluate("document.documentElement.scrollHeight")
        assert used <= height, field
    expect(overlays[Field.LAST_PLAY].locator(".last-play .told")).to_have_text("H5 FRIEND")

    tables = chromium.new_context(viewport=LAPTOP)
    keeper = tables.new_page()
    join(keeper, program.url, event.code(Role.TABLE_SCOREKEEPER))
    keeper.goto(f"{program.url}/tables/{event.tables[0]}")
    expect(keeper.locator("ww-board[data-ready]")).to_be_visible()
    keeper.fill("#play", "6H .OVER")
    keeper.locator("#entry .next").click()
    expect(overlays[Field.LAST_PLAY].locator(".last-play .told")).to_have_text("6H ROVER")
    expect(overlays[Field.LAST_PLAY].locator(".last-play b")).to_have_text("+16")
    expect(overlays[Field.BAG].locator(".bag b")).to_have_text("74")

    keeper.goto(f"{program.url}/overlay/{event.stream}")
    assert_axe_finds_nothing_serious(keeper)
    keeper.locator("[data-copy=page-scores]").click()
    expect(keeper.locator("#copied")).not_to_be_empty()
    expect(keeper.locator("#page-scores")).to_be_focused()
    for browser_context in (stage, tables):
        browser_context.close()
