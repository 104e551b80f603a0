"""The pages of the emcee, the treasurer and a player, and the director's paper, asked as a browser asks."""

import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from pypdfium2 import PdfDocument  # type: ignore[import-untyped]

from web.room import OWNER, bearer, grant_of, join
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.roles import Role
from wordwaiter.rules.announcement import Announcement
from wordwaiter.service.access.callers import HOUSE, Caller, Grant
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.judging.queue import Matter, judge_queue
from wordwaiter.service.rounds.opening import open_tables_of_round
from wordwaiter.service.tournaments.examples import Example, make_example
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.service.tournaments.tournaments import begin_tournament
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, PublicNames, single
from wordwaiter.tournament.state import Screen
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.limits import Limiter, Limits, Rate
from wordwaiter.web.pages.landing import landing
from wordwaiter.web.pages.papers import _printed_for

Client = TestClient[Any]

MARKUP = "<img src=x onerror=alert(1)>&\"'"
LONG = "Wilhelmina-" * 7
RIGHT_TO_LEFT = "‏دوريس الحداد"
EMOJI = "The 🐢 Tortoises 👩‍👩‍👧"


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    judge = Judge((Lexicon.of_words("house", ["QUOTES"]),))
    with Context.open(tmp_path / "wordwaiter.db", ContextParts(judge=judge)) as context:
        yield context


@pytest.fixture
def bee(context: Context) -> str:
    stream = make_example(context, OWNER, Example.BEE).stream
    odd = tuple(
        single(Profile(name, members=(f"{name} 1", "Bo", "Cy", "Di")))
        for name in (MARKUP, LONG, RIGHT_TO_LEFT, EMOJI)
    )
    execute(context, OWNER, TOURNAMENTS, stream, c.Register("", "Tortoise", odd))
    return stream


@pytest.fixture
def client(context: Context) -> Iterator[Client]:
    often = Limits(*(Limiter(Rate(10_000, 10_000)) for _ in range(3)))
    with TestClient(create_app(context, limits=often)) as client:
        yield client


@pytest.fixture
def emcee(context: Context, bee: str) -> dict[str, str]:
    return bearer(join(context, grant_of(Role.EMCEE, bee), name="Emmy")[0])


@pytest.fixture
def treasurer(context: Context, bee: str) -> dict[str, str]:
    return bearer(join(context, grant_of(Role.TREASURER, bee), name="Tess")[0])


@pytest.fixture
def director(context: Context) -> dict[str, str]:
    return bearer(join(context, Grant(Role.DIRECTOR, HOUSE), name="Cora")[0])


def plain(text: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split())


# ---------------------------------------------------------------- the emcee


def test_whoever_says_that_no_sponsors_are_announced_takes_back_those_that_are_ticked(
    client: Client, context: Context, bee: str, emcee: dict[str, str]
) -> None:
    execute(context, OWNER, TOURNAMENTS, bee, c.ListSponsors("", ("ROTARY", "ACME", "CITY BANK")))
    page = client.get(f"/emcee/{bee}", headers=emcee).text
    assert re.search(r'name="sponsor" value="CITY BANK"\s+checked', page)
    none = ["sponsors", "surprise-word"]
    words = {"division": "1", "round": "3", "sponsor": "CITY BANK", "without": none}
    done = client.post(
        f"/emcee/{bee}", data={**words, "do": "announce"}, headers=emcee, follow_redirects=False
    )
    assert done.status_code == 303
    assert snapshot_of(context, bee).tournament.announcement("Hare", 3).sponsors == ()


