"""https for those who have a certificate: what is printed, what cookies say, and what is wrong with files.

The certificate in the folder `tls` was made for these tests; its key is a secret to nobody.
"""

import re
import ssl
from pathlib import Path

import httpx
import pytest

import patiently
from store.postgresql import Server
from web.conftest import Start
from web.forked import Forker
from wordwaiter.cli.server.qr import qr_lines
from wordwaiter.errors import MalformedFileError
from wordwaiter.web.http.certificates.files import Tls, read_tls
from wordwaiter.web.http.network_address import venue_address

FILES = Path(__file__).with_name("tls")
CERTIFICATE, KEY = FILES / "certificate.pem", FILES / "key.pem"
TLS = ("--tls", str(CERTIFICATE), str(KEY))
NAME = "scores.club.example"


@pytest.fixture
def browser() -> ssl.SSLContext:
    """One that trusts the certificate, and checks that it is for the address."""
    return ssl.create_default_context(cafile=CERTIFICATE)


def test_it_is_served_over_https_and_cookies_go_nowhere_else(start: Start, browser: ssl.SSLContext) -> None:
    program = start(*TLS)
    assert program.url.startswith("https://127.0.0.1:")
    link = next(line.strip() for line in program.output if "/join/" in line)
    assert link.startswith(f"{program.url}/join/")
    with patiently.client(base_url=program.url, verify=browser) as phone:
        shown = phone.get(link)
        assert shown.status_code == 200
        proof = re.findall(r'name="proof" value="(\w+)"', shown.text)[0]
        form = {"code": link.rpartition("/")[2], "name": "Cora", "proof": proof}
        joined = phone.post("/join", data=form, headers={"Origin": program.url})
        assert joined.status_code == 303
        proof = re.findall(r'name="proof" value="(\w+)"', phone.get("/devices").text)[0]
        chosen = phone.post("/reading", data={"theme": "dark", "proof": proof})
        for cookie in (
            *shown.headers.get_list("set-cookie"),
            *joined.headers.get_list("set-cookie"),
        ):
            assert cookie.startswith("__Host-")
            assert "Secure" in cookie
            assert "HttpOnly" in cookie
        assert all("HttpOnly" in cookie for cookie in chosen.headers.get_list("set-cookie"))
        assert phone.get("/api/v1/session").json()["name"] == "Cora"
        assert phone.get("/healthz", headers={"Host": f"{NAME}:{program.port}"}).status_code == 200
        assert phone.get("/healthz", headers={"Host": "evil.example"}).status_code == 403
        form = {"role": "display", "stream": "house", "name": "Screen", "proof": proof}
        invited = phone.post("/devices/invite", data=form, follow_redirects=True)
        assert f"{program.url}/join/" in invited.text  # it was started for its own computer alone
    with pytest.raises(httpx.HTTPError):
        patiently.get(program.url.replace("https://", "http://"))
    assert program.stop() == 0
    assert program.errors() == ""


def test_workers_and_the_qr_code_speak_https_too(
    start: Start, browser: ssl.SSLContext, postgresql: Server
) -> None:
    program = start(*TLS, "--host", "0.0.0.0", "--db", postgresql.new_database(), "--workers", "2")  # noqa: S104
    said = []
    for line in program.output:
        said.append(line.rstrip("\n"))
        if line.startswith("Data in"):
            break
    assert program.url.startswith("https://127.0.0.1:")
    if venue_address() is not None:
        there = f"https://{NAME}:{program.port}"
        assert f"Phones on this network: {there}" in said
        assert set(qr_lines(there, coloured=False)) <= {*said}
    assert any(line.startswith(f"  {program.url}/join/") for line in said)
    for _ in range(4):
        assert patiently.get(f"{program.url}/healthz", verify=browser).text == "ok\n"
    assert program.stop() == 0


@pytest.mark.parametrize(
    ("certificate", "key", "code", "told"),
    [
        ("nothing.pem", "key.pem", "bad-tls-file", "nothing.pem: cannot be read (No such file"),
        ("certificate.pem", "nothing.pem", "bad-tls-file", "nothing.pem: cannot be read (No such file"),
        ("certificate.pem", ".", "bad-tls-file", "cannot be read (Is a directory)"),
        ("certificate.pem", "another-key.pem", "wrong-tls-key", "does not belong to the certificate"),
        ("certificate.pem", "locked-key.pem", "locked-tls-key", "has a password"),
        ("key.pem", "certificate.pem", "bad-tls-file", "has no readable certificate"),
        ("certificate.pem", "certificate.pem", "bad-tls-file", "has no readable key"),
        ("expired.pem", "key.pem", "expired-certificate", "this certificate is too old"),
    ],
)
def test_files_that_will_not_do_are_refused_with_the_reason(
    certificate: str, key: str, code: str, told: str
) -> None:
    with pytest.raises(MalformedFileError) as refused:
        read_tls(FILES / certificate, FILES / key)
    assert refused.value.code == code
    assert told in refused.value.sentence


def test_the_program_tells_what_is_wrong_in_one_line_and_makes_nothing(
    forker: Forker, tmp_path: Path
) -> None:
    options = ["--tls", str(CERTIFICATE), str(FILES / "another-key.pem")]
    done = forker.run("serve", "--port", "0", *options, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("wordwaiter: ")
    assert done.stderr.count("\n") == 1
    assert "does not belong to the certificate" in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("names", "address", "host"),
    [
        (("192.168.1.5", NAME), "192.168.1.5", "192.168.1.5"),
        ((NAME,), "192.168.1.5", NAME),
        (("localhost",), "127.0.0.1", "localhost"),
        (("localhost",), "192.168.1.5", "192.168.1.5"),
        (("*.club.example",), "192.168.1.5", "192.168.1.5"),
        ((), "::1", "::1"),
    ],
)
def test_the_address_is_one_that_the_certificate_is_for_if_there_is_one(
    names: tuple[str, ...], address: str, host: str
) -> None:
    assert Tls(CERTIFICATE, KEY, names).host_for(address) == host
