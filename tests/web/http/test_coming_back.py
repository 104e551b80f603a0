"""Pages that were left: for hours, by a browser that was closed, by going back, with the server away."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, Response, Route, StorageState, expect

from web.conftest import Program, Start
from web.events import Event, join, prepare
from web.station import LAPTOP, PHONE
from web.waiting import be_patient_in, stop_time, wait_for, wait_until
from wordwaiter.roles import Role
from wordwaiter.service.tournaments.examples import Example


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Event]:
    db = tmp_path_factory.mktemp("coming-back") / "event.db"
    return db, prepare(db, Example.ANDROSCOGGIN, Role.TABLE_SCOREKEEPER, Role.DIRECTOR)


@pytest.fixture(scope="module")
def program(start: Start, event: tuple[Path, Event]) -> Program:
    return start("--db", str(event[0]))


@pytest.fixture(scope="module")
def joined(chromium: Browser, program: Program, event: tuple[Path, Event]) -> StorageState:
    """What the tablet of somebody keeps who keeps tables."""
    browser_context = chromium.new_context()
    join(browser_context.new_page(), program.url, event[1].code(Role.TABLE_SCOREKEEPER))
    kept = browser_context.storage_state()
    browser_context.close()
    return kept


@pytest.fixture
def keeper(chromium: Browser, joined: StorageState) -> Iterator[BrowserContext]:
    """That tablet; each test takes another table."""
    browser_context = chromium.new_context(viewport=LAPTOP, storage_state=joined)
    yield browser_context
    browser_context.close()


def open_table(browser_context: BrowserContext, address: str, *, is_frozen: bool = False) -> Page:
    page = browser_context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
    if is_frozen:
        page.clock.install()
    page.goto(address)
    expect(page.locator("ww-board[data-ready]")).to_be_visible()
    return page


def begin(page: Page) -> None:
    for seat, tile in enumerate("AB"):
        page.fill(f"#draw-{seat}", tile)
        page.locator(f"form:has(#draw-{seat}) button").click()
        expect(page.locator(f"#draw-{seat}")).to_have_count(0)


def play(page: Page, text: str, turns: int) -> None:
    page.fill("#play", text)
    page.locator("#entry .next").click()
    expect(page.locator("#turns tbody tr")).to_have_count(turns)


LOOKS_FOR_NEWS_ALONE = """
  const every = window.setInterval;
  window.setInterval = (does, ms, ...rest) => (ms === 60_000 ? 0 : every(does, ms, ...rest));
