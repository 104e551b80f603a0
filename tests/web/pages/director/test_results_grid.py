"""Results of a round: two totals and two keys each, sheets that differ, and reports from players' phones."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from web.conftest import Start
from web.events import join
from web.room import CUP, OWNER
from web.station import LAPTOP, PHONE
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.tournaments import begin_tournament
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, single
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.rounds.rounds import Seating

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gil", "Hal")
Enter = Callable[[ViewportSize, str], Page]


@pytest.fixture
def enter(chromium: Browser, start: Start, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Enter]:
    """Opens a device of the director, or of a player by name, in a round of four tables that has started."""
    db = tmp_path_factory.mktemp("grid") / "cup.db"
    codes = {}
    with Context.open(db) as context:
        opening = [c.OpenDivision("Cora", "A", shipped_format("club"))]
        begin_tournament(context, OWNER, c.OpenTournament("Cora", "Cup"), opening)
        seats = tuple(Seating(table, (2 * table - 1, 2 * table)) for table in range(1, 5))
        for command in (
            c.Register("Cora", "A", tuple(single(Profile(name)) for name in NAMES)),
            c.CheckIn("Cora", tuple(range(1, 9))),
            c.PublishRound("Cora", "A", seats),
            c.StartRound("Cora", "A"),
        ):
            execute(context, OWNER, TOURNAMENTS, CUP, command)
        grants = {"Cora": Grant(Role.DIRECTOR, CUP)}
        grants |= {name: Grant(Role.PLAYER, CUP, entrant=number) for number, name in enumerate(NAMES, 1)}
        for name, grant in grants.items():
            codes[name] = context.devices.invite(OWNER, [grant], name=name).secret
    url = start("--db", str(db)).url
    opened = []

    def opens(size: ViewportSize, name: str) -> Page:
        browser_context = chromium.new_context(viewport=size)
        opened.append(browser_context)
        page = browser_context.new_page()
        page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
        join(page, url, codes[name])
        page.goto(f"{url}/director/{CUP}/rounds/1" if name == "Cora" else f"{url}/me/{CUP}")
        expect(page.locator("#link")).to_be_visible()  # the scripts have come
        return page

    yield opens
    for browser_context in opened:
        browser_context.close()


def score(director: Page, table: int) -> str:
    row = director.locator("table.results tr", has=director.locator(f"#correct-{table}-1"))
    return row.locator(".score").inner_text()


def test_the_two_sheets_of_a_table_are_typed_one_after_the_other(enter: Enter) -> None:
    """Whoever has the sheets of table 3 in hand types both, though those of table 1 are not here yet."""
    director = enter(LAPTOP, "Cora")
    director.get_by_role("link", name="Score sheets from both sides").click()
    field = director.get_by_role("group", name="Sheet from Ed").get_by_label("Ed")
    field.click()
    for keys in ("401", "350", "401", "350"):
        director.keyboard.type(keys)
        director.keyboard.press("Tab" if keys == "401" else "Enter")
    table = director.locator(".sheets li", has_text="Table 3")
    expect(table).to_contain_text("confirmed")
    expect(director.locator(".sheets li", has_text="missing")).to_have_count(3)


def test_a_result_is_two_totals_and_two_keys_and_sheets_that_differ_are_one_press(enter: Enter) -> None:
    director = enter(LAPTOP, "Cora")

    # Both initialled the sheets of tables 1 and 2: the numbers, Tab and Enter are all that is pressed.
    director.locator("#s1-1-1").click()
    for first, second in ((401, 350), (299, 310)):
        director.keyboard.type(str(first))
        director.keyboard.press("Tab")
        director.keyboard.type(str(second))
        director.keyboard.press("Enter")
    expect(director.locator("#s1-3-1")).to_be_focused()
    expect(director.locator("#correct-2-1")).to_be_attached()
    assert [score(director, table) for table in (1, 2)] == ["401 – 350", "299 – 310"]

    # At table 3 the initials are missing: it waits, and is confirmed when they are there.
    director.locator("#enter-3-1").get_by_label("Both initialled").uncheck()
    director.locator("#s1-3-1").fill("280")
    director.locator("#s2-3-1").fill("281")
    director.locator("#enter-3-1").get_by_role("button", name="Save").click()
    expect(director.locator("#enter-3-1")).to_contain_text("Not signed by everyone")
    expect(director.locator("#s2-3-1")).to_have_value("281")
    expect(director.locator("#enter-3-1").get_by_label("Both initialled")).to_be_checked()
    director.locator("#enter-3-1").get_by_role("button", name="Save").click()
    expect(director.locator("#correct-3-1")).to_be_attached()

    # The players of table 4 report from their phones, and differ; the director says whose sheet is right.
    gil, hal = enter(PHONE, "Gil"), enter(PHONE, "Hal")
    gil.locator("#report-7 > summary").click()
    gil.get_by_label("Your total").fill("333")
    gil.get_by_label("Hal", exact=True).fill("322")
    gil.locator("#report-7").get_by_role("button", name="Report result").click()
    expect(gil.locator("#report-7-of")).to_contain_text(
        "You reported 333 for you and 322 for Hal. Waiting for Hal to confirm."
    )
    expect(hal.locator("#report-8-of")).to_contain_text("Gil reported 322 for you and 333 for Gil.")
    hal.locator("#report-8 > summary").click()
    hal.get_by_label("Your total").fill("332")
    hal.get_by_label("Gil", exact=True).fill("333")
    hal.locator("#report-8").get_by_role("button", name="Report result").click()
    expect(gil.locator("#report-7-of")).to_contain_text("The two reports differ")
    there = director.locator("#enter-4-1")
    expect(there.locator(".buttons").get_by_role("button")).to_have_text(["Gil: 333 – 322", "Hal: 333 – 332"])
    expect(there.locator("p").first).to_have_text("Gil – Hal: whose sheet is right?")
    expect(there.locator("#other-4-1 > summary")).to_have_text("Other")
    there.get_by_role("button", name="Hal").click()
    expect(director.locator("#correct-4-1")).to_be_attached()
    assert score(director, 4) == "333 – 332"
    expect(gil.locator(".my-score")).to_contain_text("333 : 332")


def test_what_one_player_reports_and_the_other_confirms_counts_as_signed(enter: Enter) -> None:
    ann, bo = enter(PHONE, "Ann"), enter(PHONE, "Bo")
    ann.locator("#report-1 > summary").click()
    ann.get_by_label("Your total").fill("401")
    ann.get_by_label("Bo", exact=True).fill("350")
    ann.locator("#report-1").get_by_role("button", name="Report result").click()
    bo.locator("#report-2-of").get_by_role("button", name="Confirm").click()
    expect(bo.locator(".my-score")).to_contain_text("350 : 401 result")
    expect(ann.locator(".my-score")).to_contain_text("401 : 350 result")
    director = enter(LAPTOP, "Cora")
    assert score(director, 1) == "401 – 350"
    director.goto(f"{director.url.partition('/rounds')[0]}/log")
    expect(director.locator("main")).to_contain_text("signed by Bo")
