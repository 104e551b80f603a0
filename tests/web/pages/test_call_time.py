"""At 0:00 *Call time* is there at once, for director, emcee and tables, with a sound."""

import math
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from web.conftest import Start
from web.events import join, prepare
from web.pages.table.test_table_sounds import SPY, ZERO
from web.waiting import wait_until
from wordwaiter.roles import Role
from wordwaiter.service.tournaments.examples import Example

NO_NEWS = """
  const every = window.setInterval;
  window.setInterval = (does, ms, ...rest) => (ms >= 2_000 ? 0 : every(does, ms, ...rest));
  window.EventSource = class extends EventTarget { close() {} };
"""
"""A page that hears nothing from the server, and never looks again by itself."""
CALL = "button[value=call-time]:visible"


def test_call_time_appears_at_zero_with_a_sound(chromium: Browser, start: Start, tmp_path: Path) -> None:
    roles = (Role.DIRECTOR, Role.EMCEE, Role.TABLE_SCOREKEEPER)
    event = prepare(tmp_path / "ontario.db", Example.ONTARIO, *roles)
    url = start("--db", str(tmp_path / "ontario.db")).url
    clerk = chromium.new_context()
    director = clerk.new_page()
    join(director, url, event.code(Role.DIRECTOR))

    def opened(role: Role, path: str) -> Page:
        browser_context = chromium.new_context()
        browser_context.add_init_script(SPY)
        browser_context.add_init_script(NO_NEWS)
        page = browser_context.new_page()
        page.clock.install()
        join(page, url, event.code(role))
        page.goto(f"{url}{path}")
        expect(page.locator("#sound")).to_be_visible()  # the scripts have come
        return page

    room = opened(Role.DIRECTOR, f"/director/{event.stream}")
    emcee = opened(Role.EMCEE, f"/emcee/{event.stream}")
    table = opened(Role.TABLE_SCOREKEEPER, f"/tables/{event.tables[0]}")
    for seat, tile in enumerate("AB"):
        table.fill(f"#draw-{seat}", tile)
        table.locator(f"form:has(#draw-{seat}) button").click()
        expect(table.locator(f"#draw-{seat}")).to_have_count(0)
    expect(room.locator(CALL)).to_have_count(0)
    expect(emcee.locator(CALL)).to_have_count(0)
    early = table.locator("#call-time", has_text="The room clock still has")
    expect(early).to_have_count(1)

    left_ms = max(remaining(page) for page in (room, emcee, table))
    minutes = math.ceil(left_ms / 60_000)
    director.goto(f"{url}/director/{event.stream}/rounds/1")
    director.locator("#rare > summary").click()
    form = director.locator("form:has([value=adjust-clock])")
    form.locator("[name=minutes]").fill(f"-{minutes}")
    form.locator("[name=reason]").fill("the hall's clock")
    form.get_by_role("button").click()
    expect(director.locator(CALL).first).to_be_visible()
    expect(room.locator(CALL)).to_have_count(0)  # nobody told this page

    for page in (room, emcee, table):
        page.clock.fast_forward(remaining(page) + 1_000)
        wait_until(
            page, "wanted => JSON.stringify(window.played.slice(-4)) === JSON.stringify(wanted)", arg=ZERO
        )
    expect(room.locator(CALL).first).to_be_visible()
    expect(emcee.locator(CALL).first).to_be_visible()
    expect(early).to_have_count(0)
    expect(table.locator("#call-time")).to_have_count(1)
    for page in (director, room, emcee, table):
        page.context.close()


def remaining(page: Page) -> int:
    return int(page.locator("ww-clock[running]").first.evaluate("clock => clock.remaining"))
