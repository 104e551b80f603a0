"""A board from a photo in a browser: the tally is live, and what cannot be sent waits on the phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from photo.photos import playable_photo, true_signs
from web.conftest import Program, Start
from web.pages.table.test_photo_taps import BLANK_IS, Hand, file_payload, practise
from web.station import PHONE


@pytest.fixture
def program(start: Start, tmp_path: Path) -> Program:
    return start("--db", str(tmp_path / "practice.db"))


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    browser_context = chromium.new_context(viewport=PHONE, has_touch=True)
    page = browser_context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
    yield page
    browser_context.close()


def checked(phone: Page, program: Program) -> Hand:
    """A board of 100 tiles, photographed and answered as it lies."""
    photo = playable_photo()
    practise(phone, program)
    hand = Hand(phone, [[sign.replace("?", BLANK_IS) for sign in row] for row in true_signs(photo)])
    hand.take(photo)
    asked = phone.locator(".asked[data-row]")
    seen = {hand.answer(asked.nth(number)) for number in range(asked.count())}
    hand.mend(seen)
    return hand


def test_the_total_changes_with_each_answer_and_nothing_is_saved_until_somebody_says_so(
    phone: Page, program: Program
) -> None:
    hand = checked(phone, program)
    total = phone.locator("#total")
    # What was answered last is counted: the total of an earlier answer may still stand there.
    phone.wait_for_load_state("networkidle")
    expect(total).not_to_be_empty()
    before = total.inner_text()
    lies = phone.locator("#board").evaluate("board => board.state.board")
    hand.signs[7][10] = "."
    hand.type(7, 10)  # the D of READ
    phone.locator("#add-letter").fill(".")
    expect(total).not_to_have_text(before)
    hand.signs[7][10] = "D"
    hand.type(7, 10)
    expect(total).to_have_text(before)
    assert phone.locator("#board").evaluate("board => board.state.board") == lies
    phone.goto(f"{program.url}/practice/practice-1")
    expect(phone.locator("ww-board[data-ready]")).to_be_visible()
    saved = "".join(phone.locator("#board").evaluate("board => board.state.board"))
    assert saved.count(".") == 225 - len("READ")


def test_a_checked_board_that_cannot_be_sent_waits_and_goes_out_by_itself(
    phone: Page, program: Program
) -> None:
    hand = checked(phone, program)
    phone.context.set_offline(True)
    hand.tap(phone.get_by_role("button", name="Save this board"))
    expect(phone.locator("#offline")).to_contain_text("1")
    phone.context.set_offline(False)
    expect(phone.locator("#paint")).to_be_attached(timeout=60_000)
    lies = phone.locator("#board").evaluate("board => board.state.board")
    assert lies == ["".join(row) for row in hand.signs]


def test_a_photo_kept_offline_is_there_after_the_browser_was_closed(phone: Page, program: Program) -> None:
    practise(phone, program)
    phone.context.set_offline(True)
    phone.locator("#photo").set_input_files(file_payload(playable_photo()))
    expect(phone.locator(".reading")).to_have_text("No network. The photo is kept on this device.")
    again = phone.context.new_page()
    phone.close()
    again.context.set_offline(False)
    again.goto(f"{program.url}/practice/practice-1")
    again.locator("button.kept").tap()
    expect(again.locator("#check")).to_be_visible(timeout=60_000)
