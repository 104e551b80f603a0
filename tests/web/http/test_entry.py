"""Coming in: codes become cookies or tokens, and none of them is ever in an address, a log or a journal."""

import json
import logging
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from httpx import Response
from litestar.testing import TestClient

from web.room import CUP, OWNER, TABLE, bearer, begin_cup, grant_of, join, join_as, join_as_owner, start_round
from wordwaiter.game.commands import OpenTable
from wordwaiter.game.table import TableKind
from wordwaiter.roles import Role
from wordwaiter.service.access import tokens as keys
from wordwaiter.service.access.callers import HOUSE, Grant
from wordwaiter.service.access.devices import Joining
from wordwaiter.service.context import Context
from wordwaiter.service.tables.opening import open_free_table
from wordwaiter.service.tournaments.examples import Example, make_example
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.authentication import proof_for
from wordwaiter.web.http.cookies import COOKIE
from wordwaiter.web.http.limits import Limiter, Limits, Rate
from wordwaiter.web.http.program_log import write_log_to
from wordwaiter.web.http.security_headers import loggable_path

Client = TestClient[Any]


@pytest.fixture
def client(context: Context) -> Iterator[Client]:
    begin_cup(context)
    with TestClient(create_app(context)) as client:
        yield client


@pytest.fixture
def code(context: Context, client: Client) -> str:
    """A code for a judge."""
    assert client.app is not None
    return context.devices.invite(OWNER, [grant_of(Role.JUDGE)]).secret


def session(client: Client, **headers: str) -> list[str]:
    """The roles that a request has."""
    answer = client.get("/api/v1/session", headers=headers)
    assert answer.status_code == 200
    return [grant["role"] for grant in answer.json()["grants"]]


def proof_on(page: str) -> str:
    found = re.search(r'name="proof" value="(\w+)"', page)
    assert found
    return found[1]


# ---------------------------------------------------------------- from a code to a cookie


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


# ---------------------------------------------------------------- cookie and token


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


# ---------------------------------------------------------------- pages of others


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


# ---------------------------------------------------------------- how often


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


# ---------------------------------------------------------------- no secret where others can read


def test_no_secret_is_in_a_log_or_an_address(
    client: Client, context: Context, code: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    log = tmp_path / "log.jsonl"
    handler = write_log_to(log)
    caplog.set_level(logging.DEBUG)
    try:
        proof = proof_on(client.get(f"/join/{code}").text)
        client.get(f"/join/{code}?x={code}")
        joined = client.post(
            "/join", data={"code": code, "name": "Judith", "proof": proof}, follow_redirects=False
        )
        token = client.cookies[COOKIE]
        client.get("/api/v1/session", headers=bearer(token))
        pin = context.devices.set_pin(OWNER, [Grant(Role.DISPLAY, CUP)], name="Screen")
        number = str(pin.invitation.number)
        client.post("/join/pin", data={"number": number, "pin": pin.secret, "proof": proof_for(token)})
        client.post("/devices/invite", data={})
    finally:
        logging.getLogger("wordwaiter").removeHandler(handler)
        logging.getLogger("wordwaiter").setLevel(logging.NOTSET)
        handler.close()
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert {"/join/...", "/join", "/api/v1/session"} <= {line["path"] for line in lines}
    assert joined.headers["location"] == "/judges"
    journal = "\n".join(json.dumps(row._asdict()) for row in context.journal.rows())
    said = "\n".join(record.getMessage() for record in caplog.records if record.name != "httpx")  # our client
    for text in (log.read_text(), said, journal):
        for secret in (code, token, f'"{pin.secret}"'):
            assert secret not in text


def test_a_mistake_in_the_program_tells_no_code_in_the_log(
    client: Client, code: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(
        "wordwaiter.service.access.devices.Devices.invitation_of", lambda _self, _code: 1 // 0
    )
    caplog.set_level("WARNING", "httpx")  # the client's own log tells what it asks for
    assert client.get(f"/join/{code}").status_code == 500
    assert "/join/... failed" in caplog.text
    assert code not in caplog.text


@pytest.mark.parametrize("path", ["/join/ABC", "/join/a/b"])
def test_a_path_with_a_code_is_kept_without_it(path: str) -> None:
    assert loggable_path(path) == "/join/..."


@pytest.mark.parametrize("path", ["/join", "/join/", "/joining"])
def test_a_path_without_a_code_is_kept_as_it_is(path: str) -> None:
    assert loggable_path(path) == path


def test_pages_with_secrets_are_kept_by_no_browser_and_tell_no_other_site(client: Client, code: str) -> None:
    headers = client.get(f"/join/{code}").headers
    assert headers["cache-control"] == "no-store"
    assert headers["referrer-policy"] == "same-origin"


# ---------------------------------------------------------------- the director's page


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


# ---------------------------------------------------------------- while a round runs


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
