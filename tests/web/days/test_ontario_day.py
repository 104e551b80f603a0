"""Ontario's day through the pages alone: a director, an adjudicator, a scorekeeper, a phone, a big screen."""

import re

from playwright.sync_api import Page, expect

from web.axe import assert_axe_finds_nothing_serious
from web.day import (
    Hall,
    answers_lost,
    check_in_everyone,
    choose_right_sheet,
    correct_result,
    declare_default,
    enter_result,
    enter_sheet,
    hand_in_rest,
    hand_out,
    make_tournament,
    next_button,
    pair_and_start,
    preview_list,
    said,
)
from web.station import LAPTOP, PHONE, PROJECTOR, TABLET

PAIRS = """name;partner;age;partner age
Ada Amberly;Bert Birchall;71;66
Clara Corwin;Dev Dunmore;58;80
Edna Eastlake;Felix Farrow;62;63
Gwen Goodwell;Hugo <b>Hartsook</b>;75;70
Inga Ivesdale;Jonas Juniper;66;67
Kezia Kettle;Lars Larkspur;59;61
Mina Mossman;Nils Northey;70;72
Opal Oakhurst;Piet Pasture;64;64
Quinn Quarry;Rosa Ridgeway;77;69
Sven Sandhill;Tilda Thornton;57;60
Ugo Underwood;Vera Valedale;81;79
Walt Westlake;Xenia Yarrow;68;65
Too Young;Ina Ives;30;66
"""
"""The twelve pairs who play at twelve tables, and one of whom somebody is too young."""


def swap_two_seats(director: Page) -> None:
    expect(director.locator(".grip").first).to_be_visible()  # the script has come that lets them change
    seats = director.locator("table.pairing select")
    first, third = seats.nth(0).input_value(), seats.nth(2).input_value()
    seats.nth(0).select_option(third)
    expect(seats.nth(2)).to_have_value(first)
    # Near the edge of the window the page would move on under the mouse.
    seats.nth(1).evaluate("seat => seat.scrollIntoView({ block: 'center' })")
    director.locator(".grip").nth(2).drag_to(seats.nth(0))
    expect(seats.nth(0)).to_have_value(first)
    expect(seats.nth(2)).to_have_value(third)


def enter_the_pairs(director: Page) -> None:
    said(director, "add the players or teams")
    next_button(director).click()
    preview = preview_list(director, PAIRS)
    expect(preview).to_contain_text("12 entrants ready to import")
    expect(preview).to_contain_text("Line 14")
    preview.get_by_role("button", name="Import, skipping lines with errors").click()
    # A pair is one line.
    expect(director.locator(".check-ins li")).to_have_count(12)
    expect(director.locator(".check-ins")).to_contain_text("Hugo <b>Hartsook</b>")
    check_in_everyone(director, 24)


