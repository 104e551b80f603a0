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
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import NOBODY, Grant
from wordwaiter.service.access.visibility import visible_fact
from wordwaiter.service.context import Context
from wordwaiter.service.tournaments.examples import Example, make_example
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament.standings.standings import standings

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
    assert "if it is good, you lose 25 points" in phone.text
    assert zed.buttons == [("member", each) for each in ("Ann", "Bo", "Cy", "Di")]
    phone.press("Bo", "member", 1)
    judge = Desk.of(client, context, Grant(Role.JUDGE, bee))
    assert "Foxes (Bo)" in judge.open("/judges")
    assert "ZED is challenged." in judge.html
    phone.open(f"/me/{bee}")
    assert "/challenge/" not in phone.html  # one challenge a round
    assert client.get(link, headers=phone.headers, follow_redirects=False).status_code == 303


@pytest.mark.clause("bee-challenge")
@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("good", "The word is good: you lose 25 points."),
        ("bad", "The word is not good; its points are yours."),
    ],
)
def test_the_challengers_phone_says_what_the_ruling_costs_or_brings(
    client: Client, context: Context, bee: str, answer: str, told: str
) -> None:
    boards_are_in(context, bee)
    phone = phone_of(client, context, bee, 2)
    phone.open(f"/me/{bee}/challenge/2/1")
    phone.press("Bo", "member", 1)
    judge = Desk.of(client, context, Grant(Role.JUDGE, bee))
    judge.open(f"/judges/boards/{bees.boards(context, bee)['Owls']}")
    judge.press(answer, "answer")
    phone.open(f"/me/{bee}")
    assert told in phone.text


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


ONLY_MEMBERS = "Only team members may challenge another team's word."


@pytest.mark.clause("bee-challenge", ONLY_MEMBERS)
def test_judges_who_go_through_a_board_rule_on_challenged_words_alone(
    client: Client, context: Context, bee: str
) -> None:
    boards_are_in(context, bee)
    owls = bees.boards(context, bee)["Owls"]
    judge = Desk.of(client, context, Grant(Role.JUDGE, bee))
    assert "Whole boards" in judge.open("/judges")
    assert "Table 1 Owls" in judge.open("/judges/boards")
    assert "Judge this board" in judge.text
    judge.open(f"/judges/boards/{owls}")
    assert judge.text.count("Nobody challenged it; it counts.") == 2
    assert not [each for each in judge.posts() if "/boards/" in each.action]
    address = f"/judges/boards/{owls}"
    phone = phone_of(client, context, bee, 2)
    phone.open(f"/me/{bee}/challenge/2/1")
    phone.press("Bo", "member", 1)
    judge.open(address)
    (form,) = [each for each in judge.posts() if "/boards/" in each.action]
    assert ("word", "I7 ZED") in form.fields
    assert "Challenged by Foxes" in judge.text
    refused = client.post(address, data={"word": "8H READ", "answer": "bad"}, headers=judge.headers)
    assert "Nobody challenged this word, so it counts" in refused.text
    before = totals(context, bee)
    judge.press("bad", "answer")
    assert totals(context, bee) == {"Owls": before["Owls"] - 25, "Foxes": before["Foxes"] + 25}
    judge.open(address)
    assert "ZED: not good" in judge.text
    judge.open("/judges")
    judge.press("undo", "answer", note="it is good")
    assert totals(context, bee) == before


def totals(context: Context, bee: str) -> dict[str, int]:
    lines = standings(snapshot_of(context, bee).tournament, bees.HARE).lines
    return {line.name: line.values[0][0] for line in lines}


def test_a_team_cannot_judge_boards(client: Client, context: Context, bee: str) -> None:
    boards_are_in(context, bee)
    phone = phone_of(client, context, bee, 2)
    owls = bees.boards(context, bee)["Owls"]
    for address in ("/judges/boards", f"/judges/boards/{owls}"):
        assert client.get(address, headers=phone.headers).status_code == 403
    assert (
        client.post(
            f"/judges/boards/{owls}", data={"word": "I7 ZED", "answer": "bad"}, headers=phone.headers
        ).status_code
        == 403
    )
    assert client.post(f"/judges/boards/{owls}", headers=bearer("x")).status_code in (401, 403)


def test_judges_of_an_event_without_hares_are_not_offered_whole_boards(
    client: Client, context: Context
) -> None:
    ontario = make_example(context, bees.DORA, Example.ONTARIO).stream
    assert "Whole boards" not in Desk.of(client, context, Grant(Role.JUDGE, ontario)).open("/judges")


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
        close = phone.get_by_role("button", name="Close")
        close.click()
        expect(opened).to_have_count(0)
        expect(phone.locator("summary", has_text="ZED")).to_be_focused()
        phone.locator("[data-sq=I8]").click()  # two words cross there: the other one
        expect(opened.locator("summary")).to_contain_text("READ")
        close.click()
        phone.locator("[data-sq=I8]").click()
        expect(opened.locator("summary")).to_contain_text("ZED")
        challenge = opened.get_by_role("button", name="Bo challenges ZED")
        expect(challenge).to_be_in_viewport(ratio=1)
        challenge.click()
        expect(phone.locator("main")).to_contain_text("Waiting for the judges")

        judge.goto(room.address("/judges"))
        judge.get_by_role("link", name="Whole boards").click()
        judge.get_by_role("link", name="Judge this board").first.click()
        now = judge.locator(".judged-words [data-now]")
        expect(now.locator("b")).to_have_text("ZED")
        expect(judge.locator("[data-marked]")).to_have_count(3)
        judge.keyboard.press("n")
        expect(judge.locator(".judged-words")).to_contain_text("ZED: not good")
        expect(judge.locator(".judged-words button")).to_have_count(0)
