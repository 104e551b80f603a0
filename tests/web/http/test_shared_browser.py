"""What waited in a browser is done in the name of whoever entered it, or not at all."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from web.room import CUP, OWNER, TABLE, begin_cup, join, start_round
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament.state import Call
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.authentication import ENTERED_BY
from wordwaiter.web.http.cookies import COOKIE

Client = TestClient[Any]
ANN = Grant(Role.PLAYER, CUP, entrant=1)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[tuple[Context, Client]]:
    parts = ContextParts(judge=Judge((Lexicon.of_words("house", ["QUOTES"]),)))
    with (
        Context.open(tmp_path / "wordwaiter.db", parts) as context,
        TestClient(create_app(context)) as client,
    ):
        client.headers["Origin"] = str(client.base_url)
        begin_cup(context)
        start_round(context)
        yield context, client


def _sit_down(context: Context, client: Client, grant: Grant, name: str) -> str:
    """Somebody joins in the browser; returns the stamp that its pages carry then."""
    client.cookies.clear()
    client.cookies.set(COOKIE, join(context, grant, name=name)[0], domain="testserver.local")
    return _stamp(client)


def _stamp(client: Client) -> str:
    found = re.search(r'<body[^>]* data-stamp="(\w+)"', client.get(f"/tables/{TABLE}").text)
    return found[1] if found else ""


def _call(client: Client, stamp: str | None) -> Any:
    headers = {"Accept": "application/json", **({} if stamp is None else {ENTERED_BY: stamp})}
    return client.post(f"/tables/{TABLE}", data={"do": "call", "wanted": "judge"}, headers=headers)


def _calls(context: Context) -> tuple[Call, ...]:
    return snapshot_of(context, CUP).tournament.calls


def test_what_a_player_entered_is_not_sent_in_the_name_of_the_director(room: tuple[Context, Client]) -> None:
    context, client = room
    entered_by = _sit_down(context, client, ANN, "Ann")
    _sit_down(context, client, Grant(Role.DIRECTOR, CUP), "Dora")
    for stamp in (entered_by, "", "made up"):
        answer = _call(client, stamp)
        assert (answer.status_code, answer.json()["code"]) == (409, "entered-by-another")
    assert _calls(context) == ()


def test_what_waited_is_taken_from_whoever_entered_it(room: tuple[Context, Client]) -> None:
    context, client = room
    assert _call(client, _sit_down(context, client, ANN, "Ann")).status_code == 200
    assert len(_calls(context)) == 1


def test_a_device_keeps_its_stamp_with_a_new_token(room: tuple[Context, Client]) -> None:
    context, client = room
    before = _sit_down(context, client, ANN, "Ann")
    code = context.devices.invite(OWNER, [Grant(Role.DISPLAY, CUP)]).secret
    shown = client.get(f"/join/{code}").text
    proof = re.search(r'name="proof" value="(\w+)"', shown)
    assert proof is not None
    token = client.cookies[COOKIE]
    assert client.post("/join", data={"code": code, "proof": proof[1]}).status_code == 200
    assert client.cookies[COOKIE] != token
    assert _stamp(client) == before != ""


def test_a_stranger_has_no_stamp(room: tuple[Context, Client]) -> None:
    _, client = room
    assert _stamp(client) == ""
