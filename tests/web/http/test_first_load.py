"""What a phone that comes for the first time has to fetch: little, and in few ways there and back."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from web.conftest import Program, Start
from web.events import Event, join, prepare
from web.station import PHONE
from web.waiting import wait_until
from wordwaiter.roles import Role
from wordwaiter.service.tournaments.examples import Example

PAGES = {
    "/": (6, 18_000),
    "/join": (12, 60_000),
    "/tables/{table}": (9, 60_000),
    "/me/{stream}?who=1": (8, 38_000),
    "/live/{stream}": (8, 38_000),
    "/screen/{stream}": (9, 40_000),
}
"""Requests and bytes that a page may cost a phone that has nothing yet: itself, styles, icon, scripts."""

AWAITED = {"/tables/{table}": 4, "/screen/{stream}": 4}
"""Styles and scripts without which a page cannot be used; a browser asks for six at a time."""


FETCHED_AHEAD = """() => {
  const files = [...document.querySelectorAll('link[rel=prefetch]')].map((link) => link.href);
  return files.length > 3 && files.every((file) => performance.getEntriesByName(file).length);
}"""


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Event]:
    db = tmp_path_factory.mktemp("first") / "first.db"
    return db, prepare(db, Example.ONTARIO, Role.TABLE_SCOREKEEPER)


@pytest.fixture(scope="module")
def program(start: Start, event: tuple[Path, Event]) -> Program:
    return start("--db", str(event[0]))


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    browser_context = chromium.new_context(viewport=PHONE)
    page = browser_context.new_page()
    page.on("console", lambda said: pytest.fail(said.text) if "Content Security" in said.text else None)
    yield page
    browser_context.close()


@pytest.mark.parametrize("path", PAGES)
def test_a_first_page_is_small_and_asks_for_everything_at_once(
    phone: Page, program: Program, event: tuple[Path, Event], path: str
) -> None:
    finished: list[Request] = []

    def note(request: Request) -> None:
        if request.resource_type != "fetch":  # a page that is there looks again when it hears something
            finished.append(request)

    phone.on("requestfinished", note)
    address = path.format(stream=event[1].stream, table=event[1].tables[0])
    answer = phone.goto(f"{program.url}{address}")
    assert answer is not None
    assert answer.header_value("content-encoding") == "gzip"
    if path == "/join":  # what comes after it is fetched when nothing else is
        wait_until(phone, FETCHED_AHEAD)
    named = {f"{program.url}{each}" for each in re.findall(r'(?:href|src)="(/static/[^"]+)"', answer.text())}
    files = {request.url for request in finished if "/static/" in request.url}
    # A file that only another file names comes a way there and back later.
    assert files <= named
    awaited = re.findall(r'<link rel="(?:modulepreload|stylesheet)" href="[^"]+">', answer.text())
    assert len(awaited) <= AWAITED.get(path, 3)
    assert len([each for each in files if each.endswith(".css")]) <= 2
    sizes = [request.sizes() for request in finished]
    most_requests, most_bytes = PAGES[path]
    assert sum(each["responseHeadersSize"] + each["responseBodySize"] for each in sizes) < most_bytes
    assert len(finished) <= most_requests


def test_whoever_joins_has_what_the_table_needs_before_they_open_it(
    phone: Page, program: Program, event: tuple[Path, Event]
) -> None:
    code = event[1].code(Role.TABLE_SCOREKEEPER)
    phone.goto(f"{program.url}/join/{code}")
    wait_until(phone, FETCHED_AHEAD)
    join(phone, program.url, code)
    phone.goto(f"{program.url}/tables/{event[1].tables[0]}")
    expect(phone.locator("ww-board[data-ready]")).to_be_visible()
    fetched = phone.evaluate(
        "performance.getEntriesByType('resource').filter((each) => each.transferSize > 0)"
        ".map((each) => new URL(each.name).pathname).filter((path) => /\\.(js|css)$/.test(path))"
    )
    assert fetched == []
