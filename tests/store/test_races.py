"""Many who write at once, in threads and in processes, never overwrite each other; on both databases."""

import json
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest

from child import child_environment
from wordwaiter.store.facts import Entry, Fact, StaleVersionError
from wordwaiter.store.journal import Journal, JournalReader
from wordwaiter.store.verify import verify_journal

from .entries import TEST_FAMILIES, said

WRITERS = 4
TURNS = 12

TAKE_TURNS = """
import json, sys
from store.test_races import take_turns
from wordwaiter.store import sqlite
sqlite.BUSY_SECONDS = 600.0
sys.stdin.readline()
print(json.dumps(take_turns(sys.argv[1], sys.argv[2])))
"""


def take_turns(place: str, name: str) -> list[list[object]]:
    """Append to one stream, each time on what was there last; gives what was acknowledged."""
    with Journal.open(place) as journal:
        return _append_in_turn(journal, name)


def _append_in_turn(journal: Journal, name: str) -> list[list[object]]:
    acknowledged: list[list[object]] = []
    version = 0
    while len(acknowledged) < TURNS:
        word = f"{name} {len(acknowledged)}"
        promise = journal.submit(said(word, expected=version, key=word))
        late = promise.exception()
        if isinstance(late, StaleVersionError):
            version += 1
            assert [fact.version for fact in late.since] == list(range(version, version + len(late.since)))
            version = late.since[-1].version
        else:
            (fact,) = promise.result()
            version = fact.version
            acknowledged.append([fact.position, fact.version, word])
    return acknowledged


def _assert_each_once(place: str, told: list[list[list[object]]]) -> None:
    with JournalReader.open(place) as journal:
        kept = [[fact.position, fact.version, fact.body["word"]] for fact in journal.facts("table")]
        assert sorted(each for one in told for each in one) == sorted(kept)
        assert [version for _, version, _ in kept] == list(range(1, WRITERS * TURNS + 1))
        assert verify_journal(journal, TEST_FAMILIES).problems == ()


def test_threads_that_append_to_one_stream_each_win_in_turn(place: str) -> None:
    with Journal.open(place) as journal, ThreadPoolExecutor(WRITERS) as pool:
        told = list(pool.map(lambda name: _append_in_turn(journal, name), "ABCD"))
    _assert_each_once(place, told)


@pytest.mark.process
def test_processes_that_append_to_one_stream_each_win_in_turn(place: str) -> None:
    with Journal.open(place):
        pass
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", TAKE_TURNS, place, name],
            env=child_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in "ABCD"
    ]
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write("go\n")
        writer.stdin.flush()
    _assert_each_once(place, [json.loads(writer.communicate()[0]) for writer in writers])


def _at_once(count: int, ask: Callable[[int], tuple[Fact, ...]]) -> list[tuple[Fact, ...] | Exception]:
    start = Barrier(count)

    def run(number: int) -> tuple[Fact, ...] | Exception:
        start.wait()
        try:
            return ask(number)
        except StaleVersionError as error:
            return error

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


def _append(journals: tuple[Journal, ...], entry: Entry, number: int) -> tuple[Fact, ...]:
    return journals[number % len(journals)].append(entry)


def _append_many(journal: Journal, stream: str) -> None:
    for _ in range(40):
        journal.append(said("A", stream=stream))


def test_of_two_directors_who_decide_on_the_same_version_one_is_told_what_the_other_did(place: str) -> None:
    with Journal.open(place) as here, Journal.open(place) as there:
        for version in range(10):
            entry = said("A", expected=version)
            told = _at_once(2, partial(_append, (here, there), entry))
            won = [facts for facts in told if isinstance(facts, tuple)]
            (late,) = (error for error in told if isinstance(error, StaleVersionError))
            assert won == [late.since]


def test_a_double_submit_at_the_same_moment_is_one_entry_with_one_answer(place: str) -> None:
    with Journal.open(place) as here, Journal.open(place) as there:
        for turn in range(10):
            entry = said("A", "B", expected=2 * turn, key=f"{turn}")
            told = _at_once(4, partial(_append, (here, there), entry))
            assert all(answer == told[0] for answer in told)
        assert here.position() == 20


def test_whoever_reads_from_a_position_on_while_others_write_misses_nothing(place: str) -> None:
    with Journal.open(place) as here, Journal.open(place) as there, JournalReader.open(place) as reader:
        with ThreadPoolExecutor(2) as pool:
            writing = [pool.submit(_append_many, one, name) for one, name in ((here, "H"), (there, "T"))]
            read: list[int] = []
            while len(read) < 80:
                read += [fact.position for fact in reader.since(read[-1] if read else 0, most=7)]
            for one in writing:
                one.result()
        assert read == list(range(1, 81))


def test_what_another_process_wrote_is_known_before_the_next_append(place: str) -> None:
    with Journal.open(place) as here, Journal.open(place) as there:
        here.append(said("A", expected=0))
        there.append(said("B", expected=1, key="b"))
        assert here.append(said("B", expected=2, key="b"))[0].version == 2
        assert here.append(said("C", expected=2))[0].position == 3
