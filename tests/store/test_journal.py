"""The journal keeps facts in their order, answers a key once, and tells who was faster; on both databases."""

import asyncio
import shutil
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from types import SimpleNamespace

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from aside import aside
from wordwaiter.errors import ConflictError, MalformedError
from wordwaiter.store.facts import Entry, Fact, NewFact, StaleVersionError, write_time
from wordwaiter.store.journal import PAGE, Journal, JournalReader
from wordwaiter.store.seal import NO_SEAL, seal_after
from wordwaiter.store.verify import verify_journal

from .entries import NOON, TEST_FAMILIES, said


def test_facts_come_back_as_they_were_appended(place: str) -> None:
    body = {"word": "ÑANDÚ", "good": True, "points": [1, -2, None], "nothing": {}, "zero": "\0 and \u2028"}
    entry = Entry("table", (NewFact("test.said", body, 3),), NOON, 0, "Ann", "phone", "k")
    with Journal.open(place) as journal:
        appended = journal.append(entry)
    with JournalReader.open(place) as reader:
        assert reader.facts("table") == appended
    (fact,) = appended
    assert (fact.position, fact.version, fact.kind, fact.kind_version) == (1, 1, "test.said", 3)
    assert (fact.body, fact.actor, fact.device, fact.time, fact.key) == (body, "Ann", "phone", NOON, "k")


def test_positions_count_all_facts_and_versions_those_of_a_stream(journal: Journal) -> None:
    for stream in ("judge", "table", "judge"):
        journal.append(said("A", "B", stream=stream))
    told = [(fact.position, fact.stream, fact.version) for fact in journal.since(0)]
    assert told == [
        (1, "judge", 1), (2, "judge", 2), (3, "table", 1), (4, "table", 2), (5, "judge", 3), (6, "judge", 4),
    ]  # fmt: skip
    assert [fact.position for fact in journal.facts("judge", after=1)] == [2, 5, 6]
    assert [fact.position for fact in journal.facts("judge", newest=2)] == [5, 6]
    assert [fact.position for fact in journal.since(3, most=2)] == [4, 5]
    assert (journal.position(), journal.version("judge"), journal.version("nobody")) == (6, 4, 0)
    assert journal.kind_counts() == {"test.said": 6}
    ends = [(end.stream, end.version, end.position) for end in journal.stream_ends()]
    assert ends == [("table", 2, 4), ("judge", 4, 6)]


def test_a_key_that_comes_again_gets_the_same_answer_and_adds_nothing(place: str) -> None:
    with Journal.open(place) as journal:
        first = journal.append(said("A", "B", expected=0, key="k"))
        journal.append(said("C", expected=2))
        assert journal.append(said("A", "B", expected=0, key="k")) == first
    with Journal.open(place) as journal:  # and after a restart
        # Decided again on what is now, the command may have come to something else; it does not count.
        assert journal.append(said("D", expected=3, key="k")) == first
        assert journal.answer_to("k") == first
        assert journal.answer_to("never sent") is None
        assert journal.position() == 3


@pytest.mark.parametrize(
    "other",
    [
        Entry("elsewhere", (NewFact("test.said", {}),), NOON, actor="Ann", device="phone", key="k"),
        Entry("table", (NewFact("test.said", {}),), NOON, actor="Ben", device="phone", key="k"),
        Entry("table", (NewFact("test.said", {}),), NOON, actor="Ann", device="laptop", key="k"),
        said("A", key="k", digest="another"),
    ],
)
def test_a_key_of_somebody_or_something_else_gives_a_conflict_and_not_that_answer(
    journal: Journal, other: Entry
) -> None:
    journal.append(said("A", key="k", digest="one"))
    with pytest.raises(ConflictError) as refused:
        journal.append(other)
    assert refused.value.code == "key-used"
    assert journal.position() == 1


def test_a_stale_version_is_a_conflict_that_tells_what_happened_in_between(journal: Journal) -> None:
    journal.append(said("A", expected=0))
    between = journal.append(said("B", "C", expected=1))
    journal.append(said("X", stream="other"))
    with pytest.raises(StaleVersionError) as refused:
        journal.append(said("D", expected=1))
    assert refused.value.code == "stale-version"
    assert refused.value.since == between
    assert "table has changed: it is at version 3, not 1" in str(refused.value)
    assert journal.version("table") == 3


