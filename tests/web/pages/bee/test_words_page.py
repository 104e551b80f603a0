"""The words of a round on the emcee's page: what is missing stands there until it is told or confirmed."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

import bees
from web.bee_nights import night
from web.conftest import Start
from web.day import next_button, said
from web.station import PHONE
from web.waiting import wait_for
from wordwaiter.roles import Role
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tournaments import tournaments
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.state import Screen

STARTING = "All teams will begin Round 1 with a starting word announced by the committee."
SURPRISE = "A surprise bonus word will be announced at the beginning of each round."
SPONSORS = "Select sponsor names/abbreviations will be announced at the beginning of each round."


@pytest.mark.clause("bee-5", STARTING)
@pytest.mark.clause("bee-surprise", SURPRISE)
@pytest.mark.clause("bee-sponsor", SPONSORS)
def test_the_page_says_what_is_missing_until_the_emcee_has_told_or_confirmed_it(
    chromium: Browser, start: Start, tmp_path: Path
) -> None:
    people = {"Emmy": (Role.EMCEE, None), "Dora": (Role.DIRECTOR, None)}

    def published(context: Context, bee: str) -> None:
        tournaments.publish_next_round(context, bees.DORA, bee, tournaments.RoundRequest(bees.HARE, "Dora"))

    room = night(chromium, start, tmp_path / "bee.db", published, **people)
    with room.as_("Emmy") as emcee, room.as_("Dora") as director:
        director.goto(room.address("/director/{bee}"))
        said(director, "round 1 needs its words before it starts")
        emcee.goto(room.address("/emcee/{bee}"))
        words = emcee.locator("#words-1")
        missing = words.locator("#announced-1 .breach")
        expect(missing).to_have_text(
            [
                "Not announced yet for round 1: starting word, surprise word, sponsors. "
                "If there is none, tick that below."
            ]
        )
        # Nobody is offered to do without the first starting word.
        expect(words.get_by_label("There is no starting word")).to_have_count(0)
        expect(emcee.get_by_role("button", name="Start round 1")).to_have_count(0)

        emcee.fill("#starting-1", "READ")
        words.get_by_label("There is no surprise word").check()
        words.get_by_role("button", name="Check the words").click()
        expect(words.locator("#word-check")).to_be_visible()
        expect(words.get_by_label("There is no surprise word")).to_be_checked()
        words.get_by_role("button", name="Announce words for round 1").click()
        expect(missing).to_have_count(1)
        expect(missing).to_contain_text("Not announced yet for round 1: sponsors.")
        said(director, "round 1 needs its words before it starts")

        expect(words.get_by_label("There is no surprise word")).to_be_checked()
        words.get_by_label("No sponsors are announced").check()
        words.get_by_role("button", name="Announce words for round 1").click()
        expect(missing).to_have_count(0)
        said(director, "round 1 is published")
        expect(next_button(emcee)).to_have_text("Start round 1")
        next_button(emcee).click()
        said(director, "round 1 in progress")


def _top(part: Locator) -> float:
    box = part.bounding_box()
    return float("inf") if box is None else box["y"]


def test_whoever_announces_words_stays_at_them(chromium: Browser, start: Start, tmp_path: Path) -> None:
    def published(context: Context, bee: str) -> None:
        tournaments.publish_next_round(context, bees.DORA, bee, tournaments.RoundRequest(bees.HARE, "Dora"))

    room = night(chromium, start, tmp_path / "bee.db", published, Emmy=(Role.EMCEE, None))
    with room.as_("Emmy", PHONE) as emcee:
        emcee.goto(room.address("/emcee/{bee}"))
        words = emcee.locator("#words-1")
        emcee.fill("#starting-1", "READ")
        words.get_by_label("There is no surprise word").check()
        words.get_by_label("No sponsors are announced").check()
        for button in ("Check the words", "Announce words for round 1"):
            words.get_by_role("button", name=button).click()
            emcee.wait_for_url("**#words-1")
        expect(words.locator(".read-out")).to_contain_text("READ")
        # What was announced stands at the top of the small screen, also after the page has come again.
        wait_for(emcee, lambda: _top(words) < 150, "that the words are at the top")


def test_the_big_screen_says_whose_table_a_result_is_from(
    chromium: Browser, start: Start, tmp_path: Path
) -> None:
    def told(context: Context, bee: str) -> None:
        bees.begin(context, bee)
        bees.close(context, bee)
        execute(context, bees.DORA, TOURNAMENTS, bee, c.ChooseScreen("", Screen.RESULTS))

    room = night(chromium, start, tmp_path / "bee.db", told, Emmy=(Role.EMCEE, None))
    with room.as_("Emmy") as screen:
        screen.goto(room.address("/screen/{bee}"))
        # A bare number beside a name would look like a place.
        expect(screen.locator(".results .number").first).to_have_text("Table 1")


def test_a_word_waiter_who_has_scrolled_sees_the_tiles_to_take_out(
    chromium: Browser, start: Start, tmp_path: Path
) -> None:
    people = {"Emmy": (Role.EMCEE, None), "Wim": (Role.TABLE_SCOREKEEPER, None)}

    def second(context: Context, bee: str) -> None:
        bees.begin(context, bee)
        bees.close(context, bee)
        tournaments.publish_next_round(context, bees.DORA, bee, tournaments.RoundRequest(bees.HARE, "Dora"))

    room = night(chromium, start, tmp_path / "bee.db", second, **people)
    with room.as_("Emmy") as emcee, room.as_("Wim", PHONE) as keeper:
        keeper.goto(room.address("/hare/{bee}/1/1/1.1"))
        keeper.evaluate("scrollTo(0, 400)")
        wait_for(keeper, lambda: keeper.evaluate("scrollY") > 100, "that the page is scrolled")
        emcee.goto(room.address("/emcee/{bee}"))
        emcee.fill("#starting-1", "AREA")
        for kind in ("There is no surprise word", "No sponsors are announced"):
            emcee.locator("#words-1").get_by_label(kind).check()
        emcee.locator("#words-1").get_by_role("button", name="Announce words for round 2").click()
        expect(emcee.locator("#words-1 .breach")).to_have_count(0)
        expect(keeper.get_by_role("heading", name="Take out these 20 tiles")).to_be_in_viewport()


def test_the_codes_are_printed_alone(chromium: Browser, start: Start, tmp_path: Path) -> None:
    room = night(chromium, start, tmp_path / "bee.db", lambda _, __: None, Dora=(Role.DIRECTOR, None))
    with room.as_("Dora") as director:
        director.goto(room.address("/director/{bee}/paper"))
        director.emulate_media(media="print")
        expect(director.get_by_role("heading", name="Where do I sit?")).to_be_visible()
        for rest in ("h1", "nav.ways", "section.card", "#screen"):
            expect(director.locator(rest).first).to_be_hidden()
