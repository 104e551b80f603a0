"""A word on another team's board in browsers: challenged by phone, ruled on by judges, undone, void."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import bees
from web.axe import assert_axe_finds_nothing_serious
from web.bee_nights import Night, night
from web.conftest import Start
from web.station import PHONE
from wordwaiter.roles import Role
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c

CHANGES_HANDS = (
    "If the judges declare the word illegal, the challenging team will get to add the word point total to "
    "their score while the challenged team will lose the points of the illegal word."
)
PENALTY = (
    "If the judges declare that the challenged word is legal, the challenging team will be assessed a 25 "
    "point penalty."
)
PEOPLE = {"Judith": (Role.JUDGE, None), "Jules": (Role.JUDGE, None), "Fay": (Role.PLAYER, 2)}


def boards_are_in(context: Context, bee: str) -> None:
    """READ from the star counts 10; ZED down through its E counts Z 10 × 2, E 1, D 2 × 2 = 25."""
    bees.begin(context, bee)
    execute(context, bees.DORA, TOURNAMENTS, bee, c.CallRoundTime("", bees.HARE))
    bees.paint(context, bees.boards(context, bee)["Owls"], "I7 ZED")
    bees.hand_in_all(context, bee)


def totals_are_in(context: Context, bee: str) -> None:
    bees.begin(context, bee)
    execute(context, bees.DORA, TOURNAMENTS, bee, c.CallRoundTime("", bees.HARE))
    for number, total in ((1, 700), (2, 650)):
        sheet = c.HandInSheet("", bees.HARE, 1, number, (total,), (number,))
        execute(context, bees.DORA, TOURNAMENTS, bee, sheet)


def challenge(phone: Page, place: str, word: str) -> None:
    phone.locator("#challenge-2 > summary").click()
    form = phone.locator("#challenge-2 form")
    expect(form.locator("input[name=points]")).to_have_count(0)
    form.locator("input[name=place]").fill(place)
    form.locator("input[name=word]").fill(word)
    form.get_by_role("button", name="Challenge").click()


@pytest.mark.clause("bee-challenge", PENALTY)
@pytest.mark.clause("bee-challenge", CHANGES_HANDS)
def test_the_judge_sees_word_place_points_and_teams_and_undoes_a_slip(
    chromium: Browser, start: Start, tmp_path: Path
) -> None:
    room = night(chromium, start, tmp_path / "bee.db", boards_are_in, **PEOPLE)
    with room.as_("Fay", PHONE) as phone, room.as_("Judith") as judge:
        judge.goto(room.address("/judges"))
        # "A challenge occurs when a team believes a word on an opponent's board is not a word."
        challenge(phone, "I7", "zax")
        expect(phone.locator("#toasts .bad")).to_contain_text("I7 ZAX is not on the board of Owls")
        phone.reload()
        challenge(phone, "I7", "zed")
        asked = judge.locator("[data-now]")
        expect(asked.locator(".word")).to_have_text("ZED")
        expect(asked.locator(".challenged dd")).to_have_text(["Foxes (Ann)", "Owls", "I7", "25"])
        assert_axe_finds_nothing_serious(judge)
        before = totals(phone, room)
        judge.keyboard.press("g")
        ruled = judge.locator("#ruled li")
        expect(ruled).to_contain_text("Good. Foxes −25")
        assert totals(phone, room) == {**before, "Foxes": before["Foxes"] - 25}
        ruled.locator("summary").click()
        ruled.get_by_label("Reason").fill("the wrong key")
        ruled.get_by_role("button", name="Undo the ruling on ZED").click()
        expect(asked.locator(".word")).to_have_text("ZED")
        assert totals(phone, room) == before
        asked.locator("button[value=bad]").click()
        expect(ruled).to_contain_text("Foxes +25, Owls −25")
        expect(phone.locator("section.my-seat")).to_contain_text("its points are yours")
        assert totals(phone, room) == {"Owls": before["Owls"] - 25, "Foxes": before["Foxes"] + 25}


def totals(page: Page, room: Night) -> dict[str, int]:
    """The total of each team, as everybody may see it."""
    (told,) = page.request.get(room.address("/api/v1/tournaments/{bee}/standings")).json()
    return {line["name"]: next(iter(line["values"].values())) for line in told["lines"]}


@pytest.mark.clause("bee-challenge", CHANGES_HANDS)
def test_points_of_a_board_that_nobody_entered_need_two_officials(
    chromium: Browser, start: Start, tmp_path: Path
) -> None:
    room = night(chromium, start, tmp_path / "bee.db", totals_are_in, **PEOPLE)
    with room.as_("Fay", PHONE) as phone, room.as_("Judith") as judge, room.as_("Jules") as second:
        judge.goto(room.address("/judges"))
        second.goto(room.address("/judges"))
        challenge(phone, "8D", "irregards")
        asked = judge.locator(".queue > li")
        expect(asked).to_contain_text("Owls handed in only a total.")
        asked.locator("button[value=bad]").click()
        expect(judge.locator("#toasts .bad")).to_contain_text("enter the word's points")
        asked.get_by_label("Points of the word").fill("14")
        asked.locator("button[value=bad]").click()
        expect(asked).to_contain_text(
            "Judith ruled: not good, 14 points. Another official must confirm this."
        )
        expect(asked.locator("button[value=confirm]")).to_have_count(0)
        assert totals(judge, room) == {"Owls": 700, "Foxes": 650}
        second.get_by_role("button", name="Confirm 14 points").click()
        expect(judge.locator("#queue")).to_contain_text("Nothing is waiting")
        assert totals(judge, room) == {"Owls": 686, "Foxes": 664}
