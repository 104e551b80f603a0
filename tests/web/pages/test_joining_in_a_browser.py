"""A director opens the printed link, invites a judge by QR code, and the judge's phone joins."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from web.conftest import Start
from web.http.test_another_laptop import link_of
from web.station import PHONE


@pytest.fixture
def phone(chromium: Browser) -> Iterator[BrowserContext]:
    browser_context = chromium.new_context(viewport=PHONE)
    yield browser_context
    browser_context.close()


def _opened(browser_context: BrowserContext, address: str) -> Page:
    page = browser_context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
    page.on("console", lambda said: pytest.fail(said.text) if "Content Security" in said.text else None)
    page.goto(address)
    return page


def test_from_the_printed_link_to_a_judges_phone(
    start: Start, browser_context: BrowserContext, phone: BrowserContext
) -> None:
    program = start()
    code = link_of(program)
    director = _opened(browser_context, f"{program.url}/join/{code}")
    director.get_by_label("Your name").fill("Cora")
    director.get_by_role("button", name="Join").click()
    expect(director).to_have_url(f"{program.url}/")
    (cookie,) = (each for each in browser_context.cookies() if each["name"] == "wordwaiter")
    assert cookie["httpOnly"]
    assert cookie["sameSite"] == "Lax"
    assert director.evaluate("document.cookie").find("wordwaiter=") == -1

    director.goto(f"{program.url}/devices")
    expect(director.get_by_text("Cora")).to_be_visible()
    director.locator("select[name=role]").select_option("judge")
    director.locator("select[name=stream]").select_option("house")
    director.get_by_label("Name of the person").fill("Judith")
    director.get_by_role("button", name="Create invitation").click()
    expect(director.get_by_text("the program runs on this computer only")).to_be_visible()
    expect(director).to_have_url(f"{program.url}/devices/invite")  # loaded again, it makes no second one
    link = director.locator("code", has_text=re.compile(r"/join/\w{26}$"))
    code = link.inner_text().rpartition("/")[2]

    director.goto(f"{program.url}/devices")
    expect(director.locator("#link")).to_be_visible()
    judge = _opened(phone, f"{program.url}/join/{code}")
    expect(judge.get_by_text("For Judith.")).to_be_visible()
    judge.get_by_role("button", name="Join").click()
    expect(judge).to_have_url(f"{program.url}/judges")
    expect(director.locator("#joined tbody tr")).to_have_count(2)
    judge.goto(f"{program.url}/join")
    expect(judge.get_by_text("This device belongs to Judith")).to_be_visible()
    judge.get_by_role("button", name="Sign out this device").click()
    expect(judge).to_have_url(f"{program.url}/")
    judge.goto(f"{program.url}/join")
    expect(judge.get_by_text("This device belongs to Judith")).to_have_count(0)


def test_whoever_invites_somebody_to_a_game_is_at_the_table_once_they_have_joined(
    start: Start, browser_context: BrowserContext, phone: BrowserContext
) -> None:
    """Clocks run from that moment."""
    program = start()
    ann = _opened(browser_context, f"{program.url}/play")
    ann.locator("input[name=opponent][value=there]").check(force=True)
    ann.get_by_label("Your name").fill("Ann")
    ann.locator("input[name=second]").fill("Ben")
    ann.get_by_role("button", name="Start the game").click()
    link = ann.locator("code").inner_text()
    expect(ann.locator("#link")).to_be_visible()
    ben = _opened(phone, f"{program.url}/join/{link.rpartition('/')[2]}")
    ben.get_by_role("button", name="Join").click()
    expect(ben).to_have_url(f"{program.url}/tables/table-1")
    expect(ann).to_have_url(f"{program.url}/tables/table-1")