@pytest.mark.long
def test_the_emcee_is_told_what_cannot_be_laid_before_it_is_announced(
    client: Client, context: Context, bee: str, emcee: dict[str, str]
) -> None:
    execute(context, OWNER, TOURNAMENTS, bee, c.ListSponsors("", ("ROTARY", "ACME", "B&B")))
    words: dict[str, Any] = {
        "division": "1",
        "round": "3",
        "starting": "literacy",
        "sponsor": ["rotary", "B&B"],
    }
    looked = client.post(f"/emcee/{bee}", data={**words, "do": "check"}, headers=emcee)
    assert looked.status_code == 200
    assert "No team can lay B&amp;B: it has &#39;&amp;&#39;, which is on no tile" in looked.text
    assert 'value="literacy"' in looked.text
    told = plain(looked.text)
    assert "No board was found that also has B&B" in told
    assert "Each team loses 10 tiles at random this round" in told
    assert "Only you and the director see this." in told
    assert snapshot_of(context, bee).tournament.announcement("Hare", 3).sponsors == ()
    announcing = {**words, "surprise": "Literacy", "sponsor": ["rotary", "B&B", "Rotary"], "do": "announce"}
    asked = client.post(f"/emcee/{bee}", data=announcing, headers=emcee)
    assert asked.status_code == 409
    by_script = client.post(f"/emcee/{bee}", data=announcing, headers=emcee | {"Wordwaiter-Form": "stays"})
    assert by_script.status_code == 200, "the browser shows this page, with its notes"
    hidden = re.findall(r'name="told" value="([^"]+)"', asked.text)
    for warning in (
        "ROTARY stands twice among the sponsors",
        "No team can lay B&B",
        "LITERACY is also the starting word",
        "LITERACY is not in the word list, and every board begins with it; choose another",
    ):
        assert warning in plain(asked.text)
    assert snapshot_of(context, bee).tournament.announcement("Hare", 3).starting_word is None
    announcing["told"] = list(map(unescape, hidden))
    done = client.post(f"/emcee/{bee}", data=announcing, headers=emcee, follow_redirects=False)
    assert done.status_code == 303
    announced = snapshot_of(context, bee).tournament.announcement("Hare", 3)
    assert (announced.starting_word, announced.sponsors) == ("LITERACY", ("ROTARY", "B&B"))
    assert "LITERACY" in client.get(f"/emcee/{bee}", headers=emcee).text


def test_the_emcee_chooses_the_screen_and_the_screen_follows(
    client: Client, context: Context, bee: str, emcee: dict[str, str]
) -> None:
    chosen = client.post(
        f"/emcee/{bee}",
        data={"do": "screen", "screen": "sponsors"},
        headers={**emcee, "Accept": "application/json"},
    )
    assert chosen.json() == {"said": "Big screen changed.", "next": f"/emcee/{bee}"}
    assert snapshot_of(context, bee).tournament.screen is Screen.SPONSORS
    assert 'data-screens="sponsors"' in client.get(f"/screen/{bee}").text
    client.post(f"/emcee/{bee}", data={"do": "screen", "screen": "rotate"}, headers=emcee)
    # Beside the clock of the Hares stands how many Tortoises play, who have none.
    assert re.search(
        r"Hare · 9 tables still playing\b.* Tortoise · \d tables still playing",
        plain(client.get(f"/screen/{bee}").text),
    )


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"do": "dance"},
        {"do": "announce"},
        {"do": "announce", "division": "99", "round": "1"},
        {"do": "announce", "division": "1", "round": "99", "surprise": "X"},
        {"do": "announce", "division": "1", "round": "1", "surprise": "X"},
        {"do": "start-round", "division": "1"},
        {"do": "call-time", "division": "-1"},
        {"do": "screen", "screen": MARKUP},
        {"do": "shift", "slot": "77", "minutes": "5"},
        {"do": "announce", "division": "1", "round": "3", "starting": MARKUP},
        {"do": "announce", "division": "1", "round": "3", "starting": "BOND", "without": MARKUP},
        {"do": "announce", "division": "1", "round": "3", "starting": "X" * 5000},
    ],
)
def test_nonsense_of_the_emcee_is_refused_with_a_sentence(
    client: Client, context: Context, bee: str, emcee: dict[str, str], form: dict[str, str]
) -> None:
    before = snapshot_of(context, bee).version
    answer = client.post(f"/emcee/{bee}", data=form, headers=emcee)
    assert 400 <= answer.status_code < 500
    assert "<img src=x" not in answer.text
    assert snapshot_of(context, bee).version == before


def test_words_that_are_refused_stay_in_their_form_with_the_reason_beside_them(
    client: Client, bee: str, emcee: dict[str, str]
) -> None:
    form = {"do": "announce", "division": "1", "round": "3", "starting": "READING!!", "surprise": "SNAIL"}
    page = client.post(f"/emcee/{bee}", data=form, headers=emcee).text
    words = page.partition('<section id="words-1"')[2]
    assert 'value="READING!!"' in words
    assert 'value="SNAIL"' in words
    assert re.search(r'role="alert">[^<]*READING!!', words)
    assert page.count('role="alert">No team can lay') == 1


