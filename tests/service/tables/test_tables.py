"""Free tables on the journal: opened once, played by those who may, each command done once."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from aside import aside
from crash.games import OPENING
from service.houses import (
    DORA,
    club_day,
    draw_for_first_play,
    holder,
)
from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.game import commands as g
from wordwaiter.game.facts import Fact as TableFact
from wordwaiter.game.table import Stage, Table, TableKind
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import NOBODY
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute, execute_async
from wordwaiter.service.rounds.opening import opening_tables
from wordwaiter.service.steps import run, run_async
from wordwaiter.service.stream_kind import CommandMeta, Outcome
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tables.opening import open_free_table, opening_free_table
from wordwaiter.service.tables.views import look, look_after, streams_of_tables
from wordwaiter.service.tournaments import tournaments
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.store.facts import Entry, StaleVersionError
from wordwaiter.store.verify import verify_journal
from wordwaiter.tournament import commands as c


def free_table(context: Context) -> str:
    return open_free_table(context, DORA, "club", OPENING).stream


def test_free_tables_get_numbers_of_their_own_also_when_many_are_opened_at_once(context: Context) -> None:
    with ThreadPoolExecutor(8) as threads:
        streams = list(threads.map(lambda _: free_table(context), range(20)))
    assert sorted(streams, key=len) != []
    assert set(streams) == {f"table-{number}" for number in range(1, 21)}
    assert set(streams_of_tables(context)) == set(streams)


def test_a_table_that_is_opened_again_with_the_same_key_is_the_same_table(context: Context) -> None:
    first = open_free_table(context, DORA, "club", OPENING, CommandMeta(key="k"))
    again = open_free_table(context, DORA, "club", OPENING, CommandMeta(key="k"))
    assert (again.stream, again.facts) == (first.stream, first.facts)
    assert streams_of_tables(context) == ("table-1",)


def test_a_command_is_answered_with_the_table_as_it_is_then(context: Context) -> None:
    stream = free_table(context)
    answer = execute(context, DORA, TABLES, stream, g.DrawFirst(0, "A"))
    assert [fact.KIND for fact in answer.facts] == ["game.first_tile_drawn"]
    assert answer.version == context.journal.version(stream) == 2
    assert look_after(context, DORA, answer).view.stage is Stage.DRAWING
    assert look(context, NOBODY, stream).version == 2


def test_a_command_that_is_sent_again_gives_the_same_answer_also_when_it_would_be_refused_now(
    context: Context,
) -> None:
    stream = free_table(context)
    execute(context, DORA, TABLES, stream, g.DrawFirst(0, "A"))
    execute(context, DORA, TABLES, stream, g.DrawFirst(1, "B"))
    meta = CommandMeta(key="a pass")
    first = execute(context, DORA, TABLES, stream, g.Pass(0), meta)
    execute(context, DORA, TABLES, stream, g.Pass(1))
    again = execute(context, DORA, TABLES, stream, g.Pass(0), meta)  # it is seat 0's turn once more
    assert again.facts == first.facts
    assert len(again.state.turns) == 2
    execute(context, DORA, TABLES, stream, g.Pass(0))
    assert execute(context, DORA, TABLES, stream, g.Pass(0), meta).facts == first.facts  # and now it is not
    assert verify_journal(context.journal, context.families).good


def test_a_key_that_somebody_else_used_gives_nobody_their_answer(context: Context) -> None:
    stream = free_table(context)
    execute(context, DORA, TABLES, stream, g.DrawFirst(0, "A"), CommandMeta(key="k"))
    ann = holder("Ann", Role.PLAYER, stream, entrant=0)
    with pytest.raises(ConflictError) as refusal:
        execute(context, ann, TABLES, stream, g.DrawFirst(0, "C"), CommandMeta(key="k"))
    assert refusal.value.code == "key-used"


def test_a_version_that_is_not_the_latest_is_a_conflict_with_what_happened_since(context: Context) -> None:
    stream = free_table(context)
    execute(context, DORA, TABLES, stream, g.DrawFirst(0, "A"), CommandMeta(seen=1))
    with pytest.raises(StaleVersionError) as conflict:
        execute(context, DORA, TABLES, stream, g.DrawFirst(1, "B"), CommandMeta(seen=1))
    assert [fact.kind for fact in conflict.value.since] == ["game.first_tile_drawn"]


def test_what_was_entered_in_another_turn_is_refused_unless_it_was_taken_then(context: Context) -> None:
    stream = free_table(context)
    for seat, tile in enumerate("AB"):
        execute(context, DORA, TABLES, stream, g.DrawFirst(seat, tile))
    first = CommandMeta(key="first", turn=1)
    execute(context, DORA, TABLES, stream, g.Pass(0), first)
    with pytest.raises(ConflictError) as refusal:
        execute(context, DORA, TABLES, stream, g.ReportPoints(1, 24), CommandMeta(key="second", turn=1))
    assert refusal.value.code == "turn-over"
    assert execute(context, DORA, TABLES, stream, g.Pass(0), first).facts
    execute(context, DORA, TABLES, stream, g.Pause("Dora", "tea"), CommandMeta(turn=1))
    assert len(context.states.of(stream).state.turns) == 1


def test_two_who_enter_the_same_turn_at_once_do_it_once(context: Context) -> None:
    stream = free_table(context)
    execute(context, DORA, TABLES, stream, g.DrawFirst(0, "A"))
    execute(context, DORA, TABLES, stream, g.DrawFirst(1, "B"))
    together = threading.Barrier(2)

    def enter(_: int) -> str:
        together.wait()
        try:
            execute(context, DORA, TABLES, stream, g.Pass(0))
        except IllegalError as refusal:
            return refusal.code
        return "entered"

    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(enter, range(2))) == ["entered", "not-your-turn"]
    assert len(context.states.of(stream).state.turns) == 1


def test_a_command_that_is_sent_twice_at_once_is_done_once_and_answered_alike(context: Context) -> None:
    """A phone that is impatient sends again before the first is on the disk, and chance is drawn for both."""
    opening = g.OpenTable(TableKind.VIRTUAL, ("Ann", "Ben"))
    stream = open_free_table(context, DORA, "club", opening).stream

    async def send_twice() -> list[Outcome[Table, TableFact]]:
        sent = (
            execute_async(context, DORA, TABLES, stream, g.DrawFirst(0), CommandMeta(key="k"))
            for _ in range(2)
        )
        return await asyncio.gather(*sent)

    first, second = aside(send_twice())
    assert first.facts == second.facts
    assert first.version == second.version
    in_memory = context.states.of(stream)
    context.states.let_go(stream)
    assert in_memory == context.states.of(stream)


def test_a_free_table_that_is_opened_twice_at_once_with_one_key_is_one_table(context: Context) -> None:
    async def open_twice() -> list[Outcome[Table, TableFact]]:
        sent = (
            run_async(
                context.journal,
                opening_free_table(context, DORA, "club", OPENING, CommandMeta(key="k")),
            )
            for _ in range(2)
        )
        return await asyncio.gather(*sent)

    first, second = aside(open_twice())
    assert (first.stream, first.facts) == (second.stream, second.facts)
    assert streams_of_tables(context) == (first.stream,)


def test_two_directors_may_open_the_tables_of_a_round_at_once(context: Context) -> None:
    stream = club_day(context)
    tournaments.publish_next_round(context, DORA, stream, tournaments.RoundRequest("Open", "Dora"))
    context.follow_ups = {}  # so that the start does not open them
    execute(context, DORA, TOURNAMENTS, stream, c.StartRound("", "Open"))
    started = snapshot_of(context, stream)
    dora = opening_tables(context, DORA, started, "Open")
    decided = next(dora)
    assert isinstance(decided, Entry)
    opened = run(context.journal, opening_tables(context, replace(DORA, name="Eva"), started, "Open"))
    with pytest.raises(StaleVersionError) as late:
        context.journal.append(decided)
    with pytest.raises(StopIteration) as end:
        dora.throw(late.value)
    assert end.value.value == opened == streams_of_tables(context, stream)


def test_each_seat_of_a_free_table_is_its_own_devices_alone(context: Context) -> None:
    stream = free_table(context)
    ann = holder("Ann", Role.PLAYER, stream, entrant=0)
    execute(context, ann, TABLES, stream, g.DrawFirst(0, "A"))
    with pytest.raises(IllegalError) as refusal:
        execute(context, ann, TABLES, stream, g.DrawFirst(1, "B"))
    assert refusal.value.code == "not-yours"
    with pytest.raises(IllegalError) as refusal:
        execute(context, NOBODY, TABLES, stream, g.DrawFirst(1, "B"))
    assert refusal.value.code == "unknown-device"
    assert look(context, ann, stream).side == 0
    assert look(context, NOBODY, stream).side is None


def test_a_rack_is_shown_to_its_owner_alone(context: Context) -> None:
    opening = g.OpenTable(TableKind.VIRTUAL, ("Ann", "Ben"))
    stream = open_free_table(context, DORA, "club", opening).stream
    draw_for_first_play(context, stream)
    ann = holder("Ann", Role.PLAYER, stream, entrant=0)
    own, other = look(context, ann, stream).view.seats
    assert own.rack is not None
    assert len(own.rack) == 7
    assert other.rack is None
    assert [each.rack for each in look(context, NOBODY, stream).view.seats] == [None, None]


def test_a_table_that_is_not_there_and_a_stream_that_is_no_table_are_refused(context: Context) -> None:
    with pytest.raises(MalformedError) as refusal:
        look(context, DORA, "table-9")
    assert refusal.value.code == "no-such-stream"
    stream = club_day(context)
    with pytest.raises(IllegalError) as other:
        execute(context, DORA, TABLES, stream, g.Pass(0))
    assert other.value.code == "other-table"
