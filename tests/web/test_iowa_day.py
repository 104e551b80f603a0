"""Iowa's Saturday through the pages alone: divisions merged, a bye, a judging station, sheets, medals."""

from playwright.sync_api import expect

from .day import (
    Hall,
    answers_lost,
    correct_result,
    declare_default,
    enter_result,
    enter_sheet,
    make_tournament,
    next_button,
    pair_and_start,
    preview_list,
    said,
)
from .station import LAPTOP, TABLET, judge, verdict

PLAYERS = """name,age,division,set,clock
Ada Amberly,66,Open,yes,yes
Bert Birchall,70,Open,yes,no
Clara Corwin,68,Open,no,no
Dev Dunmore,72,Open,no,no
Edna Eastlake,77,75 and over,no,yes
Felix Farrow,seventy,Open,no,no
Gwen Goodwell,66,Masters,no,no
"""
"""Five who can be entered; an age that is no number, and a division that there is not."""


def test_the_day_from_the_list_to_the_medals(hall: Hall) -> None:
    url = hall.url
    director = hall.device(LAPTOP)
    make_tournament(director, url, "iowa", "Senior games")
    director.goto(f"{url}/director/tournament-1/entrants")
    director.get_by_label("Name of the division").fill("75 and over")
    director.locator("select[name=format]").select_option("iowa")
    director.locator("button[value=open-division]").click()
    expect(director.get_by_role("heading", name="75 and over")).to_be_visible()
    preview = preview_list(director, PLAYERS)
    expect(preview).to_contain_text("5 entrants can be entered")
    expect(preview).to_contain_text("2 lines are wrong")
    preview.get_by_role("button", name="Enter those, without the wrong lines").click()
    expect(director.locator("#equipment")).to_contain_text("boards at once")

    # One is alone in her division: it is merged, and the log says why.
    director.locator("#merge-2 > summary").click()
    director.locator("#merge-2").get_by_label("Reason").fill("one entry alone")
    director.locator("#merge-2 button[value=merge]").click()
    expect(director.locator("tbody tr")).to_have_count(5)
    expect(director.get_by_role("heading", name="75 and over")).to_have_count(0)
    director.get_by_role("button", name="All of them are here").click()
    expect(director.locator("tbody td").filter(has_text="✓")).to_have_count(5)

    station = hall.joined(director, TABLET, "judging-station")
    expect(station).to_have_url(f"{url}/judge")
    keeper = hall.joined(director, LAPTOP, "event-scorekeeper")

    pair_and_start(director, url, 1)
    expect(director.locator("table.results")).to_contain_text("Bye")
    # FROZED is challenged: a helper types it at the station and presses one key. So far the round runs.
    expect(station.locator("textarea")).to_be_focused()
    judge(station, "frozed")
    assert "not" in verdict(station).lower()

    # At table 2 the two sheets differ by 10; the right one is entered again.
    keeper.goto(f"{url}/sheets/tournament-1")
    for signer in range(2):
        enter_sheet(keeper, 1, signer, 322, 310)
        expect(keeper.locator("ol.sheets > li.unsigned")).to_have_count(1 - signer)
        expect(keeper.locator("ol.sheets > li.settled")).to_have_count(signer)
    with answers_lost(keeper, "**/sheets/*"):
        enter_sheet(keeper, 2, 0, 290, 300)
    expect(keeper.locator("ol.sheets > li.unsigned")).to_have_count(1)
    enter_sheet(keeper, 2, 1, 300, 300)
    expect(keeper.locator("ol.sheets > li.disputed")).to_contain_text("10 points apart")
    enter_sheet(keeper, 2, 0, 300, 300)
    expect(keeper.locator("ol.sheets > li.settled")).to_have_count(2)
    said(director, "all results of round 1 are in")
    next_button(director).click()

    for number in range(2, 6):
        if number == 5:
            declare_default(director, url, "Bert Birchall", "went home")
        pair_and_start(director, url, number)
        for table in (1, 2):
            enter_result(director, table, 300 + 9 * table + number, 290)
        if number == 2:
            correct_result(director, 1, 331, 290, "a digit was misread")
        said(director, f"all results of round {number} are in")
        next_button(director).click()
        expect(director.locator("#next .button", has_text="Close round")).to_have_count(0)

    director.goto(f"{url}/director/tournament-1")
    said(director, "Time for the medals")
    next_button(director).click()
    expect(director.locator("table tbody tr")).to_have_count(5)
    expect(director.locator("table tbody tr").last).to_contain_text("not ranked")
    expect(director.get_by_role("heading", name="Ceremony, in this order")).to_be_visible()
    director.goto(f"{url}/director/tournament-1/log?text=merged")
    expect(director.locator("main")).to_contain_text("one entry alone")
