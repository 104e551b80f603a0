"""A table on phones and tablets: board, letters or rack, and the play are on one screen, and stay there."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from web.conftest import Program, Start
from web.events import Event, join, prepare
from web.station import resize
from wordwaiter.roles import Role
from wordwaiter.service.tournaments.examples import Example

SMALL: ViewportSize = {"width": 390, "height": 664}
SCREENS: tuple[ViewportSize, ...] = (
    {"width": 412, "height": 915},
    {"width": 768, "height": 1024},
    {"width": 1024, "height": 768},
    SMALL,
)

BOXES = """(selectors) => selectors.map((selector) => {
  const { top, bottom, left, right } = document.querySelector(selector).getBoundingClientRect();
  return { top, bottom, left, right };
})"""

Box = dict[str, float]


@pytest.fixture(scope="module")
def bee(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Event]:
    db = tmp_path_factory.mktemp("bee") / "bee.db"
    return db, prepare(db, Example.BEE, Role.TABLE_SCOREKEEPER)


@pytest.fixture(scope="module")
def program(start: Start, bee: tuple[Path, Event]) -> Program:
    return start("--db", str(bee[0]))


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    browser_context = chromium.new_context(viewport=SMALL, has_touch=True, is_mobile=True)
    page = browser_context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
    yield page
    browser_context.close()


def boxes(page: Page, *selectors: str) -> list[Box]:
    found: list[Box] = page.evaluate(BOXES, list(selectors))
    return found


def overlap(one: Box, other: Box) -> bool:
    return (
        one["top"] < other["bottom"] - 1
        and other["top"] < one["bottom"] - 1
        and one["left"] < other["right"] - 1
        and other["left"] < one["right"] - 1
    )


def assert_on_one_screen(page: Page, *selectors: str) -> None:
    """All of these are in sight on every screen, each beside the others, without scrolling."""
    for screen in SCREENS:
        resize(page, screen)
        shown = boxes(page, *selectors)
        assert page.evaluate("scrollY") == 0
        for selector, box in zip(selectors, shown, strict=True):
            assert box["top"] >= 0, (selector, screen)
            assert box["bottom"] <= screen["height"], (selector, screen)
            assert box["right"] <= screen["width"], (selector, screen)
        for at, box in enumerate(shown):
            covering = [other for other in shown[:at] if overlap(box, other)]
            assert not covering, (selectors[at], screen)


def begin_free_game(page: Page, url: str, opponent: str, rulebook: str) -> None:
    page.goto(f"{url}/play")
    page.check(f"[value={opponent}]")
    page.fill("[name=first]", "Page Turners")
    if opponent == "real":
        page.fill("[name=second]", "The Ampersands")
    page.select_option("[name=rulebook]", rulebook)
    page.click("button.next")
    expect(page.locator("ww-board[data-ready]")).to_be_visible()


def test_a_play_on_a_phone_needs_no_scrolling_and_is_typed_in_full(phone: Page, program: Program) -> None:
    begin_free_game(phone, program.url, "real", "androscoggin")
    for seat, tile in enumerate("AB"):
        phone.fill(f"#draw-{seat}", tile)
        phone.locator(f"form:has(#draw-{seat}) button").tap()
        expect(phone.locator(f"#draw-{seat}")).to_have_count(0)
    phone.reload()
    expect(phone.locator("ww-pad [data-letter=A]")).to_be_visible()
    assert_on_one_screen(phone, "#sides", "#times", "ww-board", "ww-pad", "#play", "#entry .next")
    plays = (("H8", "ZOO", "ZOO 24 · Play"), ("H5", "CLOZE", "CLOZE 16 · Play"))
    for turn, (square, word, told) in enumerate(plays, 1):
        phone.locator(f"[data-sq={square}]").tap()
        if turn == 2:
            phone.get_by_role("button", name="Change direction").tap()
        before = boxes(phone, "ww-pad", "#entry .next")
        for letter in word:  # the Z of CLOZE lies on the board
            phone.locator(f"ww-pad [data-letter={letter}]").tap()
        expect(phone.locator("#announce")).to_have_text(told)
        assert boxes(phone, "ww-pad", "#entry .next") == before, "what is said moves nothing"
        phone.locator("#entry .next").tap()
        expect(phone.locator("#turns tbody tr")).to_have_count(turn)
        expect(phone.locator("#toasts")).to_contain_text(f"{told.split()[1]} points")
        toast, *seen = boxes(phone, ".toast", "#sides", "#times", "ww-pad", "#entry .next")
        assert not [box for box in seen if overlap(toast, box)]
        assert phone.evaluate("scrollY") == 0
    # What is wrong is said over nothing that one presses, and moves nothing.
    before = boxes(phone, "ww-pad", "#entry .next")
    phone.locator("[data-sq=A1]").tap()
    phone.locator("ww-pad [data-letter=Q]").tap()
    expect(phone.locator("#why .fault").first).to_be_visible()
    phone.locator("#entry .next").tap()
    expect(phone.locator("#complaint")).not_to_be_empty()
    assert boxes(phone, "ww-pad", "#entry .next") == before
    phone.locator("ww-pad [data-letter=I]").tap()  # through whatever is said there
    expect(phone.locator("[data-sq=B1] .ww-tile, [data-sq=A2] .ww-tile")).to_have_count(1)
    assert boxes(phone, "ww-pad", "#entry .next") == before


def test_whoever_types_between_two_quick_taps_means_both(phone: Page, program: Program) -> None:
    begin_free_game(phone, program.url, "real", "androscoggin")
    save = phone.locator("form:has([id^=draw-]) button").first
    for seat, tile in enumerate("AB"):  # the second form lies where the first was
        phone.fill(f"#draw-{seat}", tile)
        save.dispatch_event("click", {"detail": seat + 1})
        expect(phone.locator(f"#draw-{seat}")).to_have_count(0)


def test_rack_and_play_are_on_one_screen_with_the_board(phone: Page, program: Program) -> None:
    begin_free_game(phone, program.url, "gentle", "club")
    expect(phone.locator("ww-rack .ww-tile")).to_have_count(7)
    expect(phone.locator("#acts[data-can-play=yes]")).to_be_attached()
    assert_on_one_screen(phone, "#sides", "#times", "ww-board", "ww-rack", "#entry .next")


def test_a_tortoise_team_has_board_letters_and_play_on_one_screen(
    phone: Page, program: Program, bee: tuple[Path, Event]
) -> None:
    join(phone, program.url, bee[1].code(Role.TABLE_SCOREKEEPER))
    phone.goto(f"{program.url}/tables/{bee[1].tables[-1]}")
    expect(phone.locator("ww-pad [data-letter=A]")).to_be_visible()
    assert_on_one_screen(phone, "#sides", "ww-board", "ww-pad", "#play", "#entry .next")
    phone.set_viewport_size({"width": 320, "height": 568})  # the smallest phone that is still about
    assert_on_one_screen(phone, "#sides", "ww-board", "ww-pad", "#play", "#entry .next")


def test_without_the_network_board_and_letters_stay_where_they_are(
    phone: Page, program: Program, bee: tuple[Path, Event]
) -> None:
    join(phone, program.url, bee[1].code(Role.TABLE_SCOREKEEPER))
    phone.goto(f"{program.url}/hare/{bee[1].tables[0]}")
    expect(phone.locator("ww-pad [data-letter=E]")).to_be_visible()
    before = boxes(phone, "#tally", "ww-board", "ww-pad")
    phone.context.set_offline(True)
    phone.locator("[data-sq=A1]").tap()
    phone.locator("ww-pad [data-letter=E]").tap()
    expect(phone.locator("#offline")).to_be_visible()
    assert boxes(phone, "#tally", "ww-board", "ww-pad") == before
    (strip,) = boxes(phone, "#offline")
    assert not overlap(strip, before[1])
    phone.context.set_offline(False)
    expect(phone.locator("#offline")).to_be_hidden()
    assert boxes(phone, "#tally", "ww-board", "ww-pad") == before
    phone.get_by_role("button", name="Undo").first.tap()


def test_a_hare_board_and_its_letters_are_on_one_screen_and_a_row_stays_a_row(
    phone: Page, program: Program, bee: tuple[Path, Event]
) -> None:
    join(phone, program.url, bee[1].code(Role.TABLE_SCOREKEEPER))
    phone.goto(f"{program.url}/hare/{bee[1].tables[0]}")
    key = phone.locator("ww-pad [data-letter=E]")
    expect(key).to_be_visible()
    assert_on_one_screen(phone, "#tally .sum", "#tally .time", "ww-board", "#notices", "ww-pad")
    before = boxes(phone, "ww-board", "ww-pad", "#paint button")
    left = int(key.locator("i").inner_text())
    phone.locator("[data-sq=N8]").tap()
    for _ in range(3):  # two squares are left of this row, and the third letter has no place
        key.tap()
    expect(phone.locator("#complaint")).to_have_text("Edge of the board")
    expect(phone.locator("[data-sq=A9] .ww-tile")).to_have_count(0)
    expect(key.locator("i")).to_have_text(str(left - 2).replace("-", "−"))
    assert key.get_attribute("aria-label") == f"E, {left - 2} left"
    # A tap goes elsewhere, and never turns the row; a letter over another one is told, and taken back.
    phone.locator("[data-sq=O8]").tap()
    phone.locator("[data-sq=O8]").tap()
    expect(phone.locator("[data-sq=O8]")).to_have_attribute("data-cursor", "across")
    phone.locator("ww-pad [data-letter=S]").tap()
    expect(phone.locator("#saved")).to_contain_text("O8: S replaced E")
    phone.locator("#saved").get_by_role("button", name="Undo").tap()
    expect(phone.locator("[data-sq=O8] .ww-tile")).to_contain_text("E")
    # What is wrong is one line, which opens over the letters and moves nothing.
    phone.get_by_role("button", name="Next row").tap()
    expect(phone.locator("[data-sq=A9]")).to_have_attribute("data-cursor", "across")
    for letter in "QXZ":
        phone.locator(f"ww-pad [data-letter={letter}]").tap()
    expect(phone.locator("#first-problem")).to_be_visible()
    assert boxes(phone, "ww-board", "ww-pad", "#paint button") == before
    phone.locator("#problems summary").tap()
    expect(phone.locator("#all-problems .fault").first).to_be_visible()
    assert boxes(phone, "ww-board", "ww-pad", "#paint button") == before
    # Nor does a total that grows: what is said beside it takes one line or two.
    for total, words in (("8", "2 words"), ("1,412", "31 words"), ("−1,090", "1 word")):
        phone.evaluate("(text) => document.querySelector('#total').textContent = text", total)
        phone.evaluate("(text) => document.querySelector('#word-count').textContent = text", words)
        assert boxes(phone, "ww-board", "ww-pad", "#paint button") == before, total


def test_entries_that_come_back_after_a_reload_push_no_letters_off_the_screen(
    phone: Page, program: Program, bee: tuple[Path, Event]
) -> None:
    join(phone, program.url, bee[1].code(Role.TABLE_SCOREKEEPER))
    phone.goto(f"{program.url}/hare/{bee[1].tables[1]}")
    expect(phone.locator("ww-pad [data-letter=E]")).to_be_visible()
    phone.locator("[data-sq=H8]").tap()
    phone.locator("ww-pad [data-letter=Z]").tap()
    expect(phone.locator("#saved")).to_have_text("Not saved")  # the starting word has another letter now
    for _ in range(2):
        phone.reload()
        expect(phone.locator("#first-problem")).to_contain_text("starting word")
        expect(phone.locator("#saved")).to_have_text("Not saved")
        assert_on_one_screen(phone, "#tally .sum", "ww-board", "#notices", "ww-pad")


def tap_in_sight(page: Page, text: str) -> None:
    """Taps a button that is on the screen already: whoever has to scroll for it fails."""
    button = (
        page.locator("button:visible, summary:visible")
        .filter(has_text=re.compile(rf"^\s*{re.escape(text)}"))
        .first
    )
    expect(button).to_be_in_viewport(ratio=0.99)
    button.tap()
    assert page.evaluate("scrollY") == 0, text


def test_drawing_challenging_and_the_result_on_a_phone_need_no_scrolling(
    phone: Page, program: Program
) -> None:
    begin_free_game(phone, program.url, "real", "androscoggin")
    for seat, tile in enumerate("AB"):
        expect(phone.locator(f"#draw-{seat}")).to_be_in_viewport(ratio=0.99)
        phone.fill(f"#draw-{seat}", tile)
        phone.locator(f"form:has(#draw-{seat}) button").tap()
        expect(phone.locator(f"#draw-{seat}")).to_have_count(0)
    phone.reload()
    phone.locator("[data-sq=H8]").tap()
    for letter in "ZOO":
        phone.locator(f"ww-pad [data-letter={letter}]").tap()
    phone.locator("#entry .next").tap()
    expect(phone.locator("#turns tbody tr")).to_have_count(1)
    tap_in_sight(phone, "Challenge, pass")
    tap_in_sight(phone, "Pass")
    tap_in_sight(phone, "Close")
    expect(phone.locator("#challenge summary")).not_to_be_in_viewport()
    tap_in_sight(phone, "Challenge, pass")
    tap_in_sight(phone, "All plays made")
    tap_in_sight(phone, "Yes, end the game")
    expect(phone.get_by_role("heading", name="Page Turners won")).to_be_in_viewport(ratio=0.99)
    expect(phone.get_by_role("button", name="Play again")).to_be_in_viewport(ratio=0.99)
    assert phone.evaluate("scrollY") == 0


def test_a_hold_on_a_phone_is_read_whole_and_gives_way_to_the_play_that_waits(
    phone: Page, program: Program
) -> None:
    begin_free_game(phone, program.url, "real", "ontario")
    for seat, tile in enumerate("AB"):
        phone.fill(f"#draw-{seat}", tile)
        phone.locator(f"form:has(#draw-{seat}) button").tap()
        expect(phone.locator(f"#draw-{seat}")).to_have_count(0)
    phone.fill("#play", "8H ZOO")
    phone.locator("#entry .next").tap()
    expect(phone.locator("#turns tbody tr")).to_have_count(1)
    (before,) = boxes(phone, "#dock")
    tap_in_sight(phone, "Challenge, pass")
    tap_in_sight(phone, "Hold")
    status = phone.locator("#status")
    expect(status).to_contain_text("called HOLD")
    expect(status).to_be_in_viewport(ratio=0.99)
    assert status.evaluate("own => own.scrollHeight <= own.clientHeight")
    assert (
        boxes(phone, "#dock")[0]["top"] >= before["top"] - 12
    )  # two lines, as beside a button: letters stay
    phone.fill("#play", "9I OX")
    phone.locator("#entry .next").tap()
    expect(phone.locator("#why")).to_contain_text("waits. It is sent when the hold ends.")
    expect(status).to_be_hidden()


def test_who_begins_and_a_peek_of_a_tortoise_team_need_no_scrolling_on_a_phone(
    phone: Page, program: Program, bee: tuple[Path, Event]
) -> None:
    join(phone, program.url, bee[1].code(Role.TABLE_SCOREKEEPER))
    phone.goto(f"{program.url}/tables/{bee[1].tables[-1]}")
    tap_in_sight(phone, "Which player begins?")
    second = phone.locator("#who-begins button").nth(1)
    expect(second).to_be_in_viewport(ratio=0.99)
    second.tap()
    expect(phone.locator("#who-begins button").nth(1)).to_have_attribute("aria-pressed", "true")
    expect(phone.locator("[data-acts-open]")).to_have_count(0)
    tap_in_sight(phone, "Which player begins?")
    tap_in_sight(phone, "Buy a peek")
    expect(phone.get_by_label("Look up a word")).to_be_in_viewport(ratio=0.99)
    phone.get_by_label("Look up a word").fill("QI")
    tap_in_sight(phone, "Buy a peek · $1")
    expect(phone.locator("#peeks")).to_contain_text("QI")
    expect(phone.locator("ww-pad [data-letter=A]")).to_be_in_viewport(ratio=0.99)


def test_a_peek_of_a_hare_team_needs_no_scrolling_on_a_phone(
    phone: Page, program: Program, bee: tuple[Path, Event]
) -> None:
    join(phone, program.url, bee[1].code(Role.TABLE_SCOREKEEPER))
    phone.goto(f"{program.url}/hare/{bee[1].tables[0]}")
    expect(phone.locator("ww-pad [data-letter=E]")).to_be_visible()
    tap_in_sight(phone, "Peek, tiles")
    phone.get_by_label("Look up a word").fill("ZARF")
    tap_in_sight(phone, "Buy a peek · $1")
    expect(phone.locator("#peeks")).to_contain_text("ZARF")
    expect(phone.locator("ww-pad [data-letter=E]")).to_be_in_viewport(ratio=0.99)
    expect(phone.locator("#status")).to_contain_text("ZARF")
    resize(phone, {"width": 1024, "height": 768})
    for name in ("Buy a peek", "Buy tiles back"):
        expect(phone.locator("button:visible").filter(has_text=name)).to_be_in_viewport(ratio=0.99)
