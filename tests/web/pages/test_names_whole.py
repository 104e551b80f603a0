"""Names and choices are read whole on a laptop, and columns of the big screen begin side by side."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from web.conftest import Program, Start
from web.events import join
from web.room import CUP, OWNER
from web.station import LAPTOP, PROJECTOR
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.tournaments import begin_tournament
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, pair_of, single
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.rounds.rounds import Seating
from wordwaiter.tournament.state import Screen

PAIRS = ("Agnes Wilberforce-Montgomery", "Kathleen O’Brien"), ("Jean-Guy Tremblay", "Mary O’Brien")
BOARDS = 12
FUN = "tournament-2"
SECOND = "tournament-3"
CUT = """selects => selects.filter(select => {
  const pen = document.createElement('canvas').getContext('2d');
  const look = getComputedStyle(select);
  pen.font = `${look.fontWeight} ${look.fontSize} ${look.fontFamily}`;
  const room = select.clientWidth - parseFloat(look.paddingLeft) - parseFloat(look.paddingRight);
  return pen.measureText(select.selectedOptions[0].label).width > room;
}).map(select => select.selectedOptions[0].label)"""


@pytest.fixture(scope="module")
def events(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Pairs with long names before rounds 1 and 2, a round with twelve results, and the director's code."""
    db = tmp_path_factory.mktemp("whole") / "whole.db"
    with Context.open(db) as context:
        opening = [c.OpenDivision("Cora", "Open", shipped_format("ontario"))]
        begin_tournament(context, OWNER, c.OpenTournament("Cora", "Doubles"), opening)
        begin_tournament(
            context,
            OWNER,
            c.OpenTournament("Cora", "Cup"),
            [c.OpenDivision("Cora", "Open", shipped_format("club"))],
        )
        pairs = tuple(pair_of(Profile(first, age=70), Profile(second, age=71)) for first, second in PAIRS)
        _do(context, CUP, c.Register("Cora", "Open", pairs), c.CheckIn("Cora", (2, 3, 5, 6)))
        names = tuple(single(Profile(f"Entrant {number}")) for number in range(2 * BOARDS))
        seats = tuple(Seating(table + 1, (2 * table + 1, 2 * table + 2)) for table in range(BOARDS))
        _do(
            context,
            FUN,
            c.Register("Cora", "Open", names),
            c.CheckIn("Cora", tuple(range(1, 2 * BOARDS + 1))),
            c.PublishRound("Cora", "Open", seats),
            c.StartRound("Cora", "Open"),
            *(c.HandInSheet("Cora", "Open", 1, each.table, (300, 299), each.sides) for each in seats),
            c.ChooseScreen("Cora", Screen.RESULTS),
        )
        begin_tournament(context, OWNER, c.OpenTournament("Cora", "Second round"), opening)
        tables = (Seating(1, (2, 5)), Seating(2, (3, 6)))
        _do(
            context,
            SECOND,
            c.Register("Cora", "Open", pairs),
            c.CheckIn("Cora", (2, 3, 5, 6)),
            c.PublishRound("Cora", "Open", tables),
            c.StartRound("Cora", "Open"),
            *(c.HandInSheet("Cora", "Open", 1, each.table, (300, 299), each.sides) for each in tables),
            c.CloseRound("Cora", "Open"),
        )
        grants = [Grant(Role.DIRECTOR, stream) for stream in (CUP, SECOND)]
        return db, context.devices.invite(OWNER, grants, name="Cora").secret


def _do(context: Context, stream: str, *commands: c.Command) -> None:
    for command in commands:
        execute(context, OWNER, TOURNAMENTS, stream, command)


@pytest.fixture(scope="module")
def program(start: Start, events: tuple[Path, str]) -> Program:
    return start("--db", str(events[0]))


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    browser_context = chromium.new_context(viewport=LAPTOP)
    yield browser_context.new_page()
    browser_context.close()


def test_names_to_pair_and_choices_of_a_format_are_not_cut_on_a_laptop(
    page: Page, program: Program, events: tuple[Path, str]
) -> None:
    join(page, program.url, events[1])
    page.goto(f"{program.url}/director/{SECOND}/rounds/1")
    expect(page.locator(".pairing select")).to_have_count(4)
    assert page.locator(".pairing select").evaluate_all(CUT) == []
    page.goto(f"{program.url}/director/{CUP}/entrants")
    page.locator("[id^=format-] > summary").click()
    choices = page.locator(".sentences select")
    assert choices.count() > 3
    assert choices.evaluate_all(CUT) == []


def test_columns_of_results_begin_side_by_side_below_their_heading(page: Page, program: Program) -> None:
    page.set_viewport_size(PROJECTOR)
    page.goto(f"{program.url}/screen/{FUN}")
    rows = page.locator("[data-panel=results] li")
    expect(rows).to_have_count(BOARDS)
    tops = rows.evaluate_all("all => all.map(each => Math.round(each.getBoundingClientRect().top))")
    assert tops.count(min(tops)) > 1
