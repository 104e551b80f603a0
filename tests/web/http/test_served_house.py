"""A house that is served: several workers, a full disk, the end while everybody works. Real processes all."""

import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import patiently
from child import said_on_a_small_disk
from store.postgresql import Server
from web.conftest import Program, Start
from web.forked import Forker
from wordwaiter.game import commands as g
from wordwaiter.game.table import TableKind
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import HOUSE, Grant, director_of_everything
from wordwaiter.service.access.devices import Joining
from wordwaiter.service.context import Context
from wordwaiter.service.tables.opening import open_free_table
from wordwaiter.store.journal import JournalReader

DORA = director_of_everything("Dora")


def furnished(db: str, tables: int = 1) -> list[tuple[str, dict[str, str]]]:
    """Tables that are opened, each with the headers of a device that keeps it."""
    kept = []
    with Context.open(db) as context:
        for _ in range(tables):
            opening = g.OpenTable(TableKind.PHYSICAL, ("Ann", "Ben"))
            stream = open_free_table(context, DORA, "club", opening).stream
            invited = context.devices.invite(DORA, [Grant(Role.DIRECTOR, HOUSE)], name="Wilma")
            token = context.devices.join(invited.secret, Joining()).token
            kept.append((stream, {"Authorization": f"Bearer {token}"}))
    return kept


def give(url: str, table: str, headers: dict[str, str], key: str, **command: object) -> httpx.Response:
    return patiently.post(
        f"{url}/api/v1/tables/{table}/commands",
        json=command,
        headers={**headers, "Idempotency-Key": key},
    )


def following(url: str, after: int, last: int) -> list[int]:
    """The positions that a subscriber gets, up to the last one wanted."""
    got: list[int] = []
    with patiently.stream("GET", f"{url}/api/v1/feed", params={"after": after, "family": "game"}) as answer:
        for line in answer.iter_lines():
            if line.startswith("data: ") and "version" in (fact := json.loads(line[6:])):
                got.append(fact["position"])
                if fact["position"] >= last:
                    break
    return got


# ---------------------------------------------------------------- workers


def workers_of(program: Program) -> list[int]:
    """The processes that a program has started: one that remembers for all, then those that serve."""
    number = program.process.pid
    children = Path(f"/proc/{number}/task/{number}/children").read_text(encoding="utf-8")
    return [int(child) for child in children.split() if "spawn_main" in _command_of(child)]


def _command_of(process: str) -> str:
    """The command line of a process; nothing when it has ended meanwhile."""
    try:
        return Path(f"/proc/{process}/cmdline").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return ""


def test_a_file_is_served_by_one_process(forker: Forker, tmp_path: Path) -> None:
    refused = forker.run("serve", "--workers", "2", "--port", "0", cwd=tmp_path)
    assert refused.returncode == 2
    assert (
        "only one process can write an SQLite file; for several workers use --db postgresql://..."
        in refused.stderr
    )
    assert not (tmp_path / "wordwaiter.db").exists()


def test_a_fact_that_one_worker_writes_reaches_the_subscribers_of_all(
    start: Start, postgresql: Server
) -> None:
    db = postgresql.new_database()
    (table, headers), *_ = furnished(db)
    program = start("--db", db, "--workers", "2")
    with JournalReader.open(db) as journal:
        before = journal.position()
    last = before + 12
    got: list[list[int]] = []
    subscribers = [
        threading.Thread(target=lambda: got.append(following(program.url, before, last))) for _ in range(8)
    ]
    for subscriber in subscribers:
        subscriber.start()
    for number, command in enumerate(_moves()):  # each on a connection of its own: both workers get some
        answer = give(program.url, table, headers, str(number), **command)
        assert answer.status_code == 200, answer.text
        if answer.json()["table"]["version"] >= 13:
            break
    for subscriber in subscribers:
        subscriber.join()
    assert all(positions == list(range(before + 1, last + 1)) for positions in got)
    assert len(got) == 8
    assert program.stop() == 0
    with JournalReader.open(db) as journal:
        assert program.output.read().endswith(f"Stopped. Everything is kept in {journal.name}.\n")
    assert program.errors() == ""


def test_a_worker_that_dies_is_started_again_and_all_end_together(start: Start, postgresql: Server) -> None:
    db = postgresql.new_database()
    furnished(db)
    program = start("--db", db, "--workers", "2")
    first = workers_of(program)
    assert len(first) == 1 + 2
    os.kill(first[-1], signal.SIGKILL)
    while len(now := workers_of(program)) < 1 + 2 or first[-1] in now:
        time.sleep(0.05)
    assert patiently.get(f"{program.url}/healthz").status_code == 200
    assert program.stop() == 0
    for worker in now:
        assert not Path(f"/proc/{worker}").exists()


def test_workers_end_with_a_parent_that_was_killed(start: Start, postgresql: Server) -> None:
    db = postgresql.new_database()
    furnished(db)
    program = start("--db", db, "--workers", "2")
    left = workers_of(program)
    program.kill()
    while any(Path(f"/proc/{worker}").exists() for worker in left):
        time.sleep(0.05)


# ---------------------------------------------------------------- the end


