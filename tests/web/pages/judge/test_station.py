"""The judging station in a real browser, against the real program."""

import json
import re

import pytest
from playwright.sync_api import Browser, Response, ViewportSize, expect

from web.conftest import Program
from web.station import (
    LAPTOP,
    PHONE,
    PROJECTOR,
    READ_MS,
    TABLET,
    Open,
    assert_ready_for_the_next,
    judge,
    resize,
    verdict,
)
from web.waiting import wait_until


def test_a_good_play_is_judged_by_keyboard_alone(open_station: Open) -> None:
    page = open_station()
    # Whoever came here from the start page goes back to it.
    expect(page.locator("a.where")).to_have_attribute("href", "/")
    judge(page, "quotes favors")
    assert verdict(page) == "GOOD"
    expect(page.locator(".verdict .sign")).to_be_visible()
    expect(page.locator(".means")).to_have_text("The play stands")


def test_a_bad_play_is_judged_by_keyboard_alone(open_station: Open) -> None:
    page = open_station()
    judge(page, "quotes qxz")
    assert verdict(page) == "NOT GOOD"
    expect(page.locator(".verdict .sign")).to_be_visible()
    expect(page.locator(".means")).to_have_text("Take the tiles back")


def test_the_verdict_fills_the_screen_in_green_or_red(open_station: Open) -> None:
    for words, strongest in (("quotes", 1), ("qxz", 0)):
        page = open_station()
        judge(page, words)
        verdict(page)
        assert page.locator(".verdict").bounding_box() == {"x": 0, "y": 0, **LAPTOP}
        colour = page.locator(".verdict").evaluate("it => getComputedStyle(it).backgroundColor")
        shades = [int(shade) for shade in re.findall(r"\d+", colour)]
        assert shades.index(max(shades)) == strongest


def test_the_verdict_is_cleared_after_ten_seconds(open_station: Open) -> None:
    page = open_station()
    judge(page, "quotes")
    verdict(page)
    page.clock.run_for(3500)
    expect(page.locator(".seconds")).to_have_text("7")
    page.clock.run_for(6300)
    expect(page.locator(".verdict")).to_be_visible()
    page.clock.run_for(400)
    assert_ready_for_the_next(page)
    judge(page, "qxz")
    assert verdict(page) == "NOT GOOD"


def test_any_key_clears_a_verdict_that_was_read(open_station: Open) -> None:
    page = open_station()
    for key in ("Escape", "Enter", " ", "Backspace", "ArrowDown", "Tab", "7"):
        judge(page, "quotes")
        verdict(page)
        page.clock.run_for(READ_MS)
        page.keyboard.press(key)
        assert_ready_for_the_next(page)


def test_escape_clears_at_once(open_station: Open) -> None:
    page = open_station()
    judge(page, "quotes")
    verdict(page)
    page.keyboard.press("Escape")
    assert_ready_for_the_next(page)


def test_a_letter_clears_the_verdict_and_begins_the_next_question(open_station: Open) -> None:
    page = open_station()
    judge(page, "qxz")
    verdict(page)
    page.clock.run_for(READ_MS)
    judge(page, "favors")
    assert verdict(page) == "GOOD"
    expect(page.locator(".asked .unseen")).to_have_text(["FAVORS"])


def test_keys_that_were_pressed_before_the_verdict_could_be_read_are_dropped_whole(
    open_station: Open,
) -> None:
    page = open_station()
    judge(page, "quotes")
    assert verdict(page) == "GOOD"
    page.keyboard.press("Enter")  # pressed twice
    for letter in "favors":  # typed on, over the end of the second in which nobody reads
        page.keyboard.press(letter)
        page.clock.run_for(300)
    assert verdict(page) == "GOOD"
    page.clock.run_for(800)
    page.keyboard.press("b")
    assert_ready_for_the_next(page, "b")


