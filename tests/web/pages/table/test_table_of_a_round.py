"""A table of a round in browsers: played to its end, signed by both, and handed to the tournament."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from web.axe import assert_axe_finds_nothing_serious_in_any_theme
from web.conftest import Program, Start
from web.events import Event, join, prepare
from web.station import LAPTOP, PHONE
from wordwaiter.roles import Role
from wordwaiter.service.tournaments.examples import Example


@pytest.fixture(scope="module")
def androscoggin(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Event]:
    db = tmp_path_factory.mktemp("androscoggin") / "games.db"
    return db, prepare(db, Example.ANDROSCOGGIN, Role.TABLE_SCOREKEEPER, Role.SCOREKEEPER)


@pytest.fixture(scope="module")
def program(start: Start, androscoggin: tuple[Path, Event]) -> Program:
    return start("--db", str(androscoggin[0]))


def test_a_game_is_played_signed_by_both_and_stands_in_the_tournament(
    chromium: Browser, program: Program, androscoggin: tuple[Path, Event]
) -> None:
    event = androscoggin[1]
    keeper_context, scorer_context = (chromium.new_context(viewport=size) for size in (PHONE, LAPTOP))
    keeper, scorer = keeper_context.new_page(), scorer_context.new_page()
    join(keeper, program.url, event.code(Role.TABLE_SCOREKEEPER))
    join(scorer, program.url, event.code(Role.SCOREKEEPER))
    scorer.goto(f"{program.url}/sheets/{event.stream}")
    table = event.tables[-1].rpartition("/")[2].partition(".")[0]
    card = scorer.locator("li.card", has=scorer.locator("h2", has_text=f"Table {table} "))
    expect(card.locator(".badge")).to_have_text("missing")

    keeper.goto(f"{program.url}/tables/{event.tables[-1]}")
    expect(keeper.locator("#link")).to_be_visible()
    for seat, tile in enumerate("AB"):
        keeper.fill(f"#draw-{seat}", tile)
        keeper.locator(f"form:has(#draw-{seat}) button").click()
        expect(keeper.locator(f"#draw-{seat}")).to_have_count(0)
        expect(keeper.locator("#play" if seat else "#draw-1")).to_be_focused()
    for number, play in enumerate(("8D RETINA", "H8 .O"), 1):
        keeper.fill("#play", play)
        keeper.locator("#entry .next").click()
        expect(keeper.locator("#turns tbody tr")).to_have_count(number)
    # Androscoggin, 10.D: "All possible plays have been made by one team or the other."
    keeper.locator("#finished > summary").click()
    expect(keeper.locator("#finished")).to_contain_text("This ends the game for both teams.")
    keeper.locator("button[value=cannot-play]").click()
    expect(keeper.locator(".result h2")).to_contain_text("won (no plays left).")
    expect(keeper.locator(".finals td b")).to_have_text(["14", "2"])
    for left in (1, 0):
        keeper.locator("button[value=sign]").first.click()
        expect(keeper.locator("button[value=sign]")).to_have_count(left)
    expect(keeper.locator(".result").get_by_text("Everyone has signed.")).to_be_focused()

    expect(card.locator(".badge")).to_have_text("confirmed")  # on the other screen, without loading it again
    expect(card.locator(".stands")).to_contain_text("14")
    assert_axe_finds_nothing_serious_in_any_theme(scorer)
    keeper.goto(f"{program.url}/replays/{event.tables[-1]}?turn=1")
    expect(keeper.locator(".points")).to_have_text("+14")
    assert_axe_finds_nothing_serious_in_any_theme(keeper)
    expect(keeper.locator("ww-board[data-ready]")).to_be_visible()
    # As many turns as a key was pressed, also where the page is slower than the fingers.
    for key, turn in (
        (("ArrowRight",) * 2, 3),
        (("Home",), 0),
        (("ArrowRight", "End", "ArrowLeft"), 2),
        (("Home", "ArrowRight"), 1),
    ):
        for each in key:
            keeper.keyboard.press(each)
        expect(keeper.locator(".arrows")).to_have_attribute("data-at", str(turn))
        expect(keeper.locator("#told")).to_be_focused()
    expect(keeper.locator("ww-board[data-ready]")).to_be_visible()
    keeper.locator("#noting > summary").click()
    keeper.fill("#note", "The tiles were cold")
    keeper.locator("#noting button").click()
    expect(keeper.locator("blockquote.note")).to_contain_text("The tiles were cold")
    expect(keeper.locator("#note")).to_be_focused()
    for browser_context in (keeper_context, scorer_context):
        browser_context.close()
