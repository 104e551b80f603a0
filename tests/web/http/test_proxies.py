"""A proxy in front of the program: its word is taken for who asks, and nobody else's."""

from pathlib import Path

import pytest

import patiently
from web.conftest import Program, Start
from web.forked import Forker

NAME = "north.club.example"
FROM_OUTSIDE = {"Host": NAME, "X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}


def joined(program: Program, told: dict[str, str], link: str) -> tuple[str, str]:
    """The cookie that a director is given, and the address from which they came in the list of devices."""
    code = link.strip().rpartition("/")[2]
    with patiently.client(base_url=program.url, headers=told) as phone:
        answer = phone.post(
            "/join", data={"code": code, "name": "Cora"}, headers={"Origin": f"https://{NAME}"}
        )
        assert answer.status_code == 303, answer.text
        cookie = answer.headers["set-cookie"]
        token = cookie.partition("=")[2].partition(";")[0]
        devices = phone.get("/api/v1/devices", headers={"Authorization": f"Bearer {token}"}).json()
    return cookie, devices[0]["address"]


@pytest.mark.parametrize(
    ("trusted", "address", "is_secure"),
    [("127.0.0.0/8", "203.0.113.7", True), ("10.1.2.3", "127.0.0.1", False)],
)
def test_the_word_of_a_proxy_is_taken_if_it_was_named(
    start: Start, forker: Forker, tmp_path: Path, trusted: str, address: str, is_secure: bool
) -> None:
    program = start("--name", NAME, "--proxy", trusted, cwd=tmp_path)
    printed = next(line for line in program.output if "/join/" in line).strip().rpartition("/")[2]
    refused = patiently.post(
        f"{program.url}/join",
        data={"code": printed, "name": "Eve"},
        headers={"X-Forwarded-For": "203.0.113.7"},
    )
    assert "on the computer that runs Wordwaiter" in refused.text, "a proxy asks for somebody elsewhere"
    link = forker.run("devices", "link", cwd=tmp_path).stdout
    cookie, seen = joined(program, FROM_OUTSIDE, link)
    assert seen == address
    assert ("Secure" in cookie) is is_secure
    assert program.stop() == 0


def test_a_proxy_is_an_address_or_a_network(forker: Forker, tmp_path: Path) -> None:
    ended = forker.run("serve", "--proxy", "nginx", cwd=tmp_path)
    assert ended.returncode == 2
    assert "nginx is neither an address nor a network" in ended.stderr
