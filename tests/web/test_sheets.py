"""Score sheets from paper: both sides' are entered and compared."""

import re
from collections.abc import Iterator

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from wordwaiter.service.house import House
from wordwaiter.tournament.roles import Role
from wordwaiter.web.app import create_app

from .room import CUP, bearer, begin_cup, join_as, start_round

Client = TestClient[Litestar]


@pytest.fixture
def client(house: House) -> Iterator[Client]:
    begin_cup(house)
    start_round(house)
    token, _ = join_as(house, Role.SCOREKEEPER)
    with TestClient(create_app(house)) as client:
        client.headers.update(bearer(token))
        yield client


def _enter(client: Client, signer: int, *scores: int) -> str:
    key = re.search(r'name="board" value="([^"]+)"', client.get(f"/sheets/{CUP}").text)
    assert key
    form = {"board": key[1], "signer": str(signer), "score-1": str(scores[0]), "score-2": str(scores[1])}
    return client.post(f"/sheets/{CUP}", data=form).text


def test_two_sheets_that_agree_make_the_result_stand(client: Client) -> None:
    assert "one sheet" in _enter(client, 1, 312, 287)
    assert "stands" in _enter(client, 2, 312, 287)


def test_one_sheet_at_a_time_is_the_next_step(client: Client) -> None:
    next_steps = re.compile(r'class="button next"')
    assert len(next_steps.findall(client.get(f"/sheets/{CUP}").text)) == 1
    assert len(next_steps.findall(_enter(client, 1, 312, 287))) == 1


def test_two_sheets_that_differ_are_marked_with_the_difference(client: Client) -> None:
    _enter(client, 1, 312, 287)
    page = _enter(client, 2, 302, 287)
    assert re.search(r"The two sheets differ\. .*10 points apart\. Ask both sides", page)
    assert page.count("apart") == 1
    assert "stands" not in re.findall(r'class="badge">([^<]+)<', page)
    assert "stands" in _enter(client, 2, 312, 287)


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
