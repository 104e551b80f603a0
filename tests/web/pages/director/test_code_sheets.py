"""The page of devices: one tap prints a sheet of codes, and a code in use is taken over when confirmed."""

import re
from collections.abc import Iterator
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from playwright.sync_api import Browser, Page, expect

from web.conftest import Start
from web.day import Hall
from web.desk import Desk
from web.forms_on_pages import forms_in
from web.room import CUP, OWNER, begin_cup
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Grant, director_of_everything
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tournaments.examples import Example, make_example
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.tournaments import begin_tournament
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, pair_of, single
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.web.http.app import create_app

DEVICES = f"/devices?tournament={CUP}"


@pytest.fixture
def director(context: Context, client: TestClient[Litestar]) -> Desk:
    begin_cup(context)
    return Desk.of(client, context, Grant(Role.DIRECTOR, CUP))


class Phone:
    """A phone that scans codes and presses what is on the page."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self.client = client
        self.html, self.address = "", ""

    def scan(self, code: str) -> str:
        return self._look(self.client.get(f"/join/{code}"))

    def press(self, **typed: str) -> str:
        form = next(each for each in forms_in(self.html, self.address) if "/join" in each.action)
        return self._look(self.client.post(form.action, data={**dict(form.fields), **typed}))

    def _look(self, answer: object) -> str:
        self.html, self.address = answer.text, str(answer.url)  # type: ignore[attr-defined]
        return self.html


@pytest.fixture
def phones(context: Context) -> Iterator[list[Phone]]:
    app = create_app(context)
    with TestClient(app) as first, TestClient(app) as second:
        yield [Phone(first), Phone(second)]


def codes(sheet: str) -> list[str]:
    return re.findall(r"<code>\S+/join/(\w{26})</code>", sheet)


def titles(sheet: str) -> list[str]:
    return re.findall(r"<h2><bdi>(.*?)</bdi></h2>", sheet)


def test_no_card_is_chosen_and_one_tap_makes_a_sheet_that_prints_itself(director: Desk) -> None:
    director.open(DEVICES)
    cards = re.findall(
        r'<button class="card role-card" name="sheet" value="([\w-]+)"><b>(.*?)</b>', director.html
    )
    assert dict(cards) == {
        "tables": "All tables",
        "teams": "All players",
        "judge": "Judge",
        "event-scorekeeper": "Event scorekeeper",
        "emcee": "Emcee",
        "treasurer": "Treasurer",
        "display": "Big screen",
        "everybody": "All of these",
    }
    assert " checked" not in director.html
    director.press("judge", "sheet")
    assert titles(director.html) == ["Judge"] * 3
    assert "print.js" in director.html


def test_three_judges_join_by_three_codes_of_one_sheet(director: Desk, phones: list[Phone]) -> None:
    director.open(DEVICES)
    assert re.search(r"<b>Judge</b> <span>3 codes</span>", director.html)
    assert re.search(r"<b>Emcee</b> <span>1 code</span>", director.html)
    director.press("judge", "sheet")
    for phone, code in zip(phones, codes(director.html)[1:], strict=True):
        phone.scan(code)
        phone.press(name="Judith")
        assert phone.client.get("/judges").status_code == 200


def test_a_sheet_for_all_has_a_code_for_each_table_player_and_role(director: Desk) -> None:
    director.open(DEVICES)
    director.press("everybody", "sheet")
    players = re.findall(r'<option value="\d+">(.*?)</option>', director.open(DEVICES) and director.html)
    director.open("/devices/sheet?tournament=" + CUP)  # loaded again, it is the same sheet
    named = titles(director.html)
    assert named[0] == "Table 1"
    scorekeepers = ["Event scorekeeper (enters score sheets)"] * 2
    assert named[-8:] == [*["Judge"] * 3, *scorekeepers, "Emcee", "Treasurer", "Big screen"]
    assert players
    assert len(set(codes(director.html))) == len(named)


def aged(name: str) -> Profile:
    return Profile(name, age=60)


def test_each_partner_of_a_pair_has_a_code_of_its_own(context: Context, client: TestClient[Litestar]) -> None:
    """They sit at different tables, and a code is for one device."""
    divisions = [c.OpenDivision("", name, shipped_format(name)) for name in ("iowa", "ontario")]
    stream = begin_tournament(context, OWNER, c.OpenTournament("", "Two days"), divisions).stream
    ann, bo, cy, di, ed, flo, gil = (
        Profile(name, age=60) for name in ["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gil"]
    )
    for division, entering in (
        ("iowa", (single(ann), single(bo), single(cy))),
        ("ontario", (pair_of(di, ed), pair_of(flo, gil))),
    ):
        execute(context, OWNER, TOURNAMENTS, stream, c.Register("", division, entering))
    desk = Desk.of(client, context, Grant(Role.DIRECTOR, stream))
    desk.open(f"/devices?tournament={stream}")
    assert "<b>All tables</b> <span>3 codes</span>" in desk.html  # as many as games go on at a time
    assert "<b>All pairs</b> <span>7 codes</span>" in desk.html
    desk.press("teams", "sheet")
    assert titles(desk.html) == ["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gil"]


def test_a_code_in_use_is_taken_over_when_the_director_confirms(director: Desk, phones: list[Phone]) -> None:
    director.open(DEVICES)
    director.press("tables", "sheet")
    code = codes(director.html)[0]
    first, second = phones
    first.scan(code)
    first.press()
    assert first.address.endswith(f"/keep/{CUP}")
    first.scan(code)  # its own code leads it back to its place
    assert first.address.endswith(f"/keep/{CUP}")

    assert "Another device already uses this code" in second.scan(code)
    assert "The director has been asked" in second.press()
    assert "Another device wants to take over a code." in director.open(f"/director/{CUP}")
    assert "Another device wants to take over: Table scorekeeper" in director.open(DEVICES)
    director.press("no", "answer")
    assert "Ask to take over" in second.scan(code)

    second.press()
    director.open(DEVICES)
    director.press("yes", "answer")
    assert "wants to take over" not in director.text
    second.scan(code)
    second.press()
    assert second.client.get(f"/keep/{CUP}").status_code == 200
    assert first.client.get(f"/keep/{CUP}").status_code in (401, 403)


def test_a_judge_says_who_it_is(director: Desk, phones: list[Phone]) -> None:
    director.open(DEVICES)
    director.press("judge", "sheet")
    code = codes(director.html)[0]
    assert "Your name" in phones[0].scan(code)
    phones[0].press(name="Judith")
    assert "Judith" in director.open(DEVICES)


@pytest.fixture
def printer(chromium: Browser, start: Start, tmp_path: Path) -> Iterator[Page]:
    """The director's browser, with a sheet of all codes of an event of twenty players."""
    db = tmp_path / "iowa.db"
    with Context.open(db) as context:
        make_example(context, director_of_everything("Cora"), Example.IOWA)
    program = start("--db", str(db))
    link = next(found[0] for line in program.output if (found := re.search(r"\S+/join/\w{26}", line)))
    hall = Hall(chromium, program.url, link)
    page = hall.device({"width": 1280, "height": 800})
    page.goto(f"{program.url}/devices?tournament=example-1")
    page.locator("button[value=everybody]").click()
    expect(page.locator(".code-sheet li").first).to_be_visible()
    yield page
    for each in hall.contexts:
        each.close()


@pytest.mark.parametrize("paper", ["Letter", "A4"])
def test_twelve_codes_are_on_each_page_of_either_paper(printer: Page, paper: str) -> None:
    count = printer.locator(".code-sheet li").count()
    file = pypdfium2.PdfDocument(printer.pdf(format=paper))
    pages = [page.get_textpage().get_text_bounded().count("/join/") for page in file]
    full, rest = divmod(count, 12)
    assert full >= 2
    assert [each for each in pages if each] == [12] * full + [rest] * (rest > 0)
