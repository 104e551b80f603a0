"""Boards that break a rule in browsers: the fault is drawn for the judge, who rules on it and undoes it."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import bees
from web.axe import assert_axe_finds_nothing_serious
from web.bee_nights import night
from web.conftest import Start
from wordwaiter.roles import Role
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c

CONNECT = "Connect ALL words! When adding a word to the board, it must connect to another word."


def a_corner(context: Context, bee: str) -> None:
    """The Owls have CAT in a corner, 15 points, which touches no other word."""
    bees.begin(context, bee)
    execute(context, bees.DORA, TOURNAMENTS, bee, c.CallRoundTime("", bees.HARE))
    bees.paint(context, bees.boards(context, bee)["Owls"], "1A CAT")
    bees.hand_in_all(context, bee)


@pytest.mark.clause("bee-1", CONNECT)
def test_a_faulty_board_is_drawn_for_the_judge_and_no_round_is_closed_over_it(
    chromium: Browser, start: Start, tmp_path: Path
) -> None:
    people = {"Judith": (Role.JUDGE, None), "Dora": (Role.DIRECTOR, None)}
    room = night(chromium, start, tmp_path / "bee.db", a_corner, **people)
    with room.as_("Judith") as judge, room.as_("Dora") as director:
        judge.goto(room.address("/judges"))
        director.goto(room.address("/director/{bee}/rounds/1"))
        waiting = judge.locator(".queue > li")
        expect(waiting).to_contain_text("1A CAT is not connected to the other words")
        for square in ("A1", "B1", "C1"):
            expect(waiting.locator(f"[data-sq={square}]")).to_have_attribute("data-problem", "")
        expect(waiting.locator("[data-sq=H8]")).not_to_have_attribute("data-problem", "")
        assert_axe_finds_nothing_serious(judge)
        results = director.locator("table.results")
        expect(results).to_contain_text("Waiting for a judge")
        closing = director.get_by_role("button", name="Close round 1")
        expect(closing).to_have_count(0)
        # Accepted only for a reason.
        waiting.locator("button[value=accept]").click()
        expect(judge.locator("#toasts .bad")).to_contain_text("Give a reason")
        waiting.locator("button[value=strike]").click()
        ruled = judge.locator("#ruled-faults li")
        expect(ruled).to_contain_text("1A CAT struck.")
        expect(closing).to_have_count(1)
        expect(judge.locator("#queue")).to_contain_text("Nothing is waiting")
        expect(results).not_to_contain_text("Waiting for a judge")
        ruled.locator("summary").click()
        ruled.get_by_label("Reason").fill("it touches READ after all")
        ruled.get_by_role("button", name="Undo the ruling on the board of Owls").click()
        expect(results).to_contain_text("Waiting for a judge")
        expect(closing).to_have_count(0)
        waiting.get_by_label("Reason").fill("the table was pushed")
        waiting.locator("button[value=accept]").click()
        expect(ruled).to_contain_text("Accepted as it is. The table was pushed.")
        closing.click()
        expect(closing).to_have_count(0)
        expect(director.get_by_role("button", name="Publish round 2")).to_have_count(1)


def a_refused_word(context: Context, bee: str) -> None:
    """The Owls lay DEX (2 + 1 + 8) although a judge told them that it is not good."""
    bees.begin(context, bee)
    for command in (
        c.BuyPeek("Walt", 1, "dex"),
        c.AnswerPeek("Jules", 1, good=False),
        c.CallRoundTime("", bees.HARE),
    ):
        execute(context, bees.DORA, TOURNAMENTS, bee, command)
    bees.paint(context, bees.boards(context, bee)["Owls"], "K8 DEX")
    bees.hand_in_all(context, bee)


@pytest.mark.clause("bee-dictionary")
def test_a_word_that_a_peek_refused_is_drawn_struck_and_undone(
    chromium: Browser, start: Start, tmp_path: Path
) -> None:
    room = night(chromium, start, tmp_path / "bee.db", a_refused_word, Judith=(Role.JUDGE, None))
    with room.as_("Judith") as judge:
        judge.goto(room.address("/judges"))
        waiting = judge.locator(".queue > li")
        expect(waiting).to_contain_text("Owls has K8 DEX on the board. Jules answered a peek at this word")
        for square in ("K8", "K9", "K10"):
            expect(waiting.locator(f"[data-sq={square}]")).to_have_attribute("data-problem", "")
        expect(waiting.locator("[data-sq=H8]")).not_to_have_attribute("data-problem", "")
        waiting.get_by_role("button", name="Strike DEX, −11 points").click()
        ruled = judge.locator("#ruled-refused li")
        expect(ruled).to_contain_text("K8 DEX struck. −11")
        expect(judge.locator("#queue")).to_contain_text("Nothing is waiting")
        answered = judge.locator("#answered li")
        expect(answered).to_contain_text("DEX: not good")
        answered.locator("summary").click()
        answered.get_by_label("Reason").fill("it is in the other dictionary")
        assert_axe_finds_nothing_serious(judge)
        answered.get_by_role("button", name="Undo the answer to DEX").click()
        expect(judge.locator("#queue")).to_contain_text("peek")
        expect(ruled).to_have_count(0)