def test_the_day_from_the_first_entry_to_the_medals(hall: Hall) -> None:
    url = hall.url
    director = hall.device(LAPTOP)
    make_tournament(director, url, "ontario", "Ontario 55+")
    enter_the_pairs(director)

    # The big screen is opened once, and never touched again.
    screen = hall.device(PROJECTOR)
    screen.goto(f"{url}/screen/tournament-1?theme=projector")
    # One tap makes a code for each of the tables; each is used by one device at a time.
    director.goto(f"{url}/devices?tournament=tournament-1")
    expect(director.locator("select[name=role]")).to_have_value("")
    director.get_by_role("button", name="All tables").click()
    cards = director.locator(".code-sheet li")
    expect(cards).to_have_count(12)
    expect(cards.nth(11).get_by_role("heading")).to_have_text("Table 12")
    expect(cards.nth(11).locator(".qr svg")).to_be_visible()
    twelfth = f"{url}/join/{cards.nth(11).locator('code').inner_text().rpartition('/')[2]}"
    director.reload()
    expect(cards).to_have_count(12)
    for page, is_first in ((hall.device(PHONE), True), (hall.device(PHONE), False)):
        page.goto(twelfth)
        if is_first:
            expect(page.locator("main")).to_contain_text("Table 12")
            page.get_by_role("button", name="Join").click()
            expect(page).not_to_have_url(re.compile("/join"))
        else:
            expect(page.locator("main")).to_contain_text("Another device already uses this code")
            expect(page.get_by_role("button", name="Ask to take over")).to_be_visible()
    judge = hall.joined(director, TABLET, "judge")
    expect(judge).to_have_url(f"{url}/judges")
    keeper = hall.joined(director, LAPTOP, "event-scorekeeper")
    expect(keeper).to_have_url(f"{url}/director/tournament-1")
    phone = hall.joined(director, PHONE, "player", entrant="Ada Amberly & Bert Birchall")
    expect(phone).to_have_url(f"{url}/me/tournament-1")
    expect(phone.locator("main")).to_contain_text("The next round is not published yet")

    # Game one is drawn at random; everybody sees it without touching anything.
    pair_and_start(director, url, 1)
    seat = phone.locator("section.my-seat", has_text="Ada Amberly")
    expect(seat).to_contain_text("against")
    expect(seat.locator("ww-clock")).to_be_visible()
    expect(screen.locator("[data-panel=clock] ww-clock")).to_be_attached()
    expect(screen.locator("[data-panel=pairings]")).to_have_count(0)  # the clock stays in sight

    # At table 1 somebody calls "hold"; the adjudicator's tablet shows it, and the word is bad.
    table = hall.joined(director, PHONE, "table-scorekeeper", table="Table 1")
    expect(table.locator("ww-board[data-ready]")).to_be_visible()
    for seat_number, tile in enumerate("AB"):
        table.fill(f"#draw-{seat_number}", tile)
        table.locator(f"form:has(#draw-{seat_number}) button").click()
        expect(table.locator(f"#draw-{seat_number}")).to_have_count(0)
    table.fill("#play", "8D FROZED")
    table.locator("#entry .next").click()
    expect(table.locator("#turns")).to_contain_text("8D FROZED")
    table.locator("button[value=hold]").click()
    expect(judge.locator("#queue")).to_contain_text("hold")
    director.goto(f"{url}/director/tournament-1")
    expect(director.locator(".board-card.waits")).to_contain_text("Waiting for a judge")
    table.locator("#challenge summary").click()
    table.locator("button[value=challenge]").click()
    expect(judge.locator("[data-now] .about")).to_contain_text("challenge")
    expect(judge.locator("[data-now] .word")).to_have_text("FROZED")
    expect(judge.locator("body[data-keys-rest]")).to_have_count(0)  # they rest when another comes to the top
    judge.keyboard.press("n")
    expect(table.locator("#status")).to_contain_text("the tiles came off")
    expect(director.locator(".board-card.waits")).to_have_count(0)
    director.goto(f"{url}/director/tournament-1/rounds/1")

    # Both sheets of a table are entered; at table 2 they differ, and the director asks before she decides.
    keeper.goto(f"{url}/sheets/tournament-1")
    enter_sheet(keeper, 1, 0, 401, 350)
    expect(keeper.locator("ol.sheets > li.unsigned")).to_have_count(1)
    enter_sheet(keeper, 1, 1, 401, 350)
    expect(keeper.locator("ol.sheets > li.settled")).to_have_count(1)
    enter_sheet(keeper, 2, 0, 310, 300)
    expect(keeper.locator("ol.sheets > li.unsigned")).to_have_count(1)
    enter_sheet(keeper, 2, 1, 320, 300)
    expect(keeper.locator("ol.sheets > li.disputed")).to_contain_text("10 points apart")
    said(director, "the two score sheets at table 2 differ")
    choose_right_sheet(director, 2, "320 – 300")

    # The network is cut between a tap and its answer: the entry is kept, and sent once when it is back.
    with answers_lost(keeper, "**/sheets/*"):
        enter_sheet(keeper, 3, 0, 280, 333)
    sheets_told = director.locator("table.results tr", has=director.locator("#enter-3-1")).locator("small")
    expect(sheets_told).to_have_count(1)
    enter_sheet(keeper, 3, 1, 280, 333)
    expect(keeper.locator("ol.sheets > li.settled")).to_have_count(3)
    enter_result(director, 4, 290, 290)
    hand_in_rest(director, range(5, 13))
    said(director, "all results for round 1 are in")
    next_button(director).click()

    # Game two: the highest scores of the last game meet, and each line says why. Two seats change places by
    # keyboard, by drag, and back again.
    expect(director.locator("table.pairing")).to_be_visible()
    expect(director.locator("td.why").first).not_to_be_empty()
    swap_two_seats(director)

    pair_and_start(director, url, 2)
    for table_number in range(1, 5):
        enter_result(director, table_number, 400 - table_number, 300 + table_number)
    hand_in_rest(director, range(5, 13))

    # A wrong entry is corrected with a reason, and the standings follow.
    correct_result(director, 1, 431, 301, "a digit was misread")
    expect(director.locator("table.results tbody tr").first).to_contain_text("431 – 301")
    next_button(director).click()
    expect(director.locator("table.pairing")).to_be_visible()

    # One goes home ill: before and after are shown, then it is confirmed; the partner plays on.
    declare_default(director, url, "Felix Farrow", "went home ill")

    pair_and_start(director, url, 3)
    expect(director.locator("table.results")).to_contain_text("Bye")

    # While game three is played a wrong total of game one is found, and corrected on that game's own page.
    director.locator("#rounds").get_by_role("link", name="Round 1").click()
    expect(director.get_by_role("heading", name="round 1")).to_be_visible()
    expect(director.locator("#link")).to_be_visible()  # the scripts have come
    assert_axe_finds_nothing_serious(director)
    correct_result(director, 4, 299, 290, "added up again")
    expect(director.locator("table.results tr", has=director.locator("#correct-4-1"))).to_contain_text(
        "299 – 290"
    )
    director.locator("#rounds").get_by_role("link", name="Round 3").click()
    expect(director.get_by_role("heading", name="round 3")).to_be_visible()
    expect(director.locator("#link")).to_be_visible()

    for table_number in range(1, 4):
        enter_result(director, table_number, 350 + table_number, 340)
    hand_in_rest(director, range(4, 12))
    said(director, "all results for round 3 are in")
    next_button(director).click()
    said(director, "Time for the medals")

    # Medals: on the director's page, on the big screen when she chooses so, and on paper.
    next_button(director).click()
    expect(director.get_by_role("heading", name="Awards in ceremony order")).to_be_visible()
    lines = director.locator("table tbody tr")
    expect(lines).to_have_count(12)
    expect(lines.last).to_contain_text("not ranked")
    director.goto(f"{url}/director/tournament-1/paper")
    hand_out(director)
    expect(screen.locator("[data-panel=ceremony] .awards li.gold")).to_be_visible()
    printed = director.request.get(f"{url}/paper/tournament-1/certificates")
    assert printed.body().startswith(b"%PDF-")

    # The log tells all of it, with the reasons.
    director.goto(f"{url}/director/tournament-1/log?text=default")
    expect(director.locator("main")).to_contain_text("went home ill")
    phone.goto(f"{url}/me/tournament-1")
    expect(phone.locator("main")).to_contain_text("Place")

    # A phone that is signed out says so at once, and again when its page is loaded anew.
    director.goto(f"{url}/devices?tournament=tournament-1")
    director.locator("tr", has=director.locator("th", has_text="player")).get_by_role("button").click()
    expect(phone.locator("#offline")).to_contain_text("This device was signed out")
    expect(phone.locator("section.my-seat")).to_have_count(0)
    phone.reload()
    expect(phone.locator("#link")).to_have_text("Signed out")
    expect(phone.locator("#offline").get_by_role("link", name="Join again")).to_be_visible()
