"""The first start prints a link for the director; when the laptop dies, another goes on with all tokens."""

import json
import re
import time
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import BrowserContext, expect

import patiently
from store.postgresql import Server
from web.conftest import Program, Start
from web.forked import Forker
from web.waiting import wait_until


def link_of(program: Program) -> str:
    """The code in the link that the program prints for the director."""
    for line in program.output:
        if found := re.search(r"/join/(\w{26})$", line.strip()):
            return found[1]
        if line.startswith("Data in"):
            break
    raise AssertionError("no link was printed")


def says(program: Program) -> list[str]:
    """All lines until the last one of its greeting."""
    lines = []
    for line in program.output:
        lines.append(line)
        if line.startswith("Data in"):
            break
    return lines


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def joins(program: Program, code: str, name: str) -> str:
    answer = patiently.post(f"{program.url}/api/v1/join", json={"code": code, "name": name})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["token"])


def test_phones_go_on_with_the_tokens_they_have_when_another_laptop_takes_over(
    start: Start, forker: Forker, tmp_path: Path
) -> None:
    stick, other = tmp_path / "stick", tmp_path / "other"
    for folder in (stick, other):
        folder.mkdir()
    first = start("--backup-to", str(stick), "--backup-every", "1")
    director = joins(first, link_of(first), "Cora")
    begun = patiently.post(f"{first.url}/api/v1/tournaments", json={"name": "Cup"}, headers=bearer(director))
    assert begun.status_code == 201, begun.text
    grants = {"grants": [{"role": "judge", "stream": "tournament-1"}], "name": "Judith"}
    invited = patiently.post(f"{first.url}/api/v1/invitations", json=grants, headers=bearer(director))
    phone = joins(first, invited.json()["secret"], "")
    waiting = patiently.post(f"{first.url}/api/v1/invitations", json=grants, headers=bearer(director))
    copied = _copied(stick, first, director)
    first.kill()

    database = other / "wordwaiter.db"
    assert forker.run("restore", copied, "--db", database, cwd=other).returncode == 0
    second = start("--db", str(database), cwd=other)
    says(second)
    for token, name in ((director, "Cora"), (phone, "Judith")):
        session = patiently.get(f"{second.url}/api/v1/session", headers=bearer(token)).json()
        assert session["name"] == name
    cookie = {"Cookie": f"wordwaiter={phone}"}
    assert patiently.get(f"{second.url}/api/v1/session", headers=cookie).json()["name"] == "Judith"
    assert patiently.get(f"{second.url}/api/v1/tournaments/tournament-1").json()["name"] == "Cup"
    assert joins(second, waiting.json()["secret"], "")
    assert second.stop() == 0


def _copied(stick: Path, program: Program, director: str) -> Path:
    """A copy with everything that was acknowledged, waited for as a person would: by looking at the stick."""
    told = patiently.get(f"{program.url}/metrics").text.split("journal_position ")[-1]
    position = int(float(told.split()[0]))
    assert patiently.get(f"{program.url}/api/v1/session", headers=bearer(director)).status_code == 200
    while True:
        copies = {int(path.name.split("-")[-3]): path for path in stick.glob("*.db")}
        if copies and max(copies) >= position:
            return copies[max(copies)]
        time.sleep(0.05)


def test_each_start_prints_a_link_that_works_once(start: Start, tmp_path: Path) -> None:
    program = start(cwd=tmp_path)
    first = link_of(program)
    assert program.stop() == 0
    program = start(cwd=tmp_path)
    second = link_of(program)
    assert joins(program, second, "Cora")
    for code in (first, second):
        refused = patiently.post(f"{program.url}/api/v1/join", json={"code": code, "name": "Mallory"})
        assert refused.status_code == 403
    assert program.stop() == 0
    program = start(cwd=tmp_path)
    assert joins(program, link_of(program), "Cora again"), "whoever sits at this computer can get in"


# ---------------------------------------------------------------- those who follow, after an older copy