"""
"""A page that does not look by itself once a minute."""


def test_a_page_left_open_for_three_hours_is_still_right(
    keeper: BrowserContext, event: tuple[Path, Event], program: Program, start: Start
) -> None:
    address = f"{program.url}/tables/{event[1].tables[0]}"
    left, busy = open_table(keeper, address, is_frozen=True), open_table(keeper, address)
    begin(busy)
    expect(left.locator("#draw-0")).to_have_count(0)
    left.clock.fast_forward("03:00:00")
    play(busy, "8D RETINA", 1)
    expect(left.locator("#turns tbody tr")).to_have_count(1)
    expect(left.locator("#sides .side").first).to_contain_text("14")
    # The program is started again in the meantime; the page finds it by itself.
    program.stop()
    left.clock.run_for(6_000)
    expect(left.locator("#link")).to_have_class("at-end link lost")
    start("--db", str(event[0]), "--port", program.port)
    left.clock.run_for(6_000)
    expect(left.locator("#link")).not_to_have_class("at-end link lost")
    play(busy, "I8 .T", 2)
    expect(left.locator("#turns tbody tr")).to_have_count(2)
    # And whoever kept the table three hours ago keeps it still.
    play(left, "J9 AT", 3)
    expect(busy.locator("#turns tbody tr")).to_have_count(3)
    # News is heard and the look at it fails: the page looks again when it knows that the server is there.
    keeper.add_init_script(LOOKS_FOR_NEWS_ALONE)
    missing = open_table(keeper, address)
    missing.route(address, lambda route: route.abort())
    play(busy, "10J .O", 4)
    expect(missing.locator("#link")).to_have_class("at-end link lost")
    missing.unroute(address)
    expect(missing.locator("#turns tbody tr")).to_have_count(4)


def test_closing_and_opening_the_browser_loses_nothing(
    chromium: Browser, event: tuple[Path, Event], program: Program, tmp_path: Path
) -> None:
    address = f"{program.url}/tables/{event[1].tables[1]}"

    def opened() -> BrowserContext:
        browser = chromium.browser_type.launch_persistent_context(
            tmp_path,
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--disable-gpu"],
            viewport=PHONE,
        )
        be_patient_in(browser)
        return browser

    browser = opened()
    join(browser.pages[0], program.url, event[1].code(Role.DIRECTOR))
    page = open_table(browser, address)
    begin(page)

    def cut(route: Route) -> None:
        route.abort() if route.request.method == "POST" else route.continue_()

    page.route("**/tables/**", cut)
    page.fill("#play", "8D RETINA")
    page.keyboard.press("Enter")
    expect(page.locator("#offline")).to_contain_text("1 entry is saved here")
    browser.set_offline(True)  # what is tried again while it closes would get through, with nobody to cut it
    browser.close()
    browser = opened()
    # On any page of ours: the entry goes out, once, and whoever entered it hears of it.
    page = browser.pages[0]
    stop_time(page)  # what it is told goes away after a while
    page.goto(f"{program.url}/me/{event[1].stream}")
    expect(page.locator("#toasts")).to_contain_text("8D RETINA: 14 points")
    page = open_table(browser, address)
    expect(page.locator("#turns tbody tr")).to_have_count(1)
    browser.close()


def test_going_back_after_a_play_shows_the_table_as_it_is_and_plays_nothing_twice(
    keeper: BrowserContext, event: tuple[Path, Event], program: Program
) -> None:
    page = open_table(keeper, f"{program.url}/tables/{event[1].tables[2]}")
    begin(page)
    play(page, "8D RETINA", 1)
    page.goto(f"{program.url}/me/{event[1].stream}")
    page.go_back()
    expect(page.locator("#turns tbody tr")).to_have_count(1)
    expect(page.locator("#play")).to_have_value("")
    play(page, "I8 .T", 2)
    page.go_forward()
    page.go_back()
    expect(page.locator("#turns tbody tr")).to_have_count(2)


def test_without_scripts_going_back_and_sending_a_form_again_changes_nothing(
    chromium: Browser, keeper: BrowserContext, event: tuple[Path, Event], program: Program
) -> None:
    address = f"{program.url}/tables/{event[1].tables[3]}"
    begin(open_table(keeper, address))
    browser_context = chromium.new_context(
        viewport=LAPTOP, java_script_enabled=False, storage_state=keeper.storage_state()
    )
    page = browser_context.new_page()
    page.goto(address)
    hidden = page.locator("#entry input[type=hidden]").all()
    kept = {str(each.get_attribute("name")): each.input_value() for each in hidden}
    page.fill("#play", "8D RETINA")
    page.locator("#entry .next").click()
    expect(page.locator("#turns tbody tr")).to_have_count(1)
    # The same form arrives once more, as from a page that the browser kept.
    headers = {"Origin": program.url}
    again = browser_context.request.post(address, form=dict(kept, play="8D RETINA"), headers=headers)
    assert again.ok
    page.goto(address)
    expect(page.locator("#turns tbody tr")).to_have_count(1)
    browser_context.close()


def test_a_page_that_the_browser_kept_becomes_live_again(
    keeper: BrowserContext, event: tuple[Path, Event], program: Program
) -> None:
    address = f"{program.url}/tables/{event[1].tables[4]}"
    kept, busy = open_table(keeper, address), open_table(keeper, address)
    expect(kept.locator("#link")).to_be_visible()
    # Its connection may have died while it was away, and nobody told it so: it asks for a new one.
    with kept.expect_request(re.compile("/api/v1/feed")):
        kept.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    begin(busy)
    expect(kept.locator("#draw-0")).to_have_count(0)


def test_every_button_of_a_table_that_is_pressed_twice_counts_once(
    keeper: BrowserContext, event: tuple[Path, Event], program: Program
) -> None:
    page = open_table(keeper, f"{program.url}/tables/{event[1].tables[5]}")
    sent: set[str] = set()

    def note(request: Request) -> None:
        if request.method == "POST":  # its key: the same press may be sent again when an answer is late
            sent.update(parse_qs(request.post_data or "")["sending"])

    page.on("request", note)
    for seat, tile in enumerate("AB"):
        page.fill(f"#draw-{seat}", tile)
        page.locator(f"form:has(#draw-{seat}) button").dblclick()
        expect(page.locator(f"#draw-{seat}")).to_have_count(0)
    page.fill("#play", "8D RETINA")
    page.locator("#entry .next").dblclick()
    expect(page.locator("#turns tbody tr")).to_have_count(1)
    page.locator("#pass > summary").click()
    page.locator("button[value=pass]").dblclick()
    expect(page.locator("#turns tbody tr")).to_have_count(2)
    page.locator("#more > summary").click()
    page.fill("#undo-reason", "pressed by mistake")
    page.locator("button[value=undo]").dblclick()
    expect(page.locator("#turns tbody tr")).to_have_count(1)
    page.locator("#challenge > summary").click()
    page.locator("button[value=challenge]").dblclick()
    expect(page.locator("#status.waits")).to_be_visible()
    assert len(sent) == 6, sent
    expect(page.locator("#toasts .bad")).to_have_count(0)


HIDEABLE = """
  let hidden = false;
  Object.defineProperty(document, 'visibilityState', { get: () => (hidden ? 'hidden' : 'visible') });
  window.cover = (is) => { hidden = is; document.dispatchEvent(new Event('visibilitychange')); };
