"""No code and no token is ever in an address, a log or what a browser keeps."""

import json
import logging
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from web.http.entry.answers import proof_on
from web.room import CUP, OWNER, bearer
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.context import Context
from wordwaiter.web.http.authentication import proof_for
from wordwaiter.web.http.cookies import COOKIE
from wordwaiter.web.http.program_log import write_log_to
from wordwaiter.web.http.security_headers import loggable_path

Client = TestClient[Any]


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
