"""The table's page in a browser: entering plays, their score, two screens, a network that fails."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, Browser, BrowserContext, Page, Request, Route, expect

from web.axe import assert_axe_finds_nothing_serious_in_any_theme
from web.conftest import Program
from web.station import LAPTOP, PHONE, PROJECTOR, resize
from web.themes import put_on
from wordwaiter.web.render.templates import THEMES

Begin = Callable[..., Page]


@pytest.fixture
def begin(browser_context: BrowserContext, program: Program) -> Begin:
    """Begins a game and opens its table; a mistake in a script fails the test."""

    def begin(
        opponent: str = "real",
        rulebook: str = "androscoggin",
        *,
        browser_context: BrowserContext = browser_context,
    ) -> Page:
        page = browser_context.new_page()
        page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
        page.goto(f"{program.url}/play")
        page.check(f"[value={opponent}]")
        page.fill("[name=first]", "Page Turners")
        if opponent in ("real", "here", "there"):
            page.fill("[name=second]", "Ampersands")
        page.select_option("[name=rulebook]", rulebook)
        page.click("button.next")
        if opponent == "there":
            return page
        expect(page.locator("ww-board[data-ready]")).to_be_visible()
        if opponent == "real":
            for seat, tile in enumerate("AB"):
                page.fill(f"#draw-{seat}", tile)
                page.locator(f"form:has(#draw-{seat}) button").click()
                expect(page.locator(f"#draw-{seat}")).to_have_count(0)
        if opponent == "here":
            page.get_by_role("button", name=": show my tiles").click()
        return page

    return begin


def said(page: Page) -> str:
    return " ".join(page.locator("#status").inner_text().split())


def expect_turn(page: Page, who: str, number: int) -> None:
    expect(page.locator("#status")).to_contain_text(f"{who} to play, turn {number}.")


def test_a_play_is_typed_and_its_score_is_there_before_it_is_announced(begin: Begin) -> None:
    page = begin()
    expect_turn(page, "Page Turners", 1)
    page.fill("#play", "8D RETINA")
    expect(page.locator("#announce")).to_have_text("RETINA 14 · Play")
    expect(page.locator("[data-sq=D8] .ww-tile")).to_have_attribute("data-new", "")
    page.locator("#explained summary").click()
    expect(page.locator("#explained li").first).to_have_text("RETINA: R1×2 E1 T1 I1 N1 A1 = 7, ×2 = 14")
    page.click("#entry .next")
    expect_turn(page, "Ampersands", 2)
    expect(page.locator("#sides .side").first).to_contain_text("14")
    expect(page.locator("#turns tbody tr").first).to_contain_text("8D RETINA")


def test_a_play_is_entered_on_the_board_with_the_keyboard_alone(begin: Begin) -> None:
    page = begin()
    page.locator("[data-sq=H8]").click()
    page.keyboard.type("cat")
    page.keyboard.press("Shift+S")
    expect(page.locator("[data-sq=K8] .ww-tile")).to_have_attribute("data-blank", "")
    expect(page.locator("#play")).to_have_value("8H CATs")
    page.keyboard.press("Enter")
    expect_turn(page, "Ampersands", 2)
    expect(page.locator("[data-sq=K8] .ww-tile")).not_to_have_attribute("data-new", "")


def test_a_play_that_cannot_lie_there_is_marked_and_refused(begin: Begin) -> None:
    page = begin()
    page.fill("#play", "1A CAT")
    expect(page.locator("#why .fault").first).to_contain_text("The first word must cover 8H")
    expect(page.locator("[data-sq=A1]")).to_have_attribute("data-problem", "")
    page.keyboard.press("Enter")
    expect(page.locator("#complaint")).to_contain_text("The first word must cover 8H")
    expect_turn(page, "Page Turners", 1)


def test_what_cannot_be_read_as_a_play_is_told_and_stays_told(begin: Begin) -> None:
    page = begin()
    page.fill("#play", "8HG HIVE")
    expect(page.locator("#why .fault")).to_have_text("Type a square and a word, such as 8D RETINA")
    page.click("#entry .next")
    # The board asks for a preview of what is left once more; only then is it seen that the words stay.
    with page.expect_event("console", lambda told: told.text == "asked"):
        page.evaluate(
            "board.addEventListener('ww-preview', () => console.log('asked'), { once: true });"
            "entry.requestSubmit()"
        )
    expect(page.locator("#why .fault")).to_have_text("Type a square and a word, such as 8D RETINA")
    page.fill("#play", "8G HIVE")
    expect(page.locator("#announce")).to_have_text("HIVE 20 · Play")


def test_a_word_typed_in_small_letters_is_made_of_tiles_and_one_small_letter_is_a_blank(begin: Begin) -> None:
    page = begin()
    page.fill("#play", "8g hive")
    expect(page.locator("#announce")).to_have_text("HIVE 20 · Play")
    page.fill("#play", "8G HIvE")
    expect(page.locator("#announce")).to_have_text("HIVE 12 · Play")


def test_points_only_exchange_pass_and_undo(begin: Begin) -> None:
    page = begin()
    page.locator("#more > summary").click()
    page.fill("#points", "31")
    page.locator("#points").press("Enter")
    expect_turn(page, "Ampersands", 2)
    # Enter once more must not give the other side the same.
    expect(page.locator("#points")).to_have_value("")
    page.locator("#exchange summary").click()
    page.fill("#exchange-tiles", "3")
    page.locator("#exchange button[value=exchange]").click()
    expect_turn(page, "Page Turners", 3)
    page.locator("#pass > summary").click()
    page.locator("button[value=pass]").click()
    expect_turn(page, "Ampersands", 4)
    page.fill("#undo-reason", "pressed by mistake")
    page.locator("button[value=undo]").click()
    expect_turn(page, "Page Turners", 3)


def test_a_wrong_entry_is_corrected_and_what_came_after_is_scored_again(begin: Begin) -> None:
    page = begin()
    page.fill("#play", "8D RETINA")
    page.locator("#entry .next").click()
    expect_turn(page, "Ampersands", 2)
    page.fill("#play", "I8 .T")
    page.locator("#entry .next").click()
    expect_turn(page, "Page Turners", 3)
    page.locator("#more > summary").click()
    page.fill("#correct-turn", "1")
    page.fill("#correct-play", "8D RETAIN")
    page.locator("button[value=correct]").click()
    expect(page.locator("#turns tbody tr").last).to_contain_text("8D RETAIN")
    expect(page.locator("[data-sq=I8] .ww-tile")).to_contain_text("N")
    expect(page.locator("#turns tbody tr").first).to_contain_text("I8 NT")


def test_what_is_typed_before_the_script_or_the_last_answer_has_come_is_not_lost(begin: Begin) -> None:
    page = begin()
    held: list[Route] = []
    page.route("**/table.js", lambda route: held.append(route))
    with page.expect_request("**/table.js"):
        page.reload(wait_until="commit")
    page.fill("#play", "8D RETINA")
    held[0].continue_()
    expect(page.locator("#announce")).to_have_text("RETINA 14 · Play")

    late: list[tuple[Route, APIResponse]] = []

    def hold_the_answer(route: Route) -> None:
        if route.request.method != "POST" or late:
            route.continue_()
        else:
            late.append((route, route.fetch()))

    page.route("**/tables/*", hold_the_answer)
    page.keyboard.press("Enter")
    expect_turn(page, "Ampersands", 2)  # by the feed: everybody hears of it
    page.fill("#play", "I8 .T")
    ((route, answer),) = late
    route.fulfill(response=answer)
    expect(page.locator("#toasts")).to_contain_text("8D RETINA: 14 points")
    expect(page.locator("#play")).to_have_value("I8 .T")
    page.locator("#entry .next").click()
    expect_turn(page, "Page Turners", 3)


def test_a_challenge_waits_for_nobody_at_a_free_table_and_the_page_says_what_was_ruled(begin: Begin) -> None:
    page = begin()
    page.fill("#play", "8D RETINX")
    page.keyboard.press("Enter")
    expect_turn(page, "Ampersands", 2)
    page.locator("#challenge summary").click()
    page.locator("button[value=challenge]").click()
    expect(page.locator("#status")).to_contain_text("RETINX: not good, the tiles came off.")
    expect(page.locator("[data-sq=D8] .ww-tile")).to_have_count(0)


def test_two_screens_show_the_same_board_without_anybody_loading_a_page(
    begin: Begin, chromium: Browser, program: Program
) -> None:
    page = begin("there", "club")
    link = page.locator(".scan code").inner_text()
    page.locator(".scan .next").click()
    expect(page.locator("ww-board[data-ready]")).to_be_visible()
    expect(page.locator("#status")).to_contain_text("Waiting for Ampersands to join")
    other_context = chromium.new_context(viewport=PHONE)
    other = other_context.new_page()
    other.goto(f"{program.url}/join/{link.rpartition('/')[2]}")
    other.locator("main button[type=submit], main .next").first.click()
    expect(other).to_have_url(page.url)
    for each in (page, other):
        expect(each.locator("ww-board[data-ready]")).to_be_visible()
        expect(each.locator("ww-rack .ww-tile")).to_have_count(7)
        expect(each.locator("#status")).to_contain_text("to play, turn 1.")
    mover, waiter = (page, other) if "Page Turners to play" in said(page) else (other, page)
    expect(mover.locator("#entry")).to_be_visible()
    expect(waiter.locator("#entry")).to_be_hidden()
    for turn in range(1, 7):  # six that score nothing end the game
        mover.locator("#pass > summary").click()
        mover.locator("button[value=pass]").click()
        for each in (mover, waiter):
            expect(each.locator("#acts")).to_have_attribute("data-turn", str(turn + 1))
        # Who did it was told at once; the other hears of it.
        expect(waiter.locator("#status .unseen")).to_contain_text(": passed.")
        expect(mover.locator("#status .unseen")).to_have_count(0)
        mover, waiter = waiter, mover
    expect(mover.locator(".result h2")).to_contain_text("too many scoreless turns")
    mover.get_by_role("button", name="Play again").click()
    expect(mover).not_to_have_url(waiter.url)
    # The other hears of it without doing anything, and sits there already.
    waiter.get_by_role("link", name="Go to the new game").click()
    expect(waiter).to_have_url(mover.url)
    for each in (page, other):
        expect(each.locator("ww-rack .ww-tile")).to_have_count(7)
    expect(page.locator(".side .name").first).to_have_text("Ampersands")
    other_context.close()


def test_what_is_entered_without_a_network_waits_and_is_sent_once_in_order(
    begin: Begin, browser_context: BrowserContext
) -> None:
    page = begin()
    browser_context.set_offline(True)
    expect(page.locator("#offline")).to_contain_text("Not connected")
    page.fill("#play", "8D RETINA")
    page.keyboard.press("Enter")
    expect(page.locator("#offline")).to_contain_text("1 entry is saved here")
    # Whoever writes for both sides goes on: what waits lies on the board, and the next play is laid over it.
    expect(page.locator("#kept")).to_contain_text("Carry on with turn 2.")
    expect(page.locator("#status")).to_be_hidden()  # it waits for turn 1, which is past
    expect(page.locator("#play")).to_have_value("")
    page.fill("#play", "I7 TAX")
    page.keyboard.press("Enter")
    expect(page.locator("#kept")).to_contain_text("Turn 2, I7 T.X: waiting to be sent")
    expect(page.locator("#play")).to_have_value("")
    page.locator("#pass > summary").click()
    page.locator("button[value=pass]").click()
    expect(page.locator("#kept")).to_contain_text("Carry on with turn 4.")
    page.fill("#play", "9I XI")
    page.keyboard.press("Enter")
    expect(page.locator("#offline")).to_contain_text("4 entries are saved here")
    expect(page.locator("[data-sq=J9] .ww-tile:not([data-new])")).to_contain_text("I")
    browser_context.set_offline(False)
    expect(page.locator("#toasts")).to_contain_text("4 entries were sent")  # for some seconds
    expect_turn(page, "Page Turners", 5)
    expect(page.locator("#offline")).to_be_hidden()
    expect(page.locator("#kept")).to_be_empty()
    expect(page.locator("#status")).to_be_visible()
    expect(page.locator("#turns tbody tr")).to_have_count(4)
    expect(page.locator("#turns tbody")).to_contain_text("I7 TAX")


def test_an_answer_that_is_lost_on_its_way_back_does_not_count_the_play_twice(begin: Begin) -> None:
    page = begin()
    lost: list[str] = []

    def cut(route: Route) -> None:
        if route.request.method != "POST" or lost:
            route.continue_()
            return
        lost.append(str(route.fetch(max_redirects=0).status))  # the server has it; the browser never hears
        route.abort()

    page.route("**/tables/*", cut)
    page.fill("#play", "8D RETINA")
    page.keyboard.press("Enter")
    expect(page.locator("#toasts")).to_contain_text("1 entry was sent")  # for some seconds
    expect_turn(page, "Ampersands", 2)
    expect(page.locator("#turns tbody tr")).to_have_count(1)
    assert lost == ["200"]


def test_entries_survive_closing_the_browser(begin: Begin, browser_context: BrowserContext) -> None:
    page = begin()
    address = page.url
    page.route(
        "**/tables/*", lambda route: route.abort() if route.request.method == "POST" else route.continue_()
    )
    page.fill("#play", "8D RETINA")
    page.keyboard.press("Enter")
    expect(page.locator("#offline")).to_contain_text("1 entry is saved here")
    page.close()
    again = browser_context.new_page()
    again.goto(address)
    expect_turn(again, "Ampersands", 2)
    expect(again.locator("#turns tbody tr")).to_have_count(1)
    # Whoever opens it again reads what was sent, until they close it.
    told = again.locator("#toasts .stays")
    expect(told).to_contain_text("Saved entry sent: 8D RETINA: 14 points")
    told.locator("button").click()
    expect(told).to_have_count(0)


def test_a_double_click_passes_once(begin: Begin) -> None:
    page = begin()
    page.locator("#pass > summary").click()
    page.locator("button[value=pass]").dblclick()
    expect_turn(page, "Ampersands", 2)
    expect(page.locator("#turns tbody tr")).to_have_count(1)


def test_with_scripts_blocked_a_play_is_typed_and_the_page_comes_back(
    chromium: Browser, program: Program
) -> None:
    browser_context = chromium.new_context(viewport=LAPTOP, java_script_enabled=False)
    page = browser_context.new_page()
    page.goto(f"{program.url}/play")
    page.check("[value=real]")
    page.fill("[name=first]", "Ann")
    page.fill("[name=second]", "Ben")
    page.click("button.next")
    for seat, tile in enumerate("AB"):
        page.fill(f"#draw-{seat}", tile)
        page.locator(f"form:has(#draw-{seat}) button").click()
    page.fill("#play", "8d retina")
    page.click("#entry .next")
    page.get_by_role("button", name="No, play 8D RETINA without blanks").click()
    expect(page.locator("[data-sq=D8] .ww-tile")).to_contain_text("R")
    expect(page.locator("[data-sq=D8] .ww-tile")).not_to_have_attribute("data-blank", "")
    page.fill("#play", "1A NO")
    page.click("#entry .next")
    expect(page.locator("#complaint")).to_contain_text("touches no word on the board")
    browser_context.close()


def test_the_computer_answers_and_the_rack_is_filled(begin: Begin) -> None:
    page = begin("strong", "club")
    expect(page.locator("#entry")).to_be_visible()
    # Against the computer there is nothing more to do than to stop.
    expect(page.locator("#more #stop-game, #more #resign")).to_have_count(2)
    expect(page.locator("ww-rack .ww-tile")).to_have_count(7)
    page.locator("#exchange summary").click()
    page.locator("#exchange .tiles label").first.click()
    page.locator("button[value=exchange]").click()
    expect(page.locator("#turns")).to_contain_text("Computer (strong)")
    expect(page.locator("#entry")).to_be_visible()
    expect(page.locator("ww-rack .ww-tile")).to_have_count(7)


def test_the_page_fits_every_screen_in_every_theme(begin: Begin) -> None:
    page = begin("steady", "club")
    expect(page.locator("ww-board[data-ready]")).to_be_visible()
    expect(page.locator("#entry")).to_be_visible()  # the computer has played, and nothing moves any more
    for theme in THEMES:
        put_on(page, theme)
        for size in (PHONE, LAPTOP, PROJECTOR):
            resize(page, size)
            shown, room = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
            assert shown <= room, (size, theme)
            assert not overlap(page, "ww-rack", ".panel > *"), (size, theme)
            assert not overlap(page, ".bar .where", ".bar .menu"), (size, theme)


def overlap(page: Page, one: str, others: str) -> bool:
    """Whether an element lies on another, or begins outside of the page."""
    first = page.locator(one).first.bounding_box()
    assert first is not None
    if first["x"] < 0:
        return True
    boxes = [box for other in page.locator(others).all() if (box := other.bounding_box()) is not None]
    return any(
        first["x"] < box["x"] + box["width"]
        and box["x"] < first["x"] + first["width"]
        and first["y"] < box["y"] + box["height"]
        and box["y"] < first["y"] + first["height"]
        for box in boxes
        if box["width"] and box["height"]
    )


def test_axe_finds_nothing_serious_on_any_of_these_pages_in_any_theme(begin: Begin, program: Program) -> None:
    page = begin("steady", "club")
    addresses = [page.url, *(f"{program.url}{path}" for path in ("/", "/play", "/tournaments/new", "/judge"))]
    for address in addresses:
        page.goto(address)
        assert_axe_finds_nothing_serious_in_any_theme(page)


def test_text_at_twice_its_size_is_not_cut_off(chromium: Browser, begin: Begin) -> None:
    browser_context = chromium.new_context(viewport=LAPTOP, bypass_csp=True)
    page = begin("steady", "club", browser_context=browser_context)
    page.add_style_tag(content="html { font-size: 200% }")
    shown, room = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert shown <= room
    page.goto(page.url.partition("/tables")[0])
    page.add_style_tag(content="html { font-size: 200% }")
    shown, room = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert shown <= room
    browser_context.close()


@pytest.mark.parametrize("path", ["/", "/play", "/judge"])
def test_a_first_page_weighs_less_than_a_hundred_kilobytes(
    browser_context: BrowserContext, program: Program, path: str
) -> None:
    page = browser_context.new_page()
    loaded: list[int] = []
    page.on("requestfinished", lambda request: loaded.append(sum(_weight(request))))
    page.goto(f"{program.url}{path}")
    page.wait_for_load_state("networkidle")
    assert 0 < sum(loaded) < 100_000


def _weight(request: Request) -> tuple[int, int]:
    """Bytes of the answer as they went over the air: its head and its body."""
    sizes = request.sizes()
    return sizes["responseHeadersSize"], sizes["responseBodySize"]


def test_a_table_that_is_opened_again_costs_its_page_alone(begin: Begin) -> None:
    page = begin("steady", "club")
    page.wait_for_load_state()  # all of it, or a picture may be fetched twice
    page.reload()
    expect(page.locator("ww-board[data-ready]")).to_be_visible()
    fetched = page.evaluate(
        "performance.getEntriesByType('resource').filter((each) => each.transferSize > 0)"
        ".map((each) => new URL(each.name).pathname).filter((path) => path.startsWith('/static/'))"
    )
    assert fetched == []


def test_a_tile_is_dragged_from_the_rack_to_the_board_and_back(begin: Begin) -> None:
    page = begin("here", "club")
    rack = page.locator("ww-rack [data-slot]")
    expect(rack.locator(".ww-tile")).to_have_count(7)
    rack.nth(0).drag_to(page.locator("[data-sq=H8]"))
    choose_a_letter_if_it_is_blank(page, "H8")
    expect(page.locator("[data-sq=H8] .ww-tile")).to_have_attribute("data-new", "")
    expect(rack.locator(".ww-tile")).to_have_count(6)
    page.locator("[data-sq=H8] .ww-tile").drag_to(page.locator("[data-sq=I8]"))
    expect(page.locator("[data-sq=I8] .ww-tile")).to_have_attribute("data-new", "")
    page.locator("#recall").click()
    expect(rack.locator(".ww-tile")).to_have_count(7)
    # Loaded again the tiles lie open to whoever asked for them, and to nobody else.
    page.reload()
    expect(rack.locator(".ww-tile")).to_have_count(7)
    expect(rack.first).to_be_visible()
    page.locator("#pass > summary").click()
    page.locator("button[value=pass]").click()
    shown = page.get_by_role("button", name=": show my tiles")
    expect(shown).to_be_visible()
    page.reload()
    expect(shown).to_be_visible()
    expect(rack.first).to_be_hidden()


def test_a_finger_taps_a_square_and_then_tiles(begin: Begin, chromium: Browser) -> None:
    browser_context = chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    page = begin("here", "club", browser_context=browser_context)
    page.locator("[data-sq=H8]").tap()
    for square in ("H8", "I8"):
        page.locator("ww-rack [data-slot]:has(.ww-tile)").first.tap()
        choose_a_letter_if_it_is_blank(page, square)
        expect(page.locator(f"[data-sq={square}] .ww-tile")).to_have_attribute("data-new", "")
    expect(page.locator("#announce")).to_have_text(re.compile(r"^\w+ \d+ · Play$"))
    # Tiles come from the rack: there is no field, the button lies right under it, and what opens is in sight.
    expect(page.locator("#play")).to_be_hidden()
    places = [page.locator(each).bounding_box() for each in ("#rackbox", "#announce")]
    tops = [place["y"] for place in places if place]
    assert len(tops) == 2
    assert tops == sorted(tops)
    page.locator("#exchange summary").tap()
    expect(page.locator("#exchange button")).to_be_in_viewport()
    browser_context.set_offline(True)
    expect(page.locator("#offline")).to_be_in_viewport()  # wherever one has scrolled to
    browser_context.close()


def choose_a_letter_if_it_is_blank(page: Page, square: str) -> None:
    """Whoever lays a blank says what it stands for; any other tile is there at once."""
    dialog = page.locator("dialog.ww-choose")
    expect(dialog.or_(page.locator(f"[data-sq={square}] .ww-tile"))).to_be_visible()
    if dialog.count():
        dialog.locator("button[value=E]").click()
