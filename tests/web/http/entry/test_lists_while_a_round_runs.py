"""While a round runs, word lists answer the judges' devices alone."""

from typing import Any

import pytest
from litestar.testing import TestClient

from web.room import CUP, OWNER, bearer, begin_cup, join_as, start_round
from wordwaiter.roles import Role
from wordwaiter.service.context import Context
from wordwaiter.service.tournaments.examples import Example, make_example
from wordwaiter.web.http.app import create_app

Client = TestClient[Any]


@pytest.mark.clause("bee-phones")
def test_while_a_round_runs_only_judges_devices_get_anything_from_a_word_list(
    house_with_its_own_door: Context,
) -> None:
    context = house_with_its_own_door
    begin_cup(context)
    tokens = {role: join_as(context, role)[0] for role in Role if role is not Role.PUBLIC}
    with TestClient(create_app(context)) as client:

        def asks(token: str | None) -> set[int]:
            headers = bearer(token) if token else {}
            return {
                client.get("/judge", headers=headers).status_code,
                client.post("/judge", data={"words": "quotes"}, headers=headers).status_code,
                client.post("/api/v1/judge", json={"words": "quotes"}, headers=headers).status_code,
            }

        assert asks(None) == {200}
        start_round(context)
        assert asks(None) == {403}
        judges = {Role.DIRECTOR, Role.JUDGE, Role.JUDGING_STATION}
        for role, token in tokens.items():
            assert asks(token) == ({200} if role in judges else {403}), role
            log = client.get("/judge/log", headers=bearer(token)).status_code
            assert log == (200 if role in judges - {Role.JUDGING_STATION} else 403), role
        refused = client.post("/api/v1/judge", json={"words": "quotes"})
        assert "clause" not in refused.json(), "other events shut their word list too"
        assert "good" not in refused.json()


@pytest.mark.clause("bee-phones")
def test_the_house_is_open_again_when_no_round_runs_or_its_tournament_is_over(
    house_with_its_own_door: Context,
) -> None:
    context = house_with_its_own_door
    begin_cup(context)
    start_round(context)
    with TestClient(create_app(context)) as client:
        assert client.get("/judge").status_code == 403
        context.devices.end_of(OWNER, CUP, "the hall closes")
        assert client.get("/judge").status_code == 200


def test_an_example_closes_nothing(house_with_its_own_door: Context) -> None:
    make_example(house_with_its_own_door, OWNER, Example.IOWA)
    with TestClient(create_app(house_with_its_own_door)) as client:
        assert client.get("/judge").status_code == 200
