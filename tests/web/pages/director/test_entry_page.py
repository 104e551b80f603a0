"""Entering people on the director's pages: one by one, from a list, put right and taken out again."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from litestar.testing import TestClient

from web.forms_on_pages import alerts_in, forms_in
from web.room import bearer, join
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Grant, director_of_everything
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.service.tournaments.tournaments import begin_tournament
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import PublicNames
from wordwaiter.tournament.formats.choices import Criterion
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.state import Tournament
from wordwaiter.web.http.app import create_app
from wordwaiter.web.words import LANGUAGES

Client = TestClient[Any]
UNTIMED = "All rounds in this division are untimed."
DORA = director_of_everything("Dora")
CUP = "tournament-1"
ALL = f"/director/{CUP}/entrants"
FORMATS = {"Open": "ontario", "Club": "club", "Hare": "bee-hare"}


@pytest.fixture
def context(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    """A tournament of pairs, players and teams into which nobody is entered."""
    judge = Judge((Lexicon.of_words("house", ["QUOTES"]),))
    with Context.open(
        tmp_path_factory.mktemp("entry") / "wordwaiter.db", ContextParts(judge=judge)
    ) as context:
        divisions = [c.OpenDivision("", name, shipped_format(wanted)) for name, wanted in FORMATS.items()]
        begin_tournament(context, DORA, c.OpenTournament("", "Cup", names=PublicNames.FULL), divisions)
        yield context


@pytest.fixture
def client(context: Context) -> Iterator[Client]:
    """A browser of the director."""
    with TestClient(create_app(context)) as client:
        client.headers.update(bearer(join(context, Grant(Role.DIRECTOR, CUP), name="Dora")[0]))
        yield client


def day_of(context: Context) -> Tournament:
    return snapshot_of(context, CUP).tournament


def plain(text: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split())


def enter(client: Client, division: str, name: str, **fields: str) -> str:
    """One more; the text of the page to which the browser is led."""
    form = {"do": "register", "division": division, "name": name, **fields}
    return str(client.post(ALL, data=form).text)


def test_whoever_was_entered_is_named_and_the_form_stands_ready_for_the_next(client: Client) -> None:
    page = enter(client, "Club", "Bob")
    assert "Bob: added." in plain(page)
    assert re.search(r'id="one-2" open.*?name="name"[^>]* autofocus', page, re.DOTALL)
    refused = enter(client, "Club", "Cy", club="Ames", age="old", set="on")
    assert alerts_in(refused) == ["'old' is not a whole number."]
    for snapshot in ('name="name" maxlength="100" value="Cy"', 'value="Ames"', 'name="set" checked'):
        assert snapshot in refused


def test_an_entry_is_put_right_on_its_page_and_the_log_has_before_and_after(
    context: Context, client: Client
) -> None:
    enter(client, "Open", "An", age="60", pair="Aces", **{"partner-name": "Bo", "partner-age": "61"})
    numbers = {each.name: each.number for each in day_of(context).contenders_of("Open")}
    address = f"{ALL}/{numbers['An']}"
    assert f'href="{address}"' in client.get(ALL).text
    assert 'value="60"' in client.get(address).text
    right = {"do": "change", "name": "Ann", "age": "62", "pair": "Aces", "need": "large-print", "clock": "on"}
    assert "Ann: saved." in plain(client.post(address, data=right).text)
    listed = plain(client.get(ALL).text)
    assert "Ann & Bo Aces Large print" in listed
    profile = day_of(context).contender(numbers["An"]).profile
    assert (profile.name, profile.age, profile.brings_clock) == ("Ann", 62, True)
    log = plain(client.get(f"/director/{CUP}/log").text)
    assert "he entry of An is corrected: name An → Ann; age 60 → 62; brings a clock no → yes; needs" in log
    young = client.post(address, data={**right, "name": "Anne", "age": "20"})
    assert (young.status_code, 'value="Anne"' in young.text) == (409, True)
    assert "is for ages 55 and over" in alerts_in(young.text)[0]
    again = client.post(address, data=right)
    assert (again.status_code, alerts_in(again.text)) == (
        409,
        ["Nothing changed: Ann is already entered like this."],
    )
    # Whoever checks people in may put a name right, and takes nobody out.
    keeper = bearer(join(context, Grant(Role.SCOREKEEPER, CUP), name="Sam")[0])
    assert "Edit details" in client.get(address, headers=keeper).text
    assert 'value="remove"' not in client.get(address, headers=keeper).text
    removed = client.post(address, data={"do": "remove", "entrant": "1", "reason": "x"}, headers=keeper)
    assert removed.status_code == 403


def test_two_officials_put_one_entry_right_and_the_later_one_hears_what_both_have_changed(
    context: Context, client: Client
) -> None:
    enter(client, "Club", "Bob", club="Ames", age="60")
    address = f"{ALL}/1"
    loaded = re.search(r'name="seen" value="(\d+)"', client.get(address).text)
    assert loaded is not None
    form = {"do": "change", "name": "Bob", "club": "Ames", "age": "60", "seen": loaded[1]}
    client.post(address, data={**form, "club": "Boone"})
    # The other one has the page from before. What only one of them changed comes together.
    client.post(address, data={**form, "age": "61"})
    profile = day_of(context).contender(1).profile
    assert (profile.club, profile.age) == ("Boone", 61)
    late = client.post(address, data={**form, "age": "62"})
    assert late.status_code == 409
    assert "changed this entry: Age is now 61; you typed 62" in alerts_in(late.text)[0]
    assert 'value="62"' in late.text
    assert 'value="Boone"' in late.text
    seen = re.search(r'name="seen" value="(\d+)"', late.text)
    assert seen is not None
    client.post(address, data={**form, "club": "Boone", "age": "62", "seen": seen[1]})
    profile = day_of(context).contender(1).profile
    assert (profile.club, profile.age) == ("Boone", 62)


def test_a_mistaken_entry_is_taken_out_once_and_moved_or_withdrawn_ones_are_told(
    context: Context, client: Client
) -> None:
    enter(client, "Club", "Bob")
    enter(client, "Club", "Bobb")
    sent = {"do": "remove", "reason": "typed twice", "entrant": "2", "sending": "a" * 32}
    assert "Removed from the list." in plain(client.post(f"{ALL}/2", data=sent).text)
    assert [each.name for each in day_of(context).entrants.values()] == ["Bob"]
    assert "Removed from the list." in plain(client.post(f"{ALL}/2", data=sent).text)
    assert client.get(f"{ALL}/2").status_code == 422
    assert alerts_in(client.post(f"{ALL}/1", data={"do": "withdraw"}).text)
    gone = client.post(f"{ALL}/1", data={"do": "withdraw", "reason": "ill"})
    assert "Bob: withdrawn." in plain(gone.text)
    assert 'value="reinstate"' in client.get(f"{ALL}/1").text


def test_what_the_organiser_provides_is_changed_on_the_page(context: Context, client: Client) -> None:
    page = client.post(ALL, data={"do": "provide", "sets": "4", "clocks": "2"})
    assert "The organiser provides 4 sets and 2 clocks." in plain(page.text)
    assert (day_of(context).sets, day_of(context).clocks) == (4, 2)


def test_a_division_is_given_other_rounds_and_minutes_with_a_reason(context: Context, client: Client) -> None:
    form = {"do": "format", "division": "Open", "rounds": "2", "minutes": "40", "reason": ""}
    assert alerts_in(client.post(ALL, data=form).text)
    client.post(ALL, data={**form, "reason": "the hall closes at one"})
    rounds = day_of(context).division("Open").format.rounds
    assert (rounds.count, rounds.lengths) == (2, (40 * 60_000,))
    page = client.get(ALL).text
    assert re.search(r'name="rounds"[^>]*value="2"', page)
    again = client.post(ALL, data={**form, "reason": "once more"})
    assert alerts_in(again.text) == ["Nothing is different: Open is run that way already."]
    for nonsense in ({"rounds": "0"}, {"minutes": "ten"}, {"minutes": "0"}):
        refused = client.post(ALL, data={**form, "reason": "x", **nonsense})
        assert (refused.status_code, len(alerts_in(refused.text))) == (422, 1)


@pytest.mark.clause("ontario-b-points")
def test_the_convenor_chooses_on_the_page_what_the_document_leaves_open(
    context: Context, client: Client
) -> None:
    (form,) = [
        each
        for each in forms_in(client.get(ALL).text, ALL)
        if ("ranking_order", "highest-games") in each.fields
    ]
    chosen = dict(form.fields) | {"do": "format", "ranking_order": "total", "reason": "as at the last games"}
    client.post(ALL, data=chosen)
    assert day_of(context).division("Open").format.ranking.order == (Criterion.POINTS, Criterion.TOTAL)
    refused = client.post(ALL, data={**chosen, "pairing_later": "by-hand"})
    assert refused.status_code == 422


@pytest.mark.clause("iowa-format")
@pytest.mark.clause("iowa-2")
def test_the_organiser_sets_the_time_of_chess_clocks_where_the_rules_leave_it_open(
    context: Context, client: Client
) -> None:
    # "... and starting his opponent's clock if clocks are in use."
    client.post(ALL, data={"do": "open-division", "name": "65-74", "format": "iowa"})
    (form,) = [each for each in forms_in(client.get(ALL).text, ALL) if "side-minutes" in dict(each.fields)]
    chosen = dict(form.fields) | {"do": "format", "side-minutes": "25", "reason": "clocks were brought"}
    client.post(ALL, data=chosen)
    assert day_of(context).division("65-74").format.rounds.side_clock == 25 * 60_000
    assert re.search(r'name="side-minutes"[^>]*\s+value="25"', client.get(ALL).text)
    client.post(ALL, data={**chosen, "side-minutes": "", "reason": "none came", "sending": "2"})
    assert day_of(context).division("65-74").format.rounds.side_clock is None
    refused = client.post(ALL, data={**chosen, "division": "Club", "rounds": "7", "sending": "3"})
    assert "does not leave chess clocks to the organiser" in alerts_in(refused.text)[0]


@pytest.mark.clause("bee-tortoise-7-8", UNTIMED)
def test_nobody_is_asked_for_the_minutes_of_a_division_that_is_not_timed(
    context: Context, client: Client
) -> None:
    client.post(ALL, data={"do": "open-division", "name": "Slow", "format": "bee-tortoise"})
    (form,) = (
        each
        for each in forms_in(client.get(ALL).text, ALL)
        if ("division", "Slow") in each.fields and ("do", "format") in each.buttons
    )
    assert "minutes" not in dict(form.fields)
    asked = dict(form.fields) | {"do": "format", "rounds": "2", "reason": "a short evening"}
    refused = client.post(ALL, data={**asked, "minutes": "30"})
    assert "Games are not timed under bee-tortoise; leave the minutes empty" in alerts_in(refused.text)[0]
    client.post(ALL, data={**asked, "sending": "2"})
    assert day_of(context).division("Slow").format.rounds.count == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sample_of_a_division_can_be_entered_as_it_is(client: Client, language: str) -> None:
    for name in FORMATS:
        sample = client.get(f"{ALL}/sample", params={"division": name, "language": language}).text
        preview = client.post(f"{ALL}/file", data={"do": "preview", "pasted": sample, "division": name}).text
        assert "1 entrant ready to import" in plain(preview)
        assert "wrong" not in plain(preview)


def test_a_list_with_faults_stays_in_its_box_and_lacking_columns_are_named(client: Client) -> None:
    wrong = "nom;club;âge\nAnn;Orillia;70\n"
    sent = {"do": "preview", "pasted": wrong, "division": "Open"}
    page = client.post(f"{ALL}/file", data=sent).text
    assert "There is no column 'partner age'; the first line has: nom, club, âge." in plain(page)
    assert f">{wrong}</textarea>" in page
    french = client.post(f"{ALL}/file", data=sent, headers={"Accept-Language": "fr"}).text
    assert "Il manque la colonne « partenaire »" in plain(french)
    assert "name, age, partner, partner age." in plain(client.get(f"{ALL}/file").text)


def test_every_fault_of_a_list_is_told_in_french(client: Client) -> None:
    wrong = (
        "nom,âge,jeu,besoins,partenaire,âge du partenaire\n"
        "Zoé,70,oui,,Ben,71\n"
        "Zoé,70,peut-être,,Cy,71\n"
        "Zoé,70,oui,,Dan,71\n"
        "Eve,abc,oui,,Fay,71\n"
        "Gil,70,oui,échelle,Hal,71\n"
        "Ida,7,oui,,Jo,71\n"
        ",70,oui,,Kim,71\n"
        "Lou,70,oui,,Max,71,et plus\n"
    )
    sent = {"do": "preview", "pasted": wrong, "division": "Open"}
    page = client.post(f"{ALL}/file", data=sent, headers={"Accept-Language": "fr"}).text
    for told in (
        "jeu : écrivez oui ou non, pas « peut-être »",
        "Zoé est déjà inscrit ; ajoutez quelque chose pour les distinguer, comme la ville (ligne 2)",
        "il faut un nombre entier, pas « abc »",
        "pas « échelle »",
        "trop jeune",
        "il manque un nom",
        "plus de cases que la première",
    ):
        assert told.casefold() in plain(page).casefold(), told
    before = client.get(f"{ALL}/file", headers={"Accept-Language": "fr"}).text
    assert page.count('<span lang="en">') == before.count('<span lang="en">')
