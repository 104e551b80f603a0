"""Grand Island's afternoon through the pages alone: a tablet at a table, the judge, the bell, the medals."""

from playwright.sync_api import Page, expect

from .day import (
    Hall,
    answers_lost,
    correct_result,
    declare_default,
    enter_result,
    make_tournament,
    next_button,
    pair_and_start,
    preview_list,
    said,
)
from .station import LAPTOP, TABLET

TEAMS = "name,members\n" + "".join(
    f"{name},{name} 1/{name} 2/{name} 3\n" for name in ("Ants", "Bees", "Cats", "Dogs")
)


def play_until_the_bell(table: Page, judge: Page) -> None:
    """A play, a challenge that fails, and the turn that it costs."""
    for seat, tile in enumerate("AB"):
        table.fill(f"#draw-{seat}", tile)
        table.locator(f"form:has(#draw-{seat}) button").click()
        expect(table.locator(f"#draw-{seat}")).to_have_count(0)
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
    director = hall.device(LAPTOP)
    make_tournament(director, url, "grand-island", "Literacy afternoon")
    preview_list(director, TEAMS).get_by_role("button", name="Enter all 4").click()
    director.get_by_role("button", name="All of them are here").click()
    expect(director.locator("tbody td").filter(has_text="✓")).to_have_count(4)
    judge = hall.joined(director, TABLET, "judge")
    table = hall.joined(director, TABLET, "table-scorekeeper", table="Table 1")
    emcee = hall.joined(director, TABLET, "emcee")
    expect(table.locator("main")).to_contain_text("Your table stands here when the round starts")

    pair_and_start(director, url, 1)
    table.get_by_role("link", name="Table 1").click()
    play_until_the_bell(table, judge)

    # The bell: both teams fill up to seven, and what they hold is taken off.
    emcee.locator("#early-1 > summary").click()
    emcee.locator("#early-1 button[value=call-time]").click()
    for seat in range(2):
        table.fill(f"#rack-{seat}", ("AEIOULN", "DSTRGHW")[seat])
        table.locator(f"form:has(#rack-{seat}) button[value=rack]").click()
        expect(table.locator(f"#rack-{seat}")).to_have_count(0)
    signing = table.locator("button[value=sign]")
    expect(signing.first).to_be_visible()
    for left in range(signing.count() - 1, -1, -1):
        signing.first.click()
        expect(signing).to_have_count(left)
    expect(director.locator("#correct-1-1")).to_be_attached()
    enter_result(director, 2, 265, 237)
    said(director, "all results of round 1 are in")
    next_button(director).click()

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
        next_button(director).click()
        expect(director.locator("#next .button", has_text="Close round")).to_have_count(0)
    director.goto(f"{url}/director/tournament-1/standings")
    expect(director.locator("table tbody tr")).to_have_count(4)
    expect(director.get_by_role("heading", name="Ceremony, in this order")).to_be_visible()
