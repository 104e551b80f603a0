"""The big screen with a full hall: everybody's name comes by itself, large enough to be read."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from web.axe import assert_axe_finds_nothing_serious
from web.conftest import Program, Start
from web.day import Hall
from web.room import CUP, OWNER
from web.station import LAPTOP, PROJECTOR
from web.waiting import stop_time, wait_for
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.tournaments import begin_tournament
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, PublicNames, single
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.rounds.rounds import Seating
from wordwaiter.tournament.state import Screen

ENTRANTS = 200
SMALLEST_PX = 28
"""Of text on a projector with 1,080 lines: a fortieth of the height of the picture."""

PAGE_MS = 14_000
NAMES = tuple(f"Entrant {number:03} of the Hall" for number in range(1, ENTRANTS + 1))


@pytest.fixture(scope="module")
def hall_db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A round of a hundred tables that is published."""
    db = tmp_path_factory.mktemp("hall") / "hall.db"
    with Context.open(db) as context:
        opening = [c.OpenDivision("Cora", "Open", shipped_format("club"))]
        begin_tournament(context, OWNER, c.OpenTournament("Cora", "Cup", names=PublicNames.FULL), opening)
        seatings = tuple(Seating(table + 1, (2 * table + 1, 2 * table + 2)) for table in range(ENTRANTS // 2))
        for command in (
            c.Register("Cora", "Open", tuple(single(Profile(name)) for name in NAMES)),
            c.CheckIn("Cora", tuple(range(1, ENTRANTS + 1))),
            c.PublishRound("Cora", "Open", seatings),
            c.ChooseScreen("Cora", Screen.PAIRINGS),
        ):
            execute(context, OWNER, TOURNAMENTS, CUP, command)
    return db


@pytest.fixture(scope="module")
def program(start: Start, hall_db: Path) -> Program:
    return start("--db", str(hall_db))


@pytest.fixture
def screen(chromium: Browser, program: Program) -> Iterator[Page]:
    """A screen whose time the test turns on."""
    browser_context = chromium.new_context(viewport=PROJECTOR)
    page = browser_context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
    stop_time(page)
    page.goto(f"{program.url}/screen/{CUP}")
    yield page
    browser_context.close()


def seen(page: Page, inside: str) -> set[str]:
    """The names that are wholly on the screen, as large as they have to be, once it has stopped moving."""
    before, now = None, _seen(page, inside)
    while not now or before != now:
        page.wait_for_timeout(50)
        before, now = now, _seen(page, inside)
    assert all(size >= SMALLEST_PX for _, size in now)
    return {name for name, _ in now}


def _seen(page: Page, inside: str) -> list[tuple[str, float]]:
    found: list[tuple[str, float]] = page.locator(f"{inside} .name").evaluate_all(
        """names => names.filter(name => {
             const box = name.getBoundingClientRect();
             const flow = name.closest('.flow').getBoundingClientRect();
             return box.width && box.left >= flow.left - 1 && box.right <= flow.right + 1
               && box.top >= flow.top - 1 && box.bottom <= flow.bottom + 1;
           }).map(name => [name.textContent, parseFloat(getComputedStyle(name).fontSize)])"""
    )
    return found


def pages_of(page: Page) -> tuple[int, int]:
    at, of = page.locator("#pages").inner_text().split(" / ")
    return int(at), int(of)


def test_everybody_comes_by_name_and_then_by_table_without_a_touch(screen: Page) -> None:
    for panel in ("pairings", "pairings-by-table"):
        shown = f"[data-panel={panel}]"
        expect(screen.locator(shown)).to_be_visible()
        first, pages = pages_of(screen)
        assert (first, pages > 1) == (1, True)
        told: set[str] = set()
        for number in range(1, pages + 1):
            assert pages_of(screen)[0] == number
            on_this_page = seen(screen, shown)
            assert not on_this_page & told
            told |= on_this_page
            if number == 1:
                assert_axe_finds_nothing_serious(screen, is_stopped=True)
            screen.clock.run_for(PAGE_MS)
        assert told == set(NAMES)
    expect(screen.locator("[data-panel=pairings]")).to_be_visible()


def test_a_small_window_has_more_pages_and_nothing_is_lost(screen: Page) -> None:
    _, pages = pages_of(screen)
    screen.set_viewport_size({"width": 1280, "height": 480})
    expect(screen.locator("#pages")).not_to_have_text(f"1 / {pages}")
    assert pages_of(screen)[1] > pages
    screen.set_viewport_size(PROJECTOR)
    expect(screen.locator("#pages")).to_have_text(f"1 / {pages}")


@pytest.fixture
def director(chromium: Browser, program: Program) -> Iterator[Page]:
    """The director's laptop, at the buttons of the big screen."""
    program.output.readline()  # says that the next line is the director's link
    hall = Hall(chromium, program.url, program.output.readline().strip())
    page = hall.device(LAPTOP)
    page.goto(f"{program.url}/director/{CUP}/paper")
    yield page
    for browser_context in hall.contexts:
        browser_context.close()


def comes(screen: Page, page: int, *, paused: bool) -> None:
    """Waits until that page is on the screen, much less long than slides take to turn by themselves."""

    def is_there() -> bool:
        screen.clock.run_for(10)
        is_paused = screen.locator("main").get_attribute("data-paused") is not None
        return (pages_of(screen)[0], is_paused) == (page, paused)

    wait_for(screen, is_there, f"page {page}")


def test_the_director_pauses_the_slides_skips_one_and_lets_them_go_on(screen: Page, director: Page) -> None:
    director.get_by_role("button", name="Follow the day").click()
    director.get_by_role("button", name="Pause", exact=True).click()
    comes(screen, 1, paused=True)
    screen.clock.run_for(2 * PAGE_MS)
    assert pages_of(screen)[0] == 1
    director.get_by_role("button", name="Next slide").click()
    comes(screen, 2, paused=True)
    director.get_by_role("button", name="Resume", exact=True).click()
    comes(screen, 2, paused=False)
    screen.clock.run_for(PAGE_MS)
    assert pages_of(screen)[0] == 3


def test_without_scripts_all_of_it_stands_there(chromium: Browser, program: Program) -> None:
    browser_context = chromium.new_context(viewport=PROJECTOR, java_script_enabled=False)
    page = browser_context.new_page()
    page.goto(f"{program.url}/screen/{CUP}")
    expect(page.get_by_text(NAMES[-1]).first).to_be_visible()
    expect(page.locator("[data-panel=pairings-by-table] li").last).to_be_visible()
    browser_context.close()