# ---------------------------------------------------------------- the treasurer


def test_money_is_taken_once_however_often_the_form_arrives(
    client: Client, context: Context, bee: str, treasurer: dict[str, str]
) -> None:
    before = len(snapshot_of(context, bee).tournament.ledger)
    form = {"do": "take", "amount": "$12.50", "fund": "donation", "method": "cash", "note": MARKUP}
    for _ in range(2):
        sent = client.post(f"/treasurer/{bee}", data={**form, "sending": "a" * 32}, headers=treasurer)
        assert sent.status_code == 200
    # A page that the browser kept, with another amount typed over the first: said so, and not swallowed.
    other = {**form, "amount": "$99", "sending": "a" * 32}
    swallowed = client.post(f"/treasurer/{bee}", data=other, headers=treasurer)
    assert (swallowed.status_code, "already used" in swallowed.text) == (409, True)
    ledger = snapshot_of(context, bee).tournament.ledger
    assert len(ledger) == before + 1
    assert ledger[-1].payment.cents == 1_250
    shown = client.get(f"/treasurer/{bee}", headers=treasurer).text
    assert "$12.50" in shown
    assert "<img src=x" not in shown


def test_a_line_is_taken_back_and_the_cash_is_compared(
    client: Client, context: Context, bee: str, treasurer: dict[str, str]
) -> None:
    take = {"do": "take", "amount": "7", "fund": "donation", "method": "cash"}
    client.post(f"/treasurer/{bee}", data=take, headers=treasurer)
    line = str(len(snapshot_of(context, bee).tournament.ledger))
    back = {"do": "reverse", "line": line, "reason": "typed twice"}
    client.post(f"/treasurer/{bee}", data=back, headers=treasurer)
    shown = plain(client.get(f"/treasurer/{bee}", headers=treasurer).text)
    assert f"reverses line {line}" in shown
    found = re.search(r"the box should hold \$([\d.,]+)\.", shown)
    assert found
    client.post(f"/treasurer/{bee}", data={"do": "count", "amount": "1"}, headers=treasurer)
    client.post(f"/treasurer/{bee}", data={"do": "count", "amount": found[1]}, headers=treasurer)
    counted = plain(client.get(f"/treasurer/{bee}", headers=treasurer).text)
    assert "matches the ledger" in counted
    assert "missing" in counted


@pytest.mark.long
def test_an_evening_with_donors_cheques_pledges_and_edits(
    client: Client, context: Context, bee: str, treasurer: dict[str, str]
) -> None:
    as_json = {**treasurer, "Accept": "application/json"}

    def send(**form: str) -> str:
        answer = client.post(f"/treasurer/{bee}", data=form, headers=as_json)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["said"])

    first = len(snapshot_of(context, bee).tournament.ledger) + 1
    gift = {"amount": "50", "donor": "Ada Lee", "fund": "donation", "method": "cheque", "cheque": "1042"}
    assert send(do="take", **gift) == "Payment saved: $50, cheque, Donation, Ada Lee."
    told = send(do="correct", line=str(first), reason="five", **{**gift, "amount": "5"})
    assert told == "Corrected: the old line is reversed, a new one replaces it."
    assert send(do="pledge", donor="Uncle Ben", amount="100") == "Pledge saved."
    number = str(len(snapshot_of(context, bee).tournament.pledges))
    change = {"pledge": number, "donor": "Uncle Ben", "per-point": "0.10", "team": "1", "most": "20"}
    assert send(do="change-pledge", reason="by points", **change) == "Pledge changed."
    shown = plain(client.get(f"/treasurer/{bee}", headers=treasurer).text)
    assert "$0.10 a point of" in shown
    assert "at most $20" in shown
    assert "Cheque 1042" in shown
    paid = send(do="pay-pledge", pledge=number, amount="20", method="cash")
    assert paid.startswith("Payment saved: $20, cash, Pledge, Uncle Ben, ")
    last = snapshot_of(context, bee).tournament.ledger[-1]
    assert (last.payment.donor, last.payment.team, last.payment.cents) == ("Uncle Ben", 1, 2_000)
    printed = client.get(f"/paper/{bee}/receipts?line={first + 2}", headers=treasurer)
    assert printed.content.startswith(b"%PDF-")
    assert len(PdfDocument(printed.content)) == 1
    words = PdfDocument(printed.content)[0].get_textpage().get_text_bounded()
    assert ("Ada Lee" in words, "Cheque 1042" in words, f"Receipt {first + 2}" in words) == (True,) * 3
    report = client.get(f"/paper/{bee}/treasurer", headers=treasurer).content
    pages = "".join(page.get_textpage().get_text_bounded() for page in PdfDocument(report))
    for told in ("By donor", "Cheques", "Uncle Ben", "Still due"):
        assert told in pages
    # Everybody else learns how much was given, and not by whom.
    for path in ("screen", "live"):
        seen = client.get(f"/{path}/{bee}").text
        assert ("Ada Lee" in seen, "Uncle Ben" in seen) == (False, False)
    assert b"Ada Lee" not in client.get("/api/v1/tournaments/" + bee).content


