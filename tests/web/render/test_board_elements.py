"""The board's elements by themselves: keys, mouse, fingers, painting, state, clock; no table behind them."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from web.axe import assert_axe_finds_nothing_serious
from web.conftest import Program
from web.station import LAPTOP, PHONE
from web.waiting import stop_time, wait_until
from wordwaiter.web.words import catalogue

EMPTY = "." * 15
POINTS = (1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10)
VALUES = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", POINTS, strict=True))
CROSSED = [EMPTY] * 5 + [
    ".......ROVERS..",
    ".......A.......",
    ".......I.......",
    ".......N.......",
    ".......D.......",
]
CROSSED += [EMPTY] * 5
"""A word along row 6 and one down column H, from R to D."""
ROW_TEN = [EMPTY] * 9 + ["....HOUSE......"] + [EMPTY] * 5
PAINTED = [EMPTY] * 5 + ["......RABBITS.."] + [EMPTY] * 9

HOLD_MS = 500
"""Longer than a press may last that is no long one."""

BODY = """
  <main><h1>Elements</h1>
  <form id="physical"><label>Play <input name="play" data-ww-notation="t4"></label>
    <ww-board id="t4"></ww-board>
    <ww-pad for="t4"></ww-pad><button class="next">Send</button></form>
  <form id="virtual"><label>Play <input name="play" data-ww-notation="v1"></label>
    <ww-board id="v1"></ww-board>
    <ww-rack for="v1"></ww-rack></form>
  <div id="painting"><ww-board id="p1" mode="paint"></ww-board>
    <label>Board <textarea data-ww-text="p1"></textarea></label></div></main>
