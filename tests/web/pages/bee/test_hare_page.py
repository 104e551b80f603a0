"""The Word Waiter's page in a browser: a board is painted, its tally grows, peeks and tiles go on the tab."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from web.axe import assert_axe_finds_nothing_serious, assert_axe_finds_nothing_serious_in_any_theme
from web.conftest import Program, Start
from web.events import Event, join, prepare
from web.station import LAPTOP
from wordwaiter.roles import Role
from wordwaiter.service.tournaments.examples import Example


@pytest.fixture
def bee(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Event]:
    db = tmp_path_factory.mktemp("bee") / "bee.db"
    return db, prepare(db, Example.BEE, Role.TABLE_SCOREKEEPER)


@pytest.fixture
def program(start: Start, bee: tuple[Path, Event]) -> Program:
    return start("--db", str(bee[0]))


@pytest.fixture
def word_waiter(chromium: Browser, program: Program, bee: tuple[Path, Event]) -> Iterator[Page]:
    browser_context = chromium.new_context(viewport=LAPTOP)
    page = browser_context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
    join(page, program.url, bee[1].code(Role.TABLE_SCOREKEEPER))
    yield page
    browser_context.close()


@pytest.fixture
def board(word_waiter: Page, program: Program, bee: tuple[Path, Event]) -> Page:
    word_waiter.goto(f"{program.url}/hare/{bee[1].tables[0]}")
    expect(word_waiter.locator("ww-board[data-ready]")).to_be_visible()
    return word_waiter


def is_saving(request: Request, without: str = "?") -> bool:
    """Whether the board is sent with it, without those letters in a row."""
    return request.method == "POST" and "/hare/" in request.url and without not in (request.post_data or "")


def holding_the_first_save(board: Page) -> list[Route]:
    """The first request that saves the board goes into this list, and not to the server."""
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if is_saving(route.request) and not held:
            held.append(route)
        else:
            route.fallback()

    board.route("**/hare/**", hold_the_first)
    return held


NOTE_WHAT_IS_SAVED = """() => {
  window.told = [];
  const saved = document.getElementById('saved');
  new MutationObserver(() => window.told.push(saved.textContent)).observe(saved, { childList: true });
}"""


def test_a_board_is_painted_along_a_row_and_the_tally_grows(board: Page) -> None:
    before = board.locator("#total").inner_text()
    held = holding_the_first_save(board)
    board.locator("[data-sq=N8]").click()
    board.evaluate(NOTE_WHAT_IS_SAVED)
    with board.expect_request(is_saving):
        board.keyboard.type("S")
        expect(board.locator("#lines")).to_contain_text("READERS:")
        expect(board.locator("#total")).not_to_have_text(before)
        expect(board.locator("#all-problems .fault")).to_have_count(0)
    assert board.evaluate("window.told")[0] == "Not saved yet"
    # A letter that comes while the board is being saved stays when the page looks at what was saved.
    board.keyboard.type("Y")
    board.locator("#acts").evaluate("acts => acts.toggleAttribute('data-old', true)")
    held[0].continue_()
    expect(board.locator("#acts[data-old]")).to_have_count(0)
    expect(board.locator("[data-sq=O8] .ww-tile")).to_contain_text("Y")
    with board.expect_response(lambda response: is_saving(response.request, without="SY")):
        board.keyboard.press("Control+z")
    board.unroute("**/hare/**")
    board.reload()
    expect(board.locator("[data-sq=N8] .ww-tile")).to_contain_text("S")
    board.locator("[data-sq=N8]").click()
    board.keyboard.press("Control+z")
    expect(board.locator("#complaint")).to_have_text("Nothing to undo since you opened this page")
    expect(board.locator("[data-sq=N8] .ww-tile")).to_contain_text("S")


def test_what_is_wrong_is_marked_on_its_squares_and_said_without_a_code(board: Page) -> None:
    board.locator("[data-sq=A1]").click()
    board.keyboard.type("QUQ")  # there is only one Q
    expect(board.locator("#all-problems")).to_contain_text("QUQ is not connected")
    for square in ("A1", "B1", "C1"):
        expect(board.locator(f"[data-sq={square}]")).to_have_attribute("data-problem", "")
    expect(board.locator("#word-count")).to_have_text("2 words")
    expect(board.locator("#saved")).to_have_text("Not saved")
    expect(board.locator("#toasts .bad")).to_have_count(0)
    # What was refused lies there again when the page is loaded anew, and says that it is not saved and why.
    board.reload()
    expect(board.locator("[data-sq=A1] .ww-tile")).to_contain_text("Q")
    expect(board.locator("#toasts")).to_contain_text("Not saved yet. Your entries on this device")
    expect(board.locator("#saved")).to_have_text("Not saved")
    expect(board.locator("#all-problems")).to_contain_text("QUQ is not connected")
    for square in ("A1", "B1", "C1"):
        board.locator(f"[data-sq={square}]").click()
        board.keyboard.press("Delete")
    expect(board.locator("#all-problems .fault")).to_have_count(0)
    expect(board.locator("#saved")).to_have_text(re.compile(r"^All saved at \d\d:\d\d$"))


@pytest.fixture
def other(chromium: Browser, board: Page) -> Iterator[Page]:
    """The same board on another device of its Word Waiter, which has no scripts."""
    kept = board.context.storage_state()
    browser_context = chromium.new_context(viewport=LAPTOP, storage_state=kept, java_script_enabled=False)
    page = browser_context.new_page()
    page.goto(board.url)
    yield page
    browser_context.close()


def type_there(other: Page, square: str, letter: str) -> None:
    """On another device a tile is typed on a square of row 9, and not saved yet."""
    rows = other.locator("#board-text").input_value().split("\n")
    at = ord(square[0]) - ord("A")
    rows[8] = rows[8][:at] + letter + rows[8][at + 1 :]
    other.locator("#as-text > summary").click()
    other.fill("#board-text", "\n".join(rows))


def save_there(other: Page, square: str, letter: str) -> None:
    """Another device saves a tile on a square of row 9, over the board as it is now."""
    other.goto(other.url)
    type_there(other, square, letter)
    other.locator("#paint button").click()
    expect(other.locator("#complaint")).to_be_empty()


@contextmanager
def saves_held(board: Page) -> Iterator[None]:
    """Whatever the board sends to be saved meanwhile arrives afterwards; a former save may go out late."""
    held: list[Route] = []
    is_over = False

    def hold(route: Route) -> None:
        if is_saving(route.request) and not is_over:
            held.append(route)
        else:
            route.fallback()

    board.route("**/hare/**", hold)
    yield
    is_over = True
    for route in held:
        route.continue_()


def save_here_while(board: Page, square: str, letter: str, other: Page, there: tuple[str, str]) -> None:
    """A tile is painted and sent; before that arrives, another device saves one."""
    with saves_held(board):
        board.locator(f"[data-sq={square}]").click()
        with board.expect_request(is_saving):
            board.keyboard.type(letter)
        save_there(other, *there)


def lies(board: Page, square: str, letter: str) -> None:
    expect(board.locator(f"[data-sq={square}] .ww-tile")).to_contain_text(letter)


def test_two_devices_paint_one_board_and_neither_overwrites_the_other(board: Page, other: Page) -> None:
    save_here_while(board, "I9", "A", other, ("K9", "O"))
    lies(board, "K9", "O")
    lies(board, "I9", "A")
    # Both paint one square: the page shows what was saved first, and asks.
    save_here_while(board, "I9", "I", other, ("I9", "T"))
    card = board.locator("#kept-draft")
    expect(card).to_contain_text("Somebody else changed I9: yours I, theirs T.")
    lies(board, "I9", "T")
    assert_axe_finds_nothing_serious(board)
    card.get_by_role("button", name="Keep the saved version").click()
    expect(card).to_have_count(0)
    expect(board.locator("#saved")).to_be_empty()
    save_here_while(board, "I9", "I", other, ("I9", "E"))
    lies(board, "I9", "E")
    with board.expect_response(lambda response: is_saving(response.request)):
        card.get_by_role("button", name="Use my version").click()
    expect(card).to_have_count(0)
    expect(board.locator("#saved")).to_have_text(re.compile(r"^All saved"))
    lies(board, "I9", "I")
    lies(board, "K9", "O")

    # Without scripts the page comes back with what was typed, and asks the same.
    other.goto(other.url)
    type_there(other, "K9", "A")
    with board.expect_response(lambda response: is_saving(response.request)):
        board.locator("[data-sq=K9]").click()
        board.keyboard.type("U")
    other.locator("#paint button").click()
    expect(other.locator("#complaint")).to_contain_text("Somebody else changed K9: yours A, theirs U.")
    lies(board, "K9", "U")
    other.get_by_role("button", name="Use my version").click()
    expect(other.locator("#complaint")).to_be_empty()
    lies(board, "K9", "A")
    lies(board, "I9", "I")


def test_a_board_that_was_kept_asks_before_it_is_laid_over_a_newer_one(board: Page, other: Page) -> None:
    board.locator("[data-sq=A1]").click()
    board.keyboard.type("QUQ")
    expect(board.locator("#saved")).to_have_text("Not saved")  # there is only one Q
    save_there(other, "M9", "E")
    board.reload()
    card = board.locator("#kept-draft")
    expect(card).to_contain_text("Someone saved this board after you made changes on this device")
    expect(board.locator("[data-sq=A1] .ww-tile")).to_have_count(0)
    assert_axe_finds_nothing_serious(board)
    card.get_by_role("button", name="Use my changes").click()
    lies(board, "A1", "Q")
    expect(board.locator("#toasts")).to_contain_text("Not saved yet")
    board.reload()
    card.get_by_role("button", name="Discard my changes").click()
    expect(card).to_have_count(0)
    board.reload()
    expect(board.locator("ww-board[data-ready]")).to_be_visible()
    lies(board, "M9", "E")
    expect(board.locator("[data-sq=A1] .ww-tile")).to_have_count(0)
    expect(card).to_have_count(0)


def test_a_board_that_an_older_copy_lacks_is_offered_by_the_device_that_saved_it(
    board: Page, other: Page
) -> None:
    with board.expect_response(lambda response: is_saving(response.request)):
        board.locator("[data-sq=N8]").click()
        board.keyboard.type("S")
    expect(board.locator("#saved")).to_contain_text("All saved")
    # As live.js says it when the feed is lost; the board that another saves stands for that of the copy.
    board.evaluate("document.dispatchEvent(new CustomEvent('live:older'))")
    save_there(other, "M9", "E")
    board.reload()
    card = board.locator("#kept-draft")
    expect(card).to_contain_text("The computer went back to an older copy of this board.")
    lies(board, "M9", "E")
    card.get_by_role("button", name="Use this device’s board").click()
    expect(board.locator("[data-sq=M9] .ww-tile")).to_have_count(0)
    lies(board, "N8", "S")
    expect(board.locator("#saved")).to_contain_text("All saved")
    expect(card).to_have_count(0)


def test_a_peek_is_bought_in_two_taps_and_stands_on_the_tab(board: Page) -> None:
    expect(board.locator("#acts h2")).to_have_text("On the tab: $0")
    board.fill("#word", "OCCURED")
    board.locator("button[value=peek]").click()
    expect(board.locator("#acts h2")).to_have_text("On the tab: $1")
    expect(board.locator("#peeks")).to_have_text("OCCURED waiting for the judge")
    expect(board.locator(".panel").get_by_text("OCCURED").locator("visible=true")).to_have_count(1)


def test_a_tile_is_bought_back_in_one_tap_however_often_it_is_pressed(board: Page) -> None:
    tab = board.locator("#acts h2")
    before = int(tab.inner_text().rpartition("$")[2])
    expect(board.locator("#count")).to_have_value("1")
    board.locator("button[value=tiles]").dblclick()
    expect(tab).to_have_text(f"On the tab: ${before + 5}")
    expect(board.locator("#came-back")).to_have_text(re.compile("in play again: ([A-Z]|blank)$"))
    board.reload()
    expect(tab).to_have_text(f"On the tab: ${before + 5}")
    # A key pressed twice, the second time when the answer has just come: the field has its number already.
    sent: list[str] = []
    board.on("request", lambda request: sent.append(request.post_data or ""))
    board.evaluate(
        "document.addEventListener('live:answered', () => queueMicrotask("
        "() => document.querySelector('button[value=tiles]').click()), { once: true })"
    )
    board.locator("#count").press("Enter")
    expect(tab).to_have_text(f"On the tab: ${before + 10}")
    assert len([each for each in sent if "do=tiles" in each]) == 1


def test_axe_finds_nothing_serious_on_the_board_in_any_theme(board: Page) -> None:
    board.fill("#word", "OCCURED")
    board.locator("button[value=peek]").click()
    expect(board.locator("#peeks")).to_contain_text("OCCURED")
    board.locator("button[value=tiles]").click()
    expect(board.locator("#came-back")).to_be_visible()
    with board.expect_response(lambda answer: is_saving(answer.request)):
        board.locator("[data-sq=A1]").click()
        board.keyboard.type("Q")
    expect(board.locator("#first-problem")).to_be_visible()
    board.reload()
    expect(board.locator("ww-board[data-ready]")).to_be_visible()
    assert_axe_finds_nothing_serious_in_any_theme(board)
