"""Forms that are sent without leaving their page: what is refused moves nothing, what is taken leads on."""

import re

from playwright.sync_api import BrowserContext, Page, expect

import patiently
from store.postgresql import Server
from web.conftest import Program, Start


def at_practice(browser_context: BrowserContext, program: Program) -> Page:
    page = browser_context.new_page()
    page.goto(f"{program.url}/practice")
    page.evaluate("window.isSamePage = true")
    return page


def begin(page: Page, starting: str) -> None:
    page.locator("input[name=starting]").fill(starting)
    page.locator("form[action='/practice'] button").last.click()


def test_a_refused_form_says_so_and_keeps_what_was_typed(
    browser_context: BrowserContext, program: Program
) -> None:
    page = at_practice(browser_context, program)
    begin(page, "1+1")
    refused = page.locator("#toasts .bad")
    expect(refused).to_contain_text("1+1")
    expect(page.locator("input[name=starting]")).to_have_value("1+1")
    assert page.evaluate("window.isSamePage")
    refused.get_by_role("button", name="Close").click()
    expect(refused).to_have_count(0)


def test_the_message_of_a_refusal_does_not_lie_over_the_button_at_the_lower_edge(
    browser_context: BrowserContext, program: Program
) -> None:
    page = at_practice(browser_context, program)
    page.set_viewport_size({"width": 600, "height": 500})
    button = page.locator("form[action='/practice'] button").last
    page.locator("input[name=starting]").fill("1+1")
    button.evaluate("(each) => each.scrollIntoView({ block: 'end' })")
    button.focus()
    place = button.bounding_box()
    assert place is not None
    assert place["y"] + place["height"] > 500 - 40, "it is at the lower edge, where messages come"
    page.keyboard.press("Enter")
    refused = page.locator("#toasts .bad")
    expect(refused).to_be_visible()
    assert button.bounding_box() == place
    box = refused.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= place["y"]


def test_back_and_forward_lead_from_a_form_to_its_answer_and_back(
    browser_context: BrowserContext, program: Program
) -> None:
    page = at_practice(browser_context, program)
    begin(page, "1+1")
    begin(page, "QUOTES")
    page.wait_for_url(re.compile("/practice/practice-"))
    answer = page.url
    page.go_back()
    expect(page).to_have_url(f"{program.url}/practice")
    page.go_forward()
    expect(page).to_have_url(answer)


def test_without_the_network_a_form_waits_for_another_press(
    browser_context: BrowserContext, program: Program
) -> None:
    page = at_practice(browser_context, program)
    browser_context.set_offline(True)
    begin(page, "QUOTES")
    expect(page.locator("#toasts .bad")).to_contain_text("Not connected. Try again")
    browser_context.set_offline(False)
    begin(page, "QUOTES")
    page.wait_for_url(re.compile("/practice/practice-"))


GAME = "#player1 Ann Ann\n#player2 Bo Bo\n>Ann: QUOTES 8C QUOTES +48 48\n"
CONNECTIONS = 9
"""Each on its own, so that all of three workers are asked."""


def test_of_three_workers_each_finds_the_page_that_answers_a_form_which_is_sent_once(
    start: Start, postgresql: Server, browser_context: BrowserContext
) -> None:
    served = start("--db", postgresql.new_database(), "--workers", "3")
    page = browser_context.new_page()
    posted: list[str] = []
    page.on("request", lambda each: posted.append(each.url) if each.method == "POST" else None)
    page.goto(f"{served.url}/analysis")
    page.fill("#game", GAME)
    with page.expect_response(lambda answer: "shown=" in answer.url) as shown:
        page.get_by_role("button", name="Open on the board").click()
    expect(page.locator("ww-board")).to_be_visible()
    for _ in range(CONNECTIONS):
        assert "QUOTES" in patiently.get(shown.value.url).text
    page.go_back()
    expect(page.locator("#game")).to_be_visible()
    page.go_forward()
    expect(page.locator("ww-board")).to_be_visible()
    assert [url for url in posted if not url.endswith("/think")] == [f"{served.url}/analysis"]