"""
PREPARE = """async ([statics, words, body, states]) => {
  document.documentElement.lang = 'en';
  document.title = 'Elements';
  document.head.innerHTML += `<meta name="viewport" content="width=device-width, initial-scale=1">`;
  for (const sheet of ['tokens.css', 'look.css', 'controls.css', 'board/board.css']) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'stylesheet', href: `${statics}/${sheet}` });
    const loaded = new Promise((done) => link.addEventListener('load', done));
    document.head.append(link);
    await loaded;
  }
  (await import(`${statics}/words.js`)).learn(words);
  window.seen = [];
  for (const name of ['ww-play', 'ww-preview', 'ww-position', 'ww-refused']) {
    addEventListener(name, (event) => {
      window.seen.push({ name, detail: event.detail });
      if (name === 'ww-play' && !window.nobodyTakesIt) event.preventDefault();
    });
  }
  document.body.innerHTML = body;
  const parts = ['ww-board', 'ww-pad', 'ww-rack', 'ww-clock'];
  for (const part of parts) await import(`${statics}/board/${part}.js`);
  for (const [id, state] of Object.entries(states)) document.getElementById(id).update(state);
}"""


def prepare(browser_context: BrowserContext, url: str) -> Page:
    """A page with three boards: for a real one, for one with a rack, and to be painted.

    Its time stands still: on a busy machine any press would become a long one.
    """
    page = browser_context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
    stop_time(page)
    page.goto(f"{url}/nothing-here")  # a page of ours that brings no scripts
    statics = re.search(r'"(/static/[^/"]+)/', page.content())
    assert statics
    legend = {
        key: {"label": key.upper(), "name": catalogue("en").say(f"board.premium-{key}")}
        for key in ("tw", "tl")
    }
    common = {"values": VALUES, "legend": legend, "premiums": {"A1": "tw", "N6": "tl"}}
    states = {
        "t4": {**common, "board": CROSSED},
        "v1": {**common, "board": ROW_TEN, "rack": list("RETINA?")},
        "p1": {**common, "board": PAINTED},
    }
    words = catalogue("en").part(lambda key: key.startswith("board."))
    page.evaluate(PREPARE, [statics[1], words, BODY, states])
    for board in ("t4", "v1", "p1"):
        expect(page.locator(f"#{board}")).to_have_attribute("data-ready", "")
    return page


@pytest.fixture(scope="module")
def laptop(chromium: Browser) -> Iterator[BrowserContext]:
    browser_context = chromium.new_context(viewport=LAPTOP, reduced_motion="reduce")
    yield browser_context
    browser_context.close()


@pytest.fixture
def page(laptop: BrowserContext, program: Program) -> Iterator[Page]:
    page = prepare(laptop, program.url)
    yield page
    page.close()


@pytest.fixture(scope="module")
def touched(chromium: Browser) -> Iterator[BrowserContext]:
    size: ViewportSize = {"width": PHONE["width"], "height": 740}
    browser_context = chromium.new_context(viewport=size, has_touch=True, is_mobile=True)
    yield browser_context
    browser_context.close()


@pytest.fixture
def phone(touched: BrowserContext, program: Program) -> Iterator[Page]:
    phone = prepare(touched, program.url)
    yield phone
    phone.close()


def cell(page: Page, board: str, name: str) -> Locator:
    return page.locator(f"#{board} [data-sq={name}]")


def label(page: Page, board: str, name: str) -> str:
    return cell(page, board, name).get_attribute("aria-label") or ""


def field(page: Page, board: str) -> Locator:
    return page.locator(f"[data-ww-notation={board}]")


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def seen(page: Page, name: str) -> list[Any]:
    return [one["detail"] for one in page.evaluate("window.seen") if one["name"] == name]


def cursor(page: Page, board: str) -> str:
    return page.locator(f"#{board} [data-cursor]").get_attribute("data-sq") or ""


def spot(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def resize(page: Page, width: int, height: int) -> None:
    """A window of that size; boxes are where they stay only when the page has heard of it."""
    page.set_viewport_size({"width": width, "height": height})
    wait_until(page, "height => innerHeight === height", height)


def lines(page: Page, board: str) -> list[str]:
    shown: list[str] = page.evaluate("id => document.getElementById(id).state.board", board)
    return shown


# ---------------------------------------------------------------- keys


def test_a_play_by_keys_alone_skips_tiles_and_is_told_to_the_page(page: Page) -> None:
    cell(page, "t4", "E10").focus()
    press(page, "b", "o", "n")
    assert label(page, "t4", "E10") == "B, 3 points, E10, tentative"
    assert cursor(page, "t4") == "I10", "the cursor skips the D that is there"
    expect(field(page, "t4")).to_have_value("10E BOND")
    asked = {"square": "10E", "direction": "across", "word": "BON.", "whole": "BOND"}
    page.clock.run_for(1000)
    assert [preview["play"] for preview in seen(page, "ww-preview")] == [asked], "asked once, after a pause"
    press(page, "Enter", "Enter", "Backspace", "Escape", "x")
    assert seen(page, "ww-play") == [asked], "nothing changes while a play is on its way"
    page.evaluate("t4.update({seq: t4.seq, problems: []})")
    assert page.evaluate("t4.pending"), "a preview is not the answer"
    board = [*CROSSED[:9], "....BOND.......", *CROSSED[10:]]
    page.evaluate("board => t4.update({board, clear: true, lastPlay: ['E10', 'F10', 'G10']})", board)
    assert label(page, "t4", "E10") == "B, 3 points, E10, last play"
    expect(field(page, "t4")).to_have_value("")


def test_backspace_comes_back_over_tiles_and_a_hook_is_part_of_the_word(page: Page) -> None:
    cell(page, "t4", "G6").click()
    press(page, "x", "y")
    assert label(page, "t4", "N6") == "Y, 4 points, N6, tentative"
    expect(field(page, "t4")).to_have_value("6G XROVERSY")
    press(page, "Backspace")
    assert label(page, "t4", "N6") == "N6, triple letter, empty"
    press(page, "Backspace")
    assert (label(page, "t4", "G6"), cursor(page, "t4")) == ("G6, empty", "G6")
    cell(page, "t4", "H11").click()
    press(page, "s")
    expect(field(page, "t4")).to_have_value("H6 RAINDS")


def test_arrows_turn_blanks_escape_and_the_edge(page: Page) -> None:
    cell(page, "t4", "N15").click()
    press(page, "ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight")
    assert cursor(page, "t4") == "N15"
    press(page, "Space")
    expect(cell(page, "t4", "N15")).to_have_attribute("data-cursor", "down")
    press(page, "Enter", "Shift+A", "b")
    expect(field(page, "t4")).to_have_value("15N aB")
    assert label(page, "t4", "N15") == "A, blank, N15, tentative"
    press(page, "c")
    assert seen(page, "ww-refused")[-1]["reason"] == "edge"
    press(page, "Escape")
    expect(field(page, "t4")).to_have_value("")
    expect(page.locator("#t4 [role=status]")).to_have_text("2 tiles removed")
    press(page, "Control+Home")
    assert cursor(page, "t4") == "A1"
    press(page, "End", "PageDown")
    assert cursor(page, "t4") == "O15"


def test_the_field_and_the_board_mirror_each_other_and_nonsense_is_not_sent(page: Page) -> None:
    field(page, "t4").click()
    page.keyboard.type("10e bon.")  # small letters alone are no blanks
    assert label(page, "t4", "F10") == "O, 1 point, F10, tentative"
    field(page, "t4").fill("10e BoN.")
    assert label(page, "t4", "F10") == "O, blank, F10, tentative"
    cell(page, "t4", "A15").focus()
    expect(field(page, "t4")).to_have_value("10E BoND")
    field(page, "t4").fill("10E BOND")
    assert label(page, "t4", "F10") == "O, 1 point, F10, tentative"
    field(page, "t4").fill("10E BONX")
    expect(field(page, "t4")).to_have_attribute("aria-invalid", "true")
    press(page, "Enter")
    page.locator("#physical button.next").click()
    assert seen(page, "ww-play") == []
    field(page, "t4").fill("8D .")
    expect(field(page, "t4")).to_have_attribute("title", "Type a dot only for a tile already on the board")


# ---------------------------------------------------------------- state


def test_a_locked_board_moves_and_takes_nothing(page: Page) -> None:
    page.evaluate("t4.update({locked: true})")
    cell(page, "t4", "A1").click()
    press(page, "ArrowRight", "a")
    assert (cursor(page, "t4"), page.locator("#t4 [data-new]").count()) == ("B1", 0)
    assert seen(page, "ww-refused")[-1]["reason"] == "locked"
    expect(page.locator("#t4 [role=grid]")).to_have_attribute("aria-readonly", "true")


def test_state_from_the_server_covers_tiles_marks_problems_and_is_never_older(page: Page) -> None:
    cell(page, "t4", "A1").click()
    press(page, "a", "b")
    page.evaluate("board => t4.update({board})", [f"Z{EMPTY[1:]}", *CROSSED[1:]])
    assert label(page, "t4", "A1") == "Z, 10 points, A1"
    assert label(page, "t4", "B1") == "B, 3 points, B1, tentative"
    page.evaluate("t4.update({problems: [{square: 'B1', text: 'not connected'}]})")
    assert label(page, "t4", "B1") == "B, 3 points, B1, tentative, problem: not connected"
    page.evaluate("t4.update({seq: -1, problems: []})")
    expect(cell(page, "t4", "B1")).to_have_attribute("aria-invalid", "true")
    page.evaluate(
        """t4.update({clear: true, values: {A: 1, CH: 5}, legend: {q: {label: '4W', name: 'quadruple word',
           colour: 'rgb(1, 2, 3)', ink: 'white'}}, premiums: {B2: 'q'}})"""
    )
    assert label(page, "t4", "B2") == "B2, quadruple word, empty"
    expect(cell(page, "t4", "B2")).to_have_css("background-color", "rgb(1, 2, 3)")
    field(page, "t4").fill("2A [CH]a")
    assert label(page, "t4", "A2") == "CH, 5 points, A2, tentative"


def test_grid_roles_one_tab_stop_no_motion_and_coordinates_that_stay(page: Page) -> None:
    grid = page.locator("#t4 [role=grid]")
    assert (grid.get_by_role("row").count(), grid.get_by_role("rowheader").count()) == (16, 15)
    assert grid.locator("[tabindex='0']").count() == 1
    assert label(page, "t4", "A1") == "A1, triple word, empty"
    field(page, "t4").fill("10E B")
    motion = "tile => getComputedStyle(tile).animationName"
    assert page.locator("#t4 .ww-tile[data-new]").evaluate(motion) == "none"
    page.evaluate("document.documentElement.dir = 'rtl'")
    assert spot(page, "#t4 [data-sq=A1]")[0] < spot(page, "#t4 [data-sq=B1]")[0]
    page.locator("#t4").evaluate("board => board.setAttribute('board-dir', 'rtl')")
    assert spot(page, "#t4 [data-sq=A1]")[0] > spot(page, "#t4 [data-sq=B1]")[0]
    cell(page, "t4", "A1").click()
    press(page, "ArrowLeft")
    assert cursor(page, "t4") == "B1"


# ---------------------------------------------------------------- the rack


def test_tiles_are_dragged_from_the_rack_moved_given_back_and_put_in_order(page: Page) -> None:
    def drag(source: str, target: str) -> None:
        page.mouse.move(*spot(page, source))
        page.mouse.down()
        page.mouse.move(*spot(page, target), steps=6)
        page.mouse.up()

    resize(page, 900, 2400)
    rack = "ww-rack [data-slot='%d']"
    drag(rack % 0, "#v1 [data-sq=J9]")
    assert label(page, "v1", "J9") == "R, 1 point, J9, tentative"
    drag(rack % 1, "#v1 [data-sq=J11]")
    expect(field(page, "v1")).to_have_value("")
    drag("#v1 [data-sq=J11] .ww-tile", "#v1 [data-sq=J10]")
    expect(field(page, "v1")).to_have_value("J9 RE")
    expect(page.locator(rack % 0)).to_have_attribute("aria-label", "Empty slot")
    drag("#v1 [data-sq=J9] .ww-tile", "ww-rack")
    expect(page.locator(rack % 0)).to_have_attribute("aria-label", "R, 1 point")
    drag(rack % 0, rack % 4)
    order = page.locator("ww-rack button[data-slot]").evaluate_all(
        "all => all.map((each) => each.dataset.slot).join('')"
    )
    assert order == "1234056"
    page.get_by_role("button", name="Shuffle").click()
    page.locator("ww-rack").get_by_role("button", name="Recall").click()
    expect(page.locator("#v1 [data-new]")).to_have_count(0)


def test_the_rack_limits_typing_a_blank_asks_and_a_tile_waits_for_its_square(page: Page) -> None:
    cell(page, "v1", "A1").click()
    press(page, "q", "z")
    expect(field(page, "v1")).to_have_value("1A q")
    assert seen(page, "ww-refused")[-1]["reason"] == "no-tile"
    press(page, "Escape")
    page.locator("ww-rack [data-slot='6']").click()
    expect(page.get_by_role("dialog", name="Choose the letter for the blank")).to_be_visible()
    assert_axe_finds_nothing_serious(page, is_stopped=True)
    press(page, "x")
    expect(field(page, "v1")).to_have_value("1A x")
    page.locator("ww-rack [data-slot='1']").click()
    expect(field(page, "v1")).to_have_value("1A xE")
    press(page, "Escape")
    field(page, "v1").click()
    page.keyboard.type("j10 r")
    page.locator("ww-rack [data-slot='1']").click()
    expect(field(page, "v1")).to_have_value("J10 rE")


# ---------------------------------------------------------------- fingers


class Finger:
    """One finger on the glass."""

    def __init__(self, phone: Page) -> None:
        self.client = phone.context.new_cdp_session(phone)

    def send(self, kind: str, *points: tuple[float, float]) -> None:
        told = [{"x": x, "y": y} for x, y in points]
        self.client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})


def test_taps_the_pad_and_targets_that_a_finger_meets(phone: Page) -> None:
    cell(phone, "t4", "E10").tap()
    pad = phone.locator("ww-pad")
    for letter in "BON":
        pad.locator(f"[data-letter={letter}]").tap()
    expect(field(phone, "t4")).to_have_value("10E BOND")
    pad.get_by_role("button", name="Delete").tap()
    pad.get_by_role("button", name="Blank").tap()
    pad.locator("[data-letter=N]").tap()
    expect(field(phone, "t4")).to_have_value("10E BOnD")
    pad.get_by_role("button", name="Recall").tap()
    cell(phone, "t4", "A12").tap()
    cell(phone, "t4", "A12").tap()
    expect(cell(phone, "t4", "A12")).to_have_attribute("data-cursor", "down")
    pad.get_by_role("button", name="Right").tap()
    expect(cell(phone, "t4", "B12")).to_have_attribute("data-cursor", "down")
    smallest = """all => Math.min(...all.map((each) => each.getBoundingClientRect())
                                         .map((box) => Math.min(box.width, box.height)))"""
    assert phone.locator("ww-pad button, ww-rack button").evaluate_all(smallest) >= 44
    cell(phone, "t4", "N14").tap()
    pad.get_by_role("button", name="Zoom").tap()
    expect(phone.locator("#t4")).to_have_attribute("zoom", "")
    box = cell(phone, "t4", "N14").bounding_box()
    assert box
    assert box["width"] >= 44
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert_axe_finds_nothing_serious(phone, is_stopped=True)


def test_a_long_press_is_a_blank_on_the_pad_and_on_the_board(phone: Page) -> None:
    finger = Finger(phone)
    cell(phone, "t4", "E10").tap()
    expect(cell(phone, "t4", "E10")).to_have_attribute("data-cursor", "across")
    for selector, told in (("ww-pad [data-letter=B]", "10E b"), ("#t4 [data-sq=E10]", "10E B")):
        phone.locator(selector).scroll_into_view_if_needed()
        finger.send("touchStart", spot(phone, selector))
        phone.clock.run_for(HOLD_MS)
        expect(field(phone, "t4")).to_have_value(told)
        finger.send("touchEnd")


def test_a_dragged_tile_aims_above_the_finger(phone: Page) -> None:
    resize(phone, 360, 2000)
    finger = Finger(phone)
    x, y = spot(phone, "ww-rack [data-slot='2']")
    to_x, to_y = spot(phone, "#v1 [data-sq=J10]")
    finger.send("touchStart", (x, y))
    for part in (0.2, 0.6, 1.0):
        finger.send("touchMove", (x + (to_x - x) * part, y + (to_y + 44 - y) * part))
    expect(phone.locator(".ww-ghost")).to_be_visible()
    expect(cell(phone, "v1", "J10")).to_have_attribute("data-target", "")
    finger.send("touchEnd")
    expect(phone.locator(".ww-ghost")).to_have_count(0)
    assert label(phone, "v1", "J10") == "T, 1 point, J10, tentative"
    expect(field(phone, "v1")).to_have_value("10E HOUSET")


# ---------------------------------------------------------------- painting and the clock


def test_painting_stops_at_the_end_of_a_row_undoes_and_moves_tiles(page: Page) -> None:
    cell(page, "p1", "N1").click()
    press(page, "c", "Shift+A", "t")
    assert seen(page, "ww-refused")[-1]["reason"] == "edge"
    cell(page, "p1", "O1").click()
    expect(cell(page, "p1", "O1")).to_have_attribute("data-cursor", "across")  # a tap never turns it
    press(page, "Enter", "t", ".", "s")
    assert lines(page, "p1")[:2] == [".............Ca", "T.S............"]
    press(page, "ArrowLeft", "Delete")
    assert label(page, "p1", "C2") == "C2, empty"
    press(page, "Control+z")
    assert label(page, "p1", "C2") == "S, 1 point, C2"
    press(page, "Enter", "Space", "h", "i", "Backspace")
    assert [row[0] for row in lines(page, "p1")[2:4]] == ["H", "."]
    expect(page.locator("[data-ww-text=p1]")).to_have_value("\n".join(lines(page, "p1")))
    page.locator("#p1").scroll_into_view_if_needed()
    cell(page, "p1", "G6").locator(".ww-tile").drag_to(cell(page, "p1", "G4"))
    assert (label(page, "p1", "G4"), label(page, "p1", "G6")) == ("R, 1 point, G4", "G6, empty")


def test_a_painted_board_is_copied_pasted_and_typed_as_text(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    cell(page, "p1", "A1").click()
    press(page, "Control+c")
    assert page.evaluate("navigator.clipboard.readText()").splitlines() == PAINTED
    quiz = [EMPTY] * 7 + ["...QUIz........"] + [EMPTY] * 7
    page.evaluate("text => navigator.clipboard.writeText(text)", "\r\n".join(quiz))
    press(page, "Control+v")
    expect(page.locator("#p1 [role=status]")).to_have_text("Board pasted, 4 tiles")
    assert lines(page, "p1") == quiz
    page.evaluate("navigator.clipboard.writeText('no board')")
    press(page, "Control+v")
    expect(page.locator("#p1 [role=status]")).to_contain_text("That is not a board with 15 rows")
    assert lines(page, "p1") == quiz
    press(page, "Control+z")
    assert lines(page, "p1") == PAINTED
    page.locator("[data-ww-text=p1]").fill("\n".join(quiz))
    assert label(page, "p1", "G8") == "Z, blank, G8"


def test_a_clock_counts_on_into_overtime_and_stands_when_it_is_told_to(
    browser_context: BrowserContext, program: Program
) -> None:
    page = prepare(browser_context, program.url)
    page.evaluate(
        """() => { const clock = document.createElement('ww-clock');
                   document.querySelector('main').append(clock);
                   clock.update({remaining_ms: 102_000, running: true});
                   window.ends = 0;
                   clock.addEventListener('ww-clock-zero', () => (ends += 1)); }"""
    )
    clock = page.locator("ww-clock")
    expect(clock).to_have_text("1:42")
    page.clock.run_for(2_500)
    expect(clock).to_have_text("1:40")
    page.clock.run_for(101_000)
    expect(clock).to_have_text("\u22120:01")
    expect(clock).to_have_attribute("data-over", "")
    page.evaluate("document.querySelector('ww-clock').update({remaining_ms: 30_400, running: false})")
    page.clock.run_for(5_000)
    expect(clock).to_have_text("0:31")
    # The server may say that time is up before the page has seen it: told once, by whichever comes first.
    assert page.evaluate("ends") == 1
    for _ in range(2):
        page.evaluate("document.querySelector('ww-clock').update({remaining_ms: -200, running: true})")
    assert page.evaluate("ends") == 2


def test_parts_in_any_order_find_their_board_and_the_form_is_the_way_out(page: Page) -> None:
    page.evaluate(
        """() => {
          document.body.innerHTML = `<ww-pad for="b"></ww-pad><ww-rack for="b"></ww-rack>
            <form><input name="play" data-ww-notation="b" aria-label="Play">
            <ww-board id="b"></ww-board></form>`;
          document.getElementById('b').update({ rack: ['A', 'B'] });
          document.body.append(document.getElementById('b'));
          window.nobodyTakesIt = true;
        }"""
    )
    assert page.locator("#b [role=gridcell]").count() == 225
    expect(page.locator("ww-pad [data-letter]")).to_have_count(26)
    expect(page.locator("ww-rack [data-slot]")).to_have_count(2)
    page.locator("input").fill("8G A")
    cell(page, "b", "H8").click()
    press(page, "b")
    expect(page.locator("input")).to_have_value("8G AB")
    press(page, "Enter")
    page.wait_for_url("**/nothing-here?play=8G+AB")
