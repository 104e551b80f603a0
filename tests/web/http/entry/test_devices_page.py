"""The director's page of devices and invitations."""

import re
from typing import Any

import pytest
from litestar.testing import TestClient

from web.room import CUP, OWNER, bearer, grant_of, join, join_as, join_as_owner
from wordwaiter.game.commands import OpenTable
from wordwaiter.game.table import TableKind
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import HOUSE, Grant
from wordwaiter.service.access.devices import Joining
from wordwaiter.service.context import Context
from wordwaiter.service.tables.opening import open_free_table
from wordwaiter.web.http.authentication import proof_for
from wordwaiter.web.http.cookies import COOKIE

Client = TestClient[Any]


def test_a_director_invites_by_qr_code_and_the_code_works(client: Client, context: Context) -> None:
    token, _ = join_as_owner(context)
    client.cookies.set(COOKIE, token)
    form = {"role": "player", "stream": CUP, "entrant": "1", "name": "Ann", "proof": proof_for(token)}
    made = client.post("/devices/invite", data=form)
    assert made.status_code == 200
    assert "<svg" in made.text
    found = re.search(r"/join/(\w{26})", made.text)
    assert found
    assert str(made.url).endswith("/devices/invite")
    assert found[1] in client.get("/devices/invite").text, "a reload shows it again"
    assert len(context.devices.invitations(OWNER)) == 1
    caller = context.devices.join(found[1], Joining()).caller
    assert caller.name == "Ann"
    assert caller.grants == {Grant(Role.PLAYER, CUP, entrant=1)}
    assert found[1] not in client.get("/devices").text


def test_a_director_lists_revokes_and_withdraws(client: Client, context: Context) -> None:
    token, _ = join_as_owner(context)
    lost, caller = join_as(context, Role.JUDGE)
    client.cookies.set(COOKIE, token)
    waiting = context.devices.invite(OWNER, [grant_of(Role.EMCEE)], name="Emmy").invitation.number
    join_as(context, Role.PLAYER)
    shown = client.get("/devices")
    assert "Emmy" in shown.text
    assert "Player or team: Cup, <bdi>Ann Leclerc</bdi>" in shown.text
    assert caller.device in shown.text
    assert f'<a class="where" href="/director/{CUP}">' in shown.text  # the only tournament
    proof = {"proof": proof_for(token), "reason": "phone lost"}
    number = caller.device.removeprefix("device-")
    client.post(f"/devices/{number}/revoke", data=proof)
    client.post(f"/invitations/{waiting}/withdraw", data=proof)
    shown = client.get("/devices")
    assert "phone lost" in shown.text
    assert "Emmy" not in shown.text
    assert client.get("/api/v1/session", headers=bearer(lost)).status_code == 401


def test_many_open_codes_are_folded_so_that_what_stands_below_is_near(
    client: Client, context: Context
) -> None:
    token, _ = join_as_owner(context)
    client.cookies.set(COOKIE, token)
    for _ in range(6):
        context.devices.invite(OWNER, [grant_of(Role.EMCEE)])
    assert '<details id="waiting-codes" open>' in client.get("/devices").text
    context.devices.invite(OWNER, [grant_of(Role.EMCEE)])
    assert '<details id="waiting-codes"><summary>7 codes' in client.get("/devices").text


def test_a_director_ends_a_tournament_and_free_tables(client: Client, context: Context) -> None:
    token, _ = join_as_owner(context)
    own, _ = join_as(context, Role.DIRECTOR)
    emcee, _ = join_as(context, Role.EMCEE)
    opening = OpenTable(TableKind.PHYSICAL, ("Ann", "Ben"))
    free = open_free_table(context, OWNER, "club", opening).stream
    player, _ = join(context, Grant(Role.PLAYER, free, entrant=0))
    client.cookies.set(COOKIE, token)
    shown = client.get("/devices").text
    assert f"/tables/{free}" in shown
    form = {"proof": proof_for(token), "stream": free, "reason": "the hall closes"}
    assert client.post("/devices/end", data=form).status_code == 422
    assert client.get("/api/v1/session", headers=bearer(player)).status_code == 200
    ended = client.post("/devices/end", data=form | {"sure": "yes"}, follow_redirects=False)
    assert (ended.status_code, ended.headers["location"]) == (303, "/devices")
    assert client.get("/api/v1/session", headers=bearer(player)).status_code == 401
    shown = client.get("/devices").text
    assert f"/tables/{free}" not in shown
    assert "tournament over, device signed out" in shown
    client.cookies.set(COOKIE, own)
    assert "Free games" not in client.get("/devices").text
    form = {"proof": proof_for(own), "stream": CUP, "sure": "yes"}
    ended = client.post("/devices/end", data=form, follow_redirects=False)
    assert (ended.status_code, ended.headers["location"]) == (303, "/")
    client.cookies.set(COOKIE, token)
    for way in ("", "/rounds/1", "/entrants", "/log"):
        assert "This tournament is over." in client.get(f"/director/{CUP}{way}").text
    for gone in (own, emcee):
        assert client.get("/api/v1/session", headers=bearer(gone)).status_code == 401
    assert client.get("/api/v1/session", headers=bearer(token)).status_code == 200


def test_a_pin_is_shown_once_with_its_number(client: Client, context: Context) -> None:
    token, _ = join_as_owner(context)
    client.cookies.set(COOKIE, token)
    form = {"role": "display", "stream": CUP, "name": "Screen", "how": "pin", "proof": proof_for(token)}
    told = re.search(r"Number (\d+), PIN (\d{6})", client.post("/devices/invite", data=form).text)
    assert told
    assert context.devices.join_by_pin(int(told[1]), told[2], Joining()).caller.name == "Screen"


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"role": "king", "stream": CUP}, 422),
        ({"role": "judge", "stream": "tournament-9"}, 403),
        ({"role": "player", "stream": CUP, "entrant": "x"}, 422),
        ({"role": "director", "stream": HOUSE}, 403),
    ],
)
def test_an_invitation_that_makes_no_sense_or_is_too_much_is_refused(
    client: Client, context: Context, form: dict[str, str], status: int
) -> None:
    token, _ = join_as(context, Role.DIRECTOR)
    client.cookies.set(COOKIE, token)
    assert client.post("/devices/invite", data=form | {"proof": proof_for(token)}).status_code == status
    assert context.devices.invitations(OWNER) == ()