def opens_table(program: Program, token: str) -> None:
    opening = {"kind": "physical", "sides": ["Ann", "Ben"]}
    sent = {"rulebook": "club", "opening": opening}
    answer = patiently.post(f"{program.url}/api/v1/tables", json=sent, headers=bearer(token))
    assert answer.status_code == 201, answer.text


def follows(program: Program, seen: str | None = None) -> tuple[str, dict[str, object]]:
    """The id with which the feed begins for somebody who has seen another, and what it says."""
    headers = {} if seen is None else {"Last-Event-ID": seen}
    with patiently.stream("GET", f"{program.url}/api/v1/feed", headers=headers) as answer:
        lines = answer.iter_lines()
        told = dict(next(lines).split(": ", 1) for _ in range(4))
    ready: dict[str, object] = json.loads(told["data"])
    return told["id"], ready


def position_in(bookmark: str) -> int:
    """The place in the journal that an id of the feed begins with."""
    return int(bookmark.split("-")[0])


ALL_WORKERS = 6
"""Connections, one after the other, by which all workers are asked."""


def heard_by_all(program: Program, earlier: str) -> str:
    """The id with which the feed begins when all workers have heard of what came after an earlier one."""
    while True:  # what one worker has written, another hears of a moment later
        told = [follows(program) for _ in range(ALL_WORKERS)]
        assert not any(ready["lost"] for _, ready in told)
        first, *others = {begun for begun, _ in told}
        if not others and position_in(first) > position_in(earlier):
            return first


@pytest.fixture(params=["sqlite", "postgresql"])
def two_places(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """How the program is started on the first laptop, and on the other."""
    if request.param == "sqlite":
        return ("--db", str(tmp_path / "first.db")), ("--db", str(tmp_path / "other.db"))
    server: Server = request.getfixturevalue("postgresql")
    first, other = server.new_database(), server.new_database()
    return ("--db", first, "--workers", "2"), ("--db", other, "--workers", "2")


def test_whoever_has_seen_what_the_copy_lacks_is_told_so_though_it_has_grown_beyond(
    start: Start,
    forker: Forker,
    two_places: tuple[tuple[str, ...], tuple[str, ...]],
    tmp_path: Path,
    browser_context: BrowserContext,
) -> None:
    (_, db, *_), (_, other, *_) = two_places
    first = start(*two_places[0])
    director = joins(first, link_of(first), "Cora")
    opens_table(first, director)
    in_copy = heard_by_all(first, "0")
    stick = tmp_path / "stick"
    stick.mkdir()
    assert forker.run("backup", "--to", stick, "--db", db, cwd=tmp_path).returncode == 0
    opens_table(first, director)
    not_in_copy = heard_by_all(first, in_copy)
    browser_context.add_cookies([{"name": "wordwaiter", "value": director, "url": first.url}])
    page = browser_context.new_page()
    page.goto(f"{first.url}/tables/table-1")
    expect(page.locator("#link")).to_be_visible()
    page.evaluate("window.isOfTheFirst = true")
    first.kill()

    (copy,) = stick.glob("*.db")
    assert forker.run("restore", copy, "--db", other, cwd=tmp_path).returncode == 0
    while True:  # a worker of the first may still be on its way out, and has its port
        try:
            patiently.get(f"{first.url}/healthz")
        except httpx.ConnectError:
            break
        except httpx.TransportError:
            pass  # that one has just gone, another may be there
        time.sleep(0.05)
    second = start(*two_places[1], "--port", first.port)
    for _ in range(4):
        opens_table(second, director)
    now = heard_by_all(second, not_in_copy)
    for _ in range(ALL_WORKERS):
        assert follows(second, not_in_copy) == (now, {"position": position_in(now), "lost": True})
        assert follows(second, in_copy) == (in_copy, {"position": position_in(in_copy), "lost": False})
    wait_until(page, "window.isOfTheFirst === undefined")
    expect(page.locator("#link")).to_be_visible()
    told = page.get_by_text("The computer went back to an older copy.")
    expect(told).to_be_visible()
    page.get_by_role("button", name="Close").click()
    page.reload()
    expect(page.locator("#link")).to_be_visible()
    expect(told).to_have_count(0)
