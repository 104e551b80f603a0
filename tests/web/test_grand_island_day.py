"""Grand Island's afternoon through the pages alone: a tablet at a table, the judge, the bell, the medals."""

from playwright.sync_api import Page, expect

from .axe import assert_axe_finds_nothing_serious
from .day import (
    Hall,
    answers_lost,
    both_sign,
    close_round,
    correct_result,
    declare_default,
    draw_for_the_first_turn,
    enter_result,
    medals,
    pair_and_start,
    teams_are_here,
)
from .station import TABLET

TEAMS = ("Ants", "Bees", "Cats", "Dogs")


def play_until_the_bell(table: Page, judge: Page) -> None:
    """A play, a challenge that fails, and the turn that it costs."""
    draw_for_the_first_turn(table)
    with answers_lost(table, "**/tables/**"):
        table.fill("#play", "8D RETINA")
        table.locator("#entry .next").click()
    expect(table.locator("#turns tbody tr")).to_have_count(1)
    expect(table.locator("#turns")).to_contain_text("8D RETINA")
    # No hold is needed here: the draw does not close the window, so the page offers none.
    expect(table.locator("button[value=hold]")).to_have_count(0)
    table.locator("#challenge summary").click()
    table.locator("button[value=challenge]").click()
    expect(judge.locator("[data-now] .word")).to_have_text("RETINA")
    judge.keyboard.press("g")
    expect(judge.locator("#queue")).to_contain_text("Nothing waits")
    # The challengers lose their next turn, and the page skips it.
    expect(table.locator("#turns tbody tr").first).to_contain_text("lost")


def test_the_afternoon_from_the_first_team_to_the_medals(hall: Hall) -> None:
    url = hall.url
    director = teams_are_here(hall, "grand-island", "Literacy afternoon", TEAMS)
    judge = hall.joined(director, TABLET, "judge")
    table = hall.joined(director, TABLET, "table-scorekeeper", table="Table 1")
    emcee = hall.joined(director, TABLET, "emcee")
    expect(table.locator("h1")).to_have_text("Table 1")
    expect(table.locator("main")).to_contain_text("your table opens by itself when it starts")
    assert_axe_finds_nothing_serious(table)

    pair_and_start(director, url, 1)
    expect(table.locator("ww-board[data-ready]")).to_be_visible()  # the table has opened by itself
    play_until_the_bell(table, judge)

    # The bell: both teams fill up to seven, and what they hold is taken off.
    emcee.locator("#early-1 > summary").click()
    emcee.locator("#early-1 button[value=call-time]").click()
    for seat in range(2):
        table.fill(f"#rack-{seat}", ("AEIOULN", "DSTRGHW")[seat])
        table.locator(f"form:has(#rack-{seat}) button[value=rack]").click()
        expect(table.locator(f"#rack-{seat}")).to_have_count(0)
    both_sign(table)
    expect(director.locator("#correct-1-1")).to_be_attached()
    enter_result(director, 2, 265, 237)
    close_round(director, 1)

    for number in range(2, 5):
        if number == 4:
            declare_default(director, url, "Dogs", "two of them are ill")
        pair_and_start(director, url, number)
        if number == 2:  # the table hears of it, and its scorekeeper is led on
            expect(table.locator(".result a.next")).to_be_visible()
        for board in (1, 2) if number < 4 else (1,):
            enter_result(director, board, 240 + 7 * board + number, 230)
        if number == 2:
            correct_result(director, 1, 274, 251, "the tiles left were not taken off")
        close_round(director, number)
    medals(director, url, len(TEAMS))
