"""Practising Hare: by plain forms without scripts, and in a browser against the clock."""

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from bees import DORA, FEW, Here, begin, close, evening, work
from web.axe import assert_axe_finds_nothing_serious, assert_axe_finds_nothing_serious_in_any_theme
from web.conftest import Program, Start
from web.forked import SEARCH_STEPS
from web.station import PHONE, PROJECTOR
from wordwaiter.lexicon import Judge, open_lexicon
from wordwaiter.service.access.callers import NOBODY
from wordwaiter.service.bee.best_board_search import BestBoardWatch
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.tables.practice import practice_scene
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.state import Screen
from wordwaiter.web.http.app import create_app
from wordwaiter.web.pages.bee.best_boards import best_card
from wordwaiter.web.render.numbers import figure
from wordwaiter.web.words import catalogue

Client = TestClient[Litestar]


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    with Context.open(tmp_path / "practice.db", ContextParts(judge=Judge((FEW,)))) as context:
        yield context


@pytest.fixture
def client(context: Context) -> Iterator[Client]:
    with TestClient(create_app(context)) as client:
        client.headers["Origin"] = str(client.base_url)  # as browsers send it with a form
        yield client


def board_of(page: str) -> list[str]:
    found = re.search(r"<textarea id=\"board-text\"[^>]*>([^<]*)</textarea>", page)
    assert found
    return found[1].strip().splitlines()


def test_a_board_is_practised_by_plain_forms(client: Client, context: Context) -> None:
    chosen = {"starting": "read", "minutes": "5", "removed": "0", "name": "Ann"}
    page = client.post("/practice", data=chosen, follow_redirects=True)
    assert page.url.path == "/practice/practice-1"
    lines = board_of(page.text)
    assert lines[7] == ".......READ...."
    lines[7] = ".......READS..."
    painted = {"do": "paint", "board": "\n".join(lines)}
    page = client.post("/practice/practice-1", data=painted, follow_redirects=True)
    assert board_of(page.text)[7] == ".......READS..."
    assert "READS:" in page.text
    lines[7] = ".......READSSSSS"
    answer = client.post("/practice/practice-1", data={"do": "paint", "board": "\n".join(lines)})
    assert answer.status_code == 422
    assert "complaint" in answer.text
    page = client.post("/practice/practice-1", data={"do": "done"}, follow_redirects=True)
    assert page.url.path == "/practice/practice-1/result"
    assert "Still searching" in page.text
    work(BestBoardWatch(context, begin=Here))
    page = client.get("/practice/practice-1/result")
    assert re.search(r"<h1>−?\d+ of a possible −?\d+</h1>", page.text)
    for address in ("/pictures/practice-1", "/pictures/best/practice-1"):
        assert Image.open(io.BytesIO(client.get(address).content)).size[0] >= 600
    answer = client.post("/practice/practice-1", data=painted, follow_redirects=True)
    assert answer.url.path == "/practice/practice-1/result"


def test_words_in_no_list_are_a_line_of_the_tally_and_the_picture_counts_without_them(
    client: Client, context: Context
) -> None:
    lines = board_of(client.post("/practice", data={"starting": "read"}, follow_redirects=True).text)
    lines[7] = ".......READEE.."
    client.post("/practice/practice-1", data={"do": "paint", "board": "\n".join(lines)})
    client.post("/practice/practice-1", data={"do": "done"})
    work(BestBoardWatch(context, begin=Here))
    scene = practice_scene(context, NOBODY, "practice-1")
    (bad,) = scene.bad
    page = client.get("/practice/practice-1/result").text
    assert f'READEE is not in the word list</td><td class="figures">−{bad.points}<' in page
    points = figure(scene.points, "en")
    assert page.count(f"<b>{points}</b>") == 1  # the total of the tally
    card = best_card(context, "practice-1", scene.built, catalogue("en"))
    assert card.shot.players[0] == "your board"
    assert card.shot.scores[0] == scene.points


def test_what_cannot_be_begun_is_said_and_what_was_typed_stays(client: Client) -> None:
    answer = client.post(
        "/practice", data={"starting": "extraordinary", "minutes": "10", "surprise": "TURTLE"}
    )
    assert answer.status_code == 422
    assert 'value="extraordinary"' in answer.text
    assert "TURTLE" in answer.text
    assert client.post("/practice", data={"minutes": "soon"}).status_code == 422
    assert client.get("/practice/practice-9").status_code in (404, 422)
    assert client.get("/practice/table-1/result").status_code in (404, 422)