def test_a_version_that_is_not_there_yet_is_a_conflict_too(journal: Journal) -> None:
    with pytest.raises(StaleVersionError) as refused:
        journal.append(said("A", expected=1))
    assert refused.value.since == ()


def test_an_entry_of_several_facts_is_written_whole_or_not_at_all(journal: Journal) -> None:
    broken = Entry("table", (NewFact("test.said", {}), NewFact("test.said", {"word": object()})), NOON)
    with pytest.raises(MalformedError) as refused:
        journal.append(broken)
    assert refused.value.code == "bad-fact"
    assert journal.position() == 0


@pytest.mark.parametrize("name", ["stream", "actor", "device", "key"])
@pytest.mark.parametrize("text", ["with\0zero", "half \ud800 sign"])
def test_a_text_that_a_database_cannot_keep_is_refused_before_it_gets_there(name: str, text: str) -> None:
    with pytest.raises(MalformedError) as refused:
        Entry(**({"stream": "table", "facts": (NewFact("test.said", {}),), "time": NOON} | {name: text}))  # type: ignore[arg-type]
    assert refused.value.code == "bad-text"


@pytest.mark.parametrize("text", ["\0", "table\0", "\ud800"])
def test_a_name_that_no_database_can_keep_may_be_asked_for_and_is_nobodys(
    journal: Journal, text: str
) -> None:
    assert (journal.facts(text), journal.facts(text, newest=1)) == ((), ())
    assert (journal.version(text), journal.answer_to(text)) == (0, None)


def test_an_entry_without_facts_or_with_a_time_of_no_zone_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="at least one fact"):
        Entry("table", (), NOON)
    with pytest.raises(ValueError, match="zone"):
        Entry("table", (NewFact("test.said", {}),), datetime(2026, 3, 14))  # noqa: DTZ001
    with pytest.raises(ValueError, match="name"):
        said("A", stream="")


def test_times_are_written_in_utc_with_milliseconds() -> None:
    later = NOON.astimezone(timezone(timedelta(hours=-5))) + timedelta(microseconds=999)
    assert write_time(later) == "2026-03-14T12:00:00.250Z"


def test_the_answer_has_the_time_that_is_kept(journal: Journal) -> None:
    exact = datetime(2026, 3, 14, 12, 0, 0, 123_456, tzinfo=UTC)
    (fact,) = journal.append(Entry("table", (NewFact("test.said", {}),), exact, key="k"))
    assert (fact,) == journal.answer_to("k")


def test_every_fact_is_sealed_with_the_one_before_it(journal: Journal) -> None:
    for word in "ABC":
        journal.append(said(word, word, stream=word, key=word))
    seal = NO_SEAL
    for row in journal.rows():
        seal = seal_after(seal, row)
        assert row.seal == seal


@pytest.mark.parametrize(
    "statement",
    ["DELETE FROM facts", "UPDATE facts SET body = '{}'", "UPDATE facts SET position = position + 1"],
)
def test_facts_cannot_be_changed_even_by_hand(journal: Journal, statement: str) -> None:
    before = journal.append(said("QI"))
    with (
        pytest.raises(sa.exc.DBAPIError, match="a fact is never"),
        journal.database.writers.begin() as by_hand,
    ):
        by_hand.execute(sa.text(statement))
    assert journal.since(0) == before


@pytest.mark.parametrize(
    ("place", "statement"),
    [
        ("sqlite", "REPLACE INTO facts SELECT 1, 'a', 1, 'k', 1, '{}', '', '', '', NULL, 0, '', NULL"),
        ("sqlite", "INSERT INTO facts SELECT 9, 'a', 1, 'k', 1, '{}', '', '', '', NULL, 0, '', NULL"),
        ("postgresql", "TRUNCATE facts"),
    ],
    indirect=["place"],
)
def test_the_ways_around_the_rule_that_each_database_has_are_closed_too(
    journal: Journal, statement: str
) -> None:
    before = journal.append(said("QI"))
    with pytest.raises(sa.exc.DBAPIError, match="a fact is"), journal.database.writers.begin() as by_hand:
        by_hand.execute(sa.text(statement))
    assert journal.since(0) == before


