"""Word study in a browser: a quiz by keyboard and by taps, and the card box without a network."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from service.study.test_zyzzyva import TABLE, a_box, row
from web.axe import assert_axe_finds_nothing_serious_in_any_theme
from web.conftest import Program
from web.render.test_large_text import FAULTS
from wordwaiter.service.study.zyzzyva import saved_cards

SEARCH = "/study?letters=AEINRST"


@pytest.fixture
def page(browser_context: BrowserContext) -> Page:
    page = browser_context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
    return page


def answer(page: Page, word: str) -> None:
    page.locator("#quiz-answer").press_sequentially(word)
    page.keyboard.press("Enter")


def test_a_quiz_is_solved_with_the_keyboard_alone(page: Page, program: Program) -> None:
    page.goto(f"{program.url}/study?letters=AEGINRT")
    page.locator("#begin").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#quiz-answer")).to_be_focused()
    left = page.locator("#quiz-left")
    expect(left).to_have_text("5 words left")
    answer(page, "tearing")
    expect(page.get_by_role("status").filter(has_text="TEARING is right. 4 words left")).to_be_visible()
    expect(page.locator("#quiz-told li")).to_have_count(1)
    answer(page, "tearing")
    expect(page.locator("#quiz-said")).to_contain_text("already")
    answer(page, "gnirate")
    expect(page.locator("#quiz-said")).to_contain_text("not one of the words")
    for word in ("granite", "gratine", "ingrate", "tangier"):
        answer(page, word)
    expect(page.locator("#quiz-said")).to_have_text("TANGIER is right.")
    expect(page.locator("#quiz-score")).to_have_text("1 right, 0 missed")
    expect(page.locator("#quiz-next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#quiz-result")).to_have_text("1 of 1 right")


def test_a_quiz_is_solved_by_taps_on_a_small_phone(chromium: Browser, program: Program) -> None:
    phone = chromium.new_context(viewport={"width": 320, "height": 560}, has_touch=True, is_mobile=True)
    page = phone.new_page()
    page.goto(f"{program.url}/study?letters=CAT")
    page.locator("#begin").tap()
    letters = page.locator("#quiz-letters button")
    expect(letters).to_have_text(["A", "C", "T"])
    for letter in "AT":
        page.locator("#quiz-letters").get_by_role("button", name=letter, exact=True).tap()
    page.get_by_role("button", name="Delete letter").tap()
    expect(page.locator("#quiz-answer")).to_have_value("A")
    for letter in "CT":
        page.locator("#quiz-letters").get_by_role("button", name=letter, exact=True).tap()
    expect(page.locator("#quiz-said")).to_contain_text("ACT is right")
    expect(page.locator("#quiz-told")).to_contain_text("FPT")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.get_by_role("button", name="Show answers").tap()
    expect(page.locator("#quiz-said")).to_have_text("Answers: ACT, CAT")
    expect(page.locator("#quiz-score")).to_have_text("0 right, 1 missed")
    phone.close()


def test_missed_words_go_into_the_card_box_and_are_studied_without_a_network(
    page: Page, browser_context: BrowserContext, program: Program, tmp_path: Path
) -> None:
    page.goto(f"{program.url}{SEARCH}")
    page.locator("#begin").click()
    page.get_by_role("button", name="Show answers").click()
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Add the missed ones to my card box").click()
    expect(page.locator("#quiz-said")).to_contain_text("1 card added")
    page.goto(f"{program.url}/study/box")
    expect(page.locator("#due")).to_have_text("1 card is due.")
    browser_context.set_offline(True)
    page.get_by_role("button", name="Study the cards that are due").click()
    for word in (
        "anestri",
        "antsier",
        "nastier",
        "ratines",
        "retains",
        "retinas",
        "retsina",
        "stainer",
        "stearin",
    ):
        answer(page, word)
    expect(page.locator("#quiz-score")).to_have_text("1 right, 0 missed")
    page.locator("#quiz-next").click()
    page.get_by_role("button", name="Leave the quiz").click()
    expect(page.locator("#due")).to_contain_text("Nothing is due. The next card comes on")
    expect(page.locator("#boxes tr")).to_have_text(["1\n4 days\n1\n0".replace("\n", "")])
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "cards.json"
    saving.value.save_as(file)
    (card,) = json.loads(file.read_text())["cards"]
    assert (card["key"], card["box"], card["right"]) == ("AEINRST", 1, 1)
    page.get_by_text("Empty the box").click()
    page.get_by_role("button", name="Delete all cards").click()
    expect(page.locator("#due")).to_contain_text("Your card box is empty")
    page.locator("#bring-file").set_input_files(file)
    expect(page.locator("#said")).to_have_text("1 card came in.")
    expect(page.locator("#due")).to_contain_text("Nothing is due")
    browser_context.set_offline(False)


def test_the_card_box_of_zyzzyva_comes_in_and_goes_back(page: Page, program: Program, tmp_path: Path) -> None:
    page.goto(f"{program.url}/study/box")
    content = a_box(TABLE, row(), row("'ACT'", box="0", due="1"), row("'QQQ'"))
    page.locator("#bring-file").set_input_files(
        {"name": "Anagrams.db", "mimeType": "application/octet-stream", "buffer": content}
    )
    expect(page.locator("#said")).to_have_text("2 cards came in. 1 makes no word of this list: QQQ")
    expect(page.locator("#due")).to_have_text("2 cards are due.")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save for Zyzzyva").click()
    expect(page.locator("#saved")).to_have_text("2 cards saved.")
    assert saving.value.suggested_filename == "Anagrams.db"
    file = tmp_path / "Anagrams.db"
    saving.value.save_as(file)
    assert set(saved_cards(file.read_bytes())) == set(
        saved_cards(a_box(TABLE, row(), row("'ACT'", box="0", due="1")))
    )
    page.get_by_text("Empty the box").click()
    page.get_by_role("button", name="Delete all cards").click()
    page.locator("#bring-file").set_input_files(file)
    expect(page.locator("#said")).to_have_text("2 cards came in.")
    page.locator("#bring-file").set_input_files(
        {"name": "broken.db", "mimeType": "application/octet-stream", "buffer": b"SQLite format 3\0!"}
    )
    expect(page.locator("#study-complaint")).to_contain_text("damaged")


@pytest.mark.parametrize("path", ["/study", SEARCH, "/study/box", "/study/missed"])
def test_pages_of_study_can_be_read_by_everybody(page: Page, program: Program, path: str) -> None:
    page.goto(f"{program.url}{path}")
    assert_axe_finds_nothing_serious_in_any_theme(page)


def test_a_quiz_can_be_read_by_everybody_with_text_at_twice_its_size(
    chromium: Browser, program: Program
) -> None:
    narrow = chromium.new_context(viewport={"width": 320, "height": 640}, bypass_csp=True)
    page = narrow.new_page()
    page.goto(f"{program.url}{SEARCH}")
    page.locator("#begin").click()
    answer(page, "retains")
    expect(page.locator("#quiz-told li")).to_have_count(1)
    expect(page.get_by_role("group", name="Letters: A E I N R S T")).to_be_visible()
    assert_axe_finds_nothing_serious_in_any_theme(page)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(FAULTS) == []
    narrow.close()