"""


def test_any_number_of_tabs_can_be_open(
    keeper: BrowserContext, event: tuple[Path, Event], program: Program
) -> None:
    """A browser has six connections for all tabs of a server, and each tab follows the feed."""
    tables = [f"{program.url}/tables/{stream}" for stream in event[1].tables[6:8]]
    keeper.add_init_script(HIDEABLE)
    tabs = []
    for number in range(9):
        tab = open_table(keeper, tables[number % 2], is_frozen=True)
        expect(tab.locator("#link")).to_be_visible()
        tab.evaluate("cover(true)")
        tab.clock.run_for(11_000)
        tabs.append(tab)
    busy = open_table(keeper, tables[0])
    begin(busy)
    # Whoever comes back to a tab sees what happened, and goes on hearing.
    tabs[0].evaluate("cover(false)")
    expect(tabs[0].locator("#draw-0")).to_have_count(0)
    play(busy, "8D RETINA", 1)
    expect(tabs[0].locator("#turns tbody tr")).to_have_count(1)


def test_what_comes_waits_while_a_button_is_held_so_that_the_press_counts(
    keeper: BrowserContext, event: tuple[Path, Event], program: Program
) -> None:
    address = f"{program.url}/tables/{event[1].tables[-1]}"
    keeper.add_init_script("document.addEventListener('live:changed', () => (window.hasLooked = true))")
    pressing, busy = open_table(keeper, address), open_table(keeper, address)
    wait_until(pressing, "window.hasLooked")  # as every page does at first; that is not the news below
    pressing.bring_to_front()
    pressing.fill("#draw-0", "A")
    pressing.locator("form:has(#draw-0) button").hover()
    pressing.mouse.down()
    seen: list[Response] = []
    pressing.on("response", lambda response: seen.append(response) if response.url == address else None)
    busy.fill("#draw-1", "B")
    busy.locator("form:has(#draw-1) button").click()
    expect(busy.locator("#draw-1")).to_have_count(0)
    wait_for(pressing, lambda: any("draw-1" not in each.text() for each in seen), "news of the draw")
    expect(pressing.locator("#draw-1")).to_have_count(1)  # it has the news, and keeps it back
    pressing.mouse.up()
    for page in (pressing, busy):
        expect(page.locator("#draw-0")).to_have_count(0)
        expect(page.locator("#draw-1")).to_have_count(0)

    # What the play would score stands above the button, and would push it away from under the finger.
    asked: list[Route] = []
    pressing.route("**/previews/**", lambda route: asked.append(route))
    with pressing.expect_request("**/previews/**"):
        pressing.fill("#play", "8D RETINA")
    button = pressing.locator("#entry .next")
    button.hover()
    pressing.mouse.down()
    before = button.bounding_box()
    with pressing.expect_response("**/previews/**"):
        asked.pop().continue_()
    pressing.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    assert button.bounding_box() == before
    pressing.mouse.up()
    expect(pressing.locator("#turns tbody tr")).to_have_count(1)
