"""What can be printed and given out, and what not yet: no link of the page leads to a refusal."""

import re
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from typing import Any

import pytest
from litestar.testing import TestClient
from pypdfium2 import PdfDocument  # type: ignore[import-untyped]

from web.room import CUP, OWNER, bearer, begin_cup, join
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.paper import Paper, usual_paper
from wordwaiter.roles import Role
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.money.ledger import Fund, Method
from wordwaiter.web.http.app import create_app

Client = TestClient[Any]
PAPER = f"/director/{CUP}/paper"


@pytest.fixture
def context(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    """A tournament of which no round has started."""
    judge = Judge((Lexicon.of_words("house", ["QUOTES"]),))
    with Context.open(
        tmp_path_factory.mktemp("paper") / "wordwaiter.db", ContextParts(judge=judge)
    ) as context:
        begin_cup(context)
        yield context


@pytest.fixture
def client(context: Context) -> Iterator[Client]:
    """A browser of the director on the computer that runs the program."""
    with TestClient(create_app(context), base_url="http://127.0.0.1:8471") as client:
        client.headers.update(bearer(join(context, Grant(Role.DIRECTOR, CUP), name="Cora")[0]))
        yield client


def test_files_that_are_of_no_division_are_offered_once(context: Context, client: Client) -> None:
    execute(context, OWNER, TOURNAMENTS, CUP, c.OpenDivision("", "Second", shipped_format("club")))
    files = re.findall(r"/exports/(\w+)", client.get(PAPER).text)
    assert {what: files.count(what) for what in ("entrants", "ledger", "results")} == {
        "entrants": 1,
        "ledger": 1,
        "results": 2,
    }
    for what in ("entrants", "ledger"):
        assert client.get(f"/api/v1/tournaments/{CUP}/exports/{what}").status_code == 200


@pytest.mark.long
def test_every_paper_that_is_offered_can_be_printed_and_the_others_say_what_they_lack(client: Client) -> None:
    page = unescape(client.get(PAPER).text)
    offered = re.findall(r'href="(/paper/[^"]+)"', page)
    assert f"/paper/{CUP}/badges" in offered
    for link in offered:
        assert client.get(link).content.startswith(b"%PDF-"), link
    for what, why in (
        ("Timetable", "create the timetable on the Schedule page"),
        ("All games", "no turns were entered"),
        ("Sponsors’ report", "no sponsor is listed"),
        ("Treasurer’s report", "no payments yet"),
        ("Receipts", "no payments yet"),
    ):
        assert f"<li>{what}: {why}" in page


def test_a_scorekeeper_prints_no_sums_that_sponsors_gave(client: Client, context: Context) -> None:
    given = c.TakeMoney("Cora", Fund.SPONSOR, 150_000, Method.CHEQUE, donor="Acme")
    for command in (c.ListSponsors("Cora", ("Acme",)), given):
        execute(context, OWNER, TOURNAMENTS, CUP, command)
    path = f"/paper/{CUP}/sponsors"
    told = {}
    for role in (Role.DIRECTOR, Role.SCOREKEEPER):
        keys = bearer(join(context, Grant(role, CUP))[0])
        assert path in client.get(PAPER, headers=keys).text
        with closing(PdfDocument(client.get(path, headers=keys).content)) as sheet:
            told[role] = "".join(each.get_textpage().get_text_range() for each in sheet)
    assert ["$1,500" in told[role] for role in (Role.DIRECTOR, Role.SCOREKEEPER)] == [True, False]
    assert "ACME" in told[Role.SCOREKEEPER]


@pytest.mark.clause("ontario-b-points")
def test_the_rule_sheet_with_the_convenors_choices_is_printed_before_round_one(
    client: Client, context: Context
) -> None:
    """What the document leaves open the convenor chooses before round one; the printed sheet states it."""
    execute(context, OWNER, TOURNAMENTS, CUP, c.OpenDivision("Cora", "Doubles", shipped_format("ontario")))
    page = unescape(client.get(PAPER).text)
    assert "Before round 1 of Doubles" in page
    assert "Before round 1 of A" not in page
    (link,) = re.findall(rf'href="(/paper/{CUP}/rules\?division=Doubles)"', page)
    with closing(PdfDocument(client.get(link).content)) as sheet:
        told = "".join(each.get_textpage().get_text_range() for each in sheet)
    assert "Pairs level on points are ranked by their highest single game" in told


def test_a_program_that_answers_its_own_computer_alone_gives_out_no_address(client: Client) -> None:
    assert 'class="qr"' in client.get(PAPER).text
    client.app.state.served_at = "127.0.0.1"
    page = client.get(PAPER).text
    assert "the program runs on this computer only" in page
    assert 'class="qr"' not in page
    assert f'href="/screen/{CUP}"' in page
    client.app.state.served_at = "0.0.0.0"  # noqa: S104 - the address that the program was told
    assert 'class="qr"' in client.get(PAPER).text


def page_width(file: bytes) -> int:
    """How wide the first page of a PDF file is, in points."""
    with closing(PdfDocument(file)) as document:
        width: float = document[0].get_size()[0]
        return round(width)


def test_a_club_prints_on_the_paper_of_its_country_until_somebody_chooses_another(client: Client) -> None:
    badges = f"/paper/{CUP}/badges"
    assert page_width(client.get(badges, headers={"Accept-Language": "de-DE,en-US;q=0.5"}).content) == 595
    assert page_width(client.get(badges, headers={"Accept-Language": "en-US,en;q=0.9"}).content) == 612
    page = client.get(PAPER, headers={"Accept-Language": "en-US"}).text
    (chosen,) = re.findall(r'class="button chosen" href="([^"]+)"', page)
    assert chosen == "?paper=us-letter"
    assert '"?paper=a4"' in page
    client.get(f"{PAPER}?paper=a4")
    assert page_width(client.get(badges, headers={"Accept-Language": "en-US"}).content) == 595


@pytest.mark.parametrize(
    ("rulebook", "languages", "paper"),
    [
        ("ontario", "fr-FR", Paper.LETTER),
        ("iowa", "", Paper.LETTER),
        ("club", "", Paper.A4),
        ("club", "fr-CA", Paper.LETTER),
        ("club", "ca", Paper.A4),  # Catalan, not Canada
        ("club", "en-GB,en-US;q=0.8", Paper.A4),
        ("wespa", "en-GB", Paper.A4),  # played everywhere
        ("naspa", "en-GB", Paper.LETTER),
    ],
)
def test_the_usual_paper(rulebook: str, languages: str, paper: Paper) -> None:
    assert usual_paper([shipped_rulebook(rulebook)], languages) is paper


def test_no_standings_are_offered_before_there_is_a_result(client: Client) -> None:
    page = unescape(client.get(PAPER).text)
    assert not re.search(r'href="/paper/[^"]+/standings"', page)
    assert "Standings: no results yet." in page


def test_whoever_reads_french_prints_in_french(client: Client) -> None:
    page = unescape(client.get(f"{PAPER}?language=fr").text)
    link = next(link for link in re.findall(r'href="(/paper/[^"]+)"', page) if "/badges" in link)
    for language, title in (("fr", "Nº 1"), ("en", "No. 1")):
        with closing(PdfDocument(client.get(link, headers={"Accept-Language": language}).content)) as sheet:
            assert title in sheet[0].get_textpage().get_text_bounded()
