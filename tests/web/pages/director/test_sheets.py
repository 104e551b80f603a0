"""Score sheets from paper: both sides' are entered and compared."""

import re
from collections.abc import Iterator

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from web.desk import Desk
from web.room import CUP, OWNER, TABLE, bearer, begin_cup, finish, join_as, start_round
from wordwaiter.game.commands import LeaveRackUnknown, Sign
from wordwaiter.roles import Role
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament.commands import CloseRound, HandInSheet, PublishRound, StartRound, WithdrawResult
from wordwaiter.tournament.rounds.rounds import Ground, RoundStage, Scored, Seating
from wordwaiter.web.http.app import create_app

Client = TestClient[Litestar]


@pytest.fixture
def client(context: Context) -> Iterator[Client]:
    begin_cup(context)
    start_round(context)
    token, _ = join_as(context, Role.SCOREKEEPER)
    with TestClient(create_app(context)) as client:
        client.headers.update(bearer(token))
        yield client


def _enter(client: Client, signer: int, *scores: int) -> str:
    key = re.search(r'name="board" value="([^"]+)"', client.get(f"/sheets/{CUP}").text)
    assert key
    form = {"board": key[1], "signer": str(signer), "score-1": str(scores[0]), "score-2": str(scores[1])}
    return client.post(f"/sheets/{CUP}", data=form).text


def test_the_score_sheets_have_the_tabs_of_the_tournament(client: Client) -> None:
    page = client.get(f"/sheets/{CUP}").text
    assert re.search(rf'<a href="/director/{CUP}/rounds" aria-current="page">\s*Rounds', page)
    assert f'href="/director/{CUP}/standings"' in page


def test_two_sheets_that_agree_make_the_result_stand(client: Client) -> None:
    assert "one sheet" in _enter(client, 1, 312, 287)
    assert "confirmed" in _enter(client, 2, 312, 287)


def test_a_scorekeeper_says_by_name_which_of_two_sheets_is_right(client: Client, context: Context) -> None:
    _enter(client, 1, 312, 287)
    page = _enter(client, 2, 302, 287)
    offered = re.findall(r'name="right" value="(\d)"><span><bdi>(.*?)</bdi>:\s+([^<]*)<', page)
    assert [(number, totals) for number, _, totals in offered] == [("1", "312 – 287"), ("2", "302 – 287")]
    key = re.search(r'name="board" value="([^"]+)"', page)
    assert key
    page = client.post(f"/sheets/{CUP}", data={"board": key[1], "right": "2"}).text
    assert "confirmed" in page
    outcome = snapshot_of(context, CUP).tournament.round("A", 1).sittings[0].outcome
    assert outcome == Scored((302, 287), Ground.CHOSEN, "Sam", f"The sheet of {offered[1][1]} is right")


def test_a_scorekeeper_settles_sheets_on_the_page_of_the_round_and_decides_nothing_else(
    client: Client, context: Context
) -> None:
    desk = Desk(client, {})
    desk.open(f"/director/{CUP}/rounds/1")
    assert not desk.forms("settle")
    _enter(client, 1, 312, 287)
    _enter(client, 2, 302, 287)
    desk.open(f"/director/{CUP}/rounds/1")
    assert len(desk.forms("settle")) == 3  # one for each sheet, and Other
    assert not desk.forms("decide")
    desk.press("settle", "do", 2, first="311", second="287", reason="added again with both")
    outcome = snapshot_of(context, CUP).tournament.round("A", 1).sittings[0].outcome
    assert outcome == Scored((311, 287), Ground.CHOSEN, "Sam", "added again with both")


def test_one_sheet_at_a_time_is_the_next_step(client: Client) -> None:
    next_steps = re.compile(r'class="button next"')
    assert len(next_steps.findall(client.get(f"/sheets/{CUP}").text)) == 1
    assert len(next_steps.findall(_enter(client, 1, 312, 287))) == 1


def test_two_sheets_that_differ_are_marked_with_the_difference(client: Client) -> None:
    _enter(client, 1, 312, 287)
    page = _enter(client, 2, 302, 287)
    assert re.search(r"The two sheets differ\. .*10 points apart\. Ask both sides", page)
    assert page.count("apart") == 1
    assert "confirmed" not in re.findall(r'class="badge">([^<]+)<', page)
    assert "confirmed" in _enter(client, 2, 312, 287)


def test_a_total_below_zero_is_asked_back_once(client: Client) -> None:
    page = _enter(client, 1, 312, -28)
    assert "-28 for Bo Poe? Few games end below zero." in page
    assert "one sheet" not in page
    for snapshot in ('value="312"', 'value="-28"', 'name="again" value="312 -28"'):
        assert snapshot in page
    form = {"board": "1-1-1-1", "signer": "1", "score-1": "312", "score-2": "-28", "again": "312 -28"}
    # Another total than the one that was asked back is asked back, too.
    assert "-27 for Bo Poe?" in client.post(f"/sheets/{CUP}", data=form | {"score-2": "-27"}).text
    assert "one sheet" in client.post(f"/sheets/{CUP}", data=form).text


