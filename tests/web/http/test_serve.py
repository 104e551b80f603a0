"""The program as a process: what it says in the terminal, how it ends, and what is left when it is killed."""

import contextlib
import json
import re
import resource
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import segno

import patiently
from web.conftest import Start
from web.forked import Forker
from web.room import join_as_owner
from wordwaiter import platform
from wordwaiter.cli.server.qr import qr_lines
from wordwaiter.errors import WordwaiterError
from wordwaiter.service.access.callers import HOUSE
from wordwaiter.service.access.devices import Joining
from wordwaiter.service.context import Context
from wordwaiter.web.http import network_address as venue
from wordwaiter.web.http.network_address import venue_address


def assert_fails_in_one_line(answer: subprocess.CompletedProcess[str], *told: str) -> None:
    assert answer.returncode == 2
    assert answer.stdout == ""
    assert answer.stderr.startswith("wordwaiter: ")
    assert answer.stderr.count("\n") == 1
    for part in told:
        assert part in answer.stderr


def test_it_says_where_it_runs_what_it_judges_by_and_how_to_stop_it(
    start_by_name: Start, tmp_path: Path
) -> None:
    program = start_by_name(cwd=tmp_path)
    assert patiently.get(f"{program.url}/healthz").status_code == 200
    assert program.stop() == 0
    director, link, elsewhere, *said = program.output.read().splitlines()
    assert director == "The director opens this link on this computer, once, within 24 hours:"
    assert elsewhere == "For another device: wordwaiter devices link"
    assert re.fullmatch(rf"  {re.escape(program.url)}/join/[0-9A-Z]{{26}}", link)
    assert said == [
        "Word lists: ENABLE (enable1), 172,820 words; Modern short words (2026), 292 words",
        f"Rulings, on this computer alone: {program.url}/judge/log",
        "Data in wordwaiter.db; stop with Ctrl-C.",
        "Stopped. Everything is kept in wordwaiter.db.",
    ]
    assert program.errors() == ""
    assert (tmp_path / "wordwaiter.db").exists()


def test_every_start_tells_a_way_back_for_a_director_who_was_signed_out(start: Start, tmp_path: Path) -> None:
    """Issue 19, point 6; safe: it works once, for minutes, and is told in the terminal alone."""
    with Context.open(tmp_path / "wordwaiter.db") as context:
        join_as_owner(context)
    program = start(cwd=tmp_path)
    assert program.stop() == 0
    said, link, *_ = program.output.read().splitlines()
    assert said == "If the director was signed out: open this link here. It works once, for 15 minutes:"
    assert re.fullmatch(rf"  {re.escape(program.url)}/join/[0-9A-Z]{{26}}", link)
    with Context.open(tmp_path / "wordwaiter.db") as context:
        with pytest.raises(WordwaiterError, match="on the computer that runs Wordwaiter"):
            context.devices.join(link.rpartition("/")[2], Joining("Eve"))
        joined = context.devices.join(link.rpartition("/")[2], Joining("Cora", is_here=True))
        assert joined.caller.holds(HOUSE)
        with pytest.raises(WordwaiterError):
            context.devices.join(link.rpartition("/")[2], Joining("Eve", is_here=True))


def test_ctrl_c_ends_it_while_a_browser_is_connected(start: Start) -> None:
    program = start()
    with patiently.client(base_url=program.url) as browser:  # keeps its connection open
        assert browser.get("/judge").status_code == 200
        assert program.stop() == 0


def test_ctrl_c_ends_it_while_a_phone_has_left_in_the_middle_of_a_question(start: Start) -> None:
    program = start()
    with socket.create_connection(("127.0.0.1", int(program.port))) as phone:
        phone.sendall(
            b"POST /judge HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\n"
            b"Content-Type: application/x-www-form-urlencoded\r\n\r\nwords=q"
        )
        assert patiently.get(f"{program.url}/healthz").status_code == 200
        assert program.stop() == 0
    assert program.errors() == ""


BUSY_LOOP = """
import asyncio, os, signal
from wordwaiter.platform import call_on_stop_signal

async def busy():
    stopped, loop = asyncio.Event(), asyncio.get_running_loop()
    call_on_stop_signal(asyncio.get_running_loop(), stopped.set)
    for _ in range(10_000):  # many times what fits into the pipe that wakes the loop
        loop.call_soon_threadsafe(lambda: None)
    os.kill(os.getpid(), signal.SIGTERM)
    for _ in range(3):
        await asyncio.sleep(0)
    print("stopped" if stopped.is_set() else "never heard of it")

asyncio.run(busy())
"""


@pytest.mark.process
def test_a_signal_to_stop_is_heard_when_the_program_has_more_to_do_than_it_can_note() -> None:
    answer = subprocess.run([sys.executable, "-c", BUSY_LOOP], capture_output=True, text=True, check=False)
    assert (answer.stdout, answer.stderr) == ("stopped\n", "")


