"""https without an expert: a certificate that the program makes for its own computer, beside plain http."""

import hashlib
import os
import re
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest

import patiently
from lacking import lacking
from web.conftest import Start
from wordwaiter.errors import UnavailableError
from wordwaiter.web.http.certificates.own import fingerprint_of, own_certificate
from wordwaiter.web.http.network_address import venue_address

NOW = datetime.now(UTC)
HOME, CLUB = ("localhost", "::1", "laptop.local", "192.168.1.5"), ("localhost", "::1", "10.0.0.9")


def test_one_is_made_for_all_names_and_addresses_and_kept_until_it_will_not_do(tmp_path: Path) -> None:
    made = own_certificate(tmp_path / "https", (*HOME, "0.0.0.0", "bad..name"), NOW)  # noqa: S104
    assert set(made.names) == set(HOME)
    first = fingerprint_of(made)
    assert re.fullmatch(r"([0-9A-F]{2}:){31}[0-9A-F]{2}", first)
    assert fingerprint_of(own_certificate(tmp_path / "https", HOME, NOW)) == first
    moved = own_certificate(tmp_path / "https", CLUB, NOW)
    assert set(moved.names) == {*HOME, *CLUB}, "whoever comes back to a network finds the same certificate"
    second = fingerprint_of(moved)
    assert second != first
    assert fingerprint_of(own_certificate(tmp_path / "https", HOME, NOW)) == second
    moved.key.write_text("damaged", "ascii")
    assert fingerprint_of(own_certificate(tmp_path / "https", HOME, NOW)) != second


def test_one_that_would_end_during_an_event_is_replaced_before(tmp_path: Path) -> None:
    old = fingerprint_of(own_certificate(tmp_path, HOME, NOW - timedelta(days=370)))
    new = fingerprint_of(own_certificate(tmp_path, HOME, NOW))
    assert new != old
    assert fingerprint_of(own_certificate(tmp_path, HOME, NOW + timedelta(days=300))) == new


def test_nobody_else_reads_its_key(tmp_path: Path) -> None:
    made = own_certificate(tmp_path, HOME, NOW)
    assert {each.name for each in tmp_path.iterdir()} == {"certificate.pem", "key.pem"}
    if os.name == "posix":
        assert made.key.stat().st_mode & 0o077 == 0


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UnavailableError, match="so there is no https"):
        own_certificate(tmp_path / "file" / "https", HOME, NOW)


def _joined(phone: httpx.Client, origin: str, code: str) -> list[str]:
    """The cookies of a browser that has joined."""
    shown = phone.get(f"/join/{code}")
    proof = re.findall(r'name="proof" value="(\w+)"', shown.text)[0]
    form = {"code": code, "name": "Cora", "proof": proof}
    joined = phone.post("/join", data=form, headers={"Origin": origin})
    assert joined.status_code == 303, joined.text
    return [*joined.headers.get_list("set-cookie")]


def test_the_venues_network_is_served_over_http_and_https_and_they_share_no_token(start: Start) -> None:
    if venue_address() is None:
        lacking("this machine is on no network")
    program = start("--host", "0.0.0.0")  # noqa: S104
    said = []
    for line in program.output:
        said.append(line.strip())
        if line.startswith("Data in"):
            break
    (secure,) = (int(found[1]) for line in said if (found := re.search(r"https://\S+:(\d+)$", line)))
    (told,) = (line.rpartition(" ")[2] for line in said if "fingerprint" in line)
    (link,) = (line for line in said if line.startswith(f"{program.url}/join/"))
    shown = ssl.get_server_certificate(("127.0.0.1", secure))
    trusting = ssl.create_default_context(cadata=shown)
    assert told.replace(":", "").lower() == _sha256(shown)
    https = f"https://127.0.0.1:{secure}"
    with (
        patiently.client(base_url=program.url) as plain,
        patiently.client(base_url=https, verify=trusting) as private,
    ):
        (cookie,) = _joined(plain, program.url, link.rpartition("/")[2])
        assert cookie.startswith("wordwaiter=")
        assert "Secure" not in cookie
        token = plain.cookies["wordwaiter"]
        # Browsers send what http has set to https too; there it is nobody's.
        private.cookies.set("wordwaiter", token)
        assert private.get("/api/v1/session").json()["name"] == ""
        proof = re.findall(r'name="proof" value="(\w+)"', plain.get("/devices").text)[0]
        form = {"role": "display", "stream": "house", "name": "Cora", "proof": proof}
        invited = plain.post("/devices/invite", data=form, follow_redirects=True)
        assert invited.status_code == 200, invited.text
        code = re.findall(r"/join/(\w+)", invited.text)[0]
        (cookie,) = _joined(private, https, code)
        assert cookie.startswith("__Host-wordwaiter=")
        assert "Secure" in cookie
        assert private.get("/api/v1/session").json()["name"] == "Cora"
        foreign = private.post("/leave", headers={"Origin": program.url})
        assert foreign.status_code == 403, "a page over http sends nothing to https"
        with private.stream("GET", "/api/v1/feed?after=0") as feed:
            assert next(feed.iter_lines())
        assert plain.get("/api/v1/session").json()["name"] == "Cora"
    assert program.stop() == 0
    assert program.errors() == ""


def _sha256(pem: str) -> str:
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(pem)).hexdigest()