def test_tabs_purchases_pledges_and_the_target(
    client: Client, context: Context, bee: str, treasurer: dict[str, str]
) -> None:
    for form in (
        {"do": "peek", "team": "2", "word": "occured", "method": "tab"},
        {"do": "tiles", "team": "2", "count": "1", "method": "tab"},
        {"do": "all-tiles", "team": "3", "method": "card"},
        {"do": "pay-tab", "team": "2", "method": "cash"},
        {"do": "pledge", "team": "3", "donor": RIGHT_TO_LEFT, "per-point": "0.10", "most": "50"},
        {"do": "target", "amount": "5,000"},
    ):
        answer = client.post(f"/treasurer/{bee}", data=form, headers=treasurer, follow_redirects=False)
        assert answer.status_code == 303, (form, answer.text)
    as_json = {**treasurer, "Accept": "application/json"}
    for form, said in (
        ({"do": "tiles", "count": "2"}, r"Bought back for Jays: \w+, \w+ \(\$10, on the tab\)\."),
        ({"do": "pay-tab", "method": "card"}, r"Jays paid the tab: \$10\."),
        ({"do": "take", "amount": "7", "fund": "donation"}, r"Payment saved: \$7, cash, Donation, Jays\."),
    ):
        sent = {"team": "2", "method": "tab" if form["do"] == "tiles" else "cash", **form}
        told = client.post(f"/treasurer/{bee}", data=sent, headers=as_json).json()["said"]
        assert re.fullmatch(said, told), told
    sold = max(each.line for each in snapshot_of(context, bee).tournament.purchases if each.team == 2)
    back = {"do": "reverse", "line": str(sold), "reason": "the other team"}
    told = client.post(f"/treasurer/{bee}", data=back, headers=as_json).json()["said"]
    out = r"Reversed by a new line\. Jays: \w+, \w+ are out of play again\."
    assert re.fullmatch(out, told), told
    tournament = snapshot_of(context, bee).tournament
    assert tournament.peeks[-1].word == "OCCURED"
    assert 3 in tournament.bought_all
    assert tournament.target_cents == 500_000
    shown = client.get(f"/treasurer/{bee}", headers=treasurer).text
    assert RIGHT_TO_LEFT in shown
    assert "of $5,000" in shown


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"do": "take", "amount": "-5", "fund": "donation", "method": "cash"},
        {"do": "take", "amount": "5.5", "fund": "donation", "method": "cash"},
        {"do": "take", "amount": "five", "fund": "donation", "method": "cash"},
        {"do": "take", "amount": "5", "fund": "bribe", "method": "cash"},
        {"do": "take", "amount": "5", "fund": "peek", "method": "cash"},
        {"do": "take", "amount": "5", "fund": "donation", "method": "beans"},
        {"do": "take", "amount": "5", "fund": "donation", "method": "tab"},
        {"do": "take", "amount": "5", "fund": "donation", "method": "cash", "team": "9999"},
        {"do": "reverse", "line": "1", "reason": ""},
        {"do": "reverse", "line": "0", "reason": "why"},
        {"do": "pay-tab", "team": "1", "method": "tab"},
        {"do": "tiles", "team": "1", "count": "1000", "method": "tab"},
        {"do": "pledge", "team": "1", "donor": " ", "per-point": "1"},
        {"do": "pledge", "team": "1", "donor": "Ada", "per-point": "1", "amount": "5"},
        {"do": "pledge", "donor": "Ada", "per-point": "1"},
        {"do": "correct", "line": "1", "amount": "5", "fund": "donation", "method": "cash", "reason": ""},
        {"do": "withdraw-pledge", "pledge": "99", "reason": "why"},
        {"do": "pay-pledge", "pledge": "99", "method": "cash"},
        {"do": "count", "amount": "999999999"},
    ],
)
def test_nonsense_of_the_treasurer_is_refused_and_nothing_is_written(
    client: Client, context: Context, bee: str, treasurer: dict[str, str], form: dict[str, str]
) -> None:
    before = snapshot_of(context, bee).version
    answer = client.post(f"/treasurer/{bee}", data=form, headers=treasurer)
    assert 400 <= answer.status_code < 500
    assert 'class="complaint"' in answer.text
    assert snapshot_of(context, bee).version == before