def test_a_promise_can_be_awaited(journal: Journal) -> None:
    async def append_all() -> list[int]:
        promises = [asyncio.wrap_future(journal.submit(said("A", stream=f"table {n}"))) for n in range(50)]
        return [facts[0].position for facts in await asyncio.gather(*promises)]

    assert sorted(aside(append_all())) == list(range(1, 51))


def test_what_was_submitted_is_written_when_the_journal_is_closed(place: str) -> None:
    with Journal.open(place) as journal:
        promises = [journal.submit(said("A")) for _ in range(20)]
    assert [promise.result()[0].version for promise in promises] == list(range(1, 21))
    with pytest.raises(RuntimeError, match="closed"):
        journal.append(said("B"))
    journal.close()  # once more does no harm


def test_closing_a_journal_returns_only_when_everything_submitted_has_its_answer(place: str) -> None:
    journal = Journal.open(place)
    promises = [journal.submit(said("A", stream=f"table {number}")) for number in range(100)]
    journal.close()
    assert all(promise.done() for promise in promises)
    with JournalReader.open(place) as reader:
        assert reader.position() == 100


def test_facts_are_told_of_when_everybody_else_can_read_them_and_before_the_answer(place: str) -> None:
    with Journal.open(place) as journal, JournalReader.open(place) as other:
        told: list[tuple[tuple[Fact, ...], tuple[Fact, ...]]] = []
        journal.tell_of_written(lambda facts: told.append((facts, other.since(facts[0].position - 1))))
        first = journal.append(said("A", "B"))
        assert told == [(first, first)]
        second = journal.append(said("C"))
        assert told[1:] == [(second, second)]


def test_of_what_was_not_written_nobody_is_told(journal: Journal) -> None:
    told: list[object] = []
    journal.append(said("A", key="k"))
    journal.tell_of_written(lambda facts: told.extend(fact.body["word"] for fact in facts))
    too_far = said("B")
    object.__setattr__(too_far.facts[0], "kind_version", 2**70)  # no column holds that
    refused = [journal.submit(entry) for entry in (too_far, said("C", expected=7), said("A", key="k"))]
    assert [promise.exception() is None for promise in refused] == [False, False, True]
    journal.append(said("D"))
    assert told == ["D"]


def test_a_listener_that_fails_holds_up_neither_the_answer_nor_the_next_listener(journal: Journal) -> None:
    told: list[int] = []

    def fail(facts: tuple[Fact, ...]) -> None:
        raise ValueError(facts)

    journal.tell_of_written(fail)
    journal.tell_of_written(lambda facts: told.append(facts[-1].position))
    assert journal.append(said("A"))[0].position == 1
    assert told == [1]


@pytest.mark.long
def test_a_long_journal_is_gone_through_page_by_page_and_nothing_is_left_out(place: str) -> None:
    with Journal.open(place) as journal:
        for stream in ("one", "two", "three"):
            journal.append(said(*["A"] * (PAGE - 1), stream=stream))
        whole = list(range(1, 3 * (PAGE - 1) + 1))
        assert [row.position for row in journal.rows()] == whole
        assert [fact.position for fact in journal.since(0)] == whole[:PAGE]
        assert [fact.position for fact in journal.since(PAGE)] == whole[PAGE : 2 * PAGE]
        assert len(journal.facts("one")) == PAGE - 1
        assert verify_journal(journal, TEST_FAMILIES).facts == len(whole)


@pytest.mark.parametrize("count", [PAGE, PAGE + 1])
def test_a_journal_of_just_a_page_ends_there(path: Path, count: int) -> None:
    with Journal.open(str(path)) as journal:
        journal.append(said(*["A"] * count))
        assert [row.position for row in journal.rows()] == list(range(1, count + 1))


def test_those_who_write_at_once_share_transactions_and_one_conflict_spoils_nothing(journal: Journal) -> None:
    with ThreadPoolExecutor(16) as pool:
        answers = list(
            pool.map(
                lambda n: journal.submit(said("A", stream=f"table {n}", expected=n % 10)).exception(),
                range(200),
            )
        )
    # Every tenth expects version 0, which is right; the others expect facts that are not there.
    assert [type(answer) for answer in answers[::10]] == [type(None)] * 20
    assert all(isinstance(answer, StaleVersionError) for n, answer in enumerate(answers) if n % 10)
    assert journal.position() == 20


