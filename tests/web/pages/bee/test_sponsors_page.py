"""Sponsors in browsers: listed once, ticked for a round, and good words for every judge."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import bees
from web.bee_nights import night
from web.conftest import Start
from wordwaiter.roles import Role
from wordwaiter.service.context import Context
from wordwaiter.service.tournaments import tournaments

NAMES = "Proper names are not allowed with the exception of event sponsors."


@pytest.mark.clause("bee-8-9", NAMES)
@pytest.mark.clause("bee-sponsor")
def test_sponsors_are_entered_once_and_are_good_words_for_judges(
    chromium: Browser, start: Start, tmp_path: Path
) -> None:
    people = {
        "Emmy": (Role.EMCEE, None),
        "Walt": (Role.TABLE_SCOREKEEPER, None),
        "Judith": (Role.JUDGE, None),
    }

    def published(context: Context, bee: str) -> None:
        tournaments.publish_next_round(context, bees.DORA, bee, tournaments.RoundRequest(bees.HARE, "Dora"))

    room = night(chromium, start, tmp_path / "bee.db", published, **people)
    with room.as_("Emmy") as emcee, room.as_("Judith") as judge, room.as_("Walt") as waiter:
        emcee.goto(room.address("/emcee/{bee}"))
        expect(emcee.locator("#sponsors-1")).to_contain_text("No sponsors yet")
        emcee.fill("#names", "Rotary\nAcme")
        emcee.get_by_role("button", name="Save the sponsors").click()
        expect(emcee.locator("#sponsors-1")).to_contain_text("ROTARY")
        emcee.fill("#starting-1", "READ")
        emcee.fill("#surprise-1", "SNAIL")
        emcee.locator("#sponsors-1").get_by_label("ROTARY").uncheck()
        emcee.locator("#words-1 button[value=announce]").click()
        expect(emcee.locator("#announced-1 dd").last).to_have_text("ACME")
        emcee.locator("#next .button.next.large").click()
        expect(emcee.locator("#early-1")).to_be_attached()  # the round is on, and its boards are open
        waiter.goto(room.address("/hare/{bee}/1/1/1.1"))
        waiter.fill("#word", "rotary")
        waiter.locator("button[value=peek]").click()
        judge.goto(room.address("/judges"))
        expect(judge.locator("[data-now] .says")).to_have_text("Good (sponsor).")
        judge.goto(room.address("/judge"))
        judge.keyboard.type("rotary")
        judge.keyboard.press("Enter")
        expect(judge.locator(".verdict h1")).to_contain_text("(sponsor)")