@pytest.mark.clause("bee-phones")
def test_while_a_round_runs_the_page_says_for_whom_one_waits(client: Client, context: Context) -> None:
    client.post("/practice", data={"starting": "read", "minutes": "5"})
    client.post("/practice/practice-1", data={"do": "done"})
    work(BestBoardWatch(context, begin=Here))
    bee = evening(context)
    begin(context, bee)
    assert "Bee has a round in progress" in client.get("/practice").text
    assert client.post("/practice", data={"minutes": "5"}).status_code == 409
    result = client.get("/practice/practice-1/result").text
    assert "Bee has a round in progress" in result
    assert "of a possible" not in result
    assert client.get("/pictures/best/practice-1").status_code == 409
    assert client.get("/api/v1/boards/practice-1").json()["best"] is None
    close(context, bee)
    assert client.get("/api/v1/boards/practice-1").json()["best"] is not None


# ---------------------------------------------------------------- in a browser


@pytest.fixture(scope="module")
def closed_round(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with a Bee whose first Hare round is closed; the big screen shows its best board."""
    place = tmp_path_factory.mktemp("closed") / "bee.db"
    with Context.open(place, ContextParts(judge=Judge((open_lexicon("enable"),)))) as context:
        bee = evening(context)
        begin(context, bee)
        close(context, bee)
        work(BestBoardWatch(context, begin=Here))
        execute(context, DORA, TOURNAMENTS, bee, c.ChooseScreen("", Screen.BOARDS))
    return place


@pytest.fixture(scope="module")
def program(start: Start, closed_round: Path) -> Iterator[Program]:
    """A program that looks for best boards, quickly."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(SEARCH_STEPS, "60")
        yield start("--db", str(closed_round))


def watched(browser_context: BrowserContext) -> Page:
    page = browser_context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
    return page


def saves(request: Request, word: str) -> bool:
    """Whether that keeps a board with this word on it; what lay there before may have been kept already."""
    sent = request.post_data or ""
    return "do=paint" in sent and word in sent


def test_a_board_is_built_in_a_browser_and_the_best_comes_by_itself(
    browser_context: BrowserContext, program: Program
) -> None:
    page = watched(browser_context)
    page.goto(program.url)
    page.get_by_role("link", name="Practise").click()
    expect(page.locator("[name=starting]")).to_be_visible()
    assert_axe_finds_nothing_serious_in_any_theme(page)
    page.fill("[name=starting]", "read")
    page.get_by_label("No clock").check()
    page.locator("button.next").click()
    expect(page.locator("ww-board[data-ready]")).to_be_visible()
    expect(page.locator("#loose-count")).to_have_text("96 tiles are not on the board.")
    page.locator("[data-sq=L8]").click()
    page.keyboard.type("ER")
    expect(page.locator("#lines")).to_contain_text("READER:")
    expect(page.locator("#loose-count")).to_have_text("94 tiles are not on the board.")
    page.locator("[data-sq=N8]").click()
    with page.expect_response(lambda answer: saves(answer.request, "READERX")):
        page.keyboard.type("XQ")
    expect(page.locator("#saved")).to_have_text(re.compile(r"^All saved at \d\d:\d\d$"))
    assert_axe_finds_nothing_serious_in_any_theme(page)
    page.locator("button[value=done]").click()
    # Which of the two is better, it says.
    title = re.compile(r"(\S+)( of a possible |! The program found only )(\S+)")
    expect(page.locator("h1")).to_have_text(title)
    found = title.fullmatch(page.locator("h1").inner_text())
    assert found
    own, best = (int(found[part].replace("\N{MINUS SIGN}", "-").replace(",", "")) for part in (1, 3))
    assert ("only" in found[2]) == (own > best)
    expect(page.locator(".complaint").first).to_contain_text("READERX")
    expect(page.locator(".is-best ww-board")).to_be_visible()
    assert_axe_finds_nothing_serious_in_any_theme(page)


def test_the_best_board_of_a_round_is_read_on_a_phone_and_on_the_big_screen(
    chromium: Browser, program: Program
) -> None:
    bee = "tournament-1"
    phone = chromium.new_context(viewport=PHONE)
    page = watched(phone)
    for path in (f"/best/{bee}/1/1", f"/live/{bee}", f"/me/{bee}?who=1"):
        page.goto(f"{program.url}{path}")
        expect(page.locator("main")).to_contain_text("of a possible")
        assert_axe_finds_nothing_serious_in_any_theme(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    phone.close()
    hall = chromium.new_context(viewport=PROJECTOR)
    page = watched(hall)
    page.goto(f"{program.url}/screen/{bee}?theme=projector")
    panel = page.locator("[data-panel=boards]")
    expect(panel.locator(".best-said")).to_contain_text("of a possible")
    boards = panel.locator("ww-board")
    expect(boards).to_have_count(2)
    expect(boards.first).to_be_visible()  # its panel's turn has come
    boxes = boards.evaluate_all("boards => boards.map((each) => each.getBoundingClientRect().toJSON())")
    assert boxes[0]["y"] == boxes[1]["y"]
    for box in boxes:
        assert box["width"] > 500
        assert box["y"] + box["height"] <= 1080
    assert_axe_finds_nothing_serious(page)
    hall.close()
