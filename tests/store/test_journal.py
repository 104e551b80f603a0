"""The journal keeps what it has acknowledged, and says plainly when it cannot."""

import os
import resource
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from wordwaiter.errors import MalformedFileError, UnavailableError, WordwaiterError
from wordwaiter.store.journal import APPLICATION_ID, VERSION, Journal, write_time

NOON = datetime(2026, 3, 14, 12, 0, 0, 250_000, tzinfo=UTC)

ACKNOWLEDGE_FOR_EVER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from wordwaiter.store.journal import Journal
journal = Journal.open(Path(sys.argv[1]))
while True:
    fact = journal.append("judge", "test.said", {"by": sys.argv[2]}, datetime.now(UTC))
    print(fact.position, flush=True)
"""

APPEND_ONE = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from wordwaiter.store.journal import Journal
sys.stdin.readline()
with Journal.open(Path(sys.argv[1])) as journal:
    journal.append("judge", "test.said", {}, datetime.now(UTC))
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "wordwaiter.db"


def test_a_fact_comes_back_as_it_was_appended(path: Path) -> None:
    with Journal.open(path) as journal:
        appended = journal.append("judge", "test.said", {"word": "ÑANDÚ", "good": True}, NOON)
    with Journal.open(path) as journal:
        assert journal.facts("judge") == (appended,)
    assert appended.position == 1
    assert appended.time == NOON


def test_facts_of_other_streams_are_left_out_and_positions_count_all(path: Path) -> None:
    with Journal.open(path) as journal:
        for number, stream in enumerate(("judge", "table", "judge", "table", "judge"), 1):
            assert journal.append(stream, "test.said", {"number": number}, NOON).position == number
        assert [fact.position for fact in journal.facts("judge")] == [1, 3, 5]
        assert [fact.position for fact in journal.facts("judge", newest=2)] == [3, 5]


def test_times_are_written_in_utc_with_milliseconds() -> None:
    assert write_time(NOON.astimezone(timezone(timedelta(hours=-5)))) == "2026-03-14T12:00:00.250Z"


def test_a_time_without_a_zone_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="zone"):
        write_time(datetime(2026, 3, 14))  # noqa: DTZ001


@pytest.mark.parametrize("statement", ["DELETE FROM facts", "UPDATE facts SET body = '{}'"])
def test_facts_cannot_be_changed_even_by_hand(path: Path, statement: str) -> None:
    with Journal.open(path) as journal:
        journal.append("judge", "test.said", {"word": "QI"}, NOON)
    by_hand = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError, match="a fact is never"):
        by_hand.execute(statement)
    by_hand.close()


def test_everything_acknowledged_survives_a_killed_process(path: Path) -> None:
    acknowledged: list[int] = []
    for life in range(4):
        writer = subprocess.Popen(
            [sys.executable, "-c", ACKNOWLEDGE_FOR_EVER, path, str(life)], stdout=subprocess.PIPE, text=True
        )
        assert writer.stdout is not None
        with writer.stdout as said:
            acknowledged += [int(said.readline()) for _ in range(25)]
            writer.send_signal(signal.SIGKILL)
            # A line may be cut by the kill; then nobody can have read it as an acknowledgement.
            acknowledged += [int(line) for line in said if line.endswith("\n")]
        assert writer.wait() == -signal.SIGKILL
    with Journal.open(path) as journal:
        kept = [fact.position for fact in journal.facts("judge")]
    assert set(acknowledged) <= set(kept)
    assert kept == list(range(1, len(kept) + 1))
    assert len(kept) <= len(acknowledged) + 4  # at most one written and not yet acknowledged in each life


def test_threads_can_append_at_once(path: Path) -> None:
    with Journal.open(path) as journal, ThreadPoolExecutor(8) as pool:
        facts = list(pool.map(lambda n: journal.append("judge", "test.said", {"n": n}, NOON), range(200)))
        assert sorted(fact.position for fact in facts) == list(range(1, 201))
        assert {fact.position: fact.body for fact in journal.facts("judge")} == {
            fact.position: fact.body for fact in facts
        }


def test_processes_that_start_at_once_share_a_new_file(path: Path) -> None:
    starters = [
        subprocess.Popen([sys.executable, "-c", APPEND_ONE, path], stdin=subprocess.PIPE, text=True)
        for _ in range(6)
    ]
    for starter in starters:
        assert starter.stdin is not None
        starter.stdin.write("go\n")
        starter.stdin.flush()
    for starter in starters:
        starter.communicate()
    assert [starter.returncode for starter in starters] == [0] * 6
    with Journal.read(path) as journal:
        assert len(journal.facts("judge")) == 6


def _folder(path: Path) -> None:
    path.mkdir()


def _text(path: Path) -> None:
    path.write_text("QI\nZA\n" * 2000)


def _other_database(path: Path) -> None:
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE facts (position INTEGER PRIMARY KEY)")
    other.commit()
    other.close()


def _newer(path: Path) -> None:
    _filled(path)
    later = sqlite3.connect(path)
    later.execute(f"PRAGMA user_version = {VERSION + 1}")
    later.close()


def _cut_short(path: Path) -> None:
    _filled(path)
    os.truncate(path, path.stat().st_size // 2)


def _zeroed(path: Path) -> None:
    _filled(path)
    size = path.stat().st_size
    os.truncate(path, 4096)
    os.truncate(path, size)


def _filled(path: Path) -> None:
    with Journal.open(path) as journal:
        for _ in range(100):
            journal.append("judge", "test.said", {"words": ["QUOTES", "FAVORS"] * 10}, NOON)


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (_folder, "journal-is-a-folder"),
        (_text, "not-a-journal"),
        (_other_database, "not-a-journal"),
        (_newer, "newer-journal"),
        (_cut_short, "damaged-journal"),
        (_zeroed, "damaged-journal"),
    ],
)
@pytest.mark.parametrize("how", [Journal.open, Journal.read])
def test_what_is_not_a_good_journal_is_refused_in_one_line_and_left_alone(
    path: Path, spoil: Callable[[Path], None], code: str, how: Callable[[Path], Journal]
) -> None:
    spoil(path)
    before = None if path.is_dir() else path.read_bytes()
    with pytest.raises(MalformedFileError) as refused:
        how(path)
    assert refused.value.code == code
    assert str(refused.value).startswith(f"{path}: ")
    assert "\n" not in str(refused.value)
    assert before is None or path.read_bytes() == before


@pytest.mark.parametrize(
    ("place", "code"),
    [
        ("/dev/null", "not-a-journal"),
        ("/proc/wordwaiter.db", "journal-read-only"),
        ("no/such/folder/wordwaiter.db", "no-such-folder"),
    ],
)
def test_a_place_that_keeps_nothing_is_refused(place: str, code: str) -> None:
    with pytest.raises(WordwaiterError) as refused:
        Journal.open(Path(place))
    assert refused.value.code == code


def test_a_name_that_sqlite_would_keep_in_memory_is_a_file_like_any_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with Journal.open(Path(":memory:")) as journal:
        journal.append("judge", "test.said", {}, NOON)
    assert (tmp_path / ":memory:").stat().st_size > 0


def test_reading_makes_no_file(path: Path) -> None:
    with pytest.raises(MalformedFileError) as refused:
        Journal.read(path)
    assert refused.value.code == "no-journal"
    assert not path.exists()


def test_reading_an_empty_file_says_that_nothing_was_written_yet(path: Path) -> None:
    path.touch()
    with pytest.raises(MalformedFileError) as refused:
        Journal.read(path)
    assert refused.value.code == "no-journal"
    assert path.stat().st_size == 0


def test_reading_leaves_nothing_beside_the_file(path: Path) -> None:
    _filled(path)
    with Journal.read(path) as journal:
        assert len(journal.facts("judge")) == 100
    assert list(path.parent.iterdir()) == [path]


def test_an_empty_file_becomes_a_journal(path: Path) -> None:
    path.touch()
    with Journal.open(path) as journal:
        assert journal.facts("judge") == ()
    header = path.read_bytes()[:100]
    assert int.from_bytes(header[68:72]) == APPLICATION_ID


def test_a_fact_with_damaged_content_is_an_error_and_not_a_guess(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.append("judge", "test.said", {"words": "QUOTES"}, NOON)
    path.write_bytes(path.read_bytes().replace(b'{"words"', b'{"words!'))
    with Journal.open(path) as journal, pytest.raises(MalformedFileError) as refused:
        journal.facts("judge")
    assert refused.value.code == "damaged-journal"


def test_a_full_disk_loses_nothing_and_is_over_when_there_is_room(path: Path) -> None:
    # A limit on the size of files is the full disk that every user can have.
    unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Journal.open(path) as journal:
        first = journal.append("judge", "test.said", {"n": 1}, NOON)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, unlimited[1]))
        try:
            with pytest.raises(UnavailableError) as refused:
                journal.append("judge", "test.said", {"n": 2}, NOON)
            assert refused.value.code in {"disk-full", "journal-not-written"}
            assert journal.facts("judge") == (first,)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
        third = journal.append("judge", "test.said", {"n": 3}, NOON)
        assert journal.facts("judge") == (first, third)


def test_a_file_that_another_program_holds_is_reported_busy(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wordwaiter.store.journal.BUSY_SECONDS", 0.0)
    with Journal.open(path) as journal:
        holder = sqlite3.connect(path, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(UnavailableError) as refused:
            journal.append("judge", "test.said", {}, NOON)
        assert refused.value.code == "journal-busy"
        holder.execute("ROLLBACK")
        holder.close()
        assert journal.append("judge", "test.said", {}, NOON).position == 1
