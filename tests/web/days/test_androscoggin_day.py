"""Androscoggin's evening through the pages alone: two clocks at a table, walking judges, an early end."""

import pytest
from playwright.sync_api import Page, expect

from web.day import (
    Hall,
    answers_lost,
    both_sign,
    close_round,
    correct_result,
    declare_default,
    draw_for_the_first_turn,
    enter_result,
    hand_in_by_name,
    medals,
    next_button,
    pair_and_start,
    said,
    seat,
    teams_are_here,
)
from web.station import PHONE, PROJECTOR, TABLET

TEAMS = (
    "Ants", "Bears", "Crows", "Deer", "Eels", "Foxes", "Gulls", "Hares",
    "Ibises", "Jays", "Kites", "Loons", "Moose", "Newts", "Otters", "Trout",
)  # fmt: skip
"""Sixteen, who sit at eight tables in this order in round 1."""


def enter_play(table: Page, play: str, turns: int) -> None:
    table.fill("#play", play)
    table.locator("#entry .next").click()
    expect(table.locator("#turns tbody tr")).to_have_count(turns)


def ends_at_ms(table: Page) -> int:
    """When the time of the game will be over, by the watch of the program."""
    table.reload()
    clock = table.locator("#clock-table[running]")
    told: list[int] = clock.evaluate("clock => ['as-of', 'remaining-ms'].map((n) => +clock.getAttribute(n))")
    return sum(told)


def refuse_to_swap_a_blank(table: Page) -> None:
    """A blank stands for R on 8D; neither a real R nor another tile is laid there, and it is said why."""
    answers = table.evaluate(
        """async (plays) => {
          const form = document.getElementById('entry');
          const headers = { Accept: 'application/json' };
          const ask = async (play) => {
            const body = new URLSearchParams({ do: 'play', play });
            return (await fetch(form.action, { method: 'POST', body, headers })).text();
          };
          return Promise.all(plays.map(ask));
        }""",
        ["8D R", "8D SE"],
    )
    for answer in answers:
        assert "a blank for R is there" in answer
        assert "androscoggin-7" in answer
    # The page says so before anything is sent, however quickly Enter follows the last key, and goes on saying
    # so when the preview of that key is through. The play can be mended.
    table.evaluate("""() => {
      const board = document.getElementById('board');
      window.previewed = new Promise((done) => {
        board.addEventListener('ww-preview', () => done(), { once: true });
      });
    }""")
    table.fill("#play", "8D R")
    table.press("#play", "Enter")
    table.evaluate("window.previewed")
    expect(table.locator("#why")).to_contain_text("a blank for R is there")
    expect(table.locator("#play")).to_have_value("8D R")
    table.fill("#play", "")


@pytest.mark.clause("androscoggin-7")
@pytest.mark.clause("androscoggin-9")
@pytest.mark.clause("androscoggin-10")
@pytest.mark.clause("androscoggin-s9")
def test_the_evening_from_the_first_team_to_the_medals(hall: Hall) -> None:
    url = hall.url
    director = teams_are_here(hall, "androscoggin", "Literacy volunteers", TEAMS)
    judge = hall.joined(director, PHONE, "judge")
    table = hall.joined(director, TABLET, "table-scorekeeper", table="Table 4")
    third = hall.joined(director, TABLET, "table-scorekeeper", table="Table 3")
    screen = hall.device(PROJECTOR)
    screen.goto(f"{url}/screen/tournament-1")

    # At table 4 the Gulls meet the Hares.
    director.goto(f"{url}/director/tournament-1/rounds/1")
    seat(director, TEAMS)
    director.get_by_role("button", name="Publish round 1").click()
    said(director, "round 1 is published")
    next_button(director).click()
    expect(table.locator("ww-board[data-ready]")).to_be_visible()
    draw_for_the_first_turn(table)
    draw_for_the_first_turn(third)
    enter_play(table, "8D RETINAS", 1)

    # The entry was wrong: it is taken back with a reason, and entered again, with a blank for R.
    table.locator("#more > summary").click()
    table.fill("#undo-reason", "no S was laid")
    table.locator("button[value=undo]").click()
    expect(table.locator("#turns tbody tr")).to_have_count(0)
    with answers_lost(table, "**/tables/**"):
        table.fill("#play", "8D rETINA")
        table.locator("#entry .next").click()
    expect(table.locator("#turns tbody tr")).to_have_count(1)
    # The blank counts nothing, E, T, I, N and A one each, doubled by the square in the middle.
    expect(table.locator("#sides .score").first).to_have_text("10")

    # A hand goes up: both clocks of table 4 stop, and those of table 3 run on. No hold is needed here: the
    # draw does not close the window, so the page offers none.
    expect(table.locator("button[value=hold]")).to_have_count(0)
    ended_at, others_end_at = ends_at_ms(table), ends_at_ms(third)
    expect(table.locator("#link")).to_be_visible()
    table.locator("#challenge summary").click()
    table.locator("button[value=challenge]").click()
    expect(table.locator("#times ww-clock")).to_have_count(2)
    expect(table.locator("#times ww-clock[running]")).to_have_count(0)
    expect(third.locator("#times ww-clock[running]")).to_have_count(2)
    director.goto(f"{url}/director/tournament-1")
    expect(director.locator(".board-card.waits")).to_have_count(1)
    judge.locator("[data-now] button[value=good]").click()
    expect(director.locator(".board-card.waits")).to_have_count(0)
    expect(table.locator("#times ww-clock[running]")).to_have_count(2)
    # Table 4 ends later by as long as the judge took; table 3 does not.
    assert ends_at_ms(table) > ended_at
    assert ends_at_ms(third) == others_end_at
    expect(table.locator("ww-board[data-ready]")).to_be_visible()

    refuse_to_swap_a_blank(table)

    # The seven other tables are through; the screen says that one is still playing.
    director.goto(f"{url}/director/tournament-1/rounds/1")
    for other in (1, 2, 3, 5, 6, 7, 8):
        enter_result(director, other, 210, 190)
    expect(screen.locator("[data-panel=clock] .under")).to_contain_text("1 table still playing")

    # A team has made all its plays: the game is over before time, and nothing is added or taken for tiles.
    table.locator("#finished > summary").click()
    table.locator("button[value=cannot-play]").click()
    expect(table.locator(".result h2")).to_contain_text("Gulls won (no plays left)")
    finals = table.locator(".finals tr")
    expect(finals.nth(0).locator("td")).to_have_text(["", "10"])
    expect(finals.nth(1).locator("td")).to_have_text(["", "0"])
    both_sign(table)
    close_round(director, 1)

    # From here on the first by name wins. After round 1 the Ants, Crows, Eels, Gulls and so on have a win.
    for number in (2, 3):
        if number == 3:
            declare_default(director, url, "Trout", "had to leave")
        pair_and_start(director, url, number)
        hand_in_by_name(director)
        if number == 2:
            correct_result(director, 1, 361, 340, "a digit was misread")
        close_round(director, number)
    medals(director, url, len(TEAMS))