@pytest.mark.parametrize(
    ("on", "options", "stop"),
    [("sqlite", (), signal.SIGINT), ("postgresql", ("--workers", "2"), signal.SIGTERM)],
)
def test_what_was_begun_when_the_program_is_stopped_is_finished_and_nothing_else_is_written(
    start: Start,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    on: str,
    options: tuple[str, ...],
    stop: signal.Signals,
) -> None:
    is_file = on == "sqlite"
    db = str(tmp_path / "wordwaiter.db") if is_file else request.getfixturevalue("postgresql").new_database()
    kept = furnished(db, 12)
    program = start("--db", db, *options)
    acknowledged: dict[str, int] = {}
    enough = threading.Semaphore(0)

    def play(table: str, headers: dict[str, str]) -> None:
        with patiently.client(base_url=program.url, headers=headers) as phone:
            for number, command in enumerate(_moves()):
                key = f"{table}-{number}"
                try:
                    answer = phone.post(
                        f"/api/v1/tables/{table}/commands", json=command, headers={"Idempotency-Key": key}
                    )
                except httpx.HTTPError:
                    return
                if answer.status_code != 200:
                    return
                acknowledged[key] = answer.json()["table"]["version"]
                enough.release()

    players = [threading.Thread(target=play, args=each) for each in kept]
    for player in players:
        player.start()
    for _ in range(60):
        enough.acquire()
    program.process.send_signal(stop)
    assert program.process.wait() == 0
    for player in players:
        player.join()
    with JournalReader.open(db) as journal:
        written = {row.key.partition("/")[2]: row.version for row in journal.rows() if row.key is not None}
        assert journal.facts("house")[-1].kind == "house.stopped"
    assert {key: written.get(key) for key in acknowledged} == acknowledged  # nothing acknowledged is missing
    assert written == acknowledged  # and of whatever was written its sender knows


def _moves() -> Iterator[dict[str, object]]:
    yield {"command": "draw-first", "seat": 0, "tile": "A"}
    yield {"command": "draw-first", "seat": 1, "tile": "B"}
    for _ in range(1000):  # a game could go on like this for ever
        yield {"command": "lay", "seat": 0, "placement": "8D RETINA"}
        yield {"command": "lift", "seat": 0}


# ---------------------------------------------------------------- a clock that is set


def test_no_tables_clock_moves_when_the_system_clock_is_set_an_hour_forward_and_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start_by_name: Start
) -> None:
    shim, set_by = tmp_path / "set_clock.so", tmp_path / "set_by"
    source = Path(__file__).with_name("set_clock.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", shim, source], check=True)
    set_by.write_text("0")
    db = str(tmp_path / "wordwaiter.db")
    (table, headers), *_ = furnished(db)
    monkeypatch.setenv("CLOCK_SET_BY", str(set_by))
    monkeypatch.setenv("LD_PRELOAD", str(shim))
    program = start_by_name("--db", db)
    monkeypatch.delenv("LD_PRELOAD")
    for number, command in zip(range(2), _moves(), strict=False):
        give(program.url, table, headers, str(number), **command)
    for number, seconds in enumerate((3600, -3600, 0)):
        # From before the first question to after the second answer: a busy machine is slow with both.
        begun, before_ms = time.monotonic(), _left_ms(program.url, table)
        set_by.write_text(str(seconds).ljust(8))
        after_ms, ended = _left_ms(program.url, table), time.monotonic()
        assert before_ms - after_ms <= 50 + 1000 * (ended - begun)
        assert before_ms >= after_ms
        answer = give(program.url, table, headers, f"lay {number}".replace(" ", "-"), **list(_moves())[2])
        assert answer.status_code == 200, answer.text
        with JournalReader.open(db) as journal:
            told = journal.facts(table, newest=1)[0].time.timestamp()
        assert abs(told - time.time() - seconds) < 60  # the clock was really set: facts tell of it
    assert program.stop() == 0


def _left_ms(url: str, table: str) -> int:
    """What the side to move has left."""
    left: int = patiently.get(f"{url}/api/v1/tables/{table}").json()["left"]["sides_ms"][0]
    return left


# ---------------------------------------------------------------- a full disk

FILL_THE_DISK = """
import subprocess
import sys
from pathlib import Path
import patiently
from web.conftest import WORDWAITER
from web.http.test_served_house import _moves, furnished, give


def fill(url, table, headers, ballast):
    moves = list(_moves())[:400]
    for number in range(4):
        answer = give(url, table, headers, f"m{number}", **moves[number])
        assert answer.status_code == 200, answer.text
        kept = answer.json()["table"]["version"]
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass
    for number in range(4, 400):
        answer = give(url, table, headers, f"m{number}", **moves[number])
        if answer.status_code != 200:
            break
        kept = answer.json()["table"]["version"]
    assert (answer.status_code, answer.json()["code"]) == (503, "disk-full"), answer.text
    assert int(answer.headers["retry-after"]) > 0
    assert "wordwaiter.db" not in answer.text  # where the file lies is nothing for those in the room
    seen = patiently.get(f"{url}/api/v1/tables/{table}")
    assert (seen.status_code, seen.json()["version"]) == (200, kept)
    assert patiently.get(f"{url}/healthz").status_code == 200
    ballast.unlink()
    answer = give(url, table, headers, f"m{number}", **moves[number])
    assert (answer.status_code, answer.json()["table"]["version"]) == (200, kept + 1), answer.text


folder = Path(sys.argv[1])
db = str(folder / "wordwaiter.db")
(table, headers), *_ = furnished(db)
program = subprocess.Popen(
    [WORDWAITER, "serve", "--port", "0", "--db", db], stdout=subprocess.PIPE, text=True, cwd=folder
)
try:
    fill(program.stdout.readline().split()[-1], table, headers, folder / "ballast")
finally:
    program.terminate()
    program.wait()
print("recovered", program.returncode)
"""


@pytest.mark.process
def test_a_full_disk_is_told_with_503_while_reads_go_on_and_is_over_when_there_is_room(
    tmp_path: Path,
) -> None:
    assert said_on_a_small_disk(FILL_THE_DISK, tmp_path) == ("recovered 0\n", "")