# ---------------------------------------------------------------- a player


def test_a_player_lands_on_a_page_with_their_table(client: Client, context: Context, bee: str) -> None:
    grant = Grant(Role.PLAYER, bee, entrant=1)
    assert landing([grant]) == f"/me/{bee}"
    token, _ = join(context, grant, name="Owls")
    shown = plain(client.get(f"/me/{bee}", headers=bearer(token)).text)
    assert "Owls Hare · Round 2 of 3, in progress" in shown
    assert "Where you stand" in shown


def test_whoever_has_not_joined_chooses_a_name_and_odd_names_are_only_text(client: Client, bee: str) -> None:
    page = client.get(f"/me/{bee}").text
    for name in (LONG, RIGHT_TO_LEFT, EMOJI):
        assert name in page
    assert "<img src=x" not in page
    assert "Jays" in plain(client.get(f"/me/{bee}?who=2").text)
    for nobody in ("0", "999999", "", "Jays", "٣"):
        shown = client.get(f"/me/{bee}", params={"who": nobody})
        assert (shown.status_code, "Who are you?" in shown.text) == (200, True), nobody


@pytest.mark.parametrize(
    ("role", "address"),
    [
        (Role.DIRECTOR, "/director/cup"),
        (Role.SCOREKEEPER, "/director/cup"),
        (Role.JUDGE, "/judges"),
        (Role.EMCEE, "/emcee/cup"),
        (Role.TREASURER, "/treasurer/cup"),
        (Role.TABLE_SCOREKEEPER, "/keep/cup"),
        (Role.JUDGING_STATION, "/judge"),
        (Role.DISPLAY, "/screen/cup"),
    ],
)
def test_everybody_lands_on_the_page_of_their_role(role: Role, address: str) -> None:
    assert landing([Grant(role, "cup")]) == address


def test_whoever_has_several_roles_or_the_whole_house_lands_where_all_of_it_is_listed() -> None:
    assert landing([Grant(Role.DIRECTOR, HOUSE)]) == "/"
    assert landing([Grant(Role.EMCEE, "cup"), Grant(Role.TREASURER, "cup")]) == "/"
    assert landing([Grant(Role.PLAYER, "table-7", entrant=0)]) == "/tables/table-7"


# ---------------------------------------------------------------- paper


@pytest.mark.long
def test_the_director_prints_and_takes_the_closing_pack_home(
    client: Client, bee: str, director: dict[str, str]
) -> None:
    page = client.get(f"/director/{bee}/paper", headers=director).text
    links = [link.replace("&amp;", "&") for link in re.findall(r'href="(/paper/[^"]+)"', page)]
    assert len(links) > 10
    wanted = [link for link in links if "pairings-by-name" in link or link.endswith("/badges")]
    for link in wanted[:2]:
        answer = client.get(link, headers=director)
        assert answer.content.startswith(b"%PDF-"), link
        assert answer.headers["content-type"] == "application/pdf"
    pack = client.get(f"/director/{bee}/closing-pack", headers=director)
    assert pack.headers["content-disposition"].startswith("attachment;")
    names = zipfile.ZipFile(io.BytesIO(pack.content)).namelist()
    assert {"README.txt", "standings.pdf", "private/journal.jsonl"} <= set(names)


