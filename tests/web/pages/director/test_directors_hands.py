"""The director's hands: seats swapped by mouse, finger or keyboard, and what is typed while news comes."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from web.conftest import Start
from web.events import join
from web.room import CUP, OWNER
from web.station import PHONE
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.tournaments import begin_tournament
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, PublicNames, single
from wordwaiter.tournament.formats.reading import shipped_format


@pytest.fixture(scope="module")
def address(start: Start, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """The page of a round that is to be paired, of six players; and a code to join by."""
    db = tmp_path_factory.mktemp("swapping") / "cup.db"
    with Context.open(db) as context:
        opening = [c.OpenDivision("Cora", "A", shipped_format("club"))]
        begin_tournament(context, OWNER, c.OpenTournament("Cora", "Cup", names=PublicNames.FULL), opening)
        players = tuple(single(Profile(name)) for name in ("Ann", "Bo", "Cy", "Di", "Ed", "Flo"))
        execute(context, OWNER, TOURNAMENTS, CUP, c.Register("Cora", "A", players))
        execute(context, OWNER, TOURNAMENTS, CUP, c.CheckIn("Cora", tuple(range(1, 7))))
        code = context.devices.invite(OWNER, [Grant(Role.DIRECTOR, CUP)], name="Cora").secret
    return f"{start('--db', str(db)).url}/director/{CUP}/rounds/1", code


@pytest.fixture(scope="module")
def phone(chromium: Browser, address: tuple[str, str]) -> Iterator[Page]:
    """A phone of the director."""
    browser_context = chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    page = browser_context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
    join(page, address[0].partition("/director")[0], address[1])
    yield page
    browser_context.close()


def seats(page: Page) -> list[str]:
    """Who sits where, in the order of the form."""
    names: list[str] = page.locator("form[data-pairing] select").evaluate_all(
        "all => all.map(one => one.selectedOptions[0].text)"
    )
    return names


def centre(locator: Locator) -> dict[str, float]:
    box = locator.bounding_box()
    assert box
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


def test_a_finger_drags_a_name_to_another_seat_and_the_two_swap(
    phone: Page, address: tuple[str, str]
) -> None:
    phone.goto(address[0])
    expect(phone.locator(".grip").first).to_be_visible()
    # Near the edge of the window the page would move on under the finger.
    phone.locator("form .seat").nth(2).evaluate("seat => seat.scrollIntoView({ block: 'center' })")
    before = seats(phone)
    grip, target = centre(phone.locator(".grip").nth(0)), centre(phone.locator("form .seat select").nth(3))
    fingers = phone.context.new_cdp_session(phone)

    def touch(kind: str, *points: dict[str, float]) -> None:
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    touch("touchStart", grip)
    touch("touchMove", {"x": grip["x"], "y": grip["y"] + 30})
    expect(phone.locator(".held")).to_have_text(before[0])
    touch("touchMove", target)
    expect(phone.locator(".seat[data-over]")).to_have_count(1)
    touch("touchEnd")
    expect(phone.locator(".held")).to_have_count(0)
    expected = [before[3], *before[1:3], before[0], *before[4:]]
    assert seats(phone) == expected
    # Not by a tap: right after a drag Chromium takes one for the end of the drag.
    phone.get_by_role("button", name="Check my changes").click()
    expect(phone.get_by_role("link", name="Discard my changes")).to_be_visible()
    assert sorted(seats(phone)) == sorted(before)
    # The game that nobody touched keeps its own reason.
    reasons = phone.locator("td.why")
    expect(reasons.nth(0)).to_contain_text("Set by hand")
    expect(reasons.nth(1)).to_contain_text("Set by hand")
    expect(reasons.nth(2)).not_to_contain_text("Set by hand")


def test_escape_and_a_drop_beside_the_seats_change_nothing(phone: Page, address: tuple[str, str]) -> None:
    phone.goto(address[0])
    before = seats(phone)
    grip, target = centre(phone.locator(".grip").nth(0)), centre(phone.locator("form .seat select").nth(3))
    phone.mouse.move(grip["x"], grip["y"])
    phone.mouse.down()
    phone.mouse.move(target["x"], target["y"])
    expect(phone.locator(".held")).to_be_visible()
    phone.keyboard.press("Escape")
    expect(phone.locator(".held")).to_have_count(0)
    phone.mouse.up()
    phone.mouse.move(grip["x"], grip["y"])
    phone.mouse.down()
    phone.mouse.move(2, 2)
    phone.mouse.up()
    assert seats(phone) == before


def test_the_keyboard_alone_swaps_too(phone: Page, address: tuple[str, str]) -> None:
    phone.goto(address[0])
    before = seats(phone)
    first = phone.locator("form[data-pairing] select").first
    first.focus()
    # One letter, which no other name begins with: whoever types slowly begins a new name with the second.
    phone.keyboard.type(before[4][0])
    expect(first.locator("option:checked")).to_have_text(before[4])
    assert seats(phone) == [before[4], *before[1:4], before[0], before[5]]


def test_whoever_chooses_before_the_script_has_come_swaps_all_the_same(
    phone: Page, address: tuple[str, str]
) -> None:
    held: list[Route] = []
    phone.route("**/swap.js*", lambda route: held.append(route))
    with phone.expect_request("**/swap.js*"):
        phone.goto(address[0], wait_until="commit")
    choices = phone.locator("form[data-pairing] select")
    expect(phone.locator("#toasts")).to_be_attached()  # the end of the page
    expect(choices).to_have_count(6)
    before = seats(phone)
    choices.nth(0).select_option(label=before[4])
    expect(phone.locator(".grip").first).to_be_hidden()
    held.pop().continue_()
    expect(phone.locator(".grip").first).to_be_visible()
    assert seats(phone) == [before[4], *before[1:4], before[0], before[5]]
    phone.unroute("**/swap.js*")


def test_what_is_typed_and_ticked_stays_while_somebody_else_enters_another(
    phone: Page, address: tuple[str, str]
) -> None:
    here = f"{address[0].partition('/rounds')[0]}/entrants"
    there = phone.context.new_page()

    def enter_there(name: str) -> None:
        there.goto(here)
        there.locator("#one-1 > summary").click()
        there.locator("#one-1 input[name=name]").fill(name)
        there.locator("#one-1 button").click()
        expect(there.locator("tbody")).to_contain_text(name)

    enter_there("Gus")
    phone.goto(here)
    phone.locator("#one-1 > summary").click()
    name = phone.locator("#one-1 input[name=name]")
    name.fill("Hannah")
    phone.locator("#one-1 input[name=clock]").check()
    name.evaluate("field => { field.focus(); field.setSelectionRange(3, 3) }")
    enter_there("Ivy")
    expect(phone.locator("tbody")).to_contain_text("Ivy")
    phone.bring_to_front()
    expect(name).to_be_focused()
    phone.keyboard.type("X")
    expect(name).to_have_value("HanXnah")
    expect(phone.locator("#one-1 input[name=clock]")).to_be_checked()
    phone.locator("#one-1 button[value=register]").focus()
    enter_there("Jo")
    expect(phone.locator("tbody")).to_contain_text("Jo")
    expect(phone.locator("#one-1 button[value=register]")).to_be_focused()
    there.close()
    # And by the keyboard alone one is entered after the other, from whatever field.
    phone.locator("#one-1 input[name=club]").focus()
    phone.keyboard.press("Enter")
    for entered, following in (("HanXnah", "Kim"), ("Kim", "Lou")):
        expect(phone.locator("#toasts")).to_contain_text(f"{entered}: added.")
        expect(phone.locator("tbody")).to_contain_text(entered)
        expect(name).to_have_value("")
        expect(name).to_be_focused()
        expect(phone.locator("#one-1 input[name=clock]")).not_to_be_checked()
        phone.keyboard.type(following)
        phone.keyboard.press("Enter")
    expect(phone.locator("tbody")).to_contain_text("Lou")
