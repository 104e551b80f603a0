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
                "Not announced yet: the starting word of round 1.",
                "Not announced yet: the surprise word of round 1. Announce it, or tick that there is none.",
                "Not announced yet: the sponsors of round 1. Tick the ones to announce, "
                "or tick that there are none.",
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
        expect(missing).to_contain_text("the sponsors of round 1")
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