def test_a_room_of_idle_phones_does_not_keep_it_from_answering(start: Start) -> None:
    program = start()
    with contextlib.ExitStack() as room:
        for _ in range(300):
            phone = room.enter_context(socket.create_connection(("127.0.0.1", int(program.port))))
            phone.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert patiently.get(f"{program.url}/healthz").status_code == 200


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_it_ends_well_when_the_computer_shuts_down_or_the_terminal_closes(
    start: Start, number: signal.Signals
) -> None:
    program = start()
    program.process.send_signal(number)
    assert program.process.wait() == 0


def test_a_port_in_use_is_told_with_what_to_do(start: Start, forker: Forker, tmp_path: Path) -> None:
    program = start()
    answer = forker.run("serve", "--port", program.port, cwd=tmp_path)
    assert_fails_in_one_line(
        answer, f"port {program.port} is in use", f"wordwaiter serve --port {int(program.port) + 1}"
    )
    assert patiently.get(f"{program.url}/healthz").status_code == 200


def test_a_data_file_that_is_served_is_told_with_what_to_do(
    start: Start, forker: Forker, tmp_path: Path
) -> None:
    db = str(tmp_path / "hall.db")
    program = start("--db", db)
    answer = forker.run("serve", "--port", "0", "--db", db, cwd=tmp_path)
    assert_fails_in_one_line(answer, f"{db} is served already", "--db")
    program.kill()
    assert patiently.get(f"{start('--db', db).url}/healthz").status_code == 200


def test_a_port_that_just_became_free_is_taken_again(start: Start) -> None:
    first = start()
    with patiently.client(base_url=first.url) as browser:
        browser.get("/judge")
        first.kill()  # leaves the connection in a state in which the port still seems taken
    second = start("--port", first.port)
    assert second.url == first.url


def test_of_two_that_start_at_once_on_one_port_one_runs_and_the_other_is_told(
    start: Start, forker: Forker, tmp_path: Path
) -> None:
    free = start()
    free.kill()
    both = [
        forker.start(["serve", "--port", free.port, "--db", f"{number}.db"], tmp_path) for number in range(2)
    ]
    runs = [bool(program.stdout.readline()) for program in both]
    for program in both:
        program.send_signal(signal.SIGTERM)
    errors = [program.communicate()[1] for program in both]
    assert sorted(zip(runs, [program.returncode for program in both], strict=True)) == [(False, 2), (True, 0)]
    assert f"port {free.port} is in use" in errors[runs.index(False)]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (
            ["--host", "no.such.host.invalid"],
            "is not an address of this computer; use --host 127.0.0.1 or --host 0.0.0.0",
        ),
        (
            ["--host", "198.51.100.1"],
            "is not an address of this computer; use --host 127.0.0.1 or --host 0.0.0.0",
        ),
        (["--port", "70000"], "--port"),
        (["--lexicon", "klingon"], "there is no word list 'klingon'"),
        (["--longest", "0"], "longest"),
        (["--db", "no/such/folder/x.db"], "there is no such folder"),
        (["--db", "."], "this is a folder"),
        (["--db", "/proc/x.db"], "cannot be written"),
    ],
)
def test_a_wrong_option_is_told_in_one_line(
    forker: Forker, tmp_path: Path, options: list[str], told: str
) -> None:
    assert_fails_in_one_line(forker.run("serve", "--port", "0", *options, cwd=tmp_path), told)


def test_a_foreign_data_file_is_refused_and_left_alone(forker: Forker, tmp_path: Path) -> None:
    (tmp_path / "wordwaiter.db").write_text("Dear diary\n" * 100)
    assert_fails_in_one_line(
        forker.run("serve", "--port", "0", cwd=tmp_path), "wordwaiter.db: this is not a Wordwaiter file"
    )
    assert (tmp_path / "wordwaiter.db").read_text() == "Dear diary\n" * 100


def test_several_lists_and_a_longest_word_count(start: Start) -> None:
    program = start("--lexicon", "enable", "--lexicon", "modern", "--longest", "8")

    def good(words: str) -> bool:
        answer: bool = patiently.post(f"{program.url}/api/v1/judge", json={"words": words}).json()["good"]
        return answer

    assert good("qi quixotry")
    assert not good("quixotries")
    assert (
        "Word lists: ENABLE (enable1), 172,820 words; Modern short words"
        in patiently.get(f"{program.url}/judge").text
    )


