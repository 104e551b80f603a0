"""Free tables end: by whoever directs them, or by themselves when nobody has played for a day."""

import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from crash.games import OPENING
from service.houses import DORA, Computer, club_day, crashed, holder, round_begun, serving
from wordwaiter.errors import ConflictError, IllegalError, MalformedError, UnavailableError
from wordwaiter.game import commands as g
from wordwaiter.game.hare import commands as h
from wordwaiter.game.hare.opening import open_round
from wordwaiter.game.table import TableKind
from wordwaiter.roles import Role
from wordwaiter.rules.announcement import announce
from wordwaiter.service.access.callers import NOBODY, Grant
from wordwaiter.service.access.devices import Joining
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.rounds.downtime import gaps
from wordwaiter.service.stream_kind import CommandMeta
from wordwaiter.service.streams import table_facts
from wordwaiter.service.tables import free_table_expiry as ft
from wordwaiter.service.tables.computer import Strength
from wordwaiter.service.tables.free_games import Wish, begin_game
from wordwaiter.service.tables.free_table_expiry import (
    Housekeeping,
    end_forgotten,
    end_free_table,
    free_tables,
)
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tables.opening import open_free_table
from wordwaiter.service.tables.views import look, streams_of_tables
from wordwaiter.store.facts import Entry, Fact

HOUR_MS = 3_600_000


@pytest.fixture
def context(place: str, computer: Computer) -> Iterator[Context]:
    with serving(place, computer) as context:
        yield context


def begun(context: Context) -> tuple[str, str]:
    """A free table whose clock runs, and the token of a player at it."""
    stream = open_free_table(context, DORA, "club", OPENING).stream
    for seat, tile in enumerate("AB"):
        execute(context, DORA, TABLES, stream, g.DrawFirst(seat, tile))
    code = context.devices.invite(DORA, [Grant(Role.PLAYER, stream, entrant=0)], name="Ann").secret
    return stream, context.devices.join(code, Joining()).token


def test_a_table_that_nobody_touched_for_a_day_is_over_and_its_tokens_and_codes_with_it(
    context: Context, computer: Computer
) -> None:
    forgotten, token = begun(context)
    code = context.devices.invite(DORA, [Grant(Role.PLAYER, forgotten, entrant=1)], name="Ben").secret
    played, other_token = begun(context)
    computer.passes(23 * HOUR_MS)
    execute(context, DORA, TABLES, played, g.Pass(context.states.of(played).state.position.to_move))
    context.devices.note_seen(context.devices.caller_of(other_token))
    assert end_forgotten(context) == ()
    assert context.devices.caller_of(token).name == "Ann"
    computer.passes(HOUR_MS)
    assert end_forgotten(context) == (forgotten,)
    assert end_forgotten(context) == ()
    assert context.devices.caller_of(token) == NOBODY
    assert context.devices.caller_of(other_token).name == "Ann"
    with pytest.raises(IllegalError) as refused:
        context.devices.join(code, Joining())
    assert refused.value.code in ("tournament-over", "code-used")
    assert [table.stream for table in free_tables(context, DORA)] == [played]
    assert look(context, NOBODY, forgotten).view.sides == ("Ann", "Ben")
    (written,) = context.journal.facts("access", newest=1)
    assert (written.kind, written.actor) == ("access.ended", "wordwaiter")
    assert written.body == {"stream": forgotten, "reason": "nobody has played for 24 hours"}


def test_a_device_loses_the_roles_at_a_table_that_is_over_and_keeps_its_others(context: Context) -> None:
    first, second = (open_free_table(context, DORA, "club", OPENING).stream for _ in range(2))
    grants = [Grant(Role.PLAYER, stream, entrant=0) for stream in (first, second)]
    code = context.devices.invite(DORA, grants, name="Ann").secret
    token = context.devices.join(code, Joining()).token
    assert context.devices.caller_of(token).grants == set(grants)
    end_free_table(context, DORA, first)
    assert context.devices.caller_of(token).grants == {grants[1]}
    end_free_table(context, DORA, second)
    assert context.devices.caller_of(token) == NOBODY


