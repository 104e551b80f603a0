"""The start page: a tournament from three answers, an example of each event, and who may make them."""

import re
from collections.abc import Iterator

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from web.room import bearer, begin_cup, join_as, start_round
from wordwaiter.roles import Role
from wordwaiter.service.context import Context
from wordwaiter.service.tables.views import streams_of_tables
from wordwaiter.service.tournaments.examples import Example
from wordwaiter.service.tournaments.snapshots import snapshot_of, streams_in
from wordwaiter.web.http.app import create_app

Client = TestClient[Litestar]


def _visitor(context: Context) -> Client:
    client = TestClient(create_app(context))
    client.headers["Origin"] = str(client.base_url)
    return client


@pytest.fixture
def at_the_machine(context: Context, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    """A browser on the computer that runs the program, which has opened the link in the terminal."""
    monkeypatch.setattr("wordwaiter.web.http.client_device.is_own_address", lambda _address: True)
    link = context.devices.first_link()
    assert link is not None
    with _visitor(context) as client:
        client.post("/join", data={"code": link.secret, "name": "Dora"})
        yield client


ANSWERS = {
    "format": "ontario",
    "name": "Games of the North",
    "date": "2026-06-06",
    "venue": "Sudbury",
    "sets": "12",
}


def test_three_answers_make_a_tournament(at_the_machine: Client, context: Context) -> None:
    answer = at_the_machine.post("/tournaments", data=ANSWERS, follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"] == "/director/tournament-1"
    tournament = snapshot_of(context, "tournament-1").tournament
    assert (tournament.name, tournament.venue, tournament.sets) == ("Games of the North", "Sudbury", 12)
    assert [division.rulebook for division in tournament.divisions.values()] == ["ontario"]
    assert "Games of the North" in at_the_machine.get("/").text


def test_divisions_by_age_are_named_with_the_tournament(at_the_machine: Client, context: Context) -> None:
    lines = "55-64\r\n\r\nMasters, 65 \N{EN DASH} 74\r\nOpen, for all\r\n"
    wrong = {**ANSWERS, "format": "iowa", "divisions": lines}
    refused = at_the_machine.post("/tournaments", data=wrong)
    assert refused.status_code == 422
    assert "Write ages as 65-74 or 75+, not &#39;for all&#39;." in refused.text
    assert "Open, for all</textarea>" in refused.text
    right = {**wrong, "divisions": lines.replace(", for all", "")}
    assert at_the_machine.post("/tournaments", data=right, follow_redirects=False).status_code == 303
    divisions = snapshot_of(context, "tournament-1").tournament.divisions.values()
    assert [(each.name, str(each.ages)) for each in divisions] == [
        ("55-64", "55-64"),
        ("Masters", "65-74"),
        ("Open", "None"),
    ]
    page = at_the_machine.get("/director/tournament-1/entrants").text
    assert re.search(r'<option value="iowa" lang="en" selected>', page)
    opened = {"do": "open-division", "name": "Elders", "ages": "75+", "format": "iowa"}
    at_the_machine.post("/director/tournament-1/entrants", data=opened)
    assert "75+ · Not started" in at_the_machine.get("/director/tournament-1/entrants").text


@pytest.mark.parametrize("line", ["55-69, 70+", "55-69; 70+"])
def test_bands_of_ages_on_one_line_are_divisions_of_their_own(
    at_the_machine: Client, context: Context, line: str
) -> None:
    at_the_machine.post("/tournaments", data={**ANSWERS, "divisions": line}, follow_redirects=False)
    divisions = snapshot_of(context, "tournament-1").tournament.divisions.values()
    assert [(each.name, str(each.ages)) for each in divisions] == [("55-69", "55-69"), ("70+", "70+")]


def test_a_bee_takes_no_other_divisions(at_the_machine: Client) -> None:
    refused = at_the_machine.post("/tournaments", data={**ANSWERS, "format": "bee", "divisions": "75+"})
    assert refused.status_code == 422
    assert "leave this field empty" in refused.text


def test_a_bee_has_its_two_divisions(at_the_machine: Client, context: Context) -> None:
    at_the_machine.post("/tournaments", data=ANSWERS | {"format": "bee"}, follow_redirects=False)
    assert list(snapshot_of(context, "tournament-1").tournament.divisions) == ["Hare", "Tortoise"]


def test_somebody_else_on_the_network_makes_nothing(context: Context) -> None:
    with _visitor(context) as stranger:
        assert stranger.post("/tournaments", data=ANSWERS).status_code == 401
    assert streams_in(context) == ()


def test_nobody_directs_a_new_server_without_the_link_that_the_terminal_shows(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even on the same computer: a page of another site can reach it there."""
    monkeypatch.setattr("wordwaiter.web.http.client_device.is_own_address", lambda _address: True)
    with _visitor(context) as visitor:
        shown = visitor.get("/").text
        assert "Open the link that the terminal shows" in shown
        assert 'action="/examples"' not in shown
        for address, form in (("/tournaments", ANSWERS), ("/examples", {"example": "bee"})):
            answer = visitor.post(address, data=form)
            assert answer.status_code == 401
            assert "Open the link that the terminal shows" in answer.text
    assert streams_in(context) == ()
    assert not context.devices.has_director()


def test_once_somebody_directs_the_house_another_browser_is_a_stranger(
    at_the_machine: Client, context: Context
) -> None:
    at_the_machine.post("/tournaments", data=ANSWERS, follow_redirects=False)
    with _visitor(context) as second:
        assert second.post("/tournaments", data=ANSWERS).status_code == 401
        assert "the terminal shows" not in second.get("/").text


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "x" * 101},
        {"format": "chess"},
        {"sets": "many"},
        {"sets": "-1"},
        {"name": "   "},
        {"date": "12/11/2026"},
    ],
)
def test_wrong_answers_come_back_with_what_was_typed(
    at_the_machine: Client, context: Context, wrong: dict[str, str]
) -> None:
    answer = at_the_machine.post("/tournaments", data=ANSWERS | wrong)
    assert answer.status_code in (400, 422)
    assert 'value="Sudbury"' in answer.text
    assert streams_in(context) == ()
    corrected = at_the_machine.post("/tournaments", data=ANSWERS, follow_redirects=False)
    assert corrected.headers["location"] == "/director/tournament-1"


@pytest.mark.parametrize("example", list(Example))
def test_an_example_is_made_once_and_opened_after_that(
    at_the_machine: Client, context: Context, example: Example
) -> None:
    first = at_the_machine.post("/examples", data={"example": example.value}, follow_redirects=False)
    again = at_the_machine.post("/examples", data={"example": example.value}, follow_redirects=False)
    assert first.headers["location"] == again.headers["location"]
    assert len(streams_in(context)) == 1


def test_a_guest_who_opens_an_example_that_is_here_comes_to_its_public_page(
    at_the_machine: Client, context: Context
) -> None:
    at_the_machine.post("/examples", data={"example": "bee"})
    with _visitor(context) as guest:
        answer = guest.post("/examples", data={"example": "bee"}, follow_redirects=False)
    assert answer.headers["location"] == f"/live/{streams_in(context)[0]}"


@pytest.mark.parametrize("example", list(Example))
def test_from_the_room_of_an_example_every_table_is_a_press_away(
    at_the_machine: Client, context: Context, example: Example
) -> None:
    room = at_the_machine.post("/examples", data={"example": example.value}).text
    tables = streams_of_tables(context, streams_in(context)[0])
    assert tables
    for table in tables:
        assert re.search(rf'href="/(tables|hare)/{re.escape(table)}"', room)


def test_no_file_is_offered_that_cannot_be_written(at_the_machine: Client) -> None:
    def offers_tou(room: str) -> bool:
        return "/exports/tou?" in at_the_machine.get(f"{room}/paper").text

    undated, dated = (
        at_the_machine.post("/tournaments", data=ANSWERS | {"date": date}, follow_redirects=False)
        for date in ("", "2026-11-14")
    )
    assert not offers_tou(undated.headers["location"])
    assert offers_tou(dated.headers["location"])


def test_the_start_page_offers_everything(at_the_machine: Client) -> None:
    page = at_the_machine.get("/").text
    for way in ("/tournaments/new", "/play", "/judge", "/join"):
        assert f'href="{way}"' in page
    for example in Example:
        assert f'value="{example.value}"' in page


def test_examples_are_not_offered_beside_a_tournament_in_earnest(at_the_machine: Client) -> None:
    at_the_machine.post("/tournaments", data=ANSWERS, follow_redirects=False)
    assert 'action="/examples"' not in at_the_machine.get("/").text


@pytest.mark.parametrize(
    "role", [role for role in Role if role is not Role.PUBLIC], ids=lambda role: role.value
)
def test_whoever_has_joined_finds_the_way_to_their_work(context: Context, role: Role) -> None:
    begin_cup(context)
    token, _ = join_as(context, role)
    with _visitor(context) as client:
        client.headers.update(bearer(token))
        before = client.get("/").text
        assert "Your roles today" in before
        if role is Role.TABLE_SCOREKEEPER:
            assert "Your table appears here when the round starts." in before
            start_round(context)
        ways = re.findall(r'class="card">.*?</li>', client.get("/").text, re.DOTALL)[0]
        (way,) = re.findall(r'href="([^"]+)"', ways)
        assert client.get(way).status_code == 200, way
