"""What depends on a time is there at that time: with the clocks of server and browser set by hand."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from playwright.sync_api import Browser, Page, expect

from service.houses import Computer
from web.pages.table.test_calling_time import at_a_real_board
from web.pages.table.test_table_sounds import SPY, ZERO
from web.room import OWNER, bearer, grant_of, join, join_as_owner
from web.served_here import HERE, ServedHere
from web.waiting import wait_until
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.roles import Role
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.tournaments.examples import Example, make_example
from wordwaiter.web.http.app import create_app

LOOKS_AFTER_MS = 300
"""So long after its own 0:00 a page looks: then it is past 0:00 for the server too."""

DRAWN_MS = 20
"""A clock is drawn so long after its time, at most."""

Opens = Callable[[str, dict[str, str]], Page]


@pytest.fixture
def computer() -> Computer:
    return Computer()


@pytest.fixture
def context(tmp_path: Path, computer: Computer) -> Iterator[Context]:
    parts = ContextParts(judge=Judge((Lexicon.of_words("house", ["CAT"]),)), time=computer.time)
    with Context.open(tmp_path / "time.db", parts) as context:
        yield context


@pytest.fixture
def client(context: Context) -> Iterator[TestClient[Any]]:
    with TestClient(create_app(context)) as client:
        client.headers["Origin"] = str(client.base_url)
        yield client


@pytest.fixture
def opens(chromium: Browser, client: TestClient[Any], computer: Computer) -> Iterator[Opens]:
    """Opens a page on which no time passes but what the test lets pass, here and there."""
    browser_context = chromium.new_context()
    browser_context.add_init_script(SPY)

    def opens(address: str, headers: dict[str, str]) -> Page:
        page = browser_context.new_page()
        page.clock.install(time=computer.now)
        page.clock.pause_at(computer.now + timedelta(minutes=1))
        served = ServedHere(page, headers=headers)
        served.client = client
        page.goto(f"{HERE}{address}")
        expect(page.locator("ww-clock[role=timer]").first).to_be_visible()
        return page

    yield opens
    browser_context.close()


def wake_sound(page: Page) -> None:
    """Browsers are silent until somebody presses something."""
    expect(page.locator("#sound")).to_be_visible()
    page.keyboard.press("Shift")


def passes(page: Page, computer: Computer, ms: int) -> None:
    """Lets time pass here and there alike, at once: a page that looks meanwhile would see our end of it."""
    computer.passes(ms)
    page.clock.fast_forward(ms)


def left_ms(page: Page) -> int:
    """What the clock showed when the page was made."""
    return int(page.locator("ww-clock").first.get_attribute("remaining-ms") or 0)


@pytest.mark.parametrize(
    ("role", "address"), [(Role.DIRECTOR, "/director/{stream}"), (Role.EMCEE, "/emcee/{stream}")]
)
def test_time_is_to_be_called_at_zero_with_a_sound_for_director_and_emcee(
    context: Context, computer: Computer, opens: Opens, role: Role, address: str
) -> None:
    stream = make_example(context, OWNER, Example.ONTARIO).stream
    director = role is Role.DIRECTOR
    token = join_as_owner(context)[0] if director else join(context, grant_of(role, stream))[0]
    page = opens(address.format(stream=stream), bearer(token))
    wake_sound(page)
    call = page.locator(".button.next.large", has_text="Call time")
    passes(page, computer, left_ms(page) - 1000)
    expect(call).to_have_count(0)
    assert page.evaluate("window.played") == []
    passes(page, computer, 1000 + DRAWN_MS)
    assert page.evaluate("window.played.slice(0, 4)") == ZERO
    passes(page, computer, LOOKS_AFTER_MS)
    expect(call.first).to_be_visible()


@pytest.mark.parametrize(("may_play", "heard"), [("true", ZERO), ("false", [])])
def test_a_page_that_nobody_touched_rings_where_the_browser_lets_it(
    context: Context, computer: Computer, opens: Opens, may_play: str, heard: list[int]
) -> None:
    """Whoever came to the page by a press on the page before it may hear it at once."""
    stream = make_example(context, OWNER, Example.ONTARIO).stream
    page = opens(f"/emcee/{stream}", bearer(join(context, grant_of(Role.EMCEE, stream))[0]))
    expect(page.locator("#sound")).to_be_visible()
    page.evaluate(f"window.mayPlay = {may_play}")
    passes(page, computer, left_ms(page) + DRAWN_MS)
    expect(page.locator("ww-clock[data-over]").first).to_be_visible()
    assert page.evaluate("window.played") == heard


@pytest.mark.clause("androscoggin-s9")
def test_time_is_to_be_called_at_zero_with_a_sound_at_a_table(
    client: TestClient[Any], computer: Computer, opens: Opens
) -> None:
    table = opens(at_a_real_board(client, "androscoggin"), {})
    wake_sound(table)
    clock = table.locator("#clock-table")
    passes(table, computer, int(clock.get_attribute("remaining-ms") or 0) - 1000)
    expect(table.locator("button[value=time]")).to_have_count(0)
    table.evaluate("window.played.length = 0")
    passes(table, computer, 1000 + DRAWN_MS)
    assert table.evaluate("window.played.slice(0, 4)") == ZERO
    passes(table, computer, LOOKS_AFTER_MS)
    table.get_by_role("link", name="Call time").click()
    expect(table.locator("button[value=time]")).to_be_focused()


def test_the_part_of_the_day_that_is_under_way_is_shown_from_its_start(
    context: Context, computer: Computer, opens: Opens
) -> None:
    stream = make_example(context, OWNER, Example.ONTARIO).stream
    computer.passes(7_000)  # not just when the page looks by itself
    page = opens(f"/live/{stream}", {})
    times = sorted(map(int, (page.locator("[data-times]").get_attribute("data-times") or "").split()))
    now = int(computer.now.timestamp() * 1000)
    start = next(each for each in times if each > now)
    before = page.locator("#day").inner_html()
    passes(page, computer, start - now - 1000)
    assert page.locator("#day").inner_html() == before
    passes(page, computer, 1000 + LOOKS_AFTER_MS)
    wait_until(page, "(before) => document.getElementById('day').innerHTML !== before", arg=before)
