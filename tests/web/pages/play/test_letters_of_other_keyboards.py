"""Letters that a keyboard has with AltGr: on the board of a game with Polish tiles."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient
from playwright.sync_api import Browser, Page, expect

from web.room import bearer, house_that_knows, join_as_owner
from web.served_here import HERE, ServedHere
from wordwaiter.game import commands as g
from wordwaiter.game.table import TableKind
from wordwaiter.service.access.callers import director_of_everything
from wordwaiter.service.execute import execute
from wordwaiter.service.tables.free_games import PROGRAM
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tables.opening import open_free_table
from wordwaiter.web.http.app import create_app

OWNER = director_of_everything(PROGRAM)


@pytest.fixture
def board(chromium: Browser, tmp_path: Path) -> Iterator[Page]:
    browser_context = chromium.new_context()
    with house_that_knows(tmp_path, "CAT") as context, TestClient(create_app(context)) as client:
        opening = g.OpenTable(TableKind.PHYSICAL, ("Ann", "Ben"), by=PROGRAM)
        table = open_free_table(context, OWNER, "club%polish", opening).stream
        for seat, tile in enumerate("AB"):
            execute(context, OWNER, TABLES, table, g.DrawFirst(seat, tile))
        page = browser_context.new_page()
        served = ServedHere(page, headers=bearer(join_as_owner(context)[0]))
        served.client = client
        page.goto(f"{HERE}/tables/{table}")
        expect(page.locator("ww-board[data-ready]")).to_be_visible()
        yield page
    browser_context.close()


def press(page: Page, key: str, **held: bool) -> None:
    page.evaluate(
        """([key, held]) => document.activeElement.dispatchEvent(
             new KeyboardEvent('keydown', { key, ...held, bubbles: true, cancelable: true }))""",
        [key, held],
    )


@pytest.mark.parametrize("alt_gr", [{"ctrlKey": True, "altKey": True}, {"altKey": True}, {}], ids=str)
def test_a_letter_typed_with_alt_gr_lies_on_the_board(board: Page, alt_gr: dict[str, bool]) -> None:
    """Windows tells AltGr as Ctrl and Alt, macOS as Alt, Linux as neither."""
    board.locator("[data-sq=H8]").click()
    press(board, "ł", **alt_gr)
    press(board, "ą", **alt_gr)
    press(board, "k")
    press(board, "ż", shiftKey=True, **alt_gr)
    expect(board.locator("#play")).to_have_value("8H ŁĄKż")


def test_an_order_to_the_browser_lays_no_letter(board: Page) -> None:
    board.locator("[data-sq=H8]").click()
    for held in ({"ctrlKey": True}, {"altKey": True}, {"metaKey": True}, {"ctrlKey": True, "altKey": True}):
        press(board, "a", **held)
    press(board, "k")
    expect(board.locator("#play")).to_have_value("8H K")
