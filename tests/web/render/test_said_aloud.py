"""What a screen reader says at a table: whose turn it is, what a play scored, the verdict, the time."""

from playwright.sync_api import BrowserContext, expect

from web.conftest import Program
from web.hearing import LISTEN, wait_to_hear
from web.waiting import wait_until


def test_turns_scores_verdicts_and_time_are_said(browser_context: BrowserContext, program: Program) -> None:
    browser_context.add_init_script(LISTEN)
    page = browser_context.new_page()
    page.clock.install()
    page.goto(f"{program.url}/play")
    page.check("[value=real]")
    page.fill("[name=first]", "Page Turners")
    page.fill("[name=second]", "Ampersands")
    page.select_option("[name=rulebook]", "androscoggin")
    page.click("button.next")
    expect(page.locator("ww-board[data-ready]")).to_be_visible()  # its scripts have come
    for seat, tile in enumerate("AB"):
        page.fill(f"#draw-{seat}", tile)
        page.locator(f"form:has(#draw-{seat}) button").click()
        page.locator(f"#draw-{seat}").wait_for(state="detached")
    wait_to_hear(page, "Page Turners to play, turn 1.")
    page.fill("#play", "8D RETINX")
    page.locator("#entry .next").click()
    wait_to_hear(page, "8D RETINX: 28 points")
    wait_to_hear(page, "Ampersands to play, turn 2.")
    page.locator("#challenge summary").click()
    page.locator("button[value=challenge]").click()
    wait_to_hear(page, "RETINX: not good, the tiles came off.")
    page.fill("#play", "1A NO")
    page.locator("#entry .next").click()
    wait_to_hear(page, "the centre square")  # why not
    # The server's time does not leap with the page's: its answer after a leap would set the clock back.
    page.route(page.url, lambda route: route.abort())
    # To where little is left, however long all that took.
    left_ms = page.locator("ww-clock[running]").first.evaluate("clock => clock.remaining")
    page.clock.fast_forward(left_ms - 20_000)
    wait_until(page, "window.heard.some((each) => /[0-9]:[0-9][0-9] left/.test(each))")
    page.clock.fast_forward(200_000)
    wait_to_hear(page, "Time is up")
    # The seconds themselves are not read out, one by one.
    assert page.locator("ww-clock").first.get_attribute("aria-live") in (None, "off")
    assert len(page.evaluate("window.heard")) < 30