def test_a_key_that_is_held_down_does_not_clear_the_verdict(open_station: Open) -> None:
    page = open_station()
    page.keyboard.type("quotes")
    page.keyboard.down("Enter")
    verdict(page)
    page.clock.run_for(READ_MS)
    page.keyboard.down("Enter")  # a second `down` without `up` is a repeat
    expect(page.locator(".verdict")).to_be_visible()


def test_a_key_that_says_nothing_by_itself_clears_nothing(open_station: Open) -> None:
    page = open_station()
    judge(page, "quotes")
    verdict(page)
    page.clock.run_for(READ_MS)
    for key in ("Shift", "Control", "Alt", "Meta", "CapsLock", "F2"):
        page.keyboard.press(key)
    expect(page.locator(".verdict")).to_be_visible()


def test_a_tap_clears_the_verdict_but_a_double_tap_on_the_button_does_not(open_station: Open) -> None:
    page = open_station()
    page.keyboard.type("quotes")
    page.get_by_role("button", name="Judge").click()
    verdict(page)
    page.mouse.click(640, 400)
    expect(page.locator(".verdict")).to_be_visible()
    page.clock.run_for(READ_MS)
    page.mouse.click(640, 400)
    assert_ready_for_the_next(page)


def test_letters_typed_beside_the_field_go_into_it(open_station: Open) -> None:
    page = open_station()
    page.locator("footer").click()
    judge(page, "quotes")
    assert verdict(page) == "GOOD"


def test_escape_empties_the_field(open_station: Open) -> None:
    page = open_station()
    page.keyboard.type("quotess")
    page.keyboard.press("Escape")
    assert_ready_for_the_next(page)


def test_every_letter_lies_on_its_tile(open_station: Open) -> None:
    page = open_station()
    page.keyboard.type("quotes, qu0te")
    expect(page.locator(".tiles b")).to_have_count(11)
    expect(page.locator(".tiles b.odd")).to_have_text("0")
    field, tiles = page.locator("textarea").bounding_box(), page.locator(".tiles").bounding_box()
    assert field == tiles


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("", "Type every word that is challenged"),
        ("qu0tes", "QU0TES has a character that is not on a tile"),
        ("quotes'", "has a character that is not on a tile; type only letters"),
        ("a" * 10_000, "characters; type the words of one play"),
    ],
)
def test_nonsense_gets_a_kind_line_and_keeps_what_was_typed(
    open_station: Open, typed: str, told: str
) -> None:
    page = open_station()
    page.locator("textarea").fill(typed)
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text(told)
    expect(page.locator(".verdict")).to_have_count(0)
    expect(page.locator("textarea")).to_have_value(typed)
    page.keyboard.type("s")
    expect(page.get_by_role("alert")).to_be_hidden()


def test_nothing_tells_which_word_was_bad(open_station: Open) -> None:
    page = open_station()
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    shown = []
    for words in ("bond bxnd", "bxnd bond"):
        judge(page, words)
        assert verdict(page) == "NOT GOOD"
        shown.append(page.content().upper().replace("X", "O"))
        page.keyboard.press("Escape")
        assert_ready_for_the_next(page)
    assert shown[0] == shown[1]
    rulings = [json.loads(answer.body()) for answer in answers if answer.url.endswith("/api/v1/judge")]
    assert [ruling.keys() for ruling in rulings] == [
        {"number", "time", "good", "words", "lists", "sponsors"}
    ] * 2
    assert [ruling["sponsors"] for ruling in rulings] == [[], []]
    for answer in answers:
        assert b"not-in-list" not in answer.body()


