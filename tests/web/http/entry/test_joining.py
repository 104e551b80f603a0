"""Coming in: a code becomes a cookie or a token; how long they are good, and who may read them."""

from typing import Any

import pytest
from litestar.testing import TestClient

from web.http.entry.answers import proof_on, session
from web.room import CUP, OWNER, TABLE, bearer, begin_cup, grant_of, join_as, join_as_owner, start_round
from wordwaiter.roles import Role
from wordwaiter.service.access import tokens as keys
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.access.devices import Joining
from wordwaiter.service.context import Context
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.authentication import proof_for
from wordwaiter.web.http.cookies import COOKIE

Client = TestClient[Any]


def test_a_code_in_an_address_becomes_a_cookie_and_leaves_the_address(client: Client, code: str) -> None:
    shown = client.get(f"/join/{code}")
    assert "Judge: Cup" in " ".join(shown.text.split())
    form = {"code": code, "name": "Judith", "proof": proof_on(shown.text)}
    answer = client.post("/join", data=form, follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"] == "/judges"
    assert session(client) == ["judge"]
    assert code not in answer.headers["set-cookie"]


def test_a_look_at_the_link_does_not_use_it_up(client: Client, context: Context, code: str) -> None:
    for _ in range(3):
        assert client.get(f"/join/{code}").status_code == 200
        assert client.head(f"/join/{code}").status_code in (200, 405)
    assert context.devices.join(code, Joining("Judith")).caller.name == "Judith"


def test_a_used_code_joins_nobody_else_and_shows_nothing(client: Client, context: Context, code: str) -> None:
    context.devices.join(code, Joining("Judith"))
    shown = client.get(f"/join/{code}")
    assert shown.status_code == 403
    assert "code was used or has expired" in shown.text
    answer = client.post("/join", data={"code": code, "name": "Mallory", "proof": proof_on(shown.text)})
    assert answer.status_code == 403
    assert session(client) == []


def test_the_form_can_be_sent_again_when_the_answer_was_lost(
    client: Client, context: Context, code: str
) -> None:
    proof = proof_on(client.get(f"/join/{code}").text)
    kept = client.cookies[COOKIE]
    form = {"code": code, "name": "Judith", "proof": proof}
    assert client.post("/join", data=form, follow_redirects=False).status_code == 303
    client.cookies.clear()
    client.cookies.set(COOKIE, kept)
    assert client.post("/join", data=form, follow_redirects=False).status_code == 303
    assert session(client) == ["judge"]
    assert len(context.devices.devices(OWNER)) == 1


def test_a_cookie_that_somebody_planted_is_never_adopted(client: Client, code: str) -> None:
    planted = keys.new_token()
    client.cookies.set(COOKIE, planted)
    proof = proof_on(client.get(f"/join/{code}").text)
    client.post("/join", data={"code": code, "name": "Judith", "proof": proof})
    assert session(client) == ["judge"]
    assert session(client, Cookie=f"{COOKIE}={planted}") == []


def test_a_name_is_asked_for_on_the_same_page(client: Client, code: str) -> None:
    proof = proof_on(client.get(f"/join/{code}").text)
    answer = client.post("/join", data={"code": code, "name": " ", "proof": proof})
    assert answer.status_code == 422
    assert "enter your name, so that others know who you are" in answer.text.lower()
    assert f'value="{code}"' in answer.text


def test_a_device_takes_another_role_with_a_second_code(client: Client, context: Context, code: str) -> None:
    client.post("/join", data={"code": code, "name": "Judith"})
    second = context.devices.invite(OWNER, [Grant(Role.TREASURER, CUP)]).secret
    proof = proof_on(client.get(f"/join/{second}").text)
    client.post("/join", data={"code": second, "proof": proof})
    assert session(client) == ["judge", "treasurer"]


@pytest.mark.long
@pytest.mark.usefixtures("wrong_pins_at_once")
def test_a_pin_joins_and_a_wrong_one_is_counted(client: Client, context: Context) -> None:
    made = context.devices.set_pin(OWNER, [Grant(Role.DISPLAY, CUP)], name="Screen")
    form = {"number": str(made.invitation.number), "proof": proof_on(client.get("/join").text)}
    for _ in range(10):
        assert client.post("/join/pin", data=form | {"pin": "x"}).status_code == 403
    locked = client.post("/join/pin", data=form | {"pin": made.secret})
    assert locked.status_code == 429
    assert "wait" in locked.text
    assert session(client) == []


def test_whoever_leaves_is_forgotten(client: Client, code: str) -> None:
    client.post("/join", data={"code": code, "name": "Judith"})
    kept = client.cookies[COOKIE]
    answer = client.post("/leave", data={"proof": proof_for(kept)}, follow_redirects=False)
    assert answer.status_code == 303
    assert COOKIE not in client.cookies
    assert session(client, Cookie=f"{COOKIE}={kept}") == []


@pytest.mark.parametrize(("scheme", "secure"), [("http", False), ("https", True)])
def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(
    context: Context, scheme: str, secure: bool
) -> None:
    begin_cup(context)
    code = context.devices.invite(OWNER, [grant_of(Role.JUDGE)]).secret
    with TestClient(create_app(context), base_url=f"{scheme}://testserver.local") as client:
        shown = client.get("/join")
        form = {"code": code, "name": "Judith", "proof": proof_on(shown.text)}
        for answer in (shown, client.post("/join", data=form, follow_redirects=False)):
            cookie = answer.headers["set-cookie"].lower()
            assert "httponly" in cookie
            assert "samesite=lax" in cookie
            assert "path=/" in cookie
            assert "domain" not in cookie
            assert ("secure" in cookie) is secure


def test_a_program_sends_its_token_in_a_header(client: Client, context: Context) -> None:
    token, _ = join_as(context, Role.EMCEE)
    assert session(client, **bearer(token)) == ["emcee"]
    assert session(client) == []


@pytest.mark.parametrize("token", ["", "x", "A" * 43, "A" * 43 + "\t", "house"])
def test_a_token_that_nobody_has_is_refused_everywhere(client: Client, token: str) -> None:
    for path in ("/", "/api/v1/session", "/api/v1/devices"):
        answer = client.get(path, headers=bearer(token))
        assert answer.status_code == 401


def test_a_revoked_device_is_a_stranger_at_once(client: Client, context: Context) -> None:
    token, caller = join_as(context, Role.JUDGE)
    context.devices.revoke(OWNER, int(caller.device.removeprefix("device-")), "phone lost")
    assert client.get("/api/v1/session", headers=bearer(token)).status_code == 401
    assert session(client, Cookie=f"{COOKIE}={token}") == []


def test_a_signed_out_device_is_told_so_on_pages_that_the_public_sees_too(
    client: Client, context: Context
) -> None:
    start_round(context)
    told = " data-signed-out>"
    token, caller = join_as(context, Role.PLAYER)
    kept = {"Cookie": f"{COOKIE}={token}"}
    addresses = (f"/me/{CUP}", f"/tables/{TABLE}")
    assert all(told not in client.get(address, headers=kept).text for address in addresses)
    context.devices.revoke(OWNER, int(caller.device.removeprefix("device-")), "phone lost")
    assert all(told in client.get(address, headers=kept).text for address in addresses)
    assert all(told not in client.get(address).text for address in addresses)
    context.devices.end_of(OWNER, CUP, "medals are given")
    assert all(told not in client.get(address, headers=kept).text for address in addresses)


def test_a_token_ends_with_its_tournament(client: Client, context: Context) -> None:
    token, _ = join_as(context, Role.JUDGE)
    owner, _ = join_as_owner(context)
    context.devices.end_of(OWNER, CUP, "medals are given")
    assert client.get("/api/v1/session", headers=bearer(token)).status_code == 401
    assert client.get("/api/v1/session", headers=bearer(owner)).status_code == 200
