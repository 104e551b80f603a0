"""Grand Island's afternoon through the pages alone: tablets at tables, the judge, the bell, the medals."""

import pytest
from playwright.sync_api import Page, expect

from web.axe import assert_axe_finds_nothing_serious
from web.day import (
    Hall,
    answers_lost,
    both_sign,
    close_round,
    correct_result,
    declare_default,
    draw_for_the_first_turn,
    hand_in_by_name,
    hand_out,
    medals,
    next_button,
    pair_and_start,
    record_plays,
    said,
    seat,
    teams_are_here,
)
from web.games import F_O_AND_D_ARE_LEFT, UNTIL_THE_BELL
from web.station import PHONE, PROJECTOR, TABLET

TEAMS = (
    "Ants", "Bees", "Cats", "Dogs", "Elks", "Finches", "Geese",
    "Hens", "Ibises", "Jays", "Kites", "Larks", "Moles", "Newts",
)  # fmt: skip
"""Fourteen, who sit at seven tables in this order in round 1."""


def lose_a_challenge(table: Page, judge: Page) -> None:
    """A play, a challenge that fails, and the turn that it costs."""
    draw_for_the_first_turn(table)
    with answers_lost(table, "**/tables/**"):
        table.fill("#play", "8D RETINA")
        table.locator("#entry .next").click()
    expect(table.locator("#turns tbody tr")).to_have_count(1)
    # No hold is needed here: the draw does not close the window, so the page offers none.
    expect(table.locator("button[value=hold]")).to_have_count(0)
    table.locator("#challenge summary").click()
    table.locator("button[value=challenge]").click()
    expect(judge.locator("[data-now] .word")).to_have_text("RETINA")
    expect(judge.locator("[data-now] .about")).to_contain_text("Table 6")
    judge.keyboard.press("g")
    expect(judge.locator("#queue")).to_contain_text("Nothing is waiting")
    expect(table.locator("#status")).to_contain_text("RETINA: good, the play stands.")
    expect(table.locator("#status")).to_contain_text("Larks: lost a turn for challenging")
    expect(table.locator("#status")).to_contain_text("Kites to play, turn 3")


def let_a_late_play_stand(table: Page, director: Page) -> None:
    """The three minutes of a turn are over; the volunteer lets the play stand, and the log says so."""
    clock = table.locator("#clock-turn")
    # Amber for the last thirty seconds of the three minutes.
    expect(clock).to_have_attribute("low-ms", "30000")
    director.goto(table.url)
    director.locator("#more > summary").click()
    director.fill("#adjust-minutes", "-3")
    director.locator("select[name=clock]").select_option("turn")
    director.locator("button[value=adjust]").click()
    expect(clock).to_have_attribute("data-over", "")
    expect(table.locator("#times .over:visible")).to_have_text(
        "Time is up: this turn is a pass unless you allow it."
    )
    expect(table.locator("ww-board [role=status]")).to_contain_text("Clock changed")
    table.fill("#play", UNTIL_THE_BELL[0])
    table.locator("#entry .next").click()
    expect(table.locator("#complaint")).to_contain_text("The turn ran out of time, which is a pass")
    expect(table.locator("#turns tbody tr")).to_have_count(2)
    table.locator("#more > summary").click()
    table.locator("button[value=allow]").click()
    expect(table.locator("#complaint")).to_be_empty()
    table.fill("#play", UNTIL_THE_BELL[0])
    table.locator("#entry .next").click()
    expect(table.locator("#turns tbody tr")).to_have_count(3)
    director.goto(f"{director.url.partition('/tables')[0]}/director/tournament-1/log?text=late")
    expect(director.locator("main")).to_contain_text("table-scorekeeper")


