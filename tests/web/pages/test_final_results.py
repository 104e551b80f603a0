"""What waits for final results: certificates; and how a team that beat the computer is told so."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from web.desk import Desk
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import HOUSE, Grant, director_of_everything
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.tournaments.examples import Example, make_example
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament import commands as c
from wordwaiter.web.http.app import create_app
from wordwaiter.web.pages.bee.best_boards import said
from wordwaiter.web.words import catalogue

CORA = director_of_everything("Cora")


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    judge = Judge((Lexicon.of_words("few", ["READ"]),))
    with Context.open(tmp_path / "wordwaiter.db", ContextParts(judge=judge)) as context:
        make_example(context, CORA, Example.ONTARIO)
        yield context


@pytest.fixture
def desk(context: Context) -> Iterator[Desk]:
    with TestClient(create_app(context)) as client:
        yield Desk.of(client, context, Grant(Role.DIRECTOR, HOUSE))


def play_to_the_end(context: Context) -> None:
    """The last round of the example has all its results, and is closed."""
    while left := snapshot_of(context, "example-1").tournament.round("Open", 3).outstanding:
        decided = c.DecideResult("", "Open", 3, left[0].table, (300, 290), "as seen", left[0].board)
        execute(context, CORA, TOURNAMENTS, "example-1", decided)
    execute(context, CORA, TOURNAMENTS, "example-1", c.CloseRound("", "Open"))


def test_no_certificate_is_offered_or_printed_before_the_results_are_final(desk: Desk) -> None:
    desk.open("/director/example-1/paper")
    assert "/paper/example-1/standings" in desk.html
    assert "/paper/example-1/certificates" not in desk.html
    assert "results are not final" in desk.open("/paper/example-1/certificates")
    assert desk.status == 409


def test_the_standings_lead_to_the_ceremony_once_they_are_final(desk: Desk, context: Context) -> None:
    assert "Start the ceremony" not in desk.open("/director/example-1/standings")
    assert "Start the ceremony" not in desk.open("/director/example-1/paper")
    play_to_the_end(context)
    for page, coming in (("standings", "Bronze"), ("paper", "Silver")):
        desk.open(f"/director/example-1/{page}")
        begin = "Start" if coming == "Bronze" else "Go on with"
        assert f"{begin} the ceremony on the big screen" in desk.text
        desk.press("ceremony", "screen")
        assert desk.address.endswith(page), "awards are handed out where the ceremony was started"
        assert f"Show {coming}, Open" in desk.text
        if coming == "Bronze":
            assert "Show Silver, Open" in desk.press("1", "step")
        desk.open("/director/example-1/paper")
        desk.press("rotate", "screen")


def test_name_day_and_place_are_edited_on_the_page_of_the_room(desk: Desk) -> None:
    desk.open("/director/example-1")
    desk.press("details", name="Spring doubles", date="2027-04-03", venue="Town hall")
    assert "April 3, 2027 · Town hall" in desk.text
    for page in ("/live/example-1", "/live/example-1?language=fr"):
        told = "3 avril 2027" if "fr" in page else "April 3, 2027"
        assert told in desk.open(page)
        assert "2027-04-03" not in desk.text
    desk.open("/director/example-1")
    desk.press("details", name=" ", date="", venue="")
    assert desk.alerts
    assert "Spring doubles" in desk.open("/director/example-1")


@pytest.mark.parametrize(
    ("button", "field", "others"),
    [("lay-out", "begins", {"breaks": ""}), ("add", "starts", {"name": "Lunch"})],
)
def test_half_past_one_in_the_afternoon_is_thirteen_thirty_in_every_field_for_a_time(
    desk: Desk, button: str, field: str, others: dict[str, str]
) -> None:
    desk.open("/director/example-1/day")
    desk.press(button, **{field: "1:30 pm"}, **others)
    assert desk.alerts == []
    assert "13:30" in desk.text


def test_a_scorekeeper_of_a_table_is_invited_to_a_table(desk: Desk) -> None:
    desk.open("/devices?tournament=example-1")
    (form,) = [each for each in desk.posts() if each.action.startswith("/devices/invite")]
    fields = {**dict(form.fields), "role": "table-scorekeeper", "table": ""}
    answer = desk.client.post(form.action, data=fields, headers=desk.headers)
    assert "hoose the table that this scorekeeper keeps" in answer.text


@pytest.mark.parametrize(
    ("points", "told"),
    [(2109, "Owls beat the computer, 2,109 to 2,040!"), (1412, "1,412 of a possible 2,040")],
)
def test_a_team_that_was_better_beat_the_computer(points: int, told: str) -> None:
    sentence = said(points, 2040, catalogue("en"), "Owls").replace("\u2068", "").replace("\u2069", "")
    assert told in sentence


def test_a_team_that_was_as_good_did_not_beat_it() -> None:
    assert "beat" not in said(2040, 2040, catalogue("en"), "Owls")
