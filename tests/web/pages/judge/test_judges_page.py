"""The judges' queue in a browser: what waits appears by itself, and one key settles it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from web.axe import assert_axe_finds_nothing_serious, assert_axe_finds_nothing_serious_in_any_theme
from web.conftest import Program, Start
from web.events import Event, join, prepare
from web.hearing import LISTEN, wait_to_hear
from web.station import LAPTOP, PHONE
from web.waiting import wait_until
from wordwaiter.roles import Role
from wordwaiter.service.tournaments.examples import Example


@pytest.fixture
def ontario(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Event]:
    db = tmp_path_factory.mktemp("ontario") / "games.db"
    return db, prepare(db, Example.ONTARIO, Role.TABLE_SCOREKEEPER, Role.JUDGE, Role.DIRECTOR)


@pytest.fixture
def program(start: Start, ontario: tuple[Path, Event]) -> Program:
    return start("--db", str(ontario[0]))


@pytest.fixture
def table(chromium: Browser, program: Program, ontario: tuple[Path, Event]) -> Iterator[Page]:
    browser_context = chromium.new_context(viewport=PHONE)
    page = browser_context.new_page()
    join(page, program.url, ontario[1].code(Role.TABLE_SCOREKEEPER))
    yield page
    browser_context.close()


@pytest.fixture
def judge(chromium: Browser, program: Program, ontario: tuple[Path, Event]) -> Iterator[Page]:
    browser_context = chromium.new_context(viewport=LAPTOP)
    browser_context.add_init_script(LISTEN)
    page = browser_context.new_page()
    join(page, program.url, ontario[1].code(Role.JUDGE))
    page.goto(f"{program.url}/judges")
    yield page
    browser_context.close()


def open_table(page: Page, program: Program, stream: str) -> None:
    page.goto(f"{program.url}/tables/{stream}")
    expect(page.locator("ww-board[data-ready]")).to_be_visible()
    for seat, tile in enumerate("AB"):
        if page.locator(f"#draw-{seat}").count():
            page.fill(f"#draw-{seat}", tile)
            page.locator(f"form:has(#draw-{seat}) button").click()
            expect(page.locator(f"#draw-{seat}")).to_have_count(0)


def play(page: Page, text: str) -> None:
    page.fill("#play", text)
    page.locator("#entry .next").click()
    expect(page.locator("#turns")).to_contain_text(text)


def test_a_hold_and_a_challenge_reach_the_judge_who_rules_with_one_key(
    table: Page, judge: Page, program: Program, ontario: tuple[Path, Event]
) -> None:
    open_table(table, program, ontario[1].tables[0])
    play(table, "8D FROZED")
    table.locator("button[value=hold]").click()
    expect(table.locator("#status")).to_contain_text("called HOLD")
    expect(judge.locator("#queue")).to_contain_text("hold")
    expect(judge.locator("#queue .word")).to_have_text("FROZED")
    expect(judge.locator("#queue")).to_contain_text("8D FROZED")
    expect(judge.locator("[data-now] .says")).to_contain_text("Not in ENABLE")  # one key rules on a hold, too
    assert_axe_finds_nothing_serious(judge)
    table.locator("#challenge summary").click()
    table.locator("button[value=challenge]").click()
    expect(table.locator("#status")).to_contain_text("Wait for the judge.")
    expect(judge.locator("[data-now] .about")).to_contain_text("challenge")
    expect(judge.locator("[data-now] .word")).to_have_text("FROZED")
    says = judge.locator("[data-now] .says")
    expect(says).to_contain_text("Not in ENABLE")
    expect(says).to_contain_text("FROZED is not in the word list")
    expect(says.get_by_role("link", name="rule")).to_have_attribute("href", "/rules/ontario-d")
    assert_axe_finds_nothing_serious(judge)
    # What took the place of the hold nobody can have read at once: until then the keys rest.
    expect(judge.locator("body[data-keys-rest]")).to_have_count(0)
    judge.keyboard.press("n")
    expect(judge.locator("#queue")).to_contain_text("Nothing is waiting")
    expect(table.locator("#status")).to_contain_text("FROZED: not good, the tiles came off.")
    expect(table.locator("[data-sq=D8] .ww-tile")).to_have_count(0)


def test_a_play_announced_during_a_hold_waits_and_is_sent_when_the_hold_ends(
    table: Page, program: Program, ontario: tuple[Path, Event]
) -> None:
    open_table(table, program, ontario[1].tables[1])
    play(table, "8D FROZED")
    wait_on_a_hold(table, "F8 OX")
    expect(table.locator("#complaint")).to_be_empty()
    expect(table.locator("#turns")).not_to_contain_text("OX")
    table.locator("button[value=release]").click()
    expect(table.locator("#turns")).to_contain_text("OX")
    expect(table.locator("#play")).to_have_value("")


def test_a_play_that_waits_for_a_hold_is_not_the_others_when_its_turn_is_lost(
    table: Page, judge: Page, program: Program, ontario: tuple[Path, Event]
) -> None:
    open_table(table, program, ontario[1].tables[2])
    play(table, "8D FROZED")
    wait_on_a_hold(table, "F8 OX")
    expect(judge.locator("[data-now] .word")).to_have_text("FROZED")
    judge.locator("[data-now] button").filter(has_text="✓").click()
    # The word stands, and whoever held it has lost the turn: the play was theirs, and nobody has played it.
    expect(table.locator("#toasts")).to_contain_text("was not sent: its turn is over.")
    expect(table.locator("#turns")).to_contain_text("lost a turn")
    expect(table.locator("#turns")).not_to_contain_text("OX")
    expect(table.locator("[data-sq=F9] .ww-tile")).to_have_count(0)


def test_a_challenge_in_a_hold_says_who_is_asked_and_the_play_that_waits_is_sent_after_a_bad_word(
    table: Page, judge: Page, program: Program, ontario: tuple[Path, Event]
) -> None:
    open_table(table, program, ontario[1].tables[3])
    play(table, "8D RETINA")
    play(table, "F8 TQX")
    wait_on_a_hold(table, "I8 AT")
    table.locator("#challenge summary").click()
    table.locator("button[value=challenge]").click()
    expect(table.locator("#status")).to_contain_text("Wait for the judge.")
    expect(table.locator("#status")).to_be_visible()
    judge.locator("[data-now] button").filter(has_text="✗").click()
    expect(table.locator("#turns")).to_contain_text("TQX taken back")
    expect(table.locator("#turns")).to_contain_text("I8 AT")


def test_a_play_that_waits_is_not_sent_when_the_tiles_it_was_built_on_come_off(
    table: Page, judge: Page, program: Program, ontario: tuple[Path, Event]
) -> None:
    open_table(table, program, ontario[1].tables[4])
    play(table, "8D FROZED")
    wait_on_a_hold(table, "F8 OX")
    judge.locator("[data-now] button").filter(has_text="✗").click()
    expect(table.locator("#toasts")).to_contain_text("F8 .X was not sent: the board has changed.")
    expect(table.locator("#turns")).not_to_contain_text("OX")


def wait_on_a_hold(table: Page, text: str) -> None:
    """Somebody says hold, and the next play is announced meanwhile."""
    table.locator("button[value=hold]").click()
    expect(table.locator("#status")).to_contain_text("called HOLD")
    table.fill("#play", text)
    table.locator("#entry .next").click()
    expect(table.locator("#why")).to_contain_text("waits. It is sent when the hold ends.")


def test_axe_finds_nothing_serious_in_the_queue_in_any_theme(judge: Page, program: Program) -> None:
    judge.goto(f"{program.url}/judges")
    assert_axe_finds_nothing_serious_in_any_theme(judge)


def test_a_table_calls_and_somebody_is_on_the_way(
    table: Page, judge: Page, program: Program, ontario: tuple[Path, Event]
) -> None:
    open_table(table, program, ontario[1].tables[1])
    table.locator("#call summary").click()
    table.fill("#call-reason", "A tile is upside down")
    table.locator("button[value=judge]").click()
    expect(table.locator("#toasts")).to_contain_text("Call sent")
    expect(judge.locator("#queue")).to_contain_text("A tile is upside down")
    wait_to_hear(judge, "1 request waiting for a judge. Table 2: call.")
    expect(table.locator("#calls")).to_contain_text("A judge has been called.")
    judge.locator("button[value=coming]").click()
    expect(judge.locator("button[value=coming]")).to_have_count(0)
    expect(table.locator("#calls")).to_contain_text("is on the way.")
    judge.locator("button[value=over]").click()
    expect(judge.locator("#queue")).to_contain_text("Nothing is waiting")
    expect(table.locator("#calls p")).to_have_count(0)


def test_the_convenor_gives_time_and_ends_a_game_in_which_no_play_is_left(
    table: Page, chromium: Browser, program: Program, ontario: tuple[Path, Event]
) -> None:
    open_table(table, program, ontario[1].tables[3])
    play(table, "8D RETINA")
    browser_context = chromium.new_context(viewport=LAPTOP)
    office = browser_context.new_page()
    join(office, program.url, ontario[1].code(Role.DIRECTOR))
    office.goto(f"{program.url}/tables/{ontario[1].tables[3]}")
    office.locator("#more > summary").click()
    before = office.evaluate(f"({ENDS_MS})()")
    office.fill("#adjust-minutes", "10")
    office.locator("button[value=adjust]").click()
    wait_until(office, f"later => Math.abs(({ENDS_MS})() - later) < 1000", before + 10 * 60_000)
    office.fill("#end-note", "both are stuck")
    office.locator("button[value=no-play]").click()
    expect(table.locator("#status")).to_contain_text("The game is over. Count the tiles")
    for seat, tiles in enumerate(("QEAOUIN", "BCDFGHL")):
        table.fill(f"#rack-{seat}", tiles)
        table.locator(f"form:has(#rack-{seat}) button[value=rack]").click()
        expect(table.locator(f"#rack-{seat}")).to_have_count(0)
    expect(table.locator(".result h2")).to_contain_text("(no plays left)")
    browser_context.close()


ENDS_MS = """() => {
    const clock = document.querySelector('#times ww-clock');
    return clock.remaining + (clock.hasAttribute('running') ? performance.now() : 0);
}"""
"""When the first clock of a table comes to its end, or what it has left if it stands still."""


def test_the_keeper_of_a_table_does_not_see_the_queue(table: Page, program: Program) -> None:
    answer = table.goto(f"{program.url}/judges")
    assert answer is not None
    assert answer.status == 403


def test_a_word_is_never_called_good_or_bad_at_the_table_before_the_judge_rules(
    table: Page, program: Program, ontario: tuple[Path, Event]
) -> None:
    open_table(table, program, ontario[1].tables[2])
    table.fill("#play", "8D QXZJKV")
    expect(table.locator("#announce")).to_contain_text(" 1")
    shown = table.locator("main").inner_text().lower()
    assert "not good" not in shown
    assert "word list" not in shown


def test_a_judge_who_is_signed_out_is_told_so_by_the_page_itself(judge: Page, program: Program) -> None:
    judge.goto(f"{program.url}/judges")
    expect(judge.locator("#link")).to_have_text("Live")
    judge.context.request.post(f"{program.url}/leave", headers={"Origin": program.url})
    expect(judge.get_by_role("alert")).to_contain_text("This device has not joined")
    expect(judge.get_by_role("link", name="Join with a code")).to_be_visible()