@pytest.mark.parametrize("score", ["", "abc", "99999999", "1e5", "٣١٢"])
def test_nonsense_for_a_total_is_refused_in_words(client: Client, score: str) -> None:
    key = re.search(r'name="board" value="([^"]+)"', client.get(f"/sheets/{CUP}").text)
    assert key
    form = {"board": key[1], "signer": "1", "score-1": score, "score-2": "287"}
    answer = client.post(f"/sheets/{CUP}", data=form)
    assert answer.status_code == 422
    assert "is not a whole number" in answer.text


def test_a_table_that_is_not_there_is_refused(client: Client) -> None:
    answer = client.post(f"/sheets/{CUP}", data={"board": "9-9-9-9", "signer": "1"})
    assert answer.status_code == 404


def test_a_sheet_that_is_sent_again_after_its_round_was_closed_is_answered_as_before(
    client: Client, context: Context
) -> None:
    _enter(client, 1, 312, 287)
    form = {"board": "1-1-1-1", "signer": "2", "score-1": "312", "score-2": "287", "sending": "5" * 32}
    first = client.post(f"/sheets/{CUP}", data=form)
    execute(context, OWNER, TOURNAMENTS, CUP, CloseRound("Cora", "A"))
    again = client.post(f"/sheets/{CUP}", data=form)
    assert (first.status_code, again.status_code) == (200, 200)
    late = client.post(f"/sheets/{CUP}", data=form | {"sending": "6" * 32})
    assert late.status_code == 409


def test_a_table_is_told_that_its_result_was_taken_back_and_signs_again(
    client: Client, context: Context
) -> None:
    director = bearer(join_as(context, Role.DIRECTOR)[0])
    finish(context)
    for seat in range(2):
        execute(context, OWNER, TABLES, TABLE, LeaveRackUnknown(seat))
    for signer in (0, 1):
        execute(context, OWNER, TABLES, TABLE, Sign(signer))
    assert "Everyone has signed." in client.get(f"/tables/{TABLE}", headers=director).text
    execute(context, OWNER, TOURNAMENTS, CUP, WithdrawResult("Cora", "A", 1, 1, "CAT was misheard"))
    page = client.get(f"/tables/{TABLE}", headers=director).text
    assert "The director withdrew the result: “CAT was misheard”. Correct it under" in page
    assert page.count('value="sign"') == 2
    # Those at home read nothing of it.
    assert "misheard" not in client.get(f"/tables/{TABLE}", headers={"Authorization": ""}).text


def test_a_decision_that_comes_late_is_about_the_round_of_its_page(client: Client, context: Context) -> None:
    director = bearer(join_as(context, Role.DIRECTOR)[0])
    address = f"/director/{CUP}/rounds/1"
    page = client.get(address, headers=director).text
    assert 'name="round" value="1"' in page
    for command in (
        HandInSheet("Cora", "A", 1, 1, (312, 287), (1, 2)),
        CloseRound("Cora", "A"),
        PublishRound("Cora", "A", (Seating(1, (1, 2)),)),
        StartRound("Cora", "A"),
    ):
        execute(context, OWNER, TOURNAMENTS, CUP, command)
    form = {"do": "decide", "round": "1", "table": "1", "board": "1", "first": "9", "second": "8"}
    answer = client.post(address, data=form | {"reason": "no sheet"}, headers=director)
    assert answer.status_code == 409
    (second,) = snapshot_of(context, CUP).tournament.round("A", 2).sittings
    assert second.outcome is None


def test_time_that_is_called_late_is_not_for_the_next_round(client: Client, context: Context) -> None:
    emcee = bearer(join_as(context, Role.EMCEE)[0])
    assert 'name="round" value="1"' in client.get(f"/emcee/{CUP}", headers=emcee).text
    for command in (
        HandInSheet("Cora", "A", 1, 1, (312, 287), (1, 2)),
        CloseRound("Cora", "A"),
        PublishRound("Cora", "A", (Seating(1, (1, 2)),)),
        StartRound("Cora", "A"),
    ):
        execute(context, OWNER, TOURNAMENTS, CUP, command)
    form = {"do": "call-time", "division": "1", "round": "1"}
    assert client.post(f"/emcee/{CUP}", data=form, headers=emcee).status_code == 409
    director = bearer(join_as(context, Role.DIRECTOR)[0])
    assert client.post(f"/director/{CUP}/rounds/1", data=form, headers=director).status_code == 409
    assert snapshot_of(context, CUP).tournament.round("A", 2).stage is RoundStage.RUNNING
    assert client.post(f"/emcee/{CUP}", data=form | {"round": "2"}, headers=emcee).status_code == 200
