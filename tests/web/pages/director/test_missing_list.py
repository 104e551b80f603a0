"""An event whose word list is missing: what pages say until it is added or replaced, in a browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from web.day import Hall, make_tournament
from web.station import LAPTOP, TABLET


def says_missing(page: Page, name: str) -> None:
    expect(page.locator(".missing-list").first).to_contain_text(
        f"This event uses {name}, which is not on this computer. "
        "Until you add it, words are checked against ENABLE, MODERN."
    )


@pytest.mark.usefixtures("data_folder")
@pytest.mark.clause("grand-island-9")
def test_the_list_is_missing_until_a_file_is_added(hall: Hall) -> None:
    """9: "The Official SCRABBLE players Dictionary, Sixth Edition, will be used for challenges." """
    director = hall.device(LAPTOP)
    make_tournament(director, hall.url, "grand-island", "Literacy Council")
    says_missing(director, "OSPD6")
    judge = hall.joined(director, TABLET, "judge")
    judge.goto(f"{hall.url}/judges")
    says_missing(judge, "OSPD6")
    judge.goto(f"{hall.url}/judge")
    says_missing(judge, "OSPD6")
    judge.keyboard.type("retina")
    judge.keyboard.press("Enter")
    expect(judge.locator(".verdict")).to_be_visible()
    expect(judge.locator("footer")).to_contain_text("Word lists: ENABLE")  # every verdict names its lists
    director.goto(f"{hall.url}/director/tournament-1")
    director.get_by_role("link", name="Add OSPD6").click()
    expect(director.locator("input[name=name]")).to_have_value("ospd6")
    words = {"name": "words.txt", "mimeType": "text/plain", "buffer": b"QI\nZA\nRETINA\n"}
    director.locator("input[type=file]").set_input_files(words)  # type: ignore[arg-type]
    director.locator("#add button").click()
    expect(director.locator("#lists-1")).to_contain_text("ospd6")
    director.goto(f"{hall.url}/director/tournament-1")
    expect(director.locator("#next")).to_be_visible()
    expect(director.locator(".missing-list")).to_have_count(0)


@pytest.mark.clause("ontario-d")
def test_a_substitute_is_accepted_by_one_button_and_recorded(hall: Hall) -> None:
    """D.2: "Official Scrabble Player's Dictionary 5th Edition"."""
    director = hall.device(LAPTOP)
    make_tournament(director, hall.url, "ontario", "Ontario 55+")
    says_missing(director, "OSPD5")
    director.get_by_role("button", name="Use ENABLE, MODERN instead").click()
    expect(director.locator("#next")).to_be_visible()
    expect(director).to_have_url(f"{hall.url}/director/tournament-1")
    expect(director.locator(".missing-list")).to_have_count(0)
    director.goto(f"{hall.url}/director/tournament-1/lists")
    expect(director.locator("#lists-1")).to_contain_text("enable, modern")
    judge = hall.joined(director, TABLET, "judge")
    director.goto(f"{hall.url}/director/tournament-1")
    for page, address in ((director, ""), (judge, "/judges"), (judge, "/judge")):
        if address:
            page.goto(hall.url + address)
        expect(page.locator(".replaced-list")).to_have_text(
            re.compile(
                r"This event’s rules name OSPD5; words are checked against ENABLE, MODERN instead "
                r"\(accepted by Dora on \w+ \d+, 20\d\d\)\."
            )
        )
    for words, means in (("retina", "The play stands"), ("qxz", "Take the tiles back")):
        judge.goto(f"{hall.url}/judge")
        expect(judge.locator("textarea")).to_be_focused()
        judge.keyboard.type(words)
        judge.keyboard.press("Enter")
        expect(judge.locator(".verdict .means")).to_have_text(means)
        expect(judge.locator(".verdict .by")).to_have_text("by ENABLE, MODERN")
    director.goto(f"{hall.url}/director/tournament-1/log?text=judged")
    expect(director.locator("main")).to_contain_text("is judged by enable")
