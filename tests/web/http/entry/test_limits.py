"""How often codes are guessed, entries are sent and pages asked for."""

from collections.abc import Callable
from typing import Any

import pytest
from httpx import Response
from litestar.testing import TestClient

from web.room import bearer, begin_cup, join_as
from wordwaiter.roles import Role
from wordwaiter.service.context import Context
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.limits import Limiter, Limits, Rate

Client = TestClient[Any]


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_guesses_at_codes_and_pins_are_slowed_down(context: Context) -> None:
    begin_cup(context)
    clock = Clock()
    limits = Limits(joins=Limiter(Rate(3, 0.1), clock))
    with TestClient(create_app(context, limits=limits)) as client:
        tries: list[Callable[[], Response]] = [
            lambda: client.get("/join/WRONG"),
            lambda: client.post("/join", data={"code": "WRONG"}),
            lambda: client.post("/join/pin", data={"number": "1", "pin": "1"}),
            lambda: client.post("/api/v1/join", json={"code": "WRONG"}),
            lambda: client.post("/api/v1/join/pin", json={"invitation": 1, "pin": "1"}),
        ]
        for each in tries[:3]:
            assert each().status_code == 403
            client.cookies.clear()
        for each in tries:
            answer = each()
            assert answer.status_code == 429
            assert int(answer.headers["retry-after"]) == 10
        clock.now += 10
        assert tries[0]().status_code == 403
        assert tries[0]().status_code == 429


def test_writes_are_limited_for_each_device_and_reads_are_not(context: Context) -> None:
    begin_cup(context)
    limits = Limits(writes=Limiter(Rate(2, 1), Clock()))
    first, second = join_as(context, Role.JUDGE)[0], join_as(context, Role.JUDGE)[0]
    with TestClient(create_app(context, limits=limits)) as client:

        def write(token: str) -> int:
            return client.post("/api/v1/judge", json={"words": "quotes"}, headers=bearer(token)).status_code

        assert [write(first) for _ in range(3)] == [200, 200, 429]
        assert write(second) == 200
        assert {client.get("/api/v1/session", headers=bearer(first)).status_code for _ in range(9)} == {200}


def test_what_comes_without_a_token_is_limited_for_each_address(context: Context) -> None:
    with TestClient(create_app(context, limits=Limits(strangers=Limiter(Rate(2, 1), Clock())))) as client:
        asked = [client.post("/api/v1/judge", json={"words": "quotes"}) for _ in range(3)]
    assert [answer.status_code for answer in asked] == [200, 200, 429]
    assert asked[-1].json()["code"] == "too-many-requests"


def test_a_bucket_fills_again_and_never_over_its_rim() -> None:
    clock = Clock()
    limiter = Limiter(Rate(burst=2, per_second=0.5), clock)
    assert [limiter.wait("a") for _ in range(3)] == [0, 0, 2]
    assert limiter.wait("b") == 0
    clock.now += 2
    assert [limiter.wait("a") for _ in range(2)] == [0, 2]
    clock.now += 1000
    assert [limiter.wait("a") for _ in range(3)] == [0, 0, 2]


def test_no_more_askers_are_remembered_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wordwaiter.web.http.limits.MOST_KEPT", 3)
    limiter = Limiter(Rate(1, 0.001), Clock())
    for asker in "abcd":
        limiter.wait(asker)
    assert limiter.wait("b") > 0
    assert limiter.wait("a") == 0  # forgotten, as the one who asked longest ago
