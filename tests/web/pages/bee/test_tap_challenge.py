"""Tap to challenge, tap to rule: another board on a team's phone, and whole boards before the judges."""

import re
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from playwright.sync_api import Browser, expect

import bees
from web.bee_nights import night
from web.conftest import Start
from web.desk import Desk
from web.pages.judge.test_board_challenges_page import PEOPLE, boards_are_in
from web.room import bearer
from web.station import PHONE
from wordwaiter.game.hare.round import score_of
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import NOBODY, Grant
from wordwaiter.service.access.visibility import visible_fact
from wordwaiter.service.context import Context

Client = TestClient[Litestar]


@pytest.fixture
def bee(context: Context) -> str:
    return bees.evening(context)


def phone_of(client: Client, context: Context, bee: str, team: int) -> Desk:
    return Desk.of(client, context, Grant(Role.PLAYER, bee, entrant=team), name="Fay")


@pytest.mark.clause("bee-challenge")
def test_a_team_opens_another_board_taps_the_word_and_confirms(
    client: Client, context: Context, bee: str
) -> None:
    boards_are_in(context, bee)
    phone = phone_of(client, context, bee, 2)
    phone.open(f"/me/{bee}")
    (link,) = re.findall(rf'href="(/me/{bee}/challenge/2/\d+)"', phone.html)
    assert link.endswith("/1")
    phone.open(link)
    assert re.findall(r"<summary><b>(\w+)</b>", phone.html) == ["READ", "ZED"]
    assert re.findall(r'data-squares="([^"]*)"', phone.html) == ["H8 I8 J8 K8", "I7 I8 I9"]
    zed = next(form for form in phone.posts() if ("word", "ZED") in form.fields)
    assert ("place", "I7") in zed.fields
    assert zed.buttons == [("member", each) for each in ("Ann", "Bo", "Cy", "Di")]
    phone.press("Bo", "member", 1)
    judge = Desk.of(client, context, Grant(Role.JUDGE, bee))
    assert "Foxes (Bo)" in judge.open("/judges")
    assert "ZED is challenged." in judge.html
    phone.open(f"/me/{bee}")
    assert "/challenge/" not in phone.html  # one challenge a round
    assert client.get(link, headers=phone.headers, follow_redirects=False).status_code == 303


def test_a_teams_phone_sees_no_rivals_board_before_time_is_called(
    client: Client, context: Context, bee: str
) -> None:
    bees.begin(context, bee)
    owls, foxes = bees.boards(context, bee)["Owls"], bees.boards(context, bee)["Foxes"]
    bees.paint(context, owls, "I7 ZED")
    phone = phone_of(client, context, bee, 2)
    assert "boards can be seen when time is up" in phone.open(f"/hare/{owls}")
    phone.open(f"/hare/{foxes}")
    assert phone.status == 200
    phone.open(f"/me/{bee}")
    assert f"/hare/{owls}" not in phone.html
    board = owls.replace("/", ":")
    caller = context.devices.caller_of(phone.headers["Authorization"].removeprefix("Bearer "))
    for who, headers in ((caller, phone.headers), (NOBODY, {})):
        for address in (f"/api/v1/boards/{board}", f"/api/v1/boards/{board}/board.svg"):
            assert client.get(address, headers=headers).json()["code"] == "being-built", address
        (painted,) = (each for each in context.journal.facts(owls) if each.kind == "hare.squares_changed")
        shown: Any = visible_fact(who, painted)
        assert shown["body"].keys() == {"at_ms"}
    for grant in (Grant(Role.JUDGE, bee), Grant(Role.TABLE_SCOREKEEPER, bee, table=1)):
        official = Desk.of(client, context, grant)
        official.open(f"/hare/{owls}")
        assert official.status == 200
    bees.hand_in(context, bee)
    phone.open(f"/hare/{owls}")
    assert phone.status == 200


@pytest.mark.clause("bee-dictionary")
def test_judges_go_through_a_whole_board_and_strike_what_they_do_not_accept(
    client: Client, context: Context, bee: str
) -> None:
    boards_are_in(context, bee)
    owls = bees.boards(context, bee)["Owls"]
    before = score_of(bees.built(context, owls)).total
    judge = Desk.of(client, context, Grant(Role.JUDGE, bee))
    assert "Table 1 Owls" in judge.open("/judges/boards")
    assert "Judge this board" in judge.text
    judge.open(f"/judges/boards/{owls}")
    form = next(each for each in judge.posts() if "/boards/" in each.action)
    assert [value for name, value in form.fields if name == "bad"]
    sent = {name: value for name, value in form.fields if name not in ("bad", "reason")}
    answer = client.post(form.action, data={**sent, "bad": "I7 ZED"}, headers=judge.headers)
    assert answer.status_code == 200
    assert score_of(bees.built(context, owls)).total == before - 25
    (ruling,) = bees.built(context, owls).fault_rulings
    assert ruling.reason == "Not accepted by the judges"
    judge.open(f"/judges/boards/{owls}")
    assert "<b>READ</b>" in judge.html
    assert "<b>ZED</b>" not in judge.html
    judge.open("/judges")
    judge.press("undo-fault", "answer", note="it is good")
    assert score_of(bees.built(context, owls)).total == before


def test_a_team_cannot_judge_boards(client: Client, context: Context, bee: str) -> None:
    boards_are_in(context, bee)
    phone = phone_of(client, context, bee, 2)
    owls = bees.boards(context, bee)["Owls"]
    for address in ("/judges/boards", f"/judges/boards/{owls}"):
        assert client.get(address, headers=phone.headers).status_code == 403
    assert (
        client.post(f"/judges/boards/{owls}", data={"bad": "I7 ZED"}, headers=phone.headers).status_code
        == 403
    )
    assert client.post(f"/judges/boards/{owls}", headers=bearer("x")).status_code in (401, 403)


def test_a_tap_on_the_board_opens_the_word_and_one_key_judges_each(
    chromium: Browser, start: Start, tmp_path: Path
) -> None:
    room = night(chromium, start, tmp_path / "bee.db", boards_are_in, **PEOPLE)
    with room.as_("Fay", PHONE) as phone, room.as_("Judith") as judge:
        phone.goto(room.address("/me/{bee}"))
        phone.get_by_role("link", name="Owls").click()
        phone.locator("[data-sq=I7]").click()
        opened = phone.locator("details[open][data-squares]")
        expect(opened.locator("summary")).to_contain_text("ZED 25 points")
        expect(phone.locator("[data-marked]")).to_have_count(3)
        phone.locator("[data-sq=I8]").click()  # two words cross there: the other one
        expect(opened.locator("summary")).to_contain_text("READ")
        phone.locator("[data-sq=I8]").click()
        opened.get_by_role("button", name="Bo challenges ZED").click()
        expect(phone.locator("main")).to_contain_text("Waiting for the judges")

        judge.goto(room.address("/judges/boards"))
        judge.get_by_role("link", name="Judge this board").first.click()
        now = judge.locator(".judged-words [data-now]")
        expect(now).to_have_count(1)
        words = judge.locator(".judged-words li").count()
        bad = now.locator("b").inner_text()
        judge.keyboard.press("n")
        for _ in range(words - 1):
            judge.keyboard.press("g")
        expect(judge.locator(".judged-words [data-judged]")).to_have_count(words)
        expect(judge.locator(".judged-words :checked ~ b")).to_have_text([bad])
        expect(judge.get_by_role("button", name="Done")).to_be_focused()