def count_after_the_bell(table: Page) -> None:
    """What was typed and not announced does not count; both fill up to seven, and lose what they hold."""
    table.fill("#rack-0", "AEIODDR")  # 1 + 1 + 1 + 1 + 2 + 2 + 1 = 9
    table.locator("form:has(#rack-0) button[value=rack]").click()
    expect(table.locator("#rack-0")).to_have_count(0)
    table.fill("#rack-1", "AEIRDHV")  # 1 + 1 + 1 + 1 + 2 + 4 + 4 = 14
    table.locator("form:has(#rack-1) button[value=rack]").click()
    finals = table.locator(".finals tr")
    expect(finals.nth(0).locator("td")).to_have_text(["274 − 9 =", "265"])
    expect(finals.nth(1).locator("td")).to_have_text(["251 − 14 =", "237"])
    both_sign(table)


@pytest.mark.clause("grand-island-setup")
@pytest.mark.clause("grand-island-9")
@pytest.mark.clause("grand-island-end")
@pytest.mark.clause("grand-island-s9")
def test_the_afternoon_from_the_first_team_to_the_medals(hall: Hall) -> None:
    url = hall.url
    director = teams_are_here(hall, "grand-island", "Literacy afternoon", TEAMS)
    judge = hall.joined(director, TABLET, "judge")
    table = hall.joined(director, TABLET, "table-scorekeeper", table="Table 6")
    second = hall.joined(director, TABLET, "table-scorekeeper", table="Table 2")
    emcee = hall.joined(director, TABLET, "emcee")
    phone = hall.joined(director, PHONE, "player", entrant="Kites")
    screen = hall.device(PROJECTOR)
    screen.goto(f"{url}/screen/tournament-1")
    expect(table.locator("h1")).to_have_text("Table 6")
    expect(table.locator("main")).to_contain_text("your table opens automatically")
    assert_axe_finds_nothing_serious(table)

    # At table 6 the Kites meet the Larks, at table 2 the Cats meet the Dogs.
    director.goto(f"{url}/director/tournament-1/rounds/1")
    seat(director, TEAMS)
    director.get_by_role("button", name="Publish round 1").click()
    said(director, "round 1 is published")
    next_button(director).click()
    expect(table.locator("ww-board[data-ready]")).to_be_visible()  # the table has opened by itself
    lose_a_challenge(table, judge)
    let_a_late_play_stand(table, director)
    record_plays(table, UNTIL_THE_BELL[1:], before=3)
    expect(phone.locator(".my-score")).to_contain_text("274 : 251")

    # At table 2 the Cats lay their last letter with the bag empty, a minute before the bell. The Dogs hold
    # F 4, O 1 and D 2: 7 for the Cats, and 7 off.
    draw_for_the_first_turn(second)
    record_plays(second, F_O_AND_D_ARE_LEFT)
    finals = second.locator(".finals tr")
    expect(finals.nth(0).locator("td")).to_have_text(["419 + 7 =", "426"])
    expect(finals.nth(1).locator("td")).to_have_text(["168 − 7 =", "161"])
    both_sign(second)

    # The bell: a play lies on the board of table 6 that nobody has announced. It does not count.
    table.fill("#play", "1A PEAHEN")
    emcee.locator("#early-1 > summary").click()
    emcee.locator("#early-1 button[value=call-time]").click()
    count_after_the_bell(table)
    director.goto(f"{url}/director/tournament-1/rounds/1")
    expect(director.locator("table.results tbody tr").nth(5)).to_contain_text("265 – 237")
    expect(director.locator("table.results tbody tr").nth(1)).to_contain_text("426 – 161")
    hand_in_by_name(director)
    correct_result(director, 1, 361, 340, "a digit was misread")
    close_round(director, 1)

    # From here on the first by name wins: the Ants win all four games.
    for number in range(2, 5):
        if number == 4:
            declare_default(director, url, "Newts", "two of them are ill")
        pair_and_start(director, url, number)
        if number == 2:  # the table hears of it, and its scorekeeper is led on
            expect(table.locator(".result a.next")).to_be_visible()
        hand_in_by_name(director)
        close_round(director, number)
    medals(director, url, len(TEAMS))
    expect(director.locator("#standings ol li").filter(has_text="Gold")).to_contain_text(": Ants")
    director.goto(f"{url}/director/tournament-1/paper")
    hand_out(director)
    expect(screen.locator("[data-panel=ceremony] li.gold")).to_contain_text("Ants")
