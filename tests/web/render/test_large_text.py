"""Text at twice its size on a narrow phone, page by page."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from web.conftest import Program, Start
from web.events import DIRECTOR, Event, join, prepare
from wordwaiter.game import commands as g
from wordwaiter.game.table import Table
from wordwaiter.roles import Role
from wordwaiter.rules.placement import parse_play
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tournaments.examples import Example

NARROW: ViewportSize = {"width": 320, "height": 640}

PAGES = (
    "/",
    "/tournaments/new",
    "/play",
    "/study",
    "/study?letters=AEINRST",
    "/study/box",
    "/study/missed",
    "/join",
    "/judge",
    "/judges",
    "/tables/{table}",
    "/hare/{table}",
    "/sheets/{stream}",
    "/keep/{stream}",
    "/director/{stream}",
    "/director/{stream}/entrants",
    "/director/{stream}/check-in",
    "/director/{stream}/rounds/1",
    "/director/{stream}/standings",
    "/director/{stream}/log",
    "/director/{stream}/paper",
    "/devices?tournament={stream}",
    "/emcee/{stream}",
    "/treasurer/{stream}",
    "/me/{stream}?who=1",
    "/live/{stream}",
)

FAULTS = (Path(__file__).parent / "faults_of_text.js").read_text()


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Event]:
    """The Bee; at the last table one play was made, and the next one can be."""
    db = tmp_path_factory.mktemp("large") / "event.db"
    bee = prepare(db, Example.BEE, Role.DIRECTOR)
    with Context.open(db) as context:
        table: Table = context.states.of(bee.tables[-1]).state
        execute(
            context,
            DIRECTOR,
            TABLES,
            bee.tables[-1],
            g.Play(0, parse_play("H8 .ARDEN", table.position.board)),
        )
    return db, bee


@pytest.fixture(scope="module")
def program(start: Start, event: tuple[Path, Event]) -> Program:
    return start("--db", str(event[0]))


@pytest.fixture(scope="module")
def reader(chromium: Browser, program: Program, event: tuple[Path, Event]) -> Iterator[Page]:
    """Somebody whose browser shows text at twice its size, on a phone that is 320 pixels wide."""
    browser_context = chromium.new_context(viewport=NARROW, bypass_csp=True)
    browser_context.add_init_script(
        "addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%'; });"
    )
    page = browser_context.new_page()
    join(page, program.url, event[1].code(Role.DIRECTOR))
    yield page
    browser_context.close()


@pytest.mark.parametrize("path", PAGES)
def test_text_at_twice_its_size_is_neither_cut_nor_covered(
    reader: Page, program: Program, event: tuple[Path, Event], path: str
) -> None:
    built = path.startswith("/hare")
    table = event[1].tables[0 if built else -1]
    reader.goto(f"{program.url}{path.format(stream=event[1].stream, table=table)}")
    assert reader.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    assert reader.evaluate(FAULTS) == []