def test_the_venues_network_gets_an_address_and_a_qr_code(start: Start) -> None:
    program = start("--host", "0.0.0.0")  # noqa: S104 - that is what is tested
    assert program.url.startswith("http://127.0.0.1:")
    assert patiently.get(f"{program.url}/healthz").status_code == 200
    assert program.stop() == 0
    said = program.output.read()
    address = venue_address()
    if address is None:
        assert "This computer is on no network now, so phones cannot reach it." in said
    else:
        there = f"http://{address}:{program.port}"
        assert f"Phones on this network: {there}" in said
        assert "Everybody on this network can open it." in said
        assert "\n".join(qr_lines(there, coloured=False)) in said
        assert "\033" not in said


def test_on_a_terminal_the_qr_code_is_white_on_black_whatever_its_colours() -> None:
    lines = qr_lines("http://192.168.1.20:8080", coloured=True)
    assert all(line.startswith("\033[38;5;231;48;5;16m") and line.endswith("\033[0m") for line in lines)


def test_the_qr_code_is_the_address() -> None:
    text = "http://192.168.1.20:8080"
    halves = {" ": (1, 1), "▀": (0, 1), "▄": (1, 0), "█": (0, 0)}  # dark is 1, and is what is not painted
    drawn: list[list[int]] = []
    for line in qr_lines(text, coloured=False):
        drawn += [[halves[block][0] for block in line], [halves[block][1] for block in line]]
    quiet = 2
    size = len(drawn[0])
    inner = [row[quiet : size - quiet] for row in drawn[quiet : size - quiet]]
    assert inner == [list(row) for row in segno.make_qr(text, error="l").matrix]


def test_a_network_without_a_way_out_still_has_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(venue, "_address_towards_others", lambda: None)
    monkeypatch.setattr(platform, "card_addresses", lambda: ["127.0.0.1", "169.254.3.4", "10.0.0.7"])
    assert venue_address() == "10.0.0.7"
    monkeypatch.setattr(platform, "card_addresses", lambda: ["127.0.0.1"])
    assert venue_address() is None


def test_the_cards_of_this_computer_include_the_loopback_one() -> None:
    assert "127.0.0.1" in platform.card_addresses()


def test_everything_acknowledged_is_there_after_a_kill(start: Start, forker: Forker, tmp_path: Path) -> None:
    words = ["quotes", "qxz", "favors", "bond"] * 5
    told = []
    for life in range(2):
        program = start(cwd=tmp_path)
        told += [
            patiently.post(f"{program.url}/api/v1/judge", json={"words": word}).json()
            for word in words[life::2]
        ]
        program.kill()
    kept = json.loads(forker.run("rulings", "--json", cwd=tmp_path).stdout)
    assert [(ruling["number"], ruling["time"], ruling["good"]) for ruling in kept] == [
        (answer["number"], answer["time"], answer["good"]) for answer in told
    ]


def test_no_verdict_is_shown_that_could_not_be_written_and_it_recovers(
    start: Start, forker: Forker, tmp_path: Path
) -> None:
    program = start(cwd=tmp_path)
    pid = program.process.pid
    unlimited = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, unlimited[1]))  # as if the disk were full
    api = patiently.post(f"{program.url}/api/v1/judge", json={"words": "quotes"})
    assert api.status_code == 503
    assert api.headers["retry-after"]
    assert "good" not in api.json()
    form = patiently.post(f"{program.url}/judge", data={"words": "quotes"})
    assert form.status_code == 503
    assert 'class="verdict' not in form.text.split("<template")[0]
    assert patiently.get(f"{program.url}/judge/log").status_code == 200
    resource.prlimit(pid, resource.RLIMIT_FSIZE, unlimited)
    assert patiently.post(f"{program.url}/api/v1/judge", json={"words": "quotes"}).json()["good"] is True
    assert len(json.loads(forker.run("rulings", "--json", cwd=tmp_path).stdout)) == 1


def test_the_rulings_can_be_read_in_the_terminal_while_the_program_runs(
    start: Start, forker: Forker, tmp_path: Path
) -> None:
    assert_fails_in_one_line(forker.run("rulings", cwd=tmp_path), "wordwaiter.db: there is no such file")
    program = start(cwd=tmp_path)
    assert forker.run("rulings", cwd=tmp_path).stdout == "Nothing was asked yet.\n"
    patiently.post(f"{program.url}/api/v1/judge", json={"words": "quotes favors"})
    patiently.post(f"{program.url}/api/v1/judge", json={"words": "quotes qxz"})
    lines = forker.run("rulings", cwd=tmp_path).stdout.splitlines()
    assert re.fullmatch(
        r"\d+  [A-Z][a-z]+ \d\d?, \d{4}, \d\d:\d\d:\d\d  "
        r"good +QUOTES FAVORS +enable:[0-9a-f]{8} modern:[0-9a-f]{8}",
        lines[0],
    )
    assert "not good  QUOTES QXZ" in lines[1]
    assert "QXZ is not in the word list" in lines[1]
    assert len(forker.run("rulings", "--newest", "1", cwd=tmp_path).stdout.splitlines()) == 1
