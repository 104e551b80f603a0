"""The analysis board in a browser: arrow keys, the engine's thoughts, and a play to follow."""

import re

import pytest
from playwright.sync_api import BrowserContext, expect

from web.conftest import Program
from web.pages.play.test_analysis_page import GAME


def test_arrow_keys_thoughts_and_a_play_to_follow(browser_context: BrowserContext, program: Program) -> None:
    page = browser_context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
    page.goto(f"{program.url}/analysis")
    page.fill("#game", GAME)
    page.get_by_role("button", name="Open on the board").click()
    at = page.locator(".arrows .at")
    expect(at).to_have_text("1 of 4")
    expect(page.locator("#verdict .grade")).to_have_text("Big mistake")
    page.keyboard.press("ArrowRight")
    expect(at).to_have_text("2 of 4")
    expect(page.locator("#told")).to_have_text("Bo: Pass")
    expect(page.locator("#verdict .grade.large")).to_be_visible()
    expect(page.locator(".chances .dot")).to_have_count(2)
    page.locator("#best button").first.click()
    expect(at).to_have_text("3 of 3")
    expect(page.locator("#told")).to_have_text("Ada to move")
    page.keyboard.press("Home")
    expect(at).to_have_text("1 of 4")
    page.keyboard.press("End")
    expect(page.locator("#told")).to_have_text("The game is over")
    expect(at).to_have_text("4 of 4")
    expect(page.locator("#best")).to_be_hidden()  # nobody is to move
    page.keyboard.press("Home")
    expect(page.locator("#best")).to_be_visible()
    page.locator("#learn").click()
    expect(page.locator("#told")).to_have_text("Ada: find a better play")
    expect(page.locator("#best")).to_be_hidden()


def test_the_puzzle_is_solved_by_laying_the_best_play(
    browser_context: BrowserContext, program: Program
) -> None:
    page = browser_context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
    page.goto(f"{program.url}/puzzle?day=2026-11-19")
    expect(page.locator("#told")).to_have_text("Find the best play")
    expect(page.locator("#best")).to_be_hidden()
    lay = """text => document.querySelector('ww-board').dispatchEvent(new CustomEvent('ww-play',
        {cancelable: true, detail: {square: text.split(' ')[0], word: text.split(' ')[1]}}))"""
    verdict = page.locator("#verdict")
    while "is not it" not in verdict.inner_text():  # until then the engine thinks
        page.evaluate(lay, "8D WRONG")
    expect(page.locator("#best")).to_be_hidden()
    best = page.locator("#best .notation").first.text_content() or ""
    page.evaluate(lay, re.sub(r"\((\w+)\)", lambda through: "." * len(through[1]), best))
    expect(verdict).to_contain_text(f"{best}: well done!")
    expect(page.locator("#best")).to_be_visible()
