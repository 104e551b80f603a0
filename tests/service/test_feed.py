"""The live feed: what a subscriber may see, in order, from any position on, exactly once."""

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from aside import aside
from crash.games import OPENING, recorded_game
from store.entries import NOON, said
from wordwaiter.errors import UnavailableError
from wordwaiter.game import commands as g
from wordwaiter.game.table import TableKind
from wordwaiter.service.access.callers import NOBODY, Caller
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute, execute_async
from wordwaiter.service.feed import EVERYTHING, Feed, FeedEvent, Topics, gather_seconds
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tables.opening import open_free_table
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.store.facts import Fact
from wordwaiter.store.journal import Journal
from wordwaiter.store.tail import Tail
from wordwaiter.tournament.commands import CancelGame

from .houses import DORA, club_day, draw_for_first_play, round_begun


@pytest.fixture
def context(place: str) -> Iterator[Context]:
    with Context.open(place) as context:
        yield context


def run(case: Coroutine[Any, Any, Any]) -> Any:
    return aside(case)


async def events_until(
    context: Context, last: int, caller: Caller = DORA, topics: Topics = EVERYTHING, after: int | None = 0
) -> list[FeedEvent]:
    """What a subscriber gets until the fact at that position."""
    events = []
    async for event in context.feed.subscribe(caller, topics, after):
        events.append(event)
        if event.position >= last:
            break
    return events


def play(context: Context, moves: int, seed: int = 1) -> str:
    stream = open_free_table(context, DORA, "club", OPENING).stream
    for command in recorded_game(seed)[:moves]:
        execute(context, DORA, TABLES, stream, command)
    return stream


# ---------------------------------------------------------------- in order, exactly once