def test_one_that_the_database_refuses_does_not_spoil_its_group(journal: Journal) -> None:
    too_far = said("A", stream="far")
    object.__setattr__(too_far.facts[0], "kind_version", 2**70)  # no column holds that
    with journal.database.writers.connect():  # keeps the writer waiting until all are in one group
        promises = [journal.submit(entry) for entry in (said("B"), too_far, said("C"))]
    outcomes = [promise.exception() for promise in promises]
    assert [outcome is None for outcome in outcomes] == [True, False, True]
    assert [fact.body["word"] for fact in journal.since(0)] == ["B", "C"]
    assert journal.append(said("D"))[0].position == 3


def test_one_key_with_two_commands_gives_one_answer_and_one_conflict_also_while_neither_is_written(
    place: str,
) -> None:
    with Journal.open(place) as journal, Journal.open(place) as worker:
        with journal.database.writers.connect():  # the writer waits for it with the first, or with all
            sent = [journal.submit(said("A", key="k", digest=digest)) for digest in ("one", "two", "one")]
        written = sent[0].result()
        assert sent[2].result() == written
        assert [fact.digest for fact in written] == ["one"]
        assert worker.append(said("A", key="k", digest="one")) == written
        late = worker.submit(said("A", key="k", digest="two"))
        assert [getattr(each.exception(), "code", "") for each in (sent[1], late)] == ["key-used"] * 2
        assert journal.position() == 1


def test_a_promise_that_was_given_up_writes_nothing_and_one_that_could_not_be_is_kept(
    journal: Journal,
) -> None:
    with journal.database.writers.connect():  # the writer waits for it with the first, or with both
        journal.submit(said("A"))
        given_up = journal.submit(said("B", stream="group")).cancel()
    assert journal.append(said("C"))[0].version == 2
    assert journal.version("group") == (0 if given_up else 1)


_STREAMS = st.sampled_from(["one", "two"])


@pytest.mark.long
@settings(max_examples=30)
@given(st.lists(st.tuples(_STREAMS, st.integers(0, 3), st.sampled_from("abcd") | st.none()), max_size=12))
def test_any_entries_in_any_groups_come_to_what_one_after_the_other_would(
    tmp_path_factory: pytest.TempPathFactory, asked: list[tuple[str, int, str | None]]
) -> None:
    versions = {"one": 0, "two": 0}
    answered: dict[str, str] = {}
    expected: list[str] = []
    for stream, version, key in asked:
        if key in answered:
            expected.append("again" if answered[key] == stream else "key-used")
        elif version != versions[stream]:
            expected.append("stale-version")
        else:
            expected.append("new")
            versions[stream] += 1
            if key is not None:
                answered[key] = stream
    with Journal.open(tmp_path_factory.mktemp("journal") / "wordwaiter.db") as journal:
        promises = [
            journal.submit(said("A", stream=stream, expected=version, key=key))
            for stream, version, key in asked
        ]
        seen: set[int] = set()
        told: list[str] = []
        for promise in promises:
            error = promise.exception()
            if isinstance(error, ConflictError):
                told.append(error.code)
                continue
            position = promise.result()[0].position
            told.append("again" if position in seen else "new")
            seen.add(position)
        assert told == expected
        assert journal.position() == expected.count("new")


def test_a_conflict_within_a_group_tells_what_the_same_group_has_written(journal: Journal) -> None:
    with journal.database.writers.connect():  # the writer waits for it with the first, or with all
        journal.submit(said("A", stream="other"))
        first = journal.submit(said("B", expected=0))
        late = journal.submit(said("C", expected=0))
    error = late.exception()
    assert isinstance(error, StaleVersionError)
    assert error.since == first.result()


def test_a_journal_tells_how_much_may_be_added(journal: Journal) -> None:
    most = 1_000_000_000
    before = journal.left_of(most)
    assert 0 < before < most
    for _ in range(40):
        journal.append(said("A" * 50_000))
    assert journal.left_of(most) < before - 40 * 1_000
    assert journal.left_of(1) < 0


def test_a_disk_that_is_nearly_full_has_nothing_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal.open(tmp_path / "journal.db") as journal:
        assert journal.left_of(1 << 40) > 0
        monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=100_000_000))
        assert journal.left_of(1 << 40) < 0