def test_money_is_printed_for_the_treasurer_and_nothing_else(
    client: Client, bee: str, treasurer: dict[str, str]
) -> None:
    assert client.get(f"/paper/{bee}/treasurer", headers=treasurer).content.startswith(b"%PDF-")
    assert client.get(f"/paper/{bee}/badges", headers=treasurer).status_code == 403
    assert client.get(f"/paper/{bee}/treasure", headers=treasurer).status_code == 404
    assert client.get(f"/paper/{bee}/treasurer").status_code == 401


def test_the_words_of_a_coming_round_are_printed_for_those_alone_who_announce_or_judge_it(
    context: Context, bee: str
) -> None:
    """An event scorekeeper prints tally sheets before the round begins."""
    tournament = snapshot_of(context, bee).tournament
    division = next(iter(tournament.divisions))
    number = len(tournament.rounds_of(division))
    begun = Announcement("READ", "SECRET", ("ROTARY",))
    told = replace(tournament, announcements={(division, n): begun for n in (number, number + 1)})
    for role in (Role.SCOREKEEPER, Role.TREASURER):
        caller = Caller("Sue", "device-1", frozenset({Grant(role, bee)}))
        assert set(_printed_for(caller, bee, told).announcements) == {(division, number)}
    for role in (Role.JUDGE, Role.EMCEE, Role.DIRECTOR):
        caller = Caller("Sue", "device-1", frozenset({Grant(role, bee)}))
        assert _printed_for(caller, bee, told).announcements == told.announcements


@pytest.mark.long
def test_the_director_of_one_tournament_does_not_get_the_journal_of_the_house(
    client: Client, context: Context, bee: str
) -> None:
    token, _ = join(context, Grant(Role.DIRECTOR, bee), name="Dot")
    pack = client.get(f"/director/{bee}/closing-pack", headers=bearer(token))
    names = zipfile.ZipFile(io.BytesIO(pack.content)).namelist()
    assert "private/log.txt" in names
    assert "private/journal.jsonl" not in names


def test_an_invitation_is_made_by_names_of_tables_and_teams(
    client: Client, bee: str, director: dict[str, str]
) -> None:
    page = client.get(f"/devices?tournament={bee}", headers=director).text
    assert '<option value="1">Table 1</option>' in page
    assert '<option value="1">Owls</option>' in page
    assert f'<a href="/director/{bee}/log">' in page
    assert re.search(r'<a href="/devices[^>]* aria-current="page">', page)
    form = {"role": "judge", "stream": bee}
    invited = client.post(f"/devices/invite?tournament={bee}", data=form, headers=director).text
    assert f'href="/devices?tournament={bee}">Back to all devices' in invited


def test_from_a_table_everybody_finds_the_way_back_to_where_they_work(
    client: Client, context: Context, bee: str, director: dict[str, str]
) -> None:
    hare = next(iter(snapshot_of(context, bee).tournament.divisions))
    table = open_tables_of_round(context, OWNER, bee, hare)[0]
    player = bearer(join(context, Grant(Role.PLAYER, bee, entrant=1))[0])
    judge = bearer(join(context, Grant(Role.JUDGE, bee))[0])
    for who, back, said in (
        (director, f"/director/{bee}", "Back to the room"),
        (judge, "/judges", "Back to the room"),
        (player, f"/me/{bee}", "My day"),
    ):
        page = client.get(f"/hare/{table}", headers=who).text
        assert re.search(rf'class="where" href="{back}"', page)
        assert f'href="{back}">{said}</a>' in page
    # Nobody follows a board that is being built; when time is called, those who have joined may.
    tables = rf'id="tables-[^>]*>.*<a\s+href="/hare/{table}"'
    assert not re.search(tables, client.get(f"/me/{bee}", headers=player).text, re.DOTALL)
    execute(context, OWNER, TOURNAMENTS, bee, c.CallRoundTime("Dora", hare))
    assert re.search(tables, client.get(f"/me/{bee}", headers=player).text, re.DOTALL)
    assert not re.search(tables, client.get(f"/me/{bee}?who=1").text, re.DOTALL)
    execute(context, OWNER, TOURNAMENTS, bee, c.CancelGame("Dora", hare, 2, 1, "the wrong tiles"))
    assert "The director cancelled this game" in client.get(f"/hare/{table}", headers=director).text
    execute(context, OWNER, TOURNAMENTS, bee, c.WithdrawResult("Dora", hare, 2, 1, "they were right"))


# ---------------------------------------------------------------- after the program was away