def test_a_subscriber_gets_all_facts_in_their_order_from_any_position_on(context: Context) -> None:
    play(context, 10)
    last = context.feed.position
    everything = run(events_until(context, last))
    assert [event.position for event in everything] == list(range(1, last + 1))
    for after in (0, 1, last // 2, last - 1):
        assert run(events_until(context, last, after=after)) == everything[after:]


def test_a_subscriber_who_names_no_position_gets_what_is_new(context: Context) -> None:
    stream = play(context, 2)

    async def case() -> list[FeedEvent]:
        before = context.feed.position
        following = asyncio.ensure_future(events_until(context, before + 1, after=None))
        while context.feed.subscribers == 0:
            await asyncio.sleep(0)
        await execute_async(
            context, DORA, TABLES, stream, g.Pass(context.states.of(stream).state.position.to_move)
        )
        return await following

    first, *_ = run(case())
    assert (first.stream, first.kind) == (stream, "game.turn_passed")


def test_who_comes_back_with_the_last_position_misses_nothing_and_gets_nothing_twice(
    context: Context,
) -> None:
    got: list[int] = []
    for seed in range(3):
        play(context, 6, seed)
        after = got[-1] if got else 0
        got += [event.position for event in run(events_until(context, context.feed.position, after=after))]
    assert got == list(range(1, context.feed.position + 1))


def test_facts_written_by_many_at_once_reach_every_subscriber_in_one_order(context: Context) -> None:
    async def case() -> list[list[FeedEvent]]:
        streams = [open_free_table(context, DORA, "club", OPENING).stream for _ in range(8)]
        before = context.feed.position
        moves = recorded_game(1)[:12]

        async def write(stream: str) -> None:
            for command in moves:
                await execute_async(context, DORA, TABLES, stream, command)

        first = asyncio.ensure_future(execute_async(context, DORA, TABLES, streams[0], moves[0]))
        await first
        await asyncio.gather(*(write(stream) for stream in streams[1:]))
        last = context.feed.position
        return list(await asyncio.gather(*(events_until(context, last, after=before) for _ in range(5))))

    first, *others = run(case())
    assert all(other == first for other in others)
    assert [event.position for event in first] == list(range(first[0].position, context.feed.position + 1))


@pytest.mark.parametrize(("followers", "seconds"), [(1, 0.1), (25, 0.1), (50, 0.2), (100, 0.4), (3_000, 0.4)])
def test_the_more_follow_the_same_the_longer_news_is_gathered_and_never_for_half_a_second(
    followers: int, seconds: float
) -> None:
    assert gather_seconds(followers) == pytest.approx(seconds)


def test_those_with_the_same_grants_share_what_they_are_shown(context: Context) -> None:
    play(context, 3)
    last = context.feed.position
    (one, *_), (other, *_) = run(events_until(context, last)), run(events_until(context, last))
    assert one is other
    assert one.json is other.json


def test_what_a_director_was_shown_is_not_shown_to_the_public(context: Context) -> None:
    play(context, 3)
    last = context.feed.position
    directors, publics = run(events_until(context, last)), run(events_until(context, last, NOBODY))
    assert all("actor" in event.data for event in directors)
    assert not any("actor" in event.data for event in publics)


@pytest.mark.parametrize(("limit", "most"), [("MOST_SHOWN", 3), ("MOST_BYTES_SHOWN", 1_000)])
def test_what_was_shown_is_kept_within_bounds_and_nobody_misses_anything(
    context: Context, monkeypatch: pytest.MonkeyPatch, limit: str, most: int
) -> None:
    play(context, 10)
    last = context.feed.position
    everything = run(events_until(context, last))
    monkeypatch.setattr(f"wordwaiter.service.feed.{limit}", most)
    context.feed = Feed(context.tail)
    assert run(events_until(context, last, NOBODY)) != []
    assert run(events_until(context, last)) == everything
    kept = list(context.feed._shown.values())
    assert 0 < len(kept) < len(everything)
    size = sum(len(event.json) for event in kept if event is not None)
    assert (len(kept) if limit == "MOST_SHOWN" else size) <= most


# ---------------------------------------------------------------- filtered


def test_a_subscriber_gets_the_topics_it_asks_for(context: Context) -> None:
    free = play(context, 2)
    of_free = context.feed.position
    day = club_day(context)
    round_begun(context, day)
    last = context.feed.position
    play(context, 2)
    events = run(events_until(context, of_free, topics=Topics(frozenset({free}))))
    assert {event.stream for event in events} == {free}
    events = run(events_until(context, last, topics=Topics(frozenset({day}))))
    assert {event.stream for event in events} == {day, f"{day}/1/1/1.1", f"{day}/1/1/2.1"}
    only_tables = Topics(frozenset({day}), frozenset({"game"}))
    assert {event.kind for event in run(events_until(context, last, topics=only_tables))} == {
        "game.table_opened"
    }
    for table in (1, 2):
        execute(context, DORA, TOURNAMENTS, day, CancelGame("", "Open", 1, table, "fire alarm"))
    of_one_table = Topics(frozenset({f"{day}#tournament.game_cancelled@2"}))
    (event,) = run(events_until(context, 1, topics=of_one_table))
    assert event.data["body"]["table"] == 2


@pytest.mark.parametrize(
    ("topic", "heard"),
    [
        ("tournament-1", ["tournament-1", "tournament-1/1/1/1.1", "tournament-1/1/1/1.1~2"]),
        ("tournament-10", ["tournament-10", "tournament-10/1/1/1.1"]),
        ("tournament-1/1/1/1.1", ["tournament-1/1/1/1.1"]),
        ("tournament-1/1/1/1", []),
        ("tournament", []),
        ("tournament-1/", []),
        ("", []),
    ],
)
def test_a_topic_is_a_stream_and_what_lies_below_it_and_no_stream_with_a_longer_name(
    topic: str, heard: list[str]
) -> None:
    streams = [
        "tournament-1",
        "tournament-1/1/1/1.1",
        "tournament-1/1/1/1.1~2",
        "tournament-10",
        "tournament-10/1/1/1.1",
    ]
    topics = Topics(frozenset({topic}))
    assert [stream for stream in streams if topics.has(fact_in(stream))] == heard


@pytest.mark.parametrize(
    ("topic", "is_heard"),
    [
        ("tournament-1#tournament.round_started", True),
        ("tournament-1#tournament.round", False),
        ("tournament-1#tournament.round_closed", False),
        ("tournament-10#tournament.round_started", False),
        ("tournament-1#tournament.round_started@4", True),
        ("tournament-1#tournament.round_started@40", False),
        ("tournament-1#@4", True),
    ],
)
def test_a_topic_may_name_a_kind_and_a_table(topic: str, is_heard: bool) -> None:
    fact = fact_in("tournament-1", "tournament.round_started", {"table": 4})
    assert Topics(frozenset({topic})).has(fact) is is_heard


def test_a_topic_of_a_family_is_the_word_before_the_dot() -> None:
    fact = fact_in("tournament-1", "tournament.round_started")
    assert Topics(families=frozenset({"game", "tournament"})).has(fact)
    assert not Topics(families=frozenset({"tourn", "round_started"})).has(fact)
    assert not Topics(frozenset({"tournament-2"}), frozenset({"tournament"})).has(fact)


def fact_in(stream: str, kind: str = "test.said", body: dict[str, object] | None = None) -> Fact:
    return Fact(1, stream, 1, kind, 1, body or {}, "Ann", "phone", NOON, None)


def test_nobody_is_told_what_it_may_not_see(context: Context) -> None:
    opening = g.OpenTable(TableKind.VIRTUAL, ("Ann", "Ben"))
    stream = open_free_table(context, DORA, "club", opening).stream
    draw_for_first_play(context, stream)
    seen = run(events_until(context, context.feed.position, NOBODY))
    assert "house.started" not in {event.kind for event in seen}
    told = [event.data["body"] for event in seen]
    assert told[0]["bag"] == 100
    assert [each["racks"] for each in told if "racks" in each] == [[0, 0], [7, 7]]


# ---------------------------------------------------------------- slow ones, and the end


def test_a_slow_subscriber_catches_up_from_the_journal_and_slows_nobody(place: str) -> None:
    with Journal.open(place) as journal:
        tail = Tail(journal, kept=5)
        tail.start()
        feed = Feed(tail)

        async def case() -> list[int]:
            got = []
            async for event in feed.subscribe(DORA, after=0):
                got.append(event.position)
                if event.position == 1:
                    for number in range(30):  # while it is busy with the first one
                        journal.append(said(f"word {number}"))
                if event.position == 31:
                    break
            return got

        journal.append(said("first"))
        try:
            assert run(case()) == list(range(1, 32))
            assert not tail.has(0)
        finally:
            tail.close()


def test_a_subscriber_who_reads_nothing_keeps_no_writer_waiting_and_holds_no_facts(context: Context) -> None:
    async def case() -> None:
        silent = [context.feed.subscribe(DORA, after=0) for _ in range(50)]
        for subscriber in silent:
            await anext(subscriber)
        stream = open_free_table(context, DORA, "club", OPENING).stream
        for command in recorded_game(1)[:20]:
            await execute_async(context, DORA, TABLES, stream, command)
        assert context.feed.subscribers == 50
        for subscriber in silent:
            await subscriber.aclose()
        assert context.feed.subscribers == 0

    run(case())


def test_all_subscriptions_end_with_the_program(place: str) -> None:
    context = Context.open(place)

    async def case() -> list[FeedEvent]:
        following = asyncio.ensure_future(_all(context))
        while context.feed.subscribers == 0:
            await asyncio.sleep(0)
        await asyncio.to_thread(context.close)
        return await following

    async def _all(context: Context) -> list[FeedEvent]:
        return [event async for event in context.feed.subscribe(DORA, after=context.feed.position)]

    assert [event.kind for event in run(case())] in ([], ["house.stopped"])


# ---------------------------------------------------------------- several processes


def test_a_fact_written_by_one_process_reaches_the_subscribers_of_all(place: str) -> None:
    with Context.open(place) as context, Context.join(place) as other:
        stream = play(context, 2)

        async def case() -> tuple[list[FeedEvent], list[FeedEvent]]:
            begin, last = context.feed.position, context.feed.position + 2
            here = asyncio.ensure_future(events_until(context, last, after=begin))
            there = asyncio.ensure_future(events_until(other, last, after=begin))
            mover = context.states.of(stream).state.position.to_move
            await execute_async(context, DORA, TABLES, stream, g.Pass(mover))
            await execute_async(other, DORA, TABLES, stream, g.Pass(1 - mover))
            return await here, await there

        here, there = run(case())
        assert here == there
        assert [event.kind for event in here] == ["game.turn_passed"] * 2
        assert context.states.of(stream).version == other.states.of(stream).version


def test_facts_of_two_processes_that_write_at_once_come_in_the_journals_order(place: str) -> None:
    with Context.open(place) as context, Context.join(place) as other:
        first, second = play(context, 2), play(context, 2, 2)
        begin = context.feed.position

        def write(mine: Context, stream: str, seed: int) -> None:
            for command in recorded_game(seed)[2:14]:
                execute(mine, DORA, TABLES, stream, command)

        writers = [
            threading.Thread(target=write, args=each) for each in ((context, first, 1), (other, second, 2))
        ]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
        last = context.journal.position()
        for each in (context, other):
            positions = [event.position for event in run(events_until(each, last, after=begin))]
            assert positions == list(range(begin + 1, last + 1))


def test_a_tail_goes_on_when_its_journal_does_not_answer_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Context.open(tmp_path / "a.db") as context:
        answers = context.journal.since
        asked = threading.Event()

        def refuse(*_asked: object, **_most: object) -> Any:
            asked.set()
            raise UnavailableError("journal-not-reached", "the database does not answer")

        monkeypatch.setattr(context.journal, "since", refuse)
        asked.wait()
        monkeypatch.setattr(context.journal, "since", answers)
        with Journal.open(tmp_path / "a.db") as elsewhere:
            last = elsewhere.append(said("hello", stream="other"))[0].position
        assert run(events_until(context, last, after=last - 1))[0].kind == "test.said"
