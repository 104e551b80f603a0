"""Androscoggin's evening through the pages alone: two clocks at a table, walking judges, an early end."""

from playwright.sync_api import Page, expect

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
from .station import PHONE, PROJECTOR, TABLET

TEAMS = ("Bears", "Loons", "Moose", "Trout")


def enter_play(table: Page, play: str, turns: int) -> None:
    table.fill("#play", play)
    table.locator("#entry .next").click()
    expect(table.locator("#turns tbody tr")).to_have_count(turns)


def test_the_evening_from_the_first_team_to_the_medals(hall: Hall) -> None:
    url = hall.url
    director = teams_are_here(hall, "androscoggin", "Literacy volunteers", TEAMS)
    judge = hall.joined(director, PHONE, "judge")
    table = hall.joined(director, TABLET, "table-scorekeeper", table="Table 1")
    screen = hall.device(PROJECTOR)
    screen.goto(f"{url}/screen/tournament-1")

    pair_and_start(director, url, 1)
    expect(table.locator("ww-board[data-ready]")).to_be_visible()
    draw_for_the_first_turn(table)
    enter_play(table, "8D RETINAS", 1)

    # The entry was wrong: it is taken back with a reason, and entered again.
    table.locator("#more > summary").click()
    table.fill("#undo-reason", "no S was laid")
    table.locator("button[value=undo]").click()
    expect(table.locator("#turns tbody tr")).to_have_count(0)
    with answers_lost(table, "**/tables/**"):
        table.fill("#play", "8D RETINA")
        table.locator("#entry .next").click()
    expect(table.locator("#turns tbody tr")).to_have_count(1)

    # A hand goes up: the clocks of this table stand until the judge has ruled.
    # No hold is needed here: the draw does not close the window, so the page offers none.
    expect(table.locator("button[value=hold]")).to_have_count(0)
    table.locator("#challenge summary").click()
    table.locator("button[value=challenge]").click()
    expect(table.locator("#times ww-clock[running]")).to_have_count(0)
    director.goto(f"{url}/director/tournament-1")
    expect(director.locator(".board-card.waits")).to_have_count(1)
    judge.locator("[data-now] button[value=good]").click()
    expect(director.locator(".board-card.waits")).to_have_count(0)
    expect(table.locator("#times ww-clock[running]")).not_to_have_count(0)

    # The other table is through; the screen says that one is still playing.
    director.goto(f"{url}/director/tournament-1/rounds/1")
    enter_result(director, 2, 210, 190)
    expect(screen.locator("[data-panel=clock] .under")).to_contain_text("1 table is still playing")

    # Neither team can play: the game is over before time, and both sign.
    while table.locator("button[value=cannot-play]").count():
        turns = table.locator("#turns tbody tr").count()
        table.locator("button[value=cannot-play]").click()
        expect(table.locator("#turns tbody tr")).to_have_count(turns + 1)
    both_sign(table)
    close_round(director, 1)

    for number in (2, 3):
        if number == 3:
            declare_default(director, url, "Trout", "had to leave")
        pair_and_start(director, url, number)
        for board in (1, 2) if number < 3 else (1,):
            enter_result(director, board, 200 + 11 * board + number, 190)
        if number == 2:
            correct_result(director, 1, 251, 190, "a digit was misread")
        close_round(director, number)
    medals(director, url, len(TEAMS))