def test_there_is_no_gap_to_decide_where_there_was_none(
    client: Client, bee: str, director: dict[str, str]
) -> None:
    assert 'action="/gaps"' not in client.get(f"/director/{bee}", headers=director).text
    answer = client.post("/gaps", data={"gap": "1", "ran": "yes"}, headers=director)
    assert answer.status_code == 404


def test_a_team_challenges_a_word_of_another_board_when_the_round_has_ended(
    client: Client, context: Context, bee: str
) -> None:
    owls = bearer(join(context, Grant(Role.PLAYER, bee, entrant=1), name="Owls")[0])
    asked = "Challenge a word on another team"
    assert asked not in client.get(f"/me/{bee}", headers=owls).text
    execute(context, OWNER, TOURNAMENTS, bee, c.CallRoundTime("", "Hare"))
    assert asked in client.get(f"/me/{bee}", headers=owls).text
    assert asked not in client.get(f"/me/{bee}?who=1").text
    tournament = snapshot_of(context, bee).tournament
    member = tournament.contender(1).profile.members[0]
    form = {"challenger": "1", "challenged": "2", "member": member, "place": "8D", "word": "irregards"}

    def send(**changed: str) -> Any:
        return client.post(f"/me/{bee}", data={**form, **changed}, headers=owls)

    stranger = send(member="Somebody")
    assert stranger.status_code == 409
    assert 'value="irregards"' in stranger.text
    assert send(place="here").status_code == 422
    assert send(challenger="2").status_code == 403
    assert "Waiting for the judges." in plain(send().text)
    waiting = [each for each in judge_queue(context, OWNER) if each.matter is Matter.BOARD_WORD]
    assert [each.words for each in waiting] == [("IRREGARDS",)]
    assert send(word="other").status_code == 409, "once a round"

    played = tournament.latest_round("Hare")
    sitting = None if played is None else played.sitting_of(1)
    assert played is not None
    assert sitting is not None
    other = played.sitting_of(2)
    assert other is not None
    for table, total, signer in ((sitting.table, -74, 1), (other.table, 300, 2)):
        sheet = c.HandInSheet("", "Hare", played.number, table, (total,), (signer,))
        execute(context, OWNER, TOURNAMENTS, bee, sheet)
    execute(context, OWNER, TOURNAMENTS, bee, c.RuleBoardWord("", played.number, 1, True, ""))
    seen = plain(client.get(f"/me/{bee}", headers=owls).text)
    assert "−99 result" in seen, "with what the ruling cost"
    assert "-74 result" not in seen
    at_home = plain(client.get(f"/live/{bee}").text)
    assert "−99" in at_home, "the same for everybody"
    assert "−74" not in at_home


@pytest.mark.parametrize(
    ("screen", "told"),
    [
        (Screen.PLAYS, "No plays yet."),
        (Screen.SPONSORS, "No sponsors yet."),
        (Screen.FUNDS, "$0"),
    ],
)
def test_a_screen_that_has_nothing_to_show_says_so(
    context: Context, client: Client, screen: Screen, told: str
) -> None:
    opening = c.OpenTournament("", "Quiet cup", names=PublicNames.FULL)
    stream = begin_tournament(context, OWNER, opening, ()).stream
    execute(context, OWNER, TOURNAMENTS, stream, c.ChooseScreen("", screen))
    page = client.get(f"/screen/{stream}").text
    assert told in page
    # Without a target there is no way to go, and no bar that looks as if it had been gone.
    assert "<progress" not in page


def test_a_list_without_a_column_for_it_is_entered_into_the_division_that_was_chosen(
    client: Client, context: Context, bee: str, director: dict[str, str]
) -> None:
    address = f"/director/{bee}/entrants/file"
    chosen = {"pasted": "name,members\nLate Owls,Ida/Jo/Kim/Lu\n", "division": "Tortoise", "do": "preview"}
    preview = client.post(address, data=chosen, headers=director).text.partition('id="preview"')[2]
    form = preview.partition("<form")[2].partition("</form>")[0]
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
    entering = hidden | {"pasted": chosen["pasted"], "do": "enter"}
    assert client.post(address, data=entering, headers=director, follow_redirects=False).status_code == 303
    entered = context.states.of(bee).state.contenders_of("Tortoise")
    assert "Late Owls" in {each.name for each in entered}
