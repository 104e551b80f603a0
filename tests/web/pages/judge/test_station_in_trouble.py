"""The judging station without scripts, without a network, and with answers that are none of ours."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Route, expect

from web.conftest import Program, Start
from web.station import LAPTOP, Open, assert_ready_for_the_next, judge, verdict
from web.waiting import wait_until


def test_without_scripts_a_form_judges_and_one_key_goes_on(chromium: Browser, program: Program) -> None:
    browser_context = chromium.new_context(java_script_enabled=False, viewport=LAPTOP)
    page = browser_context.new_page()
    # A browser counts these seconds by itself, and a busy machine may not get to the next key in ten.
    page.route("**/judge", lambda route: clear_in_an_hour(route))
    page.goto(f"{program.url}/judge")
    expect(page.locator("input")).to_be_focused()
    judge(page, "quotes qxz")
    assert verdict(page) == "NOT GOOD"
    expect(page).to_have_title("Not good · Wordwaiter")
    expect(page.locator("meta[http-equiv=refresh]")).to_have_attribute("content", "3600; url=/judge")
    expect(page.locator(".verdict a")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("input")).to_be_focused()
    judge(page, "favors")
    assert verdict(page) == "GOOD"
    expect(page.locator(".verdict a")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("input")).to_be_focused()
    judge(page, "fav0rs")
    expect(page.get_by_role("alert")).to_contain_text("FAV0RS has a character that is not on a tile")
    expect(page.locator("input")).to_have_value("fav0rs")
    browser_context.close()


def clear_in_an_hour(route: Route) -> None:
    """The page as the server sends it, but for the ten seconds after which a verdict is cleared."""
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace('content="10; url=', 'content="3600; url='))


def test_a_form_that_was_sent_before_the_script_came_is_taken_over(
    browser_context: BrowserContext, program: Program
) -> None:
    page = browser_context.new_page()
    page.clock.install()
    page.route("**/station.js", lambda route: route.abort())
    page.goto(f"{program.url}/judge?theme=dark")
    page.unroute("**/station.js")
    expect(page.locator("input")).to_be_focused()
    judge(page, "quotes")
    assert verdict(page) == "GOOD"
    wait_until(page, "document.querySelector('textarea')")
    page.clock.run_for(10_500)
    assert_ready_for_the_next(page)
    assert page.url.endswith("/judge?theme=dark")
    page.reload()
    expect(page.locator(".verdict")).to_have_count(0)


def test_going_back_to_the_page_shows_no_old_verdict(open_station: Open, program: Program) -> None:
    page = open_station()
    judge(page, "quotes")
    verdict(page)
    page.goto(f"{program.url}/healthz")
    page.go_back()
    expect(page.locator("textarea")).to_be_visible()
    expect(page.locator(".verdict")).to_have_count(0)


def test_a_lost_server_is_told_at_once_and_gives_no_verdict(
    open_station: Open, start: Start, tmp_path: Path
) -> None:
    program = start(cwd=tmp_path)
    page = open_station(url=program.url)
    expect(page.get_by_text("Ready")).to_be_visible()
    judge(page, "quotes")
    assert verdict(page) == "GOOD"
    page.keyboard.press("Escape")
    program.kill()
    judge(page, "favors")
    expect(page.get_by_role("alert")).to_contain_text("Not connected, so there is no verdict")
    expect(page.locator(".verdict")).to_have_count(0)
    expect(page.locator("textarea")).to_have_value("favors")
    expect(page.locator(".link")).to_have_text("Not connected")
    start("--port", program.port, cwd=tmp_path)
    page.keyboard.press("Enter")
    assert verdict(page) == "GOOD"
    expect(page.locator(".link")).to_have_text("Ready")


def test_a_station_that_nobody_uses_shows_that_the_server_is_lost(open_station: Open, start: Start) -> None:
    program = start()
    page = open_station(url=program.url)
    expect(page.locator(".link")).to_have_text("Ready")
    program.kill()
    page.clock.run_for(10_500)
    expect(page.locator(".link")).to_have_text("Not connected")


def test_an_answer_that_comes_too_late_is_not_shown(open_station: Open) -> None:
    page = open_station()
    held: list[Route] = []
    page.route("**/api/v1/judge", lambda route: held.append(route))
    judge(page, "quotes")
    wait_until(page, "document.querySelector('textarea').readOnly")
    page.keyboard.type("xyz")  # dropped: the question is asked
    page.clock.run_for(8500)
    expect(page.get_by_role("alert")).to_contain_text("Not connected")
    expect(page.locator("textarea")).to_have_value("quotes")
    expect(page.locator(".verdict")).to_have_count(0)


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (200, "<html>Welcome to the hotel's network</html>"),
        (200, '{"good": "yes", "words": ["QUOTES"]}'),
        (200, '{"good": true}'),
        (200, "null"),
        (502, "Bad gateway"),
    ],
)
def test_what_is_not_an_answer_of_ours_is_no_verdict(open_station: Open, status: int, body: str) -> None:
    page = open_station()
    page.route("**/api/v1/judge", lambda route: route.fulfill(status=status, body=body))
    judge(page, "quotes")
    expect(page.get_by_role("alert")).to_contain_text("Not connected")
    expect(page.locator(".verdict")).to_have_count(0)