def test_the_look_at_forgotten_tables_asks_nothing_about_those_in_memory(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        begun(context)
    asked = list[str]()
    ask = context.journal.facts

    def noting(stream: str, **how: int) -> tuple[Fact, ...]:
        asked.append(stream)
        return ask(stream, **how)

    monkeypatch.setattr(context.journal, "facts", noting)
    assert end_forgotten(context) == ()
    assert asked == []
    stream = ft._open_tables(context)[0].stream
    context.states.let_go(stream)
    assert end_forgotten(context) == ()
    assert asked == [stream]


def test_a_practice_board_ends_as_a_table_does(context: Context, computer: Computer) -> None:
    rules = context.rulebooks("bee-hare")
    words = announce(rules.table.tile_set, "GLOW")
    opening = h.OpenRound("Ann", "Owls", 1, TableKind.VIRTUAL, words)
    facts = table_facts(open_round(rules, opening, context.watch(), context.rng))
    context.states.hear(context.journal.append(Entry("practice-1", facts, context.clock(), 0)))
    code = context.devices.invite(DORA, [Grant(Role.TABLE_SCOREKEEPER, "practice-1")], name="Ann").secret
    token = context.devices.join(code, Joining()).token
    assert [(each.stream, each.sides) for each in free_tables(context, DORA)] == [("practice-1", ("Owls",))]
    computer.passes(24 * HOUR_MS)
    assert end_forgotten(context) == ("practice-1",)
    assert context.devices.caller_of(token) == NOBODY


def test_a_clock_that_is_set_ends_no_table(context: Context, computer: Computer) -> None:
    begun(context)
    computer.is_set(10 * (computer.now - computer.now.replace(year=2025)))
    assert end_forgotten(context) == ()


def test_tables_of_a_tournament_are_left_alone(context: Context, computer: Computer) -> None:
    cup = club_day(context)
    round_begun(context, cup)
    computer.passes(100 * HOUR_MS)
    assert end_forgotten(context) == ()
    assert free_tables(context, DORA) == ()
    (first, *_) = streams_of_tables(context, cup)
    with pytest.raises(IllegalError) as refused:
        end_free_table(context, DORA, first)
    assert refused.value.code == "no-free-table"


def test_whoever_directs_it_lists_and_ends_a_table(context: Context, computer: Computer) -> None:
    stream, token = begun(context)
    computer.passes(2 * HOUR_MS)
    (seen,) = free_tables(context, DORA)
    assert (seen.stream, seen.sides, seen.stage) == (stream, ("Ann", "Ben"), "playing")
    assert seen.idle_ms == 2 * HOUR_MS
    assert free_tables(context, holder("Cy", Role.DIRECTOR, "table-99")) == ()
    for stranger in (holder("Ann", Role.PLAYER, stream, entrant=0), NOBODY):
        with pytest.raises(IllegalError):
            end_free_table(context, stranger, stream)
        with pytest.raises(IllegalError):
            free_tables(context, stranger)
    end_free_table(context, DORA, stream, "the room is needed")
    assert context.devices.caller_of(token) == NOBODY
    with pytest.raises(ConflictError):
        end_free_table(context, DORA, stream)
    with pytest.raises(MalformedError):
        end_free_table(context, DORA, "table-99")


def test_there_is_no_end_of_free_tables_but_one_left_alone_makes_room(
    context: Context, computer: Computer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ft, "MOST_OPEN", 2)
    first, _ = begun(context)
    second, _ = begun(context)
    ann = holder("Ann", Role.PLAYER, first, entrant=0)
    opened = open_free_table(context, DORA, "club", OPENING).stream  # a director's own affair
    end_free_table(context, DORA, opened)
    with pytest.raises(UnavailableError) as refused:
        open_free_table(context, ann, "club", OPENING, CommandMeta(key="k"))
    with pytest.raises(UnavailableError):
        begin_game(context, "", Wish("club", ("Bo",), Strength.GENTLE))
    assert (refused.value.code, refused.value.facts["minutes"]) == ("too-many-tables", 1)
    computer.passes(HOUR_MS // 4)
    execute(context, DORA, TABLES, first, g.Pass(context.states.of(first).state.position.to_move))
    computer.passes(HOUR_MS // 4)
    another = open_free_table(context, ann, "club", OPENING, CommandMeta(key="k")).stream
    assert {table.stream for table in free_tables(context, DORA)} == {first, another}
    assert second in context.devices.ended()
    # Sent again it is the same table, however many there are.
    assert open_free_table(context, ann, "club", OPENING, CommandMeta(key="k")).stream == another


def test_a_table_that_is_over_is_neither_loaded_nor_asked_about_after_a_crash(
    place: str, computer: Computer
) -> None:
    context = Context.open(place, ContextParts(time=computer.time))
    over, _ = begun(context)
    goes_on, _ = begun(context)
    end_free_table(context, DORA, over)
    crashed(context)
    computer.passes(60_000)
    with serving(place, computer) as context:
        (gap,) = gaps(context, DORA)
        assert {clock.stream for clock in gap.clocks} == {goes_on}
        kept = len(context.states)
        context.states.of(over)
        assert len(context.states) == kept + 1


def test_it_is_done_by_itself_while_the_program_runs(path: Path, computer: Computer) -> None:
    with serving(path, computer) as context:
        _, token = begun(context)
        computer.passes(25 * HOUR_MS)
        with Housekeeping(context):
            while context.devices.caller_of(token) != NOBODY:
                time.sleep(0.01)


def test_it_goes_on_after_a_mistake_of_ours(
    path: Path, computer: Computer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    mistakes = [ZeroDivisionError()]  # the first time

    def forgotten(context: Context) -> tuple[str, ...]:
        if mistakes:
            raise mistakes.pop()
        return end_forgotten(context)

    monkeypatch.setattr("wordwaiter.service.tables.free_table_expiry.end_forgotten", forgotten)
    with serving(path, computer) as context:
        _, token = begun(context)
        computer.passes(25 * HOUR_MS)
        with Housekeeping(context, every=timedelta(milliseconds=1)):
            while context.devices.caller_of(token) != NOBODY:
                time.sleep(0.01)
    assert "ZeroDivisionError" in caplog.text
