"""*Challenge the last play* on the signing card, pressed in a browser; the judge's tablet rules."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from web.conftest import Program, Start
from web.events import Event, join, prepare
from web.station import PHONE, TABLET
from wordwaiter.roles import Role
from wordwaiter.service.tournaments.examples import Example


@pytest.fixture(scope="module")
def ontario(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Event]:
    db = tmp_path_factory.mktemp("ontario") / "games.db"
    return db, prepare(db, Example.ONTARIO, Role.TABLE_SCOREKEEPER, Role.JUDGE)


@pytest.fixture(scope="module")
def program(start: Start, ontario: tuple[Path, Event]) -> Program:
    return start("--db", str(ontario[0]))


def count_racks(table: Page, *racks: str) -> None:
    for seat, tiles in enumerate(racks):
        table.fill(f"#rack-{seat}", tiles)
        table.locator(f"form:has(#rack-{seat}) button[value=rack]").click()
        expect(table.locator(f"#rack-{seat}")).to_have_count(0)


@pytest.mark.clause("ontario-8")
def test_after_the_count_and_one_signature_the_last_play_is_challenged_and_the_count_reversed(
    chromium: Browser, program: Program, ontario: tuple[Path, Event]
) -> None:
    """8.d: "Ensure the recorded scores are agreeable to each player and each initial the score sheet/s"."""
    event = ontario[1]
    table, judge = (chromium.new_context(viewport=size).new_page() for size in (PHONE, TABLET))
    join(table, program.url, event.code(Role.TABLE_SCOREKEEPER))
    join(judge, program.url, event.code(Role.JUDGE))
    judge.goto(f"{program.url}/judges")
    table.goto(f"{program.url}/tables/{event.tables[-1]}")
    expect(table.locator("ww-board[data-ready]")).to_be_visible()
    for seat, tile in enumerate("AB"):
        table.fill(f"#draw-{seat}", tile)
        table.locator(f"form:has(#draw-{seat}) button").click()
        expect(table.locator(f"#draw-{seat}")).to_have_count(0)
    table.fill("#play", "8D FROZED")
    table.locator("#entry .next").click()
    expect(table.locator("#turns tbody tr")).to_have_count(1)
    table.locator("#more > summary").click()
    table.locator("#call-time > summary").click()
    table.locator("button[value=time]").click()

    # F 4 twice, R, O, Z 10, E and D 2 make 23, doubled 46; E, A, I, O, U, S and T cost 7, and so do Ben's.
    count_racks(table, "EAIOUST", "EAIOUNR")
    expect(table.locator(".finals td b")).to_have_text(["39", "−7"])
    table.locator("button[value=sign]").last.click()
    expect(table.locator("button[value=sign]")).to_have_count(1)
    card = table.locator(".card.result")
    expect(card).to_contain_text(re.compile(r"Signed: [^.]+\. Still to sign: [^.]+\."))
    expect(card).to_contain_text("You can challenge the last play until both sides have signed.")
    assert table.locator("#dock").evaluate("dock => dock.offsetHeight") <= 1, (
        "an empty bar lies over the card"
    )
    card.locator("#challenge > summary").click()
    card.get_by_role("button", name="Challenge the last play").click()
    expect(table.locator("#status")).to_be_visible()
    expect(table.locator("#status")).to_contain_text("challenged FROZED")
    expect(table.locator("button[value=sign]")).to_have_count(0)

    expect(judge.locator("[data-now] .word")).to_have_text("FROZED")
    judge.keyboard.press("n")
    # Time was called, so the game is over without FROZED; the racks are counted again and both sign again.
    expect(table.locator("#turns tbody")).to_contain_text("taken back")
    count_racks(table, "FROZEDS", "EAIOUNR")
    expect(table.locator(".finals td b")).to_have_text(["−20", "−7"])
    for left in (1, 0):
        table.locator("button[value=sign]").first.click()
        expect(table.locator("button[value=sign]")).to_have_count(left)
    expect(table.get_by_text("Challenge the last play")).to_have_count(0)
