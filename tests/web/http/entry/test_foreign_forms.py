"""Forms of other sites do nothing, though the browser sends the cookie with them."""

from typing import Any

import pytest
from litestar.testing import TestClient

from web.room import CUP, OWNER, bearer, begin_cup, join_as
from wordwaiter.roles import Role
from wordwaiter.service.access import tokens as keys
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.context import Context
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.authentication import proof_for
from wordwaiter.web.http.cookies import COOKIE, SECURE_COOKIE

Client = TestClient[Any]


def _as_judge(client: Client, context: Context) -> str:
    token, _ = join_as(context, Role.DIRECTOR)
    client.cookies.set(COOKIE, token)
    return token


INVITE = {"role": "judge", "stream": CUP, "how": "code"}


def test_a_form_of_another_site_does_nothing_though_the_browser_sends_the_cookie(
    client: Client, context: Context
) -> None:
    token = _as_judge(client, context)
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {}):
        answer = client.post("/devices/invite", data=INVITE, headers=headers)
        assert answer.status_code == 403, headers
    guessed = client.post("/devices/invite", data=INVITE | {"proof": "0" * 32})
    assert guessed.status_code == 403
    foreign = client.post(
        "/devices/invite",
        data=INVITE | {"proof": proof_for(token)},
        headers={"Origin": "http://evil.example"},
    )
    assert foreign.status_code == 403
    assert context.devices.invitations(OWNER) == ()


def test_over_https_a_page_over_http_is_another_site(context: Context) -> None:
    """On the usual ports both have the same name in `Host`, and whoever is in between writes the one page."""
    begin_cup(context)
    token, _ = join_as(context, Role.JUDGE)
    with TestClient(create_app(context), base_url="https://testserver.local") as client:
        client.cookies.set(SECURE_COOKIE, token)
        codes = [
            client.post("/api/v1/session/end", headers={"Origin": f"{scheme}://testserver.local"}).status_code
            for scheme in ("http", "https")
        ]
    assert codes == [403, 200]


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_browser_that_says_another_site_sent_it_is_believed(
    client: Client, context: Context, site: str
) -> None:
    token = _as_judge(client, context)
    sent = client.post(
        "/devices/invite", data=INVITE | {"proof": proof_for(token)}, headers={"Sec-Fetch-Site": site}
    )
    assert sent.status_code == 403
    assert client.get("/devices", headers={"Sec-Fetch-Site": site}).status_code == 200


def test_a_form_with_a_file_and_a_programs_key_is_read_whole(client: Client, context: Context) -> None:
    token = _as_judge(client, context)
    answer = client.post(
        "/devices/invite",
        data=INVITE | {"proof": proof_for(token)},
        files={"file": b"no matter"},
        headers={"Idempotency-Key": "k"},
    )
    assert answer.status_code < 500
    to_the_api = client.post(
        "/api/v1/tables",
        data={"proof": proof_for(token)},
        files={"file": b"x"},
        headers={"Idempotency-Key": "k"},
    )
    assert to_the_api.status_code == 415


def test_a_form_of_ours_works_with_its_proof_or_its_origin(client: Client, context: Context) -> None:
    token = _as_judge(client, context)
    with_proof = client.post("/devices/invite", data=INVITE | {"proof": proof_for(token)})
    with_origin = client.post("/devices/invite", data=INVITE, headers={"Origin": "http://testserver.local"})
    assert with_proof.status_code == with_origin.status_code == 200
    assert len(context.devices.invitations(OWNER)) == 2


def test_a_page_that_was_open_when_the_token_was_renewed_still_works(
    client: Client, context: Context
) -> None:
    token = _as_judge(client, context)
    more = context.devices.invite(OWNER, [Grant(Role.DIRECTOR, CUP)]).secret
    renewed = client.post("/join", data={"code": more, "proof": proof_for(token)}, follow_redirects=False)
    client.cookies.clear()
    client.cookies.set(COOKIE, renewed.cookies[COOKIE])
    assert renewed.cookies[COOKIE] != token
    old = INVITE | {"proof": proof_for(token)}
    assert client.post("/devices/invite", data=old).status_code == 403
    answer = client.post("/devices/invite", data=old, headers={"Origin": "http://testserver.local"})
    assert answer.status_code == 200


def test_json_with_a_cookie_needs_an_origin_or_a_proof_too(client: Client, context: Context) -> None:
    token = _as_judge(client, context)
    body = {"grants": [{"role": "judge", "stream": CUP}]}
    assert client.post("/api/v1/invitations", json=body).status_code == 403
    for headers in ({"X-Proof": proof_for(token)}, {"Origin": "http://testserver.local"}):
        assert client.post("/api/v1/invitations", json=body, headers=headers).status_code == 201


def test_a_program_needs_no_proof(client: Client, context: Context) -> None:
    token, _ = join_as(context, Role.DIRECTOR)
    body = {"grants": [{"role": "judge", "stream": CUP}]}
    assert client.post("/api/v1/invitations", json=body, headers=bearer(token)).status_code == 201


def test_a_proof_does_not_tell_the_token() -> None:
    token = keys.new_token()
    assert proof_for(token) not in token
    assert proof_for(token) != keys.hash_of(token)[:32]