def test_a_screen_reader_hears_the_question_and_the_verdict(open_station: Open) -> None:
    page = open_station()
    expect(page.get_by_role("textbox", name="Is the play good?")).to_be_focused()
    expect(page.locator("textarea")).to_have_accessible_description(
        re.compile("Type all the challenged words")
    )
    expect(page.get_by_role("main")).to_have_count(1)
    expect(page.get_by_role("banner")).to_have_count(1)
    expect(page.get_by_role("contentinfo")).to_have_count(1)
    assert page.locator("html").get_attribute("lang") == "en"
    expect(page).to_have_title("Word judge · Wordwaiter")
    said = page.locator("#said")
    expect(said).to_have_attribute("aria-live", "assertive")
    judge(page, "quotes qxz")
    expect(said).to_have_text("Not good. Take the tiles back.")
    expect(page.get_by_role("listitem")).to_have_text(["QUOTESQUOTES", "QXZQXZ"])
    expect(page.get_by_role("heading", level=1)).to_have_count(1)  # the question is out of reach meanwhile


def test_no_dictionary_of_the_device_helps(open_station: Open) -> None:
    field = open_station().locator("textarea")
    for name, value in (
        ("autocomplete", "off"),
        ("autocapitalize", "none"),
        ("autocorrect", "off"),
        ("spellcheck", "false"),
    ):
        expect(field).to_have_attribute(name, value)


def test_full_screen_comes_by_a_button_and_leaves_the_field_focused(open_station: Open) -> None:
    page = open_station()
    page.get_by_role("button", name="Full screen").click()
    wait_until(page, "document.fullscreenElement !== null")
    expect(page.get_by_role("button", name="Full screen")).to_be_hidden()
    expect(page.locator("textarea")).to_be_focused()


@pytest.mark.parametrize(
    ("viewport", "address"),
    [
        (PHONE, "/judge"),
        (TABLET, "/judge?theme=dark"),
        (LAPTOP, "/judge"),
        (PROJECTOR, "/judge?theme=projector"),
    ],
    ids=["phone", "tablet", "laptop", "projector"],
)
def test_nothing_is_cut_off_at_any_size(open_station: Open, viewport: ViewportSize, address: str) -> None:
    page = open_station(address)
    resize(page, viewport)
    fits = """() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return scrollWidth <= innerWidth && scrollHeight <= innerHeight;
    }"""
    assert page.evaluate(fits)
    for words in ("quotes favors bond aa", "quotes qxz oxyphenbutazone"):
        page.keyboard.type(words)
        assert page.evaluate(fits)
        button = page.get_by_role("button", name="Judge").bounding_box()
        assert button is not None
        assert button["height"] >= 44
        page.keyboard.press("Enter")
        verdict(page)
        for part in (".verdict h1", ".verdict .asked", ".verdict .again a"):
            box = page.locator(part).bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["y"] >= 0
            assert box["x"] + box["width"] <= viewport["width"]
            assert box["y"] + box["height"] <= viewport["height"]
        assert page.locator(".verdict h1").evaluate("it => it.scrollWidth <= it.clientWidth")
        page.keyboard.press("Escape")


def test_motion_is_left_out_for_those_who_ask_for_that(chromium: Browser, program: Program) -> None:
    browser_context = chromium.new_context(reduced_motion="reduce", viewport=LAPTOP)
    page = browser_context.new_page()
    page.goto(f"{program.url}/judge")
    expect(page.locator("textarea")).to_be_focused()
    judge(page, "quotes")
    verdict(page)
    assert page.evaluate("document.getAnimations().length") == 0
    browser_context.close()


def test_the_colours_of_the_system_are_kept_in_a_high_contrast_mode(
    chromium: Browser, program: Program
) -> None:
    browser_context = chromium.new_context(forced_colors="active", viewport=LAPTOP)
    page = browser_context.new_page()
    page.goto(f"{program.url}/judge")
    expect(page.locator("textarea")).to_be_focused()
    judge(page, "qxz")
    assert verdict(page) == "NOT GOOD"
    colours = page.locator(".verdict h1").evaluate(
        "it => [getComputedStyle(it).color, getComputedStyle(it.closest('.verdict')).backgroundColor]"
    )
    assert colours[0] != colours[1]
    browser_context.close()
